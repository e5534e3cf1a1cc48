import Testing
import TileEngine

@testable import TileServer

/// Tests of the limit of kept data, measurement by measurement. Sizes are in MB.
@Suite("The control of all memory")
struct MemoryControlTests {
    private let plan = MemoryPlan(bound: 1_000_000_000)

    private func measurement(_ server: Int, workers: Int, kept: Int) -> MemoryControl.Measurement {
        MemoryControl.Measurement(
            resident: server * 1_000_000, processes: workers * 1_000_000, kept: kept * 1_000_000)
    }

    @Test("Kept data has its whole share while little else is needed")
    func quiet() {
        var control = MemoryControl(plan: plan)
        let decision = control.decide(by: measurement(150, workers: 0, kept: 60))
        #expect(decision == MemoryControl.Decision(allowed: plan.kept, givesBack: false, isCritical: false))
    }

    @Test("Worker processes and work reduce kept data, down to its minimum")
    func shrinking() {
        var control = MemoryControl(plan: plan)
        // The target is 850 MB. 100 MB of the server and 250 of processes are not kept data.
        #expect(control.decide(by: measurement(500, workers: 250, kept: 400)).allowed == 500_000_000)
        #expect(control.decide(by: measurement(1200, workers: 600, kept: 400)).allowed == plan.leastKept)
    }

    @Test("Kept data grows again five seconds after the work is done")
    func growing() {
        var control = MemoryControl(plan: plan)
        #expect(control.decide(by: measurement(450, workers: 350, kept: 400)).allowed == 450_000_000)
        for _ in 0..<19 { #expect(control.decide(by: measurement(450, workers: 0, kept: 400)).allowed == 450_000_000) }
        #expect(control.decide(by: measurement(450, workers: 0, kept: 400)).allowed == plan.kept)
    }

    @Test("Free memory is returned when memory is short, at most every two seconds")
    func givingBack() {
        var control = MemoryControl(plan: plan)
        let short = measurement(880, workers: 0, kept: 450)
        #expect(control.decide(by: short) == .init(allowed: 420_000_000, givesBack: true, isCritical: false))
        for _ in 0..<7 { #expect(!control.decide(by: short).givesBack) }
        #expect(control.decide(by: short).givesBack)
    }

    @Test("Evicted data that is not returned yet evicts nothing more")
    func evicting() {
        var control = MemoryControl(plan: plan)
        #expect(
            control.decide(by: measurement(900, workers: 0, kept: 550))
                == .init(allowed: 500_000_000, givesBack: true, isCritical: false))
        #expect(control.decide(by: measurement(850, workers: 0, kept: 500)).allowed == 500_000_000)
        // More work evicts 50 MB, whose memory is free but not returned.
        #expect(control.decide(by: measurement(900, workers: 0, kept: 500)).allowed == 450_000_000)
        #expect(control.decide(by: measurement(900, workers: 0, kept: 450)).allowed == 450_000_000)
        // Two seconds after the first return.
        for _ in 0..<4 { #expect(!control.decide(by: measurement(900, workers: 0, kept: 450)).givesBack) }
        #expect(
            control.decide(by: measurement(900, workers: 0, kept: 450))
                == .init(allowed: 450_000_000, givesBack: true, isCritical: false))
        #expect(control.decide(by: measurement(850, workers: 0, kept: 450)).allowed == 450_000_000)
    }

    @Test("Above the bound, bitmaps are freed too")
    func critical() {
        var control = MemoryControl(plan: plan)
        #expect(control.decide(by: measurement(900, workers: 200, kept: 400)).isCritical)
    }

    @Test("The parts of a plan never exceed the whole, from 128 MB on")
    func plans() {
        for bound in [128_000_000, 256_000_000, 512_000_000, 1_000_000_000, 4_000_000_000] {
            let plan = MemoryPlan(bound: bound)
            #expect(plan.kept < plan.target && plan.leastKept + plan.work <= plan.target)
            #expect(plan.leastKept <= plan.kept && plan.pixels < plan.leastKept)
            var policy = EnginePolicy()
            policy.workers = 32
            plan.fit(&policy)
            #expect(policy.areasAtOnce == 1 || policy.areasAtOnce * 4 * 4096 * 4096 <= plan.work)
            #expect(policy.areasAtOnce * policy.areaEncoderLimit <= plan.work)
            #expect(policy.areasAtOnce <= 8 && (bound < 4_000_000_000 || policy.areasAtOnce == 8))
            var connections = ConnectionPolicy()
            plan.fit(&connections)
            #expect(connections.unreadLimit >= connections.unreadLimitPerConnection)
        }
    }
}
