import Foundation
import Testing

@testable import TileViews

@Suite("Events without a place go to the key window")
struct KeyWindowEventTests {
    let screen = UIScreen(size: CGSize(width: 100, height: 100))
    let back: UIWindow
    let front: UIWindow
    private let backField = Field()
    private let frontField = Field()

    init() {
        back = UIWindow(screen: screen)
        front = UIWindow(screen: screen)
        for (window, field) in [(back, backField), (front, frontField)] {
            window.makeKeyAndVisible()
            window.addSubview(field)
            field.becomeFirstResponder()
        }
    }

    private var motion: UIEvent { UIEvent(type: .motion, subtype: .motionShake) }
    private var command: UIEvent { UIEvent(type: .remoteControl, subtype: .remoteControlPlay) }

    @Test("motions and commands go to its first responder, whichever window is in front")
    func firstResponder() {
        back.makeKey()
        screen.sendEvent(motion)
        screen.sendEvent(command)
        #expect(backField.log == ["motionBegan", "motionEnded", "remoteControlReceived"] && frontField.log.isEmpty)
        front.makeKey()
        screen.sendEvent(command)
        #expect(frontField.log == ["remoteControlReceived"] && backField.log.count == 3)
    }

    @Test("without a first responder they go to the window itself, and along its chain")
    func window() {
        let scene = Listener(screen: screen)
        front.windowScene = scene
        frontField.resignFirstResponder()
        screen.sendEvent(command)
        #expect(scene.count == 1 && frontField.log.isEmpty)
    }

    @Test("without a key window nobody gets them")
    func nobody() {
        front.isHidden = true
        #expect(screen.keyWindow == nil)
        screen.sendEvent(motion)
        screen.sendEvent(UIPressesEvent(presses: [UIPress(type: .select, timestamp: 1)], timestamp: 1))
        #expect(backField.log.isEmpty && frontField.log.isEmpty)
    }

    @Test("a press stays with the responder it began with when another window becomes key, or none is")
    func presses() {
        let press = UIPress(type: .select, timestamp: 1)
        screen.sendEvent(UIPressesEvent(presses: [press], timestamp: 1))
        #expect(press.window === front && press.responder === frontField)
        back.makeKey()
        press.change(to: .changed, timestamp: 2)
        screen.sendEvent(UIPressesEvent(presses: [press], timestamp: 2))
        back.isHidden = true
        press.change(to: .ended, timestamp: 3)
        screen.sendEvent(UIPressesEvent(presses: [press], timestamp: 3))
        #expect(frontField.log == ["pressesBegan", "pressesChanged", "pressesEnded"] && backField.log.isEmpty)
    }

    @Test("what is posted goes to the window that is key when the frame comes")
    func posted() {
        screen.post(command)
        back.makeKey()
        #expect(backField.log.isEmpty)
        _ = screen.frame()
        #expect(backField.log == ["remoteControlReceived"] && frontField.log.isEmpty)
    }

    @Test("what is sent or posted to a window is that window's, whichever is key")
    func explicit() {
        back.sendEvent(command)
        back.post(command)
        _ = screen.frame()
        #expect(backField.log == ["remoteControlReceived", "remoteControlReceived"] && frontField.log.isEmpty)
    }

    @Test("touches go where they began, whichever window is key")
    func touches() {
        let fingers = TouchSequence(on: screen)
        frontField.frame = front.bounds
        back.makeKey()
        fingers.send(TouchSample(.began, at: CGPoint(x: 5, y: 5), timestamp: 1))
        #expect(frontField.log == ["touchesBegan"])
        // The event is sent once more without changes.
        screen.sendEvent(fingers.event)
        #expect(frontField.log == ["touchesBegan", "touchesBegan"] && backField.log.isEmpty)
    }
}

private final class Field: LoggingView {
    override var canBecomeFirstResponder: Bool { true }
}

private final class Listener: UIWindowScene {
    var count = 0
    override func remoteControlReceived(with event: UIEvent?) { count += 1 }
}
