import Foundation
import Testing
import TileGeometry

@testable import TilePerf

@Suite("A replay with animations")
struct AnimationReplayTests {
    private func trace(_ change: (inout Trace) -> Void = { _ in }) -> Trace {
        var trace = Trace(
            name: "marks", content: .shapes(200, CGSize(width: 2000, height: 4000)),
            events: [TraceEvent(0.5, .wheel(CGVector(dx: 0, dy: 40)))])
        trace.overlays.turning = 3
        // Nothing arrives that would be laid out.
        trace.cache = .warm
        trace.tail = 0.2
        change(&trace)
        return trace
    }

    @Test("counts those that run in each frame, which commit what moves and draw nothing")
    func counts() throws {
        let ledger = try Replayer(trace()).run()
        #expect(ledger.frames.allSatisfy { $0.counts[.animations] == 3 && $0.isPresented })
        let animated = ledger.frames[1..<29]
        #expect(ledger.frames.allSatisfy { $0.counts[.draws] == 0 })
        #expect(animated.allSatisfy { $0.counts[.viewsLaidOut] == 0 })
        // The marks, the window and the screen that they are in.
        #expect(animated.allSatisfy { $0.counts[.layersCommitted] == 5 })
        #expect(
            ledger.frames[5].animations
                == Dictionary(uniqueKeysWithValues: (0..<3).map { ("UIWindow/TurningView[\($0)]", 1) }))
        #expect(ledger.json(.counts) == (try Replayer(trace()).run()).json(.counts))
        let none = try Replayer(trace { $0.overlays.turning = 0 }).run()
        #expect(none.frames.allSatisfy { $0.counts[.animations] == 0 && $0.animations.isEmpty })
        #expect(none.frames[10].state == .idle)
    }

    @Test("goes red, with the view's name, when a frame of an animation draws")
    func drawing() throws {
        let baseline = try Replayer(trace()).run()
        var replayer = Replayer(trace())
        replayer.injections = [.draw(frame: 12)]
        let findings = try CountJudge().judge(try replayer.run(), against: baseline)
        let texts = findings.map(\.message)
        #expect(
            texts.contains { $0.contains("frame 12") && $0.contains("UIWindow/TurningView[0] 1×, was 0×") }, "\(texts)")
    }

    @Test("hitches when a frame of an animation takes too long, as when one of a scroll does")
    func hitch() throws {
        let smooth = Scores(try Replayer(trace()).run()).frameTimes
        #expect(smooth.hitchTime == 0 && smooth.missed == 0)
        let late = Scores(
            try Replayer(trace { $0.events = [TraceEvent(0.25, .stall(0.04))] }).run()
        ).frameTimes
        #expect(late.missed == 1 && late.dropped == 2)
        #expect(abs(late.hitchTime - 2 * 1000 / 60) < 1e-6)
    }

    @Test("has its animations as slices where Perfetto shows it, from their first frame to their last")
    func slices() throws {
        let ledger = try Replayer(trace()).run()
        struct File: Decodable {
            struct Event: Decodable {
                var ph: String
                var name: String
                var id: Int?
                var ts: Double?
                var cat: String?
            }
            var traceEvents: [Event]
        }
        let file = try JSONDecoder().decode(File.self, from: Data(ChromeTrace(ledger).json.utf8))
        let slices = file.traceEvents.filter { $0.cat == "animation" }
        #expect(slices.count == 6)
        for id in 1...3 {
            let own = slices.filter { $0.id == id }
            #expect(own.map(\.ph) == ["b", "e"] && own[0].name == "UIWindow/TurningView[\(id - 1)]")
            #expect(own[0].ts == 0)
            #expect(abs((own[1].ts ?? 0) - Double(ledger.frames.count) / 60 * 1e6) < 1)
        }
    }

    @Test("is a trace whose file says so, and is read back")
    func file() throws {
        let written = trace()
        #expect(written.json.contains(#""turning": 3"#))
        #expect(!trace { $0.overlays = .init(pins: 1) }.json.contains("turning"))
        #expect(written.fingerprint != trace { $0.overlays.turning = 2 }.fingerprint)
    }
}
