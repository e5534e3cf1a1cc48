import Foundation
import Testing
import TileGraphics

@testable import TileLayers

@Suite("What takes part in frames")
struct FrameParticipantTests {
    /// Records its calls in a list that several participants share.
    private final class Caller: FrameParticipant {
        final class Calls { var stages: [FrameStage] = [] }

        let frameStage: FrameStage
        var wantsFrame = false
        let calls: Calls
        var onCall: (LayerHost) -> Void = { _ in }
        private(set) var time: CFTimeInterval?

        init(_ stage: FrameStage, _ calls: Calls) { (frameStage, self.calls) = (stage, calls) }

        func takePart(in host: LayerHost, at time: CFTimeInterval) {
            self.time = time
            calls.stages.append(frameStage)
            onCall(host)
        }
    }

    private final class Stages: FrameObserver {
        var all: [FrameStage] = []

        func frame(_ stage: FrameStage, _ work: () -> Void) {
            all.append(stage)
            work()
        }
        func isAnimated(_ layer: CALayer, by animations: Int) {}
        func lays(out layer: CALayer) {}
        func willDisplay(_ layer: CALayer, pixels: Int) {}
        func didCommit(_ layer: CALayer) {}
    }

    private let host: LayerHost
    private let clock = VirtualClock(now: 7)
    private let calls = Caller.Calls()

    init() {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        host = LayerHost(root)
        host.clock = clock
    }

    @Test("is called at its stage, in the order of the stages and not of those who came")
    func order() {
        let callers = FrameStage.allCases.reversed().map { Caller($0, calls) }
        for caller in callers { host.add(caller) }
        host.frame()
        #expect(calls.stages == FrameStage.allCases)
        #expect(callers.allSatisfy { $0.time == 7 })
        let stages = Stages()
        callers[0].wantsFrame = true
        FrameObservation.observing(by: stages) { _ = host.frame() }
        #expect(stages.all == FrameStage.allCases)
    }

    @Test("of the tree is called only in a frame that has something to do", arguments: FrameStage.allCases)
    func pending(stage: FrameStage) {
        let caller = Caller(stage, calls)
        host.add(caller)
        host.frame()
        calls.stages = []
        #expect(!host.isAnythingPending)
        host.frame()
        #expect(calls.stages == (FrameStage.beforeTree.contains(stage) ? [stage] : []))
        caller.wantsFrame = true
        #expect(host.isAnythingPending)
        #expect(host.isFramePending == FrameStage.ofTree.contains(stage))
        calls.stages = []
        host.frame()
        #expect(calls.stages == [stage])
    }

    @Test("who is taken out by another is not called any more; who is put in waits for the next frame")
    func changes() {
        let (first, second, third) = (Caller(.links, calls), Caller(.links, calls), Caller(.links, calls))
        host.add(first)
        host.add(second)
        first.onCall = {
            $0.remove(second)
            $0.add(third)
        }
        host.frame()
        #expect(calls.stages.count == 1)
        let left = host.participants(at: .links)
        #expect(left.count == 2 && left[0] === first && left[1] === third)
        host.frame()
        #expect(calls.stages.count == 3)
    }

    @Test("is held weakly, unless it is to be kept; twice is once")
    func holding() {
        weak var held: Caller?
        weak var loose: Caller?
        do {
            let (a, b) = (Caller(.links, calls), Caller(.links, calls))
            (held, loose) = (a, b)
            host.add(a, isHeld: true)
            host.add(a)
            host.add(b)
        }
        #expect(held != nil && loose == nil)
        host.frame()
        #expect(calls.stages == [.links])
        if let held { host.remove(held) }
        #expect(held == nil)
    }
}
