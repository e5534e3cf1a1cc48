import Foundation
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

    @Test("Literals are a UIColor and a UIImage, and defaults are set by key-value coding's methods")
    func literals() throws {
        let color = #colorLiteral(red: 1, green: 0.5, blue: 0, alpha: 0.25)
        #expect(color == UIColor(red: 1, green: 0.5, blue: 0, alpha: 0.25))
        let image: () -> UIImage = { #imageLiteral(resourceName: "x") }
        #expect(type(of: image) == (() -> UIImage).self)
        let suite = "literals-\(UUID())"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        defaults.setValue(["a"], forKey: "names")
        #expect(defaults.value(forKey: "names") as? [String] == ["a"])
        defaults.setValue(nil, forKey: "names")
        #expect(defaults.value(forKey: "names") == nil)
    }
}
