import Testing
import TileAdapt

@Suite("A second run changes nothing")
struct IdempotenceTests {
    @Test("Whatever the first run wrote is left as it is, to the byte")
    func twice() {
        let sources = [
            "A.swift": """
            import SwiftUI
            import UIKit
            import os.log

            @objc public protocol P: NSObjectProtocol {
                @objc optional func a() -> UIColor
                @objc optional func b(_ c: Int) -> Custom
            }
            @IBDesignable open class V: UIView {
            \t@IBOutlet weak var label: UILabel!
            \t@IBInspectable var size: CGFloat { get { 1 } set {} }
            \t@IBAction func tapped(_ sender: Any) { delegate?.a?() }
            \tclass Inner: NSObject {
            \t\t@objc func tick(_ timer: Timer) {}
            \t\tlet s = #selector(Inner.tick)
            \t}
            }
            extension V { override open func draw(_ rect: CGRect) {} }
            extension UIView { @objc func hide() { perform(#selector(hide)) } }
            struct Page: View { var body: some View { EmptyView() } }
            #if os(iOS) && !targetEnvironment(macCatalyst)
            @MainActor class L: CALayer { @NSManaged public var x: CGPoint? }
            #endif
            """,
            "B.swift":
                "\r\nimport Foundation\r\n@objc class C: NSObject {\r\n    @objc\r\n    func f() {}\r\n    let s = #selector(f)\r\n}\r\n",
        ]
        let once = adapt(sources)
        let twice = Adapter().adapt(once.sources)
        #expect(once.changedNames == ["A.swift", "B.swift"])
        #expect(twice.sources == once.sources)
        #expect(twice.changedNames.isEmpty)
        // The line ends are preserved.
        #expect(!once.text("B.swift").replacing("\r\n", with: "").contains { $0 == "\n" || $0 == "\r" })
        #expect(twice.notes.filter { $0.kind != .left }.isEmpty)
    }

    @Test("Sources without anything of Objective-C stay as they are")
    func plain() {
        let source = "import Foundation\n\nstruct A {\n    var b = [1, 2]\n}\n\n"
        #expect(adapt(source) == source)
        #expect(adapt("") == "")
    }
}
