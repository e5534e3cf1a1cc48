public import Dispatch
import Synchronization
import TileGraphics

/// The idle processors that help with one slow tile. The first tile of a large drawing, while nothing else is drawn,
/// uses all of them.
public final class SpareThreads: Sendable {
    private let processors: Int
    private let queue: DispatchQueue
    private let begin: @Sendable () -> Void
    /// The number of processors that are drawing.
    private let busy = Atomic(0)

    /// - Parameters:
    ///   - queue: The concurrent queue that helpers draw on.
    ///   - begin: Called on a helper thread before it draws.
    public init(processors: Int, queue: DispatchQueue, begin: @escaping @Sendable () -> Void = {}) {
        self.processors = processors
        self.queue = queue
        self.begin = begin
    }

    /// Calls `body`, which draws a tile on the calling thread.
    func drawing<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        busy.add(1, ordering: .relaxed)
        defer { busy.subtract(1, ordering: .relaxed) }
        return try body()
    }

    fileprivate func reserve(atMost most: Int) -> Int {
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

/// The spare threads, as offered to one tile.
struct TileThreads: StripThreads {
    let spare: SpareThreads
    /// Makes a cancellation check. Called on the thread that will use it.
    let newCancellation: @Sendable () -> () -> Bool

    func reserve(atMost most: Int) -> Int { spare.reserve(atMost: most) }
    func giveBack(_ count: Int) { spare.giveBack(count) }
    func run(_ body: @escaping @Sendable () -> Void) { spare.run(body) }
    func cancellation() -> () -> Bool { newCancellation() }
}
