import Foundation
import Testing

@testable import TileGeometry

@Suite("Sine and cosine together")
struct SineCosineTests {
    @Test("are those of the C library, within 10⁻¹⁵, in all quarters and far out")
    func values() {
        var worst = 0.0
        for step in -20_000...20_000 {
            for angle in [Double(step) * 0.0007, Double(step) * 4.9, Double(step) * .pi / 4] {
                let both = SineCosine(angle)
                worst = max(worst, abs(both.sine - sin(angle)), abs(both.cosine - cos(angle)))
            }
        }
        #expect(worst < 1e-15)
    }

    @Test("have no error where there is nothing to round, and no number where there is none")
    func edges() {
        #expect(SineCosine(0).sine == 0 && SineCosine(0).cosine == 1)
        #expect(SineCosine(.pi / 2).sine == 1 && SineCosine(.pi).cosine == -1)
        #expect(SineCosine(1e22).sine == sin(1e22))
        for angle in [Double.infinity, -.infinity, .nan] {
            #expect(SineCosine(angle).sine.isNaN && SineCosine(angle).cosine.isNaN)
        }
    }
}
