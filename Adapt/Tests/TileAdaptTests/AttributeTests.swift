import Testing
import TileAdapt

@Suite("Attributes of Objective-C")
struct AttributeTests {
    @Test("Attributes go with their arguments and their lines, and nothing else does")
    func stripping() {
        let adapted = adapt(
            """
            import UIKit

            /// A kind.
            @objc(FeedKind) public enum Kind: Int { case first }

            @IBDesignable
            @objcMembers
            open class Feed: UIView {
                @objc
                open dynamic var title = ""  // its title
                @nonobjc func plain() {}
            }
            """)
        #expect(
            adapted == """
                import UIKit

                /// A kind.
                public enum Kind: Int { case first }

                open class Feed: UIView {
                    open var title = ""  // its title
                    func plain() {}
                }
                """)
    }

    @Test("Comments, strings and what is not compiled stay as they are")
    func untouched() {
        let source = """
            import Foundation
            // @objc and #selector(foo)
            let text = "@objc #selector(foo) os(iOS)"
            #if os(macOS)
            @objc class Mac: NSObject { let s = #selector(stop) }
            #endif
            """
        #expect(adapt(source) == source)
    }

    @Test("A program's class is @main, and imports the library that runs it")
    func program() {
        #expect(
            adapt("import UIKit\n@UIApplicationMain class D: UIResponder, UIApplicationDelegate {}")
                == "import Tilework\nimport UIKit\n@main class D: UIResponder, UIApplicationDelegate {}")
    }

    @Test("Types have the names that they have since Swift 4.2")
    func names() {
        #expect(
            adapt("let a: UIControlState = UIControlState.normal; let b = x.UIControlState")
                == "let a: UIControl.State = UIControl.State.normal; let b = x.UIControlState")
    }

    @Test("@MainActor goes from declarations, and stays where a closure runs on the main thread")
    func isolation() {
        #expect(adapt("@MainActor func f(_ g: @MainActor () -> Void) {}") == "func f(_ g: () -> Void) {}")
        let closure = "let g = { @MainActor in print(1) }"
        #expect(adapt(closure) == closure)
        let method = "class C { @MainActor func f() async {} }"
        #expect(adapt(method) == method)
    }

    @Test("Tasks and asynchronous methods of views and of @MainActor types run on the main actor, others do not")
    func tasks() {
        func body(_ text: String, _ kind: String = "class C: UIViewController") -> String { "\(kind) { \(text) }" }
        for kind in ["class C: UIViewController", "extension UIView"] {
            #expect(
                adapt(body("func f() { Task { await g() } }", kind))
                    == body("func f() { Task { @MainActor in await g() } }", kind))
            #expect(
                adapt(body("private func f() async {}", kind)) == body("@MainActor private func f() async {}", kind))
        }
        #expect(
            adapt(body("func f() { Task(priority: .low) { [weak self] in self?.g() } }"))
                == body("func f() { Task(priority: .low) { @MainActor [weak self] in self?.g() } }"))
        #expect(
            adapt(body("func f() { Task {} }", "@MainActor final class M"))
                == body("func f() { Task { @MainActor in} }", "final class M"))
        for text in [
            body("func f() { Task.detached { self.g() } }"), body("nonisolated func f() async {}"),
            body("func f() { Task { @Other in g() } }"), body("func f() { Task { g() } }", "final class Model"),
            body("func f() { Task { @MainActor in g() } }"), body("func f() async {}", "actor A"),
            body("func f() { DispatchQueue.global().async { Task { h() } } }"),
        ] {
            #expect(adapt(text) == text)
        }
    }
}
