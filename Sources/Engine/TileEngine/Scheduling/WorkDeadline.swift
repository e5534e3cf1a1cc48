/// A deadline for work on one thread, in processor time of that thread. Work that takes longer by the clock on a busy
/// machine is not cut short; waits for other threads or processes have limits of their own.
struct WorkDeadline: Sendable {
    private let services: EngineServices
    private let seconds: Double
    /// The earliest possible deadline by the clock, which is cheaper to read: processor time never runs ahead of it.
    private let earliest: UInt64
    private let begin: UInt64
    private let limit: UInt64

    /// Starts the deadline now, for the calling thread.
    init(seconds: Double, _ services: EngineServices) {
        self.services = services
        self.seconds = seconds
        limit = UInt64(max(0, min(seconds, 1e9)) * 1e9)
        begin = services.processorTime()
        earliest = services.now() + limit
    }

    /// Whether the deadline has passed. Call it on the working thread.
    var isPast: Bool { services.now() >= earliest && processorTime >= limit }

    /// The processor time since the start, in nanoseconds. Call it on the working thread.
    var processorTime: UInt64 { services.processorTime() - begin }

    var failure: EngineFailure { .tookTooLong(seconds: seconds) }
}
