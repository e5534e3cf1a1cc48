/// When work on one thread has to end: after so much processor time of that thread. On a busy machine work takes longer
/// by the clock and is not cut for it; what waits for another thread or process is bounded by whoever it waits for.
struct WorkDeadline: Sendable {
    private let services: EngineServices
    private let seconds: Double
    /// By the clock, which is cheaper to read: processor time is never ahead of it.
    private let earliest: UInt64
    private let begin: UInt64
    private let limit: UInt64

    /// Begins now, on the thread that works.
    init(seconds: Double, _ services: EngineServices) {
        self.services = services
        self.seconds = seconds
        limit = UInt64(max(0, min(seconds, 1e9)) * 1e9)
        begin = services.processorTime()
        earliest = services.now() + limit
    }

    /// To be asked on the thread that works.
    var isPast: Bool { services.now() >= earliest && services.processorTime() - begin >= limit }

    var failure: EngineFailure { .tookTooLong(seconds: seconds) }
}
