import ServiceLifecycle
import TileEngine

/// A service that regularly frees unused data.
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

    /// Frees the data that was not used since the mark.
    ///
    /// - Parameter mark: The time of the last sweep. Becomes the time of this one.
    func sweep(_ mark: inout MemoryBudget.Moment) {
        let bytes = memory.dropIdle(since: mark, keeping: policy.keptBytes)
        mark = memory.moment
        if bytes >= Self.muchBytes { policy.didDrop() }
    }

    /// The freed bytes from which `didDrop` is called. Returning memory to the system walks the whole heap.
    private static let muchBytes = 32 << 20
}
