import Foundation
import Testing

@testable import TileViews

@Suite("Responders")
struct ResponderTests {
    let screen = UIScreen(size: CGSize(width: 100, height: 100))

    @Test("What a responder does not override goes on along the chain, to its end")
    func forwarding() {
        let window = UIWindow(screen: screen)
        let outer = LoggingView(frame: window.bounds)
        let inner = UIView(frame: window.bounds)
        window.addSubview(outer)
        outer.addSubview(inner)
        let event = UIEvent(type: .motion, subtype: .motionShake)
        inner.touchesBegan([], with: nil)
        inner.pressesChanged([], with: nil)
        inner.motionEnded(.motionShake, with: event)
        inner.remoteControlReceived(with: event)
        #expect(outer.log == ["touchesBegan", "pressesChanged", "motionEnded", "remoteControlReceived"])
        #expect(inner.next === outer && outer.next === window && window.next == nil)
    }

    @Test("A responder becomes first when it can, is in a window, and the present one resigns")
    func firstResponder() {
        let window = UIWindow(screen: screen)
        let (first, second, plain) = (Field(), Field(), UIView())
        #expect(!first.becomeFirstResponder(), "in no window")
        for view in [first, second, plain] { window.addSubview(view) }
        #expect(!plain.becomeFirstResponder(), "it can't")
        #expect(first.becomeFirstResponder() && first.isFirstResponder)
        first.isStubborn = true
        #expect(!second.becomeFirstResponder() && first.isFirstResponder)
        first.isStubborn = false
        #expect(second.becomeFirstResponder() && second.isFirstResponder && !first.isFirstResponder)
        #expect(second.resignFirstResponder() && !second.isFirstResponder)
        #expect(first.resignFirstResponder(), "who is not first has nothing to give up")
    }

    @Test("A view that leaves its window is no longer its first responder, even if it would not resign")
    func leaving() {
        let window = UIWindow(screen: screen)
        let (box, field) = (UIView(), Field())
        window.addSubview(box)
        box.addSubview(field)
        field.becomeFirstResponder()
        field.isStubborn = true
        box.removeFromSuperview()
        #expect(window.firstResponder == nil && !field.isFirstResponder)
        window.addSubview(box)
        #expect(!field.isFirstResponder)
    }

    @Test("endEditing asks the first responder in the view, and forces it only when told to")
    func endEditing() {
        let window = UIWindow(screen: screen)
        let (box, other, field) = (UIView(), UIView(), Field())
        window.addSubview(box)
        window.addSubview(other)
        box.addSubview(field)
        field.becomeFirstResponder()
        #expect(other.endEditing(false) && field.isFirstResponder)
        field.isStubborn = true
        #expect(!box.endEditing(false) && field.isFirstResponder)
        #expect(box.endEditing(true) && !field.isFirstResponder)
    }

    @Test("An action without a target goes from the first responder along the chain, then from the sender")
    func actions() {
        let window = UIWindow(screen: screen)
        let (editor, field, button) = (Editor(), Field(), UIView())
        window.addSubview(editor)
        editor.addSubview(field)
        window.addSubview(button)
        #expect(!button.sendAction("copy:", to: nil, from: button, for: nil))
        field.becomeFirstResponder()
        #expect(button.sendAction("copy:", to: nil, from: button, for: nil))
        #expect(button.sendAction("copy:", to: editor, from: button, for: nil))
        #expect(editor.copies == 2)
        #expect(field.target(forAction: "copy:", withSender: nil) as? UIView === editor)
        #expect(!field.canPerformAction("copy:", withSender: nil))
        #expect(editor.canPerformAction("copy:", withSender: nil))
        field.resignFirstResponder()
        #expect(editor.sendAction("copy:", to: nil, from: nil, for: nil))
        #expect(editor.copies == 3)
    }

    @Test("Presses go to the first responder, or to the window; a press stays with its responder")
    func presses() {
        let window = UIWindow(screen: screen)
        let (field, other) = (Field(), Field())
        window.addSubview(field)
        window.addSubview(other)
        field.becomeFirstResponder()
        let key = UIKey(characters: "a", keyCode: .keyboardA)
        let press = UIPress(key: key, timestamp: 1)
        window.sendEvent(UIPressesEvent(presses: [press], timestamp: 1))
        other.becomeFirstResponder()
        press.change(to: .ended, timestamp: 2)
        window.sendEvent(UIPressesEvent(presses: [press], timestamp: 2))
        #expect(field.log == ["pressesBegan", "pressesEnded"])
        #expect(other.log.isEmpty)
        #expect(press.responder === field && press.window === window && press.key === key)
    }

    @Test("A motion is told as begun and ended; a remote control's command as received")
    func motions() {
        let window = UIWindow(screen: screen)
        let field = Field()
        window.addSubview(field)
        field.becomeFirstResponder()
        window.sendEvent(UIEvent(type: .motion, subtype: .motionShake))
        window.sendEvent(UIEvent(type: .remoteControl, subtype: .remoteControlPlay))
        #expect(field.log == ["motionBegan", "motionEnded", "remoteControlReceived"])
    }

    @Test("A chain of the program's own responders leads to the window of the view in it")
    func customChain() {
        let window = UIWindow(screen: screen)
        let node = Node(next: window)
        #expect(node.becomeFirstResponder() && window.firstResponder === node)
        #expect(node.isFirstResponder)
    }
}

private final class Node: UIResponder {
    let after: UIResponder
    init(next: UIResponder) { after = next }
    override var next: UIResponder? { after }
    override var canBecomeFirstResponder: Bool { true }
}

private final class Editor: UIView {
    override class var actions: ActionTable { super.actions + [.action("copy:", Editor.copy(_:))] }
    var copies = 0
    override func copy(_ sender: Any?) { copies += 1 }
}

private final class Field: LoggingView {
    var isStubborn = false
    override var canBecomeFirstResponder: Bool { true }
    @discardableResult
    override func resignFirstResponder() -> Bool { isStubborn ? false : super.resignFirstResponder() }
}
