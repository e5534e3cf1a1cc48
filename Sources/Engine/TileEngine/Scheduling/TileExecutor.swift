import Dispatch
import Foundation
import TileSupport

/// The executor that a scheduler's workers run on.
public protocol TileExecutor: Sendable {
    /// Calls `step` repeatedly on worker `worker` (counted from 0) until it returns false. Returns immediately, before
    /// the first call. The worker is idle when this is called.
    func run(worker: Int, _ step: @escaping @Sendable () -> Bool)

    /// Calls `body` within a step of a worker, on a thread that yields the processor to quick work, and returns when it
    /// has returned. Executors without such threads call it directly.
    func yielding(worker: Int, _ body: @escaping @Sendable () -> Void)

    /// Calls `body` once, off the workers, after a number of seconds. An executor without a clock never calls it: then
    /// slow jobs are noticed only when they end.
    func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void)

    /// The threads that help draw one tile while processors are idle; nil for none.
    var spareThreads: SpareThreads? { get }
}

extension TileExecutor {
    public func yielding(worker: Int, _ body: @escaping @Sendable () -> Void) { body() }
    public func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {}
    public var spareThreads: SpareThreads? { nil }
}

/// Workers on Dispatch, each with a serial queue: it has a thread of its own while it has work and none otherwise, and
/// does not compete for a thread pool that blocked threads could exhaust.
public final class DispatchTileExecutor: TileExecutor {
    private let queues: [DispatchQueue]
    /// A queue per worker for yielding work; empty if drawing threads don't yield. They have a quality of service of
    /// their own: Dispatch reuses threads within one, and a thread's `nice` value stays raised.
    private let yieldingQueues: [DispatchQueue]
    /// The threads' `nice` value; nil to leave it unchanged.
    private let niceness: Int32?
    public let spareThreads: SpareThreads?

    /// - Parameter givesWay: Whether drawing threads yield to the process's other threads: they get a third of the
    ///   weight (a `nice` value 5 above the calling thread's). For a server, where answers of a fraction of a
    ///   millisecond would otherwise wait for several drawing threads, each for a time slice of the kernel. Processes
    ///   that such a thread starts, like librsvg's, inherit the `nice` value.
    public init(workers: Int, givesWay: Bool = false) {
        queues = (0..<workers).map {
            DispatchQueue(label: "tilework.worker.\($0)", qos: givesWay ? .utility : .userInitiated)
        }
        let niceness: Int32? =
            givesWay ? min(19, getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) + 5) : nil
        self.niceness = niceness
        yieldingQueues =
            givesWay
            ? (0..<workers).map { DispatchQueue(label: "tilework.yielding.\($0)", qos: .background) } : []
        spareThreads = SpareThreads(
            processors: ProcessorSet.count,
            queue: .global(qos: givesWay ? .utility : .userInitiated),
            yieldingQueue: givesWay ? .global(qos: .background) : nil
        ) { yields in
            guard let niceness else { return }
            Self.setNiceness(yields ? niceness + Self.stepsToYield : niceness)
        }
    }

    /// Sets the `nice` value of the current thread.
    private static func setNiceness(_ niceness: Int32) {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, min(19, niceness))
    }

    public func run(worker: Int, _ step: @escaping @Sendable () -> Bool) {
        let niceness = niceness
        queues[worker].async {
            // Linux sets it per thread, and Dispatch does not set it. A thread can't lower it without a privilege, so
            // it persists when the thread serves other queues, at most those of the same quality of service.
            if let niceness { Self.setNiceness(niceness) }
            while step() {}
        }
    }

    /// The difference in `nice` values between yielding threads and others: a tenth of the weight. At equal weight,
    /// threads that draw a tile for seconds take as large a share of each processor as a tile of a millisecond.
    private static let stepsToYield: Int32 = 10

    public func yielding(worker: Int, _ body: @escaping @Sendable () -> Void) {
        guard let niceness else { return body() }
        let done = DispatchSemaphore(value: 0)
        // `sync` would run it on this thread.
        yieldingQueues[worker].async {
            Self.setNiceness(niceness + Self.stepsToYield)
            SpareThreads.isYielding.value = true
            body()
            SpareThreads.isYielding.value = false
            done.signal()
        }
        done.wait()
    }

    public func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + seconds, execute: body)
    }
}
