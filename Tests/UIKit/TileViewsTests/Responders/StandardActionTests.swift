import Foundation
import Testing
import TileDrawing
import TileGraphics

@testable import TileViews

@Suite("What every responder has")
struct StandardActionTests {
    let window = UIWindow(screen: UIScreen(size: CGSize(width: 100, height: 100)))

    @Test("Each editing command is sent by its name to the first responder that states it")
    func commands() {
        let editor = Editor()
        window.addSubview(editor)
        let plain = Field()
        editor.addSubview(plain)
        plain.becomeFirstResponder()
        for name in Editor.names {
            #expect(!plain.canPerformAction(Selector(name + ":"), withSender: nil))
            #expect(plain.sendAction(Selector(name + ":"), to: nil, from: nil, for: nil))
        }
        #expect(editor.log == Editor.names)
        // A responder that registers no actions can be called directly and does nothing.
        let silent: any UIResponderStandardEditActions = plain
        silent.paste(nil)
        silent.pasteAndMatchStyle(nil)
        silent.selectAll(nil)
        silent.updateTextAttributes { $0 }
        #expect(editor.log == Editor.names)
        var kept: [NSAttributedString.Key: Any] = [:]
        editor.updateTextAttributes { attributes in
            kept = attributes
            return [.kern: 2]
        }
        #expect(kept[.kern] as? Int == 1 && editor.attributes[.kern] as? Int == 2)
    }

    @Test("What is cancelled goes on along the chain too")
    func cancelled() {
        let (outer, inner) = (Cancelled(), UIView())
        window.addSubview(outer)
        outer.addSubview(inner)
        inner.pressesCancelled([], with: nil)
        inner.motionCancelled(.motionShake, with: nil)
        inner.touchesCancelled([], with: nil)
        #expect(outer.log == ["presses", "motion", "touches"])
    }

    @Test("A press that is cancelled is told as such to the responder that it began with")
    func cancelledPress() {
        let field = Cancelled()
        window.addSubview(field)
        field.becomeFirstResponder()
        let press = UIPress(type: .select, timestamp: 1)
        window.sendEvent(UIPressesEvent(presses: [press], timestamp: 1))
        press.change(to: .cancelled, timestamp: 2)
        window.sendEvent(UIPressesEvent(presses: [press], timestamp: 2))
        #expect(field.log == ["presses"])
    }

    @Test("A responder that can't resign stays first, unless it leaves its window")
    func cannotResign() {
        let (stubborn, other) = (Stubborn(), Field())
        window.addSubview(stubborn)
        window.addSubview(other)
        stubborn.becomeFirstResponder()
        #expect(!other.becomeFirstResponder() && !stubborn.resignFirstResponder() && stubborn.isFirstResponder)
        stubborn.removeFromSuperview()
        #expect(other.becomeFirstResponder())
        #expect(Field().canResignFirstResponder && !stubborn.canResignFirstResponder)
    }

