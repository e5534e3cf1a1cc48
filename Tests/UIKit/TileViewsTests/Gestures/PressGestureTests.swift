import Foundation
import Testing
import TileGeometry
import TileLayers

@testable import TileViews

/// A view that receives keys and remote control buttons as first responder, and records its presses.
private final class Field: UIView {
    let notes: GestureRig.Notes

    init(_ notes: GestureRig.Notes) {
        self.notes = notes
        super.init(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    }

    required init?(coder: NSCoder) { nil }

    override var canBecomeFirstResponder: Bool { true }
    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) { note("down", event) }
    override func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) { note("changed", event) }
    override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) { note("up", event) }
    override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) { note("cancelled", event) }

    private func note(_ what: String, _ event: UIPressesEvent?) { notes.all.append(event == nil ? "no event" : what) }
}

@Suite("Gestures of presses")
struct PressGestureTests {
    private let rig = GestureRig()
    private let field: Field

    init() {
        field = Field(rig.notes)
        rig.inner.addSubview(field)
        field.becomeFirstResponder()
    }

    private func press(_ type: UIPress.PressType = .select) -> UIPress {
        let press = UIPress(type: type, timestamp: rig.clock.now)
        rig.screen.sendEvent(UIPressesEvent(presses: [press], timestamp: rig.clock.now))
        return press
    }

    private func end(_ press: UIPress, _ phase: UIPress.Phase = .ended) {
        press.change(to: phase, timestamp: rig.clock.now)
        rig.screen.sendEvent(UIPressesEvent(presses: [press], timestamp: rig.clock.now))
    }

    private func click(_ type: UIPress.PressType = .select) {
        let press = press(type)
        rig.pass(0.05)
        end(press)
    }

    private func add<Recognizer: UIGestureRecognizer>(
        _ recognizer: Recognizer, _ name: String, types: [UIPress.PressType] = [.select]
    ) -> Recognizer {
        recognizer.allowedPressTypes = types.map { NSNumber(value: $0.rawValue) }
        return rig.add(recognizer, name)
    }

    @Test("a button that goes down and up is a tap where its type is allowed; the responder hears it is cancelled")
    func tap() {
        let tap = add(UITapGestureRecognizer(), "tap")
        let down = press()
        #expect(down.gestureRecognizers == [tap] && rig.drain() == ["down"])
        end(down)
        #expect(rig.drain() == ["cancelled", "tap ended"] && down.gestureRecognizers == nil)
        click(.menu)
        #expect(rig.drain() == ["down", "up"])
        tap.allowedPressTypes = []
        click()
        #expect(rig.drain() == ["down", "up"])
        #expect(tap.state == .possible && rig.window.activePresses.isEmpty)
    }

    @Test("held too long it is no tap; with another button neither is")
    func noTap() {
        _ = add(UITapGestureRecognizer(), "tap", types: [.select, .menu])
        let long = press()
        rig.pass(0.8)
        end(long)
        #expect(rig.drain() == ["down", "up"])
        let (first, second) = (press(), press(.menu))
        end(first)
        end(second)
        #expect(rig.drain() == ["down", "down", "up", "up"])
        let cancelled = press()
        end(cancelled, .cancelled)
        #expect(rig.drain() == ["down", "cancelled"])
    }

    @Test("two taps: the end of the first is kept from the responder until it is clear what it was")
    func twoTaps() {
        let tap = add(UITapGestureRecognizer(), "two")
        tap.numberOfTapsRequired = 2
        click()
        #expect(rig.drain() == ["down"])
        rig.pass(0.4)
        #expect(rig.drain() == ["up"] && rig.window.activePresses.isEmpty)
        click()
        rig.pass(0.1)
        click()
        #expect(rig.drain() == ["down", "down", "cancelled", "cancelled", "two ended"])
        #expect(rig.window.activePresses.isEmpty && !rig.screen.isFramePending)
    }

