import Dispatch
import Synchronization
package import TileGeometry
import TileSupport

/// Threads that can take a part of drawing one image, for as long as that takes.
package protocol StripThreads: Sendable {
    /// How many there are besides the one that asks, at most `most`; all of them are the caller's until `giveBack`.
    func take(atMost most: Int) -> Int
    func giveBack(_ count: Int)
    /// Calls `body` once, on any of them, soon or late.
    func run(_ body: @escaping @Sendable () -> Void)
    /// Whether what the calling thread draws is no longer wanted: asked of each thread, on it, before it begins.
    func cancellation() -> () -> Bool
}

extension Picture {
    /// Draws an area as `raster` does, in strips of rows if there is much to draw: as many as there are threads with
    /// nothing else to do draw them at the same time. What is much, and where the strips are, does not depend on the
    /// threads, and so the pixels do not.
    ///
    /// Where a decision for a strip might have been another for the whole, the whole is drawn by the calling thread
    /// after all; but for the smoothing of rows at the edge of a strip, which may be Cairo's other way. Operations that
    /// reach over several strips are drawn, and counted, in each.
    ///
    /// - Throws: `RasterFailure`.
    package func raster(
        _ transform: CGAffineTransform, width: Int, height: Int, pool: BitmapPool, threads: any StripThreads,
        counters: inout ReplayCounters, externalPatience: Double? = nil
    ) throws(RasterFailure) -> TileImage {
        if let image = try rasterInStrips(
            transform, width: width, height: height, pool: pool, threads: threads, counters: &counters,
            externalPatience: externalPatience)
        {
            return image
        }
        return try raster(
            transform, width: width, height: height, pool: pool, counters: &counters,
            externalPatience: externalPatience, isCancelled: threads.cancellation())
    }

    /// Operations, or what takes about as long, from which on other threads are worth their while: some 2 ms of a map.
    private static let leastShared = 500
    /// Of a strip; what reaches over two is drawn twice.
    private static let rowsOfStrip = 64
    private static let mostStrips = 16

    /// - Returns: nil if that is not worth it, or the strips are not as the whole.
    private func rasterInStrips(
        _ transform: CGAffineTransform, width: Int, height: Int, pool: BitmapPool, threads: any StripThreads,
        counters: inout ReplayCounters, externalPatience: Double?
    ) throws(RasterFailure) -> TileImage? {
        let count = min(Self.mostStrips, height / Self.rowsOfStrip)
        guard count > 1, width > 0, transform.isInvertible, depth <= StackRoom.depthOfAnyThread,
            width * height * 4 * layerDepth <= Self.maxLayerBytes / 2
        else { return nil }
        let shown = Box(minX: 0, minY: 0, maxX: Double(width), maxY: Double(height)).applying(transform.inverted())
        guard hasWork(Self.leastShared, in: shown) else { return nil }
        let drawing = StripDrawing(
            self, transform, width: width, height: height, count: count, pool: pool,
            externalPatience: externalPatience, threads: threads)
        let helpers = threads.take(atMost: count - 1)
        defer { threads.giveBack(helpers) }
        return try drawing.run(helpers: helpers, counters: &counters)
    }

    /// Whether there is so much to draw in a box, by operations, those in groups as well, and what takes as long as
    /// they do. Looks at no more than it takes to know.
    private func hasWork(_ least: Int, in box: Box) -> Bool {
        var left = least
        return takeWork(from: &left, .identity, box)
    }

    private func takeWork(from left: inout Int, _ transform: CGAffineTransform, _ clip: Box) -> Bool {
        guard transform.isInvertible, !clip.isEmpty else { return false }
        var hits: ContiguousArray<UInt32> = []
        find(in: clip.applying(transform.inverted()), into: &hits)
        if hits.count >= left { return true }
        for hit in hits {
            guard let operation = try? operation(Int(hit)) else { continue }
            left -= 1
            let plane = operation.transform.concatenating(transform)
            let shown = operation.bounds.applying(transform).intersection(clip)
            switch operation.kind {
            case .fill(let path, _, _, _): left -= path.segmentCount(in: shown, plane) / Self.segmentsPerOperation
            case .stroke(let path, _, _, _): left -= path.segmentCount(in: shown, plane) / Self.segmentsPerOperation
            case .glyphs(let run, _): left -= run.glyphs.count
            case .group(let group): if group.content.takeWork(from: &left, plane, shown) { return true }
            case .filtered(let filtered):
                left -= Self.operationsPerFilter
                if filtered.content.takeWork(from: &left, plane, shown) { return true }
            case .image, .external, .projected: break
            }
            if left <= 0 { return true }
        }
        return false
    }

