import Dispatch
import Foundation
import TileSupport

/// Where a scheduler's workers run.
public protocol TileExecutor: Sendable {
    /// Calls `step` over and over on worker `worker` (counted from 0) until it answers false. Returns at once, before
    /// the first call. The worker is idle when this is called.
    func run(worker: Int, _ step: @escaping @Sendable () -> Bool)

    /// Calls `body` once, on no worker, when so many seconds have passed. Never, unless the executor has a clock of its
    /// own: then nothing is noticed to be slow before it ends.
    func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void)

    /// What helps to draw one tile while processors have nothing else to do; nil for nobody.
    var spareThreads: SpareThreads? { get }
}

extension TileExecutor {
    public func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {}
    public var spareThreads: SpareThreads? { nil }
}

/// Workers on Dispatch, a serial queue each: a thread of its own while it has work, none while it has not, and no share
/// of the threads that others starve when they block.
public final class DispatchTileExecutor: TileExecutor {
    private let queues: [DispatchQueue]
    /// The threads' `nice`; nil to leave it.
    private let niceness: Int32?
    public let spareThreads: SpareThreads?

    /// - Parameter givesWay: Whether threads that draw leave the processors to the process's other threads when those
    ///   have something to do: a third of their weight (`nice` 5 more than the thread that asks has). For a server,
    ///   whose answers of a fraction of a millisecond else wait for several threads that draw, for as long as the
    ///   kernel lets each work. What such a thread starts, as librsvg's processes, has its `nice`.
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
        ) { niceness.map { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, $0) } }
    }

    public func run(worker: Int, _ step: @escaping @Sendable () -> Bool) {
        let niceness = niceness
        queues[worker].async {
            // Linux has it by thread, and Dispatch does not set it. A thread can't take it back without a privilege:
            // that of such a queue goes on to others of its quality of service at most.
            if let niceness { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
            while step() {}
        }
    }

    public func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + seconds, execute: body)
    }
}
