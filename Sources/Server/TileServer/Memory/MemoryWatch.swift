import ServiceLifecycle
import TileEngine
import TileGraphics
import TileSupport

/// A service that measures the server and its worker processes, and limits kept data to what they leave of the bound.
struct MemoryWatch: Service {
    let plan: MemoryPlan
    let kept: MemoryBudget
    let ledger: MemoryLedger
    let pool: BitmapPool
    /// Returns free memory to the system.
    let giveBack: @Sendable () -> Void

    /// The seconds between two measurements. A librsvg process can grow by 50 MB in that time.
    private static let interval = 0.25

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var control = MemoryControl(plan: plan)
            while !Task.isCancelled {
                try await Task.sleep(for: .seconds(Self.interval))
                step(&control)
            }
        }
    }

    private func step(_ control: inout MemoryControl) {
        let measurement = MemoryControl.Measurement(
            resident: ProcessMemory().resident, processes: ledger.measureProcesses(), kept: kept.bytes)
        let decision = control.decide(by: measurement)
        // First, so that the evicted data is returned too.
        kept.constrain(to: decision.allowed)
        if decision.isCritical { pool.drain() }
        if decision.givesBack { giveBack() }
    }
}
