import Testing
import UIKit

/// Both modules in one file, as tests of programs import them.
@Suite("Testing beside Apple's modules")
struct OverlayTests {
    @Test("A file that imports Testing and UIKit compiles, and sees what both have")
    func both() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 3, height: 4))
        #expect(view.layer.bounds.size == CGSize(width: 3, height: 4))
    }
}
