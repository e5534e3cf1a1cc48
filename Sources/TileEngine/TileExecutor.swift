import Dispatch

/// Where a scheduler's workers run.
public protocol TileExecutor: Sendable {
    /// Calls `step` over and over on worker `worker` (counted from 0) until it answers false. Returns at once, before the
    /// first call. The worker is idle when this is called.
    func run(worker: Int, _ step: @escaping @Sendable () -> Bool)
}

/// Workers on Dispatch, a serial queue each: a thread of its own while it has work, none while it has not, and no share
/// of the threads that others starve when they block.
public final class DispatchTileExecutor: TileExecutor {
    private let queues: [DispatchQueue]

    public init(workers: Int) {
        queues = (0..<workers).map { DispatchQueue(label: "tilework.worker.\($0)", qos: .userInitiated) }
    }

    public func run(worker: Int, _ step: @escaping @Sendable () -> Bool) {
        queues[worker].async { while step() {} }
    }
}
