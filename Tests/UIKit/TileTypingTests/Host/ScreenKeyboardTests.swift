import Foundation
import TestSupport
import Testing
import TileTyping
import TileViews

@Suite("The keyboard's place")
struct ScreenKeyboardTests {
    /// A log of the notifications that were posted for a screen.
    private final class Log: @unchecked Sendable {
        // @unchecked Sendable: notifications are posted and read on the test's thread.
        var lines: [String] = []
        private var tokens: [any NSObjectProtocol] = []

        init(_ screen: UIScreen) {
            let names: [(Notification.Name, String)] = [
                (UIResponder.keyboardWillShowNotification, "willShow"),
                (UIResponder.keyboardDidShowNotification, "didShow"),
                (UIResponder.keyboardWillHideNotification, "willHide"),
                (UIResponder.keyboardDidHideNotification, "didHide"),
            ]
            for (name, word) in names {
                tokens.append(
                    NotificationCenter.default.addObserver(forName: name, object: screen, queue: nil) {
                        [weak self] note in
                        let end = note.userInfo?[UIResponder.keyboardFrameEndUserInfoKey] as? CGRect
                        self?.lines.append("\(word) \(Int(end?.minY ?? -1))+\(Int(end?.height ?? -1))")
                    })
            }
        }

        deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
    }

    private func settle(_ rig: TypingRig<some UIView>) { for _ in 0..<40 { rig.frame(after: 1 / 60) } }

    @Test("programs hear where it comes to, and a layout guide makes room")
    func notifications() {
        let rig = TypingRig(UITextField())
        let log = Log(rig.screen)
        rig.screen.keyboard.height = 150
        let guide = rig.window.keyboardLayoutGuide
        #expect(guide.layoutFrame.height == 0)
        rig.view.becomeFirstResponder()
        #expect(log.lines == ["willShow 250+150"])
        #expect(guide.layoutFrame == CGRect(x: 0, y: 250, width: 320, height: 150))
        settle(rig)
        #expect(log.lines == ["willShow 250+150", "didShow 250+150"])
        rig.view.resignFirstResponder()
        settle(rig)
        #expect(log.lines.suffix(2) == ["willHide 400+150", "didHide 400+150"])
        #expect(guide.layoutFrame.height == 0)
        rig.screen.keyboard.height = .nan
        rig.view.becomeFirstResponder()
        #expect(!rig.screen.keyboard.isShown)
    }

    @Test("input views and accessories are shown at the screen's bottom, also without a keyboard")
    func inputViews() {
        let rig = TypingRig(UITextField())
        let picker = UIDatePicker(frame: CGRect(x: 0, y: 0, width: 320, height: 216))
        let bar = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        rig.view.inputAccessoryView = bar
        rig.view.becomeFirstResponder()
        settle(rig)
        #expect(bar.convert(bar.bounds, to: nil).height == 44)
        #expect(rig.screen.keyboard.frame == CGRect(x: 0, y: 356, width: 320, height: 44))
        rig.view.inputView = picker
        settle(rig)
        #expect(rig.screen.keyboard.frame == CGRect(x: 0, y: 140, width: 320, height: 260))
        #expect(picker.window != nil && picker.window !== rig.window)
        #expect(rig.window.isKeyWindow)
        rig.view.resignFirstResponder()
        settle(rig)
        #expect(picker.window == nil && bar.window == nil)
    }

    @Test("a drag of a scroll view puts it away, where that is asked for")
    func dismissal() {
        let scroll = UIScrollView(frame: .zero)
        let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
        scroll.addSubview(field)
        scroll.keyboardDismissMode = .onDrag
        let rig = TypingRig(scroll, frame: CGRect(x: 0, y: 0, width: 320, height: 300))
        scroll.contentSize = CGSize(width: 320, height: 2000)
        field.becomeFirstResponder()
        rig.touch(.began, CGPoint(x: 200, y: 250))
        for step in 1...5 { rig.touch(.moved, CGPoint(x: 200, y: 250 - CGFloat(step) * 20)) }
        #expect(!field.isFirstResponder)
    }
}
