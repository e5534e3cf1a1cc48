import Foundation
import Testing
import TileGraphics

@testable import TileViews

@Suite("A control tells who asked for its events")
struct ControlTargetTests {
    final class Target: ActionTarget, Hashable {
        static let actions: ActionTable = [
            .action("plain", Target.plain), .action("sent:", Target.sent(_:)),
            .action("sent:forEvent:", Target.sent(_:event:)),
        ]
        var calls: [String] = []

        func plain() { calls.append("plain") }
        func sent(_ sender: UIControl) { calls.append("sent") }
        func sent(_ sender: UIControl, event: UIEvent?) { calls.append(event == nil ? "no event" : "event") }

        static func == (left: Target, right: Target) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    @Test("an action is sent with its sender and event, in the order of adding")
    func order() {
        let stage = ControlStage()
        let target = Target()
        stage.control.addTarget(target, action: "sent:forEvent:", for: .touchDown)
        stage.control.addTarget(target, action: "plain", for: .touchDown)
        stage.control.addTarget(target, action: "sent:", for: .touchUpInside)
        stage.touch(.began, x: 10, y: 10)
        stage.touch(.ended, x: 10, y: 10)
        #expect(target.calls == ["event", "plain", "sent"])
    }

    @Test("events sent by a program have no event object")
    func sentByProgram() {
        let control = UIControl(frame: .zero)
        let target = Target()
        control.addTarget(target, action: "sent:forEvent:", for: .valueChanged)
        control.sendActions(for: [.valueChanged, .touchDown])
        control.sendActions(for: .touchDown)
        #expect(target.calls == ["no event"])
    }

    @Test("a target and action added twice are told once, of the events of both")
    func addedTwice() {
        let control = UIControl(frame: .zero)
        let target = Target()
        control.addTarget(target, action: "plain", for: .touchDown)
        control.addTarget(target, action: "plain", for: .touchCancel)
        #expect(control.allControlEvents == [.touchDown, .touchCancel])
        control.sendActions(for: [.touchDown, .touchCancel])
        #expect(target.calls == ["plain"])
    }

    @Test("removal takes away the events named, of the targets and actions named")
    func removal() {
        let (first, second) = (Target(), Target())
        func control() -> UIControl {
            let control = UIControl(frame: .zero)
            control.addTarget(first, action: "plain", for: [.touchDown, .touchCancel])
            control.addTarget(first, action: "sent:", for: .touchDown)
            control.addTarget(second, action: "plain", for: .touchDown)
            return control
        }
        var subject = control()
        subject.removeTarget(first, action: "plain", for: .touchDown)
        #expect(subject.actions(forTarget: first, forControlEvent: .touchDown) == ["sent:"])
        #expect(subject.actions(forTarget: first, forControlEvent: .touchCancel) == ["plain"])
        subject = control()
        subject.removeTarget(first, action: nil, for: .allEvents)
        #expect(subject.allTargets == [second])
        subject = control()
        subject.removeTarget(nil, action: "plain", for: .allEvents)
        #expect(subject.allTargets == [first])
        #expect(subject.allControlEvents == .touchDown)
        subject = control()
        subject.removeTarget(nil, action: nil, for: .allEvents)
        #expect(subject.allTargets.isEmpty)
        #expect(subject.allControlEvents.isEmpty)
    }

    @Test("a target is not kept alive, and not told when it is gone")
    func goneTarget() {
        let control = UIControl(frame: .zero)
        weak var gone: Target?
        do {
            let target = Target()
            gone = target
            control.addTarget(target, action: "plain", for: .touchDown)
        }
        #expect(gone == nil)
        control.sendActions(for: .touchDown)
        #expect(control.allTargets.isEmpty)
    }

    final class Screenplay: UIView {
        override class var actions: ActionTable { super.actions + [.action("cue:", Screenplay.cue)] }
        var cues = 0
        func cue(_ sender: Any?) { cues += 1 }
    }

