import Foundation
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("A blend mode")
struct BlendModeTests {
    typealias Pixel = CompositingFormulas.Pixel

    /// Colors that reach every branch of the formulas, at three opacities.
    static let pixels: [Pixel] = {
        let colors: [CompositingFormulas.RGB] = [
            .init(0.2, 0.4, 0.8), .init(0.8, 0.6, 0.1), .init(0, 0, 0), .init(1, 1, 1), .init(1, 0, 0),
        ]
        return colors.flatMap { color in [0.4, 1].map { Pixel(color: color, alpha: $0) } }
            + [Pixel(color: .zero, alpha: 0)]
    }()

    /// 8-bit colors are multiplied and rounded up to three times on the way.
    static let tolerance = 4.0 / 255

    @Test("gives what the published formula gives, pixel for pixel", arguments: CGBlendMode.allCases)
    func formula(_ mode: CGBlendMode) throws {
        let count = Self.pixels.count
        let bitmap = try drawn(count, count) { context in
            for (x, backdrop) in Self.pixels.enumerated() {
                for (y, source) in Self.pixels.enumerated() {
                    let cell = CGRect(x: x, y: y, width: 1, height: 1)
                    context.setBlendMode(.normal)
                    context.fill(cell, backdrop)
                    context.setBlendMode(mode)
                    context.fill(cell, source)
                }
            }
        }
        for (x, backdrop) in Self.pixels.enumerated() {
            for (y, source) in Self.pixels.enumerated() {
                let expected = CompositingFormulas.result(mode, source, backdrop: backdrop)
                let off = distance(bitmap[x, y], expected)
                #expect(off <= Self.tolerance, "\(mode): \(source) on \(backdrop): off by \(off * 255)")
            }
        }
    }

    @Test("changes nothing outside of the shape, and half of it under half a pixel", arguments: CGBlendMode.allCases)
    func boundedByTheShape(_ mode: CGBlendMode) throws {
        let source = Pixel(color: .init(0.2, 0.4, 0.8), alpha: 0.6)
        let backdrop = Pixel(color: .init(0.8, 0.6, 0.1), alpha: 0.8)
        let bitmap = try drawn(6, 3) { context in
            context.fill(CGRect(x: 0, y: 0, width: 6, height: 3), backdrop)
            context.setBlendMode(mode)
            // Half of column 1, all of 2 and 3.
            context.fill(CGRect(x: 1.5, y: 0, width: 2.5, height: 3), source)
        }
        let before = CompositingFormulas.result(.copy, backdrop, backdrop: backdrop)
        let half = CompositingFormulas.result(mode, source, backdrop: backdrop, coverage: 0.5)
        #expect(distance(bitmap[0, 1], before) <= Self.tolerance)
        #expect(distance(bitmap[4, 1], before) <= Self.tolerance)
        #expect(distance(bitmap[5, 1], before) <= Self.tolerance)
        #expect(distance(bitmap[2, 1], CompositingFormulas.result(mode, source, backdrop: backdrop)) <= Self.tolerance)
        // Where the sum of lights goes beyond white, mixing before or after cutting differs.
        let tolerance = mode == .plusLighter ? 0.2 : Self.tolerance
        #expect(distance(bitmap[1, 1], half) <= tolerance)
    }

    @Test("lays a transparency layer on as one thing that covers all of the clip", arguments: CGBlendMode.allCases)
    func layers(_ mode: CGBlendMode) throws {
        let source = Pixel(color: .init(0.2, 0.4, 0.8), alpha: 0.6)
        let backdrop = Pixel(color: .init(0.8, 0.6, 0.1), alpha: 0.8)
        let bitmap = try drawn(6, 1) { context in
            context.fill(CGRect(x: 0, y: 0, width: 6, height: 1), backdrop)
            context.clip(to: CGRect(x: 1, y: 0, width: 4, height: 1))
            context.setBlendMode(mode)
            context.beginTransparencyLayer(auxiliaryInfo: nil)
            context.fill(CGRect(x: 0, y: 0, width: 3, height: 1), source)
            context.endTransparencyLayer()
        }
        let nothing = Pixel(color: .zero, alpha: 0)
        let before = CompositingFormulas.result(.copy, backdrop, backdrop: backdrop)
        #expect(distance(bitmap[0, 0], before) <= Self.tolerance)
        #expect(distance(bitmap[2, 0], CompositingFormulas.result(mode, source, backdrop: backdrop)) <= Self.tolerance)
        #expect(distance(bitmap[4, 0], CompositingFormulas.result(mode, nothing, backdrop: backdrop)) <= Self.tolerance)
        #expect(distance(bitmap[5, 0], before) <= Self.tolerance)
    }

    @Test("is the same at every place where tiles are cut", arguments: CGBlendMode.allCases)
    func tiles(_ mode: CGBlendMode) throws {
        let context = CGContext(recording: CGRect(x: 0, y: 0, width: 32, height: 32), scale: 1)
        context.fill(CGRect(x: 0, y: 0, width: 32, height: 20), Pixel(color: .init(0.8, 0.6, 0.1), alpha: 0.8))
        context.setBlendMode(mode)
        context.setShadow(offset: CGSize(width: 3, height: 2), blur: 4, color: .black)
        context.setFillColor(CGColor(red: 0.2, green: 0.4, blue: 0.8, alpha: 0.6))
        context.fillEllipse(in: CGRect(x: 4, y: 4, width: 22, height: 22))
        let picture = context.finishPicture()
        let whole = try raster(picture, width: 32, height: 32)
        for y in stride(from: 0, to: 32, by: 8) {
            for x in stride(from: 0, to: 32, by: 8) {
                var counters = ReplayCounters()
                let tile = try picture.raster(
                    CGAffineTransform(translationX: Double(-x), y: Double(-y)), width: 8, height: 8,
                    pool: BitmapPool(limit: 0), counters: &counters)
                for j in 0..<8 {
                    for i in 0..<8 {
                        let pixel =
                            switch tile {
                            case .solid(let color, _, _): color
                            case .bitmap(let bitmap): bitmap[i, j]
                            }
                        // Cairo smooths a curve's edge a little differently where a clip cuts it.
                        #expect(difference(pixel, whole[x + i, y + j]) <= 4)
                    }
                }
            }
        }
    }

    @Test("clear() makes a rect clear whatever the state is")
    func clear() throws {
        let bitmap = try drawn(4, 4) { context in
            context.setFillColor(.red)
            context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
            context.setAlpha(0.25)
            context.setShadow(offset: .zero, blur: 8)
            context.setBlendMode(.multiply)
            context.clear(CGRect(x: 1, y: 1, width: 2, height: 2))
        }
        #expect(bitmap[0, 0] == .pureRed)
        #expect(bitmap[1, 1] == .clear)
        #expect(bitmap[2, 2] == .clear)
        #expect(bitmap[3, 3] == .pureRed)
    }

    private func distance(_ pixel: PixelColor, _ expected: SIMD4<Double>) -> Double {
        let actual = SIMD4(Double(pixel.red), Double(pixel.green), Double(pixel.blue), Double(pixel.alpha)) / 255
        let off = actual - expected
        return max(abs(off.x), abs(off.y), abs(off.z), abs(off.w))
    }
}

extension CGContext {
    fileprivate func fill(_ rect: CGRect, _ pixel: CompositingFormulas.Pixel) {
        setFillColor(red: pixel.color.x, green: pixel.color.y, blue: pixel.color.z, alpha: pixel.alpha)
        fill(rect)
    }
}