    @Test("kept from the responder a press is told of when the gesture has failed, or never")
    func delays() {
        let tap = add(UITapGestureRecognizer(), "tap")
        tap.delaysTouchesBegan = true
        click()
        #expect(rig.drain() == ["tap ended"])
        let long = press()
        #expect(rig.drain().isEmpty)
        rig.pass(0.8)
        #expect(rig.drain() == ["down"])
        end(long)
        #expect(rig.drain() == ["up"])
        tap.numberOfTapsRequired = 2
        click()
        rig.pass(0.4)
        #expect(rig.drain() == ["down", "up"] && rig.window.activePresses.isEmpty)
        let cancelled = press()
        end(cancelled, .cancelled)
        #expect(rig.drain().isEmpty && rig.window.activePresses.isEmpty)
    }

    @Test("without cancelling the responder hears all of it")
    func both() {
        add(UITapGestureRecognizer(), "tap").cancelsTouchesInView = false
        click()
        #expect(rig.drain() == ["down", "tap ended", "up"])
    }

    @Test("a button that stays down is a long press, and ends when it comes up")
    func longPress() {
        _ = add(UILongPressGestureRecognizer(), "long", types: [.playPause])
        let down = press(.playPause)
        rig.pass(0.4)
        #expect(rig.drain() == ["down"])
        rig.pass(0.2)
        #expect(rig.drain() == ["cancelled", "long began"])
        end(down, .changed)
        end(down)
        #expect(rig.drain() == ["long ended"])
        click(.playPause)
        #expect(rig.drain() == ["down", "up"])
    }

    @Test("of two that recognize the inner one wins; the tap waits for the long press to fail")
    func arbitration() {
        let long = add(UILongPressGestureRecognizer(), "long")
        let tap = add(UITapGestureRecognizer(), "tap")
        let outer = UITapGestureRecognizer()
        outer.allowedPressTypes = [NSNumber(value: UIPress.PressType.select.rawValue)]
        rig.add(outer, "outer", to: rig.outer)
        tap.require(toFail: long)
        click()
        #expect(rig.drain() == ["down", "cancelled", "tap ended"])
        let down = press()
        rig.pass(0.6)
        end(down)
        #expect(rig.drain() == ["down", "cancelled", "long began", "long ended"])
    }

    @Test("a delegate, and the view, keep presses from a recognizer; one that ignores a press sees no more of it")
    func refusals() {
        final class Ignoring: UIGestureRecognizer {
            var seen = 0
            override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent) {
                seen += 1
                for press in presses { ignore(press, for: event) }
            }
            override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent) { seen += 1 }
        }
        final class Picky: UIGestureRecognizerDelegate {
            func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive press: UIPress) -> Bool {
                press.type != .menu
            }
        }
        let ignoring = add(Ignoring(), "ignoring")
        let tap = add(UITapGestureRecognizer(), "tap", types: [.select, .menu])
        let picky = Picky()
        tap.delegate = picky
        click(.menu)
        #expect(rig.drain() == ["down", "up"])
        rig.inner.refuses = { $0 === tap }
        click()
        #expect(rig.drain() == ["down", "up"] && ignoring.seen == 1)
    }

    @Test("a recognizer that goes, or whose view does, lets the presses be")
    func leaving() {
        let long = add(UILongPressGestureRecognizer(), "long")
        let down = press()
        rig.pass(0.6)
        rig.inner.removeGestureRecognizer(long)
        #expect(rig.drain() == ["down", "cancelled", "long began", "long cancelled"])
        end(down)
        #expect(rig.window.activePresses.isEmpty)
        rig.inner.addGestureRecognizer(long)
        let other = press()
        rig.pass(0.6)
        rig.inner.removeFromSuperview()
        #expect(rig.drain() == ["down", "cancelled", "long began", "long cancelled"])
        end(other)
        #expect(rig.window.activePresses.isEmpty)
    }
}
