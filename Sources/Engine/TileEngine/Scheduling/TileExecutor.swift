import Dispatch
import Foundation
import TileSupport

/// The executor that a scheduler's workers run on.
public protocol TileExecutor: Sendable {
    /// Calls `step` repeatedly on worker `worker` (counted from 0) until it returns false. Returns immediately, before
    /// the first call. The worker is idle when this is called.
    func run(worker: Int, _ step: @escaping @Sendable () -> Bool)

    /// Calls `body` once, off the workers, after a number of seconds. An executor without a clock never calls it: then
    /// slow jobs are noticed only when they end.
    func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void)

    /// The threads that help draw one tile while processors are idle; nil for none.
    var spareThreads: SpareThreads? { get }
}

extension TileExecutor {
    public func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {}
    public var spareThreads: SpareThreads? { nil }
}

/// Workers on Dispatch, each with a serial queue: it has a thread of its own while it has work and none otherwise, and
/// does not compete for a thread pool that blocked threads could exhaust.
public final class DispatchTileExecutor: TileExecutor {
    private let queues: [DispatchQueue]
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
        spareThreads = SpareThreads(
            processors: ProcessorSet.count,
            queue: .global(qos: givesWay ? .utility : .userInitiated)
        ) { Self.prepareThread(niceness) }
    }

    /// Makes the calling thread a drawing thread.
    private static func prepareThread(_ niceness: Int32?) {
        guard let niceness else { return }
        // Linux sets it per thread, and Dispatch does not set it. A thread can't lower it without a privilege, so it
        // persists when the thread serves other queues, at most those of the same quality of service.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        // Dispatch may have created the thread from an event loop's thread.
        TimeSlice.restore()
    }

    public func run(worker: Int, _ step: @escaping @Sendable () -> Bool) {
        let niceness = niceness
        queues[worker].async {
            Self.prepareThread(niceness)
            while step() {}
        }
    }

    public func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + seconds, execute: body)
    }
}