    @Test("There is no keyboard: a responder has no input views unless it says so, and what is posted is a program's")
    func keyboard() {
        #expect(Field().inputView == nil && Field().inputAccessoryView == nil && Stubborn().inputView != nil)
        let names = [
            UIResponder.keyboardWillShowNotification, UIResponder.keyboardDidShowNotification,
            UIResponder.keyboardWillHideNotification, UIResponder.keyboardDidHideNotification,
            UIResponder.keyboardWillChangeFrameNotification, UIResponder.keyboardDidChangeFrameNotification,
        ]
        #expect(Set(names).count == 6 && names.allSatisfy { $0.rawValue.hasPrefix("UIKeyboard") })
        let frame = NSValue(rect: NSRect(x: 0, y: 0, width: 10, height: 5))
        let info: [String: Any] = [
            UIResponder.keyboardFrameBeginUserInfoKey: frame, UIResponder.keyboardFrameEndUserInfoKey: frame,
            UIResponder.keyboardAnimationDurationUserInfoKey: 0.25, UIResponder.keyboardAnimationCurveUserInfoKey: 7,
            UIResponder.keyboardIsLocalUserInfoKey: true,
        ]
        #expect(info.count == 5)
        let heard = Heard()
        let token = NotificationCenter.default.addObserver(forName: names[0], object: window, queue: nil) {
            heard.frame = $0.userInfo?[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue
        }
        NotificationCenter.default.post(name: names[0], object: window, userInfo: info)
        NotificationCenter.default.removeObserver(token)
        #expect(heard.frame == frame)
    }

    @Test("An event says what it was made of: every command of a remote control, buttons, keys held")
    func events() {
        let commands: [(UIEvent.EventSubtype, Int)] = [
            (.motionShake, 1), (.remoteControlPlay, 100), (.remoteControlPause, 101), (.remoteControlStop, 102),
            (.remoteControlTogglePlayPause, 103), (.remoteControlNextTrack, 104), (.remoteControlPreviousTrack, 105),
            (.remoteControlBeginSeekingBackward, 106), (.remoteControlEndSeekingBackward, 107),
            (.remoteControlBeginSeekingForward, 108), (.remoteControlEndSeekingForward, 109),
        ]
        for (command, number) in commands {
            let event = UIEvent(type: .remoteControl, subtype: command)
            #expect(event.subtype == command && command.rawValue == number && event.type == .remoteControl)
            #expect(event.allTouches == nil)
        }
        let hover = UIEvent(type: .hover, modifierFlags: .shift, buttonMask: [.primary, .button(3)])
        #expect(hover.type == .hover && hover.buttonMask.rawValue == 0b101 && hover.modifierFlags == .shift)
    }

    @Test("A touch tells what is known of the finger or pencil, in any view's coordinates")
    func touches() {
        let view = UIView(frame: CGRect(x: 10, y: 20, width: 50, height: 50))
        window.addSubview(view)
        window.isHidden = false
        let fingers = TouchSequence(in: window)
        var sample = TouchSample(.began, at: CGPoint(x: 15.25, y: 30.5), timestamp: 1)
        sample.type = .indirectPointer
        sample.majorRadius = 4
        sample.majorRadiusTolerance = 1
        sample.maximumPossibleForce = 6
        sample.rollAngle = 0.5
        sample.estimatedProperties = [.altitude, .roll]
        fingers.send(sample)
        let touch = fingers.touch()!
        #expect(touch.type == .indirectPointer && touch.majorRadius == 4 && touch.majorRadiusTolerance == 1)
        #expect(touch.maximumPossibleForce == 6 && touch.rollAngle == 0.5)
        #expect(touch.estimatedProperties == [.altitude, .roll])
        #expect(touch.preciseLocation(in: view) == CGPoint(x: 5.25, y: 10.5))
        sample = TouchSample(.moved, at: CGPoint(x: 16, y: 31), timestamp: 2)
        sample.type = .indirect
        fingers.send(sample)
        #expect(touch.precisePreviousLocation(in: view) == CGPoint(x: 5.25, y: 10.5) && touch.type == .indirect)
        #expect(touch.preciseLocation(in: nil) == CGPoint(x: 16, y: 31))
    }
}

private class Field: UIView {
    override var canBecomeFirstResponder: Bool { true }
}

private final class Stubborn: Field {
    override var canResignFirstResponder: Bool { false }
    override var inputView: UIView? { UIView() }
}

private final class Cancelled: Field {
    var log: [String] = []
    override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) { log.append("presses") }
    override func motionCancelled(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { log.append("motion") }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { log.append("touches") }
}

// @unchecked Sendable: the center calls it on the thread that posts, which is that of the test.
private final class Heard: @unchecked Sendable { var frame: NSValue? }

private final class Editor: UIView {
    static let names = [
        "cut", "copy", "paste", "pasteAndMatchStyle", "select", "selectAll", "delete",
        "makeTextWritingDirectionLeftToRight", "makeTextWritingDirectionRightToLeft", "toggleBoldface",
        "toggleItalics", "toggleUnderline", "increaseSize", "decreaseSize",
    ]

    override class var actions: ActionTable {
        super.actions + [
            .action("cut:", Editor.cut), .action("copy:", Editor.copy(_:)), .action("paste:", Editor.paste),
            .action("pasteAndMatchStyle:", Editor.pasteAndMatchStyle), .action("select:", Editor.select),
            .action("selectAll:", Editor.selectAll), .action("delete:", Editor.delete),
            .action("makeTextWritingDirectionLeftToRight:", Editor.makeTextWritingDirectionLeftToRight),
            .action("makeTextWritingDirectionRightToLeft:", Editor.makeTextWritingDirectionRightToLeft),
            .action("toggleBoldface:", Editor.toggleBoldface), .action("toggleItalics:", Editor.toggleItalics),
            .action("toggleUnderline:", Editor.toggleUnderline), .action("increaseSize:", Editor.increaseSize),
            .action("decreaseSize:", Editor.decreaseSize),
        ]
    }

    var log: [String] = []
    var attributes: [NSAttributedString.Key: Any] = [:]

    override func cut(_ sender: Any?) { log.append("cut") }
    override func copy(_ sender: Any?) { log.append("copy") }
    override func paste(_ sender: Any?) { log.append("paste") }
    override func pasteAndMatchStyle(_ sender: Any?) { log.append("pasteAndMatchStyle") }
    override func select(_ sender: Any?) { log.append("select") }
    override func selectAll(_ sender: Any?) { log.append("selectAll") }
    override func delete(_ sender: Any?) { log.append("delete") }
    override func makeTextWritingDirectionLeftToRight(_ sender: Any?) {
        log.append("makeTextWritingDirectionLeftToRight")
    }
    override func makeTextWritingDirectionRightToLeft(_ sender: Any?) {
        log.append("makeTextWritingDirectionRightToLeft")
    }
    override func toggleBoldface(_ sender: Any?) { log.append("toggleBoldface") }
    override func toggleItalics(_ sender: Any?) { log.append("toggleItalics") }
    override func toggleUnderline(_ sender: Any?) { log.append("toggleUnderline") }
    override func increaseSize(_ sender: Any?) { log.append("increaseSize") }
    override func decreaseSize(_ sender: Any?) { log.append("decreaseSize") }
    override func updateTextAttributes(
        conversionHandler: ([NSAttributedString.Key: Any]) -> [NSAttributedString.Key: Any]
    ) {
        attributes = conversionHandler([.kern: 1])
    }
}
