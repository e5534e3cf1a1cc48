import Testing
import TileAdapt

@Suite("Names from before Swift 4.2")
struct RenamedTests {
    @Test(
        "Calls have the names and labels that they have now, with self or without",
        arguments: [
            ("bringSubview(toFront: card)", "bringSubviewToFront(card)"),
            ("self.sendSubview(toBack: card)", "self.sendSubviewToBack(card)"),
            (
                "stack?.bringSubview(toFront: stack.sendSubview(toBack: a))",
                "stack?.bringSubviewToFront(stack.sendSubviewToBack(a))"
            ),
            ("page.willMove(toParentViewController: nil)", "page.willMove(toParent: nil)"),
            ("didMove(toParentViewController: self)", "didMove(toParent: self)"),
            ("addChildViewController(page)", "addChild(page)"),
            ("childViewControllers.last?.removeFromParentViewController()", "children.last?.removeFromParent()"),
            (
                "setOverrideTraitCollection(t, forChildViewController: page)",
                "setOverrideTraitCollection(t, forChild: page)"
            ),
            ("UIEdgeInsetsMake(1, 2, 3, 4)", "UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)"),
            ("UIEdgeInsetsInsetRect(bounds, insets)", "bounds.inset(by: insets)"),
            ("UIEdgeInsetsInsetRect(a ?? b, insets)", "(a ?? b).inset(by: insets)"),
            ("UIImagePNGRepresentation(image)!", "image.pngData()!"),
            ("UIImageJPEGRepresentation(images[0], 0.8)", "images[0].jpegData(compressionQuality: 0.8)"),
            (
                "UIAccessibilityPostNotification(UIAccessibilityScreenChangedNotification, title)",
                "UIAccessibility.post(notification: UIAccessibility.Notification.screenChanged, argument: title)"
            ),
            ("UIAccessibilityIsVoiceOverRunning()", "UIAccessibility.isVoiceOverRunning"),
            ("NSStringFromCGRect(frame)", "NSCoder.string(for: frame)"),
            ("page.prefersHomeIndicatorAutoHidden()", "page.prefersHomeIndicatorAutoHidden"),
            ("let move = bringSubview(toFront:)", "let move = bringSubviewToFront(_:)"),
        ])
    func calls(_ old: String, _ new: String) {
        #expect(adapt("import UIKit\n\(old)\n") == "import UIKit\n\(new)\n")
    }

    @Test(
        "Constants, notifications and cases are members of their types",
        arguments: [
            ("kCAMediaTimingFunctionEaseInEaseOut", "CAMediaTimingFunctionName.easeInEaseOut"),
            ("kCATransitionFromLeft", "CATransitionSubtype.fromLeft"),
            ("UIFontWeightBold", "UIFont.Weight.bold"),
            ("UIFontTextStyle.body", "UIFont.TextStyle.body"),
            ("[NSFontAttributeName: font]", "[NSAttributedString.Key.font: font]"),
            ("UIViewNoIntrinsicMetric", "UIView.noIntrinsicMetric"),
            ("NSNotification.Name.UIKeyboardWillShow", "UIResponder.keyboardWillShowNotification"),
            ("post(name: .UITextFieldTextDidChange)", "post(name: UITextField.textDidChangeNotification)"),
            ("info[UIKeyboardFrameEndUserInfoKey]", "info[UIResponder.keyboardFrameEndUserInfoKey]"),
            ("RunLoopMode.commonModes", "RunLoop.Mode.common"),
            ("NSUnderlineStyle.styleSingle.rawValue", "NSUnderlineStyle.single.rawValue"),
        ])
    func constants(_ old: String, _ new: String) {
        #expect(adapt("import UIKit\nlet a = \(old)\n") == "import UIKit\nlet a = \(new)\n")
    }

    @Test("What overrides has the names, too, and a method may be a property now")
    func overrides() {
        let adapted = adapt(
            """
            import UIKit
            class Page: UIViewController {
                override var childViewControllerForStatusBarStyle: UIViewController? { return childViewControllers.first }
                override func willMove(toParentViewController parent: UIViewController?) {
                    super.willMove(toParentViewController: parent)
                }
                override func addChildViewController(_ child: UIViewController) {}
                override func prefersHomeIndicatorAutoHidden() -> Bool { return true }
            }
            class Deck: UIView {
                override func bringSubview(toFront view: UIView) { super.bringSubview(toFront: view) }
            }

            """)
        #expect(
            adapted == """
                import UIKit
                class Page: UIViewController {
                    override var childForStatusBarStyle: UIViewController? { return children.first }
                    override func willMove(toParent parent: UIViewController?) {
                        super.willMove(toParent: parent)
                    }
                    override func addChild(_ child: UIViewController) {}
                    override var prefersHomeIndicatorAutoHidden: Bool { return true }
                }
                class Deck: UIView {
                    override func bringSubviewToFront(_ view: UIView) { super.bringSubviewToFront(view) }
                }

                """)
        #expect(adapt(adapted) == adapted)
    }

    @Test(
        "What the sources declare themselves, and what only looks so, keeps its name",
        arguments: [
            "func bringSubview(toFront view: Card) {}\nbringSubview(toFront: card)\n",
            "let childViewControllers = pages\nuse(childViewControllers)\n",
            "let UIFontWeightBold = 3\nuse(UIFontWeightBold)\n",
            "func UIEdgeInsetsMake(_ a: Int, _ b: Int, _ c: Int, _ d: Int) {}\nUIEdgeInsetsMake(1, 2, 3, 4)\n",
            "deck.bringSubview(card)\n", "deck.sendSubview(toBack: a, animated: true)\n",
            "let a = Track.commonModes\n", "let a = kCATransitionOwn\n", "let a = Event.UIKeyboardWillShow\n",
        ])
    func own(_ text: String) {
        #expect(adapt("import UIKit\n\(text)") == "import UIKit\n\(text)")
    }

    @Test("A selector of a method names what Objective-C calls it, which is the same")
    func selectors() {
        let adapted = adapt(
            "import UIKit\nclass Deck: UIView {\n    let s = #selector(bringSubview(toFront:))\n}\n")
        #expect(adapted.contains("let s = Selector(\"bringSubviewToFront:\")"))
    }
}
