import TileGraphics
import TileSupport

/// A clock that advances only when it is told to. It supports one sleeper at a time.
final class SteppedClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private let time = Lock(Instant(offset: .zero))
    private let sleeper = Lock<Sleeper?>(nil)
    private let sleeps = AsyncStream<Duration>.makeStream()

    var now: Instant { time.withLock { $0 } }
    var minimumResolution: Duration { .zero }

    /// Returns the deadline of the next sleep, or of the current one.
    func nextSleep() async -> Duration? {
        for await deadline in sleeps.stream { return deadline }
        return nil
    }

    func advance(by duration: Duration) { advance(to: now.offset + duration) }

    func advance(to offset: Duration) {
        let now = Instant(offset: offset)
        time.withLock { $0 = now }
        let woken = sleeper.withLock { sleeper in
            guard let waiting = sleeper, waiting.deadline <= now else { return nil as Sleeper? }
            sleeper = nil
            return waiting
        }
        woken?.continuation.resume()
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = sleeper.withLock { sleeper in
                    // A task that was cancelled before this point found no sleeper to wake.
                    if Task.isCancelled { return true }
                    sleeper = Sleeper(deadline: deadline, continuation: continuation)
                    return false
                }
                if isCancelled { return continuation.resume(throwing: CancellationError()) }
                sleeps.continuation.yield(deadline.offset)
            }
        } onCancel: {
            sleeper.withLock { sleeper in
                defer { sleeper = nil }
                return sleeper
            }?.continuation.resume(throwing: CancellationError())
        }
    }
}
