public import Dispatch
import Synchronization
import TileGraphics
import TileSupport

/// The idle processors that help with one slow tile. The first tile of a large drawing, while nothing else is drawn,
/// uses all of them.
public final class SpareThreads: Sendable {
    private let processors: Int
    private let queue: DispatchQueue
    /// The concurrent queue for helping yielding work; nil to use `queue`.
    private let yieldingQueue: DispatchQueue?
    /// Whether the current thread draws a tile that yields to quicker work.
    static let isYielding = ThreadLocal<Bool> { false }
    private let begin: @Sendable (_ yields: Bool) -> Void
    /// The number of processors that are drawing.
    private let busy = Atomic(0)

    /// - Parameters:
    ///   - queue: The concurrent queue that helpers draw on.
    ///   - yieldingQueue: The concurrent queue that helpers of yielding work draw on; nil to use `queue`.
    ///   - begin: Called on a helper thread before it draws.
    public init(
        processors: Int, queue: DispatchQueue, yieldingQueue: DispatchQueue? = nil,
        begin: @escaping @Sendable (_ yields: Bool) -> Void = { _ in }
    ) {
        self.processors = processors
        self.queue = queue
        self.yieldingQueue = yieldingQueue
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
        let yields = yieldingQueue != nil && Self.isYielding.value
        (yields ? yieldingQueue ?? queue : queue).async { [begin] in
            begin(yields)
            Self.isYielding.value = yields
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
