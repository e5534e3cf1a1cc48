import Foundation
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

/// What stands in for an image's overviews while the pass over it takes long, and the work that ends that.
///
///     a tile of an overview ──► samples of the file, in the preview ──► the tile, as a stand-in
///                                             │
///                                             ▼
///     one image at a time: the rest of the samples, the pass over the file ──► "there is better", a band after the
///     other
///
/// Whoever needs the first stand-in samples the file for as long as `Policy.firstLook` says; others wait for that.
final class Refinement: Sendable {
    /// Every number that is decided by.
    struct Policy: Sendable {
        /// A pass over no more pixels than this is waited for: half a second's work.
        var longPass = 1 << 26
        /// Seconds for which the file is sampled before the first stand-in.
        var firstLook = 0.5
        /// Parts of the pass after each of which is told that there is better.
        var bands = 16
        /// Seconds for which a failure is everybody's, before the pass is tried again.
        var failureMemory = 10.0
        /// Seconds after which an image that waits for its turn is passed over, when nobody has asked for it.
        var patience = 60.0
    }

    /// What it has done by others, so that a test can step it.
    struct Services: Sendable {
        /// Nanoseconds of a clock that only goes forward.
        var now: @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
        /// Where it waits for its turn.
        var queue = RefinementQueue.shared
    }

    private struct State {
        var isRunning = false
        var isCancelled = false
        /// Of the run under way, from 0 to 1.
        var done = 0.0
        var failure: (reason: any Error, until: UInt64)?
        var lastAsked: UInt64 = 0
    }

    // @unchecked Sendable: it lies within a lock.
    private struct Look: @unchecked Sendable {
        var preview: ImagePreview?
        var maker: (any PreviewMaker)?
        /// Ends with the preview.
        var holding: MemoryBudget.Holding?
    }

    private let header: ImageHeader
    private let store: ImageStore
    /// Of the store's levels, the one that the preview has the size of.
    private let level: Int
    private let memory: MemoryBudget?
    private let policy: Policy
    private let services: Services
    private let state = Lock(State())
    private let watchers = TileChangeWatchers()
    /// Held by who samples the file; taken before the state's.
    private let look = Lock(Look())

    /// - Parameters:
    ///   - header: Of the whole image.
    ///   - store: What the pass fills; of at least two levels more than the preview has.
    init(
        _ header: ImageHeader, _ store: ImageStore, memory: MemoryBudget?, policy: Policy = Policy(),
        services: Services = Services()
    ) {
        self.header = header
        self.store = store
        self.memory = memory
        self.policy = policy
        self.services = services
        level =
            store.sizes.indices.first {
                $0 >= ImageStore.firstOverview
                    && max(store.sizes[$0].width, store.sizes[$0].height) <= ImagePreview.largestSide
            } ?? store.sizes.count - 1
    }

    private func now() -> UInt64 { services.now() }

    /// Nobody needs it any more; what runs ends soon.
    func cancel() { state.withLock { $0.isCancelled = true } }

    /// How much of the run under way is done, from 0 to 1; nil when there is none.
    var progress: Double? { state.withLock { $0.isRunning ? $0.done : nil } }

    func subscribe(_ onRefinement: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        watchers.subscribe(onRefinement)
    }

    // MARK: Standing in

    /// Draws what stands in for a rect of a level of that size, and sees to it that there will be better.
    ///
    /// - Throws: Why the image cannot be decoded, when that was tried a short time ago.
    func standIn(
        for rect: ImageLevels.Rect, of size: (width: Int, height: Int), into bitmap: Bitmap
    ) throws {
        let asked = now()
        let (failure, starts) = state.withLock { state -> ((any Error)?, Bool) in
            state.lastAsked = asked
            if let failure = state.failure, asked < failure.until { return (failure.reason, false) }
            defer { state.isRunning = true }
            if !state.isRunning { state.done = 0 }
            return (nil, !state.isRunning)
        }
        if let failure { throw failure }
        let preview = firstLook()
        if starts { services.queue.add(self) }
        preview.draw(rect, of: size, into: bitmap)
    }

    /// The preview, with what can be seen of the file in a short time.
    private func firstLook() -> ImagePreview {
        let (preview, isNew) = look.withLock { look -> (ImagePreview, Bool) in
            if let preview = look.preview { return (preview, false) }
            let size = store.sizes[level]
            let preview = ImagePreview(width: size.width, height: size.height)
            look = Look(preview: preview, maker: header.makePreviewMaker(for: preview), holding: nil)
            let end = now() + UInt64(policy.firstLook * 1e9)
            while now() < end && sample(&look) {}
            return (preview, true)
        }
        guard isNew, let memory else { return preview }
        // Without the lock, because others may have to go for it.
        let holding = memory.hold(preview.byteCount, as: .images) { [weak self, weak preview] in
            self?.look.withLock { if $0.preview === preview { $0 = Look() } }
        }
        look.withLock { if $0.preview === preview { $0.holding = holding } }
        return preview
    }

    /// - Returns: Whether there is more to see.
    private func sample(_ look: inout Look) -> Bool {
        guard let maker = look.maker, let preview = look.preview else { return false }
        // What is damaged, the pass will find.
        if (try? maker.step(preview)) == true { return true }
        look.maker = nil
        return false
    }

    // MARK: Running

    /// When it was asked for last, in nanoseconds of the monotonic clock.
    var lastAsked: UInt64 { state.withLock { $0.lastAsked } }

    /// Goes over the file to its end; for the queue, which calls it in its turn.
    func run() {
        let isDue = state.withLock { state in
            !state.isCancelled && now() < state.lastAsked + UInt64(policy.patience * 1e9)
        }
        var failure: (any Error)?
        if isDue {
            do { try refine() } catch { failure = error }
        }
        let end = now() + UInt64(policy.failureMemory * 1e9)
        state.withLock { state in
            state.isRunning = false
            state.failure = failure.map { ($0, end) }
        }
        look.withLock { $0 = Look() }
        watchers.tell(.infinite)
    }

    private func refine() throws {
        let isCancelled = { self.state.withLock { $0.isCancelled } }
        var sampled = false
        while look.withLock({ sample(&$0) }) {
            if isCancelled() { throw CancellationError() }
            sampled = true
        }
        if sampled { watchers.tell(.infinite) }
        let size = store.sizes[level]
        var row = [UInt32](repeating: 0, count: size.width)
        var top = 0
        // Whatever was read stays until all is.
        var lease: ImageStore.Lease?
        for band in 1...policy.bands {
            let bottom = size.height * band / policy.bands
            if bottom == top { continue }
            let next = try store.lease(level, upTo: bottom, isCancelled: isCancelled)
            lease = next
            let preview = look.withLock { $0.preview }
            for y in top..<bottom {
                try row.withUnsafeMutableBufferPointer { row in
                    try next.read(into: row.baseAddress!, count: size.width, x: 0, row: y, ofLevel: level)
                }
                preview?.put(row, count: size.width, x: 0, rows: y..<(y + 1))
            }
            state.withLock { $0.done = Double(band) / Double(policy.bands) }
            let scale = Double(header.height) / Double(size.height)
            watchers.tell(
                Box(
                    x: 0, y: Double(top) * scale, width: Double(header.width), height: Double(bottom - top) * scale))
            top = bottom
        }
        _ = lease
    }
}
