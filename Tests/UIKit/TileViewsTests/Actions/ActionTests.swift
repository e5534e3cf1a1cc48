import Foundation
import Testing
import TileGraphics

@testable import TileViews

@Suite("Actions by name")
struct ActionTests {
    @Test("A name's colons count its arguments")
    func argumentCounts() {
        #expect(Selector("tapped").argumentCount == 0)
        #expect(Selector("tapped:").argumentCount == 1)
        #expect(Selector("tapped:forEvent:").argumentCount == 2)
        let literal: Selector = "tapped:"
        #expect(literal == Selector("tapped:"))
        #expect(NSStringFromSelector(NSSelectorFromString("a:")) == "a:")
        #expect("\(literal)" == "tapped:")
    }

    @Test("A registered name calls its method, with as many arguments as it has")
    func calls() {
        let target = Target()
        target.perform("start")
        target.perform("tapped:", with: "button")
        let event = UIEvent(type: .touches)
        target.perform("tapped:forEvent:", with: "button", for: event)
        #expect(target.log == ["start", "tapped button", "tapped button with event"])
    }

    @Test("An optional argument takes nil, and values of its type")
    func optionals() {
        let target = Target()
        target.perform("maybe:")
        target.perform("maybe:", with: "x")
        target.perform("anything:")
        target.perform("anything:", with: 3)
        #expect(target.log == ["maybe nil", "maybe x", "anything nil", "anything 3"])
    }

    @Test("An object responds to what its class has registered, and to nothing else")
    func responds() {
        let target = Target()
        #expect(target.responds(to: "start"))
        #expect(!target.responds(to: "stop"))
        #expect(Target.actions.selectors.count == 5)
    }

    @Test("A subclass has its superclass's actions, and overrides them by name")
    func inheritance() {
        let base = Pad()
        let sub = LoudPad()
        for pad in [base, sub] { pad.perform("press") }
        sub.perform("shout")
        #expect(base.log == ["press"])
        #expect(sub.log == ["PRESS", "shout"])
        #expect(!base.responds(to: "shout"))
    }

    @Test("An action that is added to a class of somebody else's is known to its objects, and those of classes below")
    func registered() {
        let name = ActionTable.register(.action("fold", UIResponder.fold))
        #expect(name == "fold")
        let pad = LoudPad()
        #expect(pad.responds(to: name))
        #expect(!Target().responds(to: name))
        pad.perform(name)
        #expect(pad.log == ["folded"])
    }

    @Test("A timer calls a method by its name, with itself")
    func timers() {
        let pad = LoudPad()
        let timer = Timer(timeInterval: 60, target: pad, selector: "tick:", userInfo: nil, repeats: true)
        timer.fire()
        timer.fire()
        timer.invalidate()
        #expect(pad.log == ["tick", "tick"])
    }

    @Test("A timer fires when its time has come, and not before")
    func firing() {
        let pad = LoudPad()
        let begin = Date()
        Timer.scheduledTimer(timeInterval: 0.02, target: pad, selector: "tick:", userInfo: nil, repeats: false)
        while pad.log.isEmpty { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
        // It may fire some milliseconds early.
        #expect(Date().timeIntervalSince(begin) > 0.01)
    }

    @Test("A timer without anything is there, and not valid")
    func noTimer() {
        #expect(!Timer().isValid)
    }

    @Test("A name that nobody registered traps")
    func unknown() async {
        await #expect(processExitsWith: .failure) { Target().perform("stop") }
    }

    @Test("A sender of another type than the method takes traps")
    func wrongSender() async {
        await #expect(processExitsWith: .failure) { Target().perform("tapped:", with: 3) }
    }

    @Test("A name with other colons than the method has arguments traps when it is registered")
    func wrongCount() async {
        await #expect(processExitsWith: .failure) { _ = ActionTable.Entry.action("start:", Target.start) }
    }
}

private final class Target: ActionTarget {
    static let actions: ActionTable = [
        .action("start", Target.start),
        .action("tapped:", Target.tapped(_:)),
        .action("tapped:forEvent:", Target.tapped(_:event:)),
        .action("maybe:", Target.maybe),
        .action("anything:", Target.anything),
    ]

    var log: [String] = []

    func start() { log.append("start") }
    func tapped(_ sender: String) { log.append("tapped \(sender)") }
    func tapped(_ sender: Any, event: UIEvent?) {
        log.append("tapped \(sender)" + (event == nil ? "" : " with event"))
    }
    func maybe(_ sender: String?) { log.append("maybe \(sender ?? "nil")") }
    func anything(_ sender: Any?) { log.append("anything \(sender.map { "\($0)" } ?? "nil")") }
}

private class Pad: UIResponder {
    override class var actions: ActionTable { super.actions + [.action("press", Pad.press)] }
    var log: [String] = []
    func press() { log.append("press") }
}

private final class LoudPad: Pad {
    override class var actions: ActionTable {
        super.actions + [
            .action("press", LoudPad.pressLoudly), .action("shout", LoudPad.shout), .action("tick:", LoudPad.tick),
        ]
    }
    func tick(_ timer: Timer) { log.append("tick") }
    func pressLoudly() { log.append("PRESS") }
    func shout() { log.append("shout") }
}

extension UIResponder {
    fileprivate func fold() { (self as? Pad)?.log.append("folded") }
}
