import Testing
import TileAdapt

@Suite("Selectors and tables of actions")
struct SelectorTests {
    @Test(
        "A selector is named as Objective-C names the method",
        arguments: [
            ("#selector(tapped)", "tapped:"), ("#selector(Feed.tapped(_:))", "tapped:"),
            ("#selector(move(to:))", "moveTo:"),
            ("#selector(self.move)", "moveTo:"), ("#selector(run(event:))", "runWithEvent:"),
            ("#selector(stop)", "stop"), ("#selector(go(_:with:))", "go:with:"), ("#selector(named)", "otherName"),
            ("#selector(twice as (Feed) -> (Int) -> Void)", "twice:"), ("#selector(getter: size)", "size"),
            ("#selector(setter: size)", "setSize:"), ("#selector(UIView.endEditing)", "endEditing:"),
        ])
    func names(_ swift: String, _ name: String) {
        let adapted = adapt(
            """
            import UIKit
            class Feed: UIView {
                @objc func tapped(_ sender: Any) {}
                @objc func move(to place: Any) {}
                @objc func run(event: Any) {}
                @objc func stop() {}
                @objc func go(_ a: Any, with b: Any) {}
                @objc(otherName) func named() {}
                @objc func twice() {}
                @objc func twice(_ n: Int) {}
                func use() { print(\(swift)) }
            }
            """)
        #expect(adapted.contains("print(Selector(\"\(name)\"))"), "\(adapted)")
    }

    @Test("A view's class gets the table of what selectors name, with its own indentation and access")
    func table() {
        let adapted = adapt(
            """
            import UIKit

            open class Feed: UIView {
              @objc private func reload() {}
              @objc func unnamed() {}
              @IBAction func tapped(_ sender: UIButton) {}
              @objc func erase(_ sender: Any) -> Bool { true }
              let selectors = [#selector(reload), #selector(erase(_:))]
            }
            """)
        #expect(
            adapted == """
                import UIKit

                open class Feed: UIView {
                  private func reload() {}
                  func unnamed() {}
                  func tapped(_ sender: UIButton) {}
                  func erase(_ sender: Any) -> Bool { true }
                  let selectors = [Selector("reload"), Selector("erase:")]

                  open override class var actions: ActionTable {
                    super.actions + [
                      .action("reload", Feed.reload),
                      .action("tapped:", Feed.tapped(_:)),
                      .action("erase:", { (target: Feed) in { (first: Any) in _ = target.erase(first) } }),
                    ]
                  }
                }
                """)
    }

    @Test("A method of a name that UIKit has with parameters is told from that")
    func ambiguous() {
        let adapted = adapt(
            """
            import UIKit
            class Menu: UIViewController {
                func use() { button.addTarget(self, action: #selector(dismiss as () -> Void), for: .touchUpInside) }
                @objc func dismiss() { dismiss(animated: true) }
            }
            """)
        #expect(adapted.contains(#".action("dismiss", { (target: Menu) in { target.dismiss() } }),"#), "\(adapted)")
    }

    @Test("A class that is no responder becomes an action target; classes below it add to its table")
    func targets() {
        let adapted = adapt(
            """
            class Base: NSObject {
                @objc func tick() {}
            }
            final class Sub: Base {
                @objc func tock() {}
            }
            let names = [#selector(Base.tick), #selector(Sub.tock)]
            """)
        #expect(adapted.hasPrefix("import UIKit\nclass Base: NSObject, ActionTarget {"))
        #expect(adapted.contains("    class var actions: ActionTable {\n        [\n"))
        #expect(adapted.contains("final class Sub: Base {"))
        #expect(adapted.contains("    override class var actions: ActionTable {\n        super.actions + [\n"))
    }

    @Test("A method in another file is found, and is private no more where the table has to name it")
    func otherFiles() {
        let adaptation = adapt([
            "A.swift": "import UIKit\nclass Feed: UIView {\n}\n",
            "B.swift": "import UIKit\nextension Feed {\n    @objc private func reload() {}\n}\n",
            "C.swift": "let name = #selector(Feed.reload)\n",
        ])
        #expect(adaptation.text("A.swift").contains(".action(\"reload\", Feed.reload),"))
        #expect(adaptation.text("B.swift") == "import UIKit\nextension Feed {\n    func reload() {}\n}\n")
        #expect(adaptation.text("C.swift") == "let name = Selector(\"reload\")\n")
    }

    @Test("What a protocol of Objective-C asks for is an action, too")
    func requirements() {
        let adapted = adapt(
            """
            import UIKit
            @objc protocol Closing { func close() }
            class Feed: UIView, Closing {
                func close() {}
                let name = #selector(Closing.close)
            }
            """)
        #expect(adapted.contains(".action(\"close\", Feed.close)"))
    }

    @Test("An action in an extension of UIKit's class is registered when its name is asked for")
    func foreignClasses() {
        let adapted = adapt(
            """
            import UIKit
            extension UIViewController {
                @objc func goBack() {}
                func use() { print(#selector(goBack)) }
            }
            """)
        #expect(
            adapted.contains(
                "    static let goBackAction = ActionTable.register(.action(\"goBack\", UIViewController.goBack))\n"))
        #expect(adapted.contains("print(UIViewController.goBackAction)"))
    }

    @Test("A second run adds to the table that there is")
    func growing() {
        let once = adapt("import UIKit\nclass Feed: UIView {\n    @objc func a() {}\n    let s = #selector(a)\n}\n")
        let grown = once.replacing("let s", with: "@objc func b() {}\n    let t = #selector(b)\n    let s")
        #expect(adapt(grown).contains(".action(\"a\", Feed.a), .action(\"b\", Feed.b),"))
        #expect(adapt(grown).ranges(of: "class var actions").count == 1)
    }

    @Test("Key paths are strings, by the names that Objective-C has")
    func keyPaths() {
        let adapted = adapt(
            """
            let a = #keyPath(CAShapeLayer.strokeEnd)
            let b = #keyPath(UIView.isHidden)
            let c = #keyPath(Feed.card.title)
            let d = UIApplication.value(forKeyPath: #keyPath(UIApplication.shared)) as? UIApplication
            """)
        #expect(
            adapted == """
                let a = "strokeEnd"
                let b = "hidden"
                let c = "card.title"
                let d = (UIApplication.shared as Any?) as? UIApplication
                """)
    }
}
