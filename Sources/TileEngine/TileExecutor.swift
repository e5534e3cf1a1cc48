import Dispatch

/// Where a scheduler's workers run.
public protocol TileExecutor: Sendable {
    /// Calls `step` over and over on worker `worker` (counted from 0) until it answers false. Returns at once, before the
    /// first call. The worker is idle when this is called.
    func run(worker: Int, _ step: @escaping @Sendable () -> Bool)

    /// Calls `body` once, on no worker, when so many seconds have passed. Never, unless the executor has a clock of its own: then
    /// nothing is noticed to be slow before it ends.
    func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void)
}

extension TileExecutor {
    public func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {}
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

    public func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + seconds, execute: body)
    }
}
