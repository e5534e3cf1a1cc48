public import Dispatch
import Synchronization
import TileGraphics

/// Processors that have no tile to draw, for a part of one that takes long: so the first tile of a large drawing, which
/// nothing is drawn beside, takes all of them.
public final class SpareThreads: Sendable {
    private let processors: Int
    private let queue: DispatchQueue
    private let begin: @Sendable () -> Void
    /// Processors with something to draw.
    private let busy = Atomic(0)

    /// - Parameters:
    ///   - queue: Where others draw; a concurrent one.
    ///   - begin: Called on a thread before it does.
    public init(processors: Int, queue: DispatchQueue, begin: @escaping @Sendable () -> Void = {}) {
        self.processors = processors
        self.queue = queue
        self.begin = begin
    }

    /// Calls `body`, which draws a tile by itself.
    func drawing<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        busy.add(1, ordering: .relaxed)
        defer { busy.subtract(1, ordering: .relaxed) }
        return try body()
    }

    fileprivate func take(atMost most: Int) -> Int {
        var known = busy.load(ordering: .relaxed)
        while true {
            let taken = min(most, processors - known)
            guard taken > 0 else { return 0 }
            let (exchanged, original) = busy.compareExchange(
                expected: known, desired: known + taken, ordering: .relaxed)
            if exchanged { return taken }
            known = original
        }
    }

    fileprivate func giveBack(_ count: Int) { busy.subtract(count, ordering: .relaxed) }

    fileprivate func run(_ body: @escaping @Sendable () -> Void) {
        queue.async { [begin] in
            begin()
            body()
        }
    }
}

/// Them, for one tile.
struct TileThreads: StripThreads {
    let spare: SpareThreads
    /// Made on the thread that asks it.
    let newCancellation: @Sendable () -> () -> Bool

    func take(atMost most: Int) -> Int { spare.take(atMost: most) }
    func giveBack(_ count: Int) { spare.giveBack(count) }
    func run(_ body: @escaping @Sendable () -> Void) { spare.run(body) }
    func cancellation() -> () -> Bool { newCancellation() }
}
