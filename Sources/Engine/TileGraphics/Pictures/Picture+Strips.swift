import Dispatch
import Synchronization
package import TileGeometry
import TileSupport

/// Threads that help with drawing one image.
package protocol StripThreads: Sendable {
    /// Reserves up to `most` threads besides the calling one and returns their number. They are the caller's until
    /// `giveBack`.
    func reserve(atMost most: Int) -> Int
    func giveBack(_ count: Int)
    /// Calls `body` once on one of the threads, immediately or later.
    func run(_ body: @escaping @Sendable () -> Void)
    /// Returns a check whether the drawing is no longer wanted. Each drawing thread gets its own before it begins.
    func cancellation() -> () -> Bool
}

extension Picture {
    /// Draws an area like `raster`, in strips of rows if there is much to draw, concurrently on as many threads as are
    /// idle. The division into strips does not depend on the threads, and so the pixels do not either.
    ///
    /// If a decision for a strip might have been different for the whole image, the calling thread draws the whole
    /// image instead. The exception is the antialiasing of rows at the edge of a strip, which may use Cairo's other
    /// method. Operations that extend over several strips are drawn, and counted, in each.
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

    /// The number of operations, or equivalent work, from which other threads are worthwhile: some 2 ms of a map.
    private static let leastShared = 500
    /// The minimum height of a strip; operations that overlap two are drawn twice.
    private static let rowsOfStrip = 64
    private static let mostStrips = 16

    /// - Returns: nil if strips are not worthwhile, or they differ from the whole.
    private func rasterInStrips(
        _ transform: CGAffineTransform, width: Int, height: Int, pool: BitmapPool, threads: any StripThreads,
        counters: inout ReplayCounters, externalPatience: Double?
    ) throws(RasterFailure) -> TileImage? {
        let count = min(Self.mostStrips, height / Self.rowsOfStrip)
        guard count > 1, width > 0, transform.isInvertible, depth <= NestingLimit.depthOfAnyThread,
            width * height * 4 * heldLayerDepth <= Self.maxLayerBytes / 2
        else { return nil }
        let shown = Box(minX: 0, minY: 0, maxX: Double(width), maxY: Double(height)).applying(transform.inverted())
        guard hasWork(Self.leastShared, in: shown) else { return nil }
        let drawing = StripDrawing(
            self, transform, width: width, height: height, count: count, pool: pool,
            externalPatience: externalPatience, threads: threads)
        let helpers = threads.reserve(atMost: count - 1)
        defer { threads.giveBack(helpers) }
        return try drawing.run(helpers: helpers, counters: &counters)
    }

    /// Returns whether there are at least `least` operations to draw in a box, including those in groups, or equivalent
    /// work. Stops as soon as the answer is known.
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
            // What is behind is drawn again.
            case .backdrop: left -= Self.operationsPerFilter
            case .image, .external, .projected: break
            }
            if left <= 0 { return true }
        }
        return false
    }

    private static let segmentsPerOperation = 16
    private static let operationsPerFilter = 100
}

/// An image being drawn in strips.
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
    /// Whether the strips are useless because one failed.
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

    /// - Returns: nil if the strips differ from the whole.
    func run(helpers: Int, counters: inout ReplayCounters) throws(RasterFailure) -> TileImage? {
        for _ in 0..<count { done.enter() }
        for _ in 0..<helpers { threads.run { self.draw() } }
        // A late thread finds nothing to do: this one only waits for strips that others have begun.
        draw()
        done.wait()
        let state = state.withLock { $0 }
        // The work counts, whatever the outcome.
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
