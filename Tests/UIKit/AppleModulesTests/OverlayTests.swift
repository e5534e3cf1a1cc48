import Testing
import UIKit

/// Tests of a file that imports both modules, as a program's tests do.
@Suite("Testing beside Apple's modules")
struct OverlayTests {
    @Test("A file that imports Testing and UIKit compiles, and sees what both have")
    func both() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 3, height: 4))
        #expect(view.layer.bounds.size == CGSize(width: 3, height: 4))
    }
}
