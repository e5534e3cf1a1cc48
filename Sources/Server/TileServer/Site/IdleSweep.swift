import ServiceLifecycle
import TileEngine

/// Has what nobody has asked for lately give its memory back.
struct IdleSweep: Service {
    let memory: MemoryBudget
    let policy: IdlePolicy

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var mark = memory.moment
            while !Task.isCancelled {
                try await Task.sleep(for: .seconds(policy.seconds))
                sweep(&mark)
            }
        }
    }

    /// - Parameter mark: When the last sweep was; then when this one is. What was not used since goes.
    func sweep(_ mark: inout MemoryBudget.Moment) {
        let bytes = memory.dropIdle(since: mark, keeping: policy.keptBytes)
        mark = memory.moment
        if bytes >= Self.muchBytes { policy.didDrop() }
    }

    /// Giving memory back to the system walks all of the heap.
    private static let muchBytes = 32 << 20
}