    private static let segmentsPerOperation = 16
    private static let operationsPerFilter = 100
}

/// One image while it is drawn in strips.
private final class StripDrawing: Sendable {
    private struct Strip {
        var image: TileImage
        var isAsWhole: Bool
    }

    private struct State {
        var strips: [Strip?]
        var counters = ReplayCounters()
        var failure: RasterFailure?
    }

    private let picture: Picture
    private let transform: CGAffineTransform
    private let width: Int
    private let height: Int
    private let count: Int
    private let pool: BitmapPool
    private let externalPatience: Double?
    private let threads: any StripThreads
    private let next = Atomic(0)
    /// Whether the strips are no longer of use: one failed.
    private let isOver = Atomic(false)
    private let done = DispatchGroup()
    private let state: Lock<State>

    init(
        _ picture: Picture, _ transform: CGAffineTransform, width: Int, height: Int, count: Int, pool: BitmapPool,
        externalPatience: Double?, threads: any StripThreads
    ) {
        self.picture = picture
        self.transform = transform
        self.width = width
        self.height = height
        self.count = count
        self.pool = pool
        self.externalPatience = externalPatience
        self.threads = threads
        state = Lock(State(strips: Array(repeating: nil, count: count)))
    }

    /// - Returns: nil if the strips are not as the whole.
    func run(helpers: Int, counters: inout ReplayCounters) throws(RasterFailure) -> TileImage? {
        for _ in 0..<count { done.enter() }
        for _ in 0..<helpers { threads.run { self.draw() } }
        // A thread that comes too late finds nothing to do: this one waits for no more than what others have begun.
        draw()
        done.wait()
        let state = state.withLock { $0 }
        // What it took, whatever came of it.
        counters += state.counters
        if state.failure == .cancelled { throw .cancelled }
        guard state.failure == nil, state.strips.allSatisfy({ $0?.isAsWhole == true }) else { return nil }
        return joined(state.strips.map { $0!.image })
    }

    private func top(of strip: Int) -> Int { strip * height / count }

    private func draw() {
        let isCancelled = threads.cancellation()
        while true {
            let strip = next.add(1, ordering: .relaxed).oldValue
            guard strip < count else { return }
            defer { done.leave() }
            if isOver.load(ordering: .relaxed) { continue }
            let (top, bottom) = (top(of: strip), top(of: strip + 1))
            var counters = ReplayCounters()
            do throws(RasterFailure) {
                let drawn = try picture.rasterAtOnce(
                    transform.concatenating(CGAffineTransform(translationX: 0, y: -Double(top))), width: width,
                    height: bottom - top, pool: pool, strips: count, counters: &counters,
                    externalPatience: externalPatience
                ) { isOver.load(ordering: .relaxed) || isCancelled() }
                state.withLock {
                    $0.strips[strip] = Strip(image: drawn.image, isAsWhole: drawn.isAsWhole)
                    $0.counters += counters
                }
                if !drawn.isAsWhole { isOver.store(true, ordering: .relaxed) }
            } catch {
                let wasOver = isOver.exchange(true, ordering: .relaxed)
                state.withLock {
                    if !wasOver { $0.failure = error }
                    $0.counters += counters
                }
            }
        }
    }

    private func joined(_ images: [TileImage]) -> TileImage {
        if case .solid(let color, _, _) = images[0],
            images.allSatisfy({ if case .solid(color, _, _) = $0 { true } else { false } })
        {
            return .solid(color, width: width, height: height)
        }
        let whole = pool.uninitializedBitmap(width: width, height: height)
        for (strip, image) in images.enumerated() { whole.setRows(from: top(of: strip), to: image) }
        return .bitmap(whole)
    }
}
