import Synchronization

/// One render under way or waiting for its turn, and who waits for it: everybody who asked for the same pixels, in
/// whatever format. Kept in the engine's table, guarded by its lock.
struct TileFlight {
    /// Sets this flight apart from an earlier one for the same pixels that was given up and still runs.
    let number: UInt64
    /// When the first request came, in nanoseconds.
    let submitted: UInt64
    let cancellation = Cancellation()
    /// While it is looked for elsewhere, or what its source needs is fetched.
    var fetch: TileFetch?
    /// What other engines wait for.
    var claim: Claim?
    /// In the scheduler, while it waits there.
    var job: TileScheduler.JobID?
    var priority: TilePriority
    /// How often the content was changed under it. A render begun at generation n is right for all who asked at n or
    /// before, and current only when n has not changed at its end.
    var generation = 0
    var waiters: [Waiter] = []

    /// Read by the source while it draws.
    final class Cancellation: Sendable {
        let isCancelled = Atomic(false)
    }

    struct Claim {
        let output: TileKey.Output
        let fingerprint: ContentFingerprint
        let claim: any TileClaim
    }

    struct Waiter {
        let request: TileRequest
        let output: TileKey.Output
        /// The flight's generation when the request came.
        let asked: Int
        var priority: TilePriority
        let deliver: @Sendable (Result<CachedTile, EngineFailure>) -> Void
    }

    /// What the next encoding is for, among those whom a render begun at `generation` serves.
    func nextOutput(servedBy generation: Int) -> TileKey.Output? {
        waiters.first { $0.asked <= generation }?.output
    }

    /// Takes out those whom a render begun at `generation` serves; of one output, or all.
    mutating func removeWaiters(servedBy generation: Int, output: TileKey.Output? = nil) -> [Waiter] {
        let served = waiters.filter { $0.asked <= generation && (output == nil || $0.output == output) }
        waiters.removeAll { $0.asked <= generation && (output == nil || $0.output == output) }
        return served
    }
}