    @Test("without a target the action goes along the responder chain")
    func responderChain() {
        let play = Screenplay(frame: .zero)
        let control = UIControl(frame: .zero)
        let between = UIView(frame: .zero)
        play.addSubview(between)
        between.addSubview(control)
        control.addTarget(nil, action: "cue:", for: .valueChanged)
        control.sendActions(for: .valueChanged)
        #expect(play.cues == 1)
        control.addTarget(nil, action: "other:", for: .valueChanged)
        #expect(control.allTargets.count == 1 && control.allTargets.first is NSNull)
        control.removeTarget(nil, action: "other:", for: .allEvents)
        #expect(control.actions(forTarget: nil, forControlEvent: .valueChanged) == ["cue:"])
    }

    @Test("an action with the identifier of another takes its place, at the events of both")
    func replacedAction() {
        let control = UIControl(frame: .zero)
        var calls: [String] = []
        control.addAction(UIAction(identifier: .init("x")) { _ in calls.append("old") }, for: .touchDown)
        control.addAction(UIAction(identifier: .init("x")) { _ in calls.append("new") }, for: .touchCancel)
        control.sendActions(for: .touchDown)
        control.sendActions(for: .touchCancel)
        #expect(calls == ["new", "new"])
        control.removeAction(identifiedBy: .init("x"), for: .touchDown)
        #expect(control.allControlEvents == .touchCancel)
    }

    @Test("an action knows its sender while it runs; a disabled one does not run")
    func actionSender() {
        let control = UIControl(frame: .zero)
        var senders: [AnyObject?] = []
        let action = UIAction { senders.append($0.sender) }
        control.addAction(action, for: .touchDown)
        control.sendActions(for: .touchDown)
        #expect(senders.count == 1 && senders[0] === control)
        #expect(action.sender == nil)
        action.attributes = .disabled
        control.sendActions(for: .touchDown)
        #expect(senders.count == 1)
    }

    @Test("handlers are visited in order until the visitor says stop")
    func enumeration() {
        let control = UIControl(frame: .zero)
        let target = Target()
        control.addTarget(target, action: "plain", for: .touchDown)
        control.addAction(UIAction(title: "A") { _ in }, for: .touchUpInside)
        control.addTarget(target, action: "sent:", for: .touchCancel)
        var visited: [String] = []
        control.enumerateEventHandlers { action, targetAction, events, stop in
            visited.append("\(action?.title ?? targetAction!.1.name) \(events.rawValue)")
            if visited.count == 2 { stop = true }
        }
        #expect(visited == ["plain 1", "A 64"])
    }

    final class Gate: UIControl {
        var isOpen = true
        override func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
            if isOpen { super.sendAction(action, to: target, for: event) }
        }
    }

    @Test("all sending goes through sendAction, which a subclass may override")
    func overriddenSend() {
        let gate = Gate(frame: .zero)
        let target = Target()
        gate.addTarget(target, action: "plain", for: .valueChanged)
        gate.isOpen = false
        gate.sendActions(for: .valueChanged)
        gate.isOpen = true
        gate.sendActions(for: .valueChanged)
        #expect(target.calls == ["plain"])
    }

    @Test("who is removed while an event is sent was there at the time, and is told")
    func removalWhileSending() {
        let control = UIControl(frame: .zero)
        let target = Target()
        control.addAction(
            UIAction { [unowned control] _ in control.removeTarget(nil, action: nil, for: .allEvents) },
            for: .touchDown)
        control.addTarget(target, action: "plain", for: .touchDown)
        control.sendActions(for: .touchDown)
        #expect(target.calls == ["plain"])
        control.sendActions(for: .touchDown)
        #expect(target.calls == ["plain"])
    }

    @Test("a primary action is performed at its event, and not by a disabled control")
    func primaryAction() {
        var count = 0
        let control = UIControl(frame: .zero, primaryAction: UIAction { _ in count += 1 })
        control.performPrimaryAction()
        control.isEnabled = false
        control.performPrimaryAction()
        #expect(count == 1)
    }
}
