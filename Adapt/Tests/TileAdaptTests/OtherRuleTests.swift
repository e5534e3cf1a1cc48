import Testing
import TileAdapt

@Suite("Layers, observers, SwiftUI and what is left")
struct OtherRuleTests {
    @Test("A layer keeps @NSManaged properties under their names")
    func managed() {
        let adapted = adapt("import UIKit\nclass Ring: CALayer {\n    @NSManaged var angle: CGFloat\n}\n")
        #expect(
            adapted == """
                import UIKit
                class Ring: CALayer {
                    var angle: CGFloat {
                        get { value(forKey: "angle") as? CGFloat ?? 0 }
                        set { setValue(newValue, forKey: "angle") }
                    }
                }

                """)
    }

    @Test("Of SwiftUI's files nothing is compiled, of others what names its types")
    func swiftUI() {
        let adaptation = adapt([
            "A.swift": "import SwiftUI\n\nstruct Page: View {\n    var body: some View { Text(\"\") }\n}\n",
            "B.swift": """
            import SwiftUI
            import UIKit

            class Feed: UIView {
                func plain() {}

                func show(_ page: some View) {}
            }

            #Preview { Page() }

            """,
        ])
        #expect(
            adaptation.text("A.swift")
                == "#if canImport(SwiftUI)\nimport SwiftUI\n\nstruct Page: View {\n    var body: some View { Text(\"\") }\n}\n#endif\n"
        )
        #expect(
            adaptation.text("B.swift") == """
                #if canImport(SwiftUI)
                import SwiftUI
                #endif
                import UIKit

                class Feed: UIView {
                    func plain() {}

                #if canImport(SwiftUI)
                    func show(_ page: some View) {}
                #endif
                }

                #if canImport(SwiftUI)
                #Preview { Page() }
                #endif

                """)
    }

    @Test("A preview is not compiled in files without SwiftUI either")
    func previews() {
        #expect(
            adapt("import UIKit\n\nclass Feed: UIView {}\n\n@available(iOS 17, *)\n#Preview { Feed() }\n")
                == "import UIKit\n\nclass Feed: UIView {}\n\n#if canImport(SwiftUI)\n@available(iOS 17, *)\n"
                + "#Preview { Feed() }\n#endif\n")
    }

    @Test("What only the runtime of Objective-C does is left, and named with its line")
    func unchanged() {
        let source = """
            import UIKit
            func swizzle() {
                method_exchangeImplementations(a, b)
            }
            let token = scrollView.observe(\\.contentOffset) { _, _ in }
            let value = field.value(forKey: "placeholderLabel")
            let opacity = layer.value(forKey: "opacity")
            """
        let adaptation = adapt(["A.swift": source])
        #expect(adaptation.text("A.swift") == source)
        #expect(adaptation.notes(of: .left) == ["3 method_exchangeImplementations(…)", "5 observe(…)", "6 value(…)"])
    }

    @Test("Notes have the lines of the sources as they were given")
    func lines() {
        let adaptation = adapt([
            "A.swift":
                "import UIKit\nclass A: UIView {\n}\nextension A {\n    override func draw(_ r: CGRect) {}\n}\n@objc class B {}\n"
        ])
        #expect(adaptation.notes(of: .rewritten) == ["5 A.draw", "7 @objc"])
    }

    @Test("A class method of Objective-C's that tells the class's name is Swift's way of it")
    func classNames() {
        #expect(
            adapt("let a = T.description() + type(of: b).description() + c.description()")
                == "let a = String(reflecting: T.self) + String(reflecting: type(of: b)) + c.description()")
    }

    @Test("The summary counts what was done, and puts together what is said of several places")
    func summary() {
        let adaptation = adapt([
            "A.swift":
                "import UIKit\nimport WebKit\n@objc class A {}\n@objc class B {}\nlet a = NSClassFromString(\"A\")\n"
        ])
        #expect(
            Summary(adaptation, wrote: "Out").text == """
                1 source, 1 adapted, written to Out

                  2  attributes of Objective-C, in 1 file

                Not here, and dropped:
                  there are no web views here
                      import WebKit  A.swift:2

                Left for you:
                  finds classes of Swift by "Module.Class" only; a table of those that are meant is safer
                      NSClassFromString(…)  A.swift:5

                """)
        #expect(Summary(adapt(["B.swift": "let b = 1\n"]), wrote: nil).text == "1 source, nothing to adapt\n")
    }
}
