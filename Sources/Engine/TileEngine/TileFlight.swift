import Synchronization

/// A render that is running or queued, and the requests that wait for it: all requests for the same pixels, in any
/// format. Kept in the engine's table, guarded by its lock.
struct TileFlight {
    /// The flight's number, which distinguishes it from a cancelled flight for the same pixels that still runs.
    let number: UInt64
    /// The time of the first request, in nanoseconds.
    let submitted: UInt64
    let cancellation = Cancellation()
    /// The fetch of the tile's data or of a shared file, while it runs.
    var fetch: TileFetch?
    /// The claim that other engines wait for.
    var claim: Claim?
    /// The flight's job, while it waits in the scheduler.
    var job: TileScheduler.JobID?
    var priority: TilePriority
    /// The number of content changes during the flight. A render begun at generation n is correct for requests made at
    /// n or before, and current only if n has not changed when it ends.
    var generation = 0
    var waiters: [Waiter] = []

    /// The cancellation flag, read by the source while it draws.
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

    /// Returns the next output to encode, among the waiters that a render begun at `generation` serves.
    func nextOutput(servedBy generation: Int) -> TileKey.Output? {
        waiters.first { $0.asked <= generation }?.output
    }

    /// Removes the waiters that a render begun at `generation` serves: those of one output, or all.
    mutating func removeWaiters(servedBy generation: Int, output: TileKey.Output? = nil) -> [Waiter] {
        let served = waiters.filter { $0.asked <= generation && (output == nil || $0.output == output) }
        waiters.removeAll { $0.asked <= generation && (output == nil || $0.output == output) }
        return served
    }
}
