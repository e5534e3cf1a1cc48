import Foundation
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

/// The placeholders for an image's overviews while a long pass over it is pending, and the work that replaces them.
///
///     a tile of an overview ──► samples of the file, in the preview ──► the tile, as a placeholder
///                                             │
///                                             ▼
///     one image at a time: the rest of the samples, the pass over the file ──► notifications of better
///     content, one band after the other
///
/// The caller that needs the first placeholder samples the file for at most `Policy.firstLook`; other callers wait for
/// that.
final class Refinement: Sendable {
    /// The numbers that control refinement.
    struct Policy: Sendable {
        /// The largest pass, in pixels, that a tile waits for: half a second of work.
        var longPass = 1 << 26
        /// The seconds for which the file is sampled before the first placeholder.
        var firstLook = 0.5
        /// The number of bands of the pass. Watchers are notified after each.
        var bands = 16
        /// The seconds for which a failure is reported to every caller, before the pass is tried again.
        var failureMemory = 10.0
        /// The seconds without requests after which a waiting image is skipped when its turn comes.
        var patience = 60.0
    }

    /// The services that refinement uses, so that a test can step it.
    struct Services: Sendable {
        /// Returns nanoseconds of a monotonic clock.
        var now: @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
        /// The queue in which the image waits for its turn.
        var queue = RefinementQueue.shared
    }

    private struct State {
        var isRunning = false
        var isCancelled = false
        /// The progress of the current run, from 0 to 1.
        var done = 0.0
        var failure: (reason: any Error, until: UInt64)?
        var lastAsked: UInt64 = 0
    }

    // @unchecked Sendable: used only within a lock.
    private struct Look: @unchecked Sendable {
        var preview: ImagePreview?
        var maker: (any PreviewMaker)?
        /// Released together with the preview.
        var holding: MemoryBudget.Holding?
    }

    private let header: ImageHeader
    private let store: ImageStore
    /// The level of the store that has the size of the preview.
    private let level: Int
    private let memory: MemoryBudget?
    private let policy: Policy
    private let services: Services
    private let state = Lock(State())
    private let watchers = TileChangeWatchers()
    /// Held while a caller samples the file. Taken before the state's lock.
    private let look = Lock(Look())

    /// - Parameters:
    ///   - header: The header of the whole image.
    ///   - store: The store that the pass fills. It has at least two more levels than the preview.
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

    /// Cancels refinement when it is no longer needed. A run in progress ends soon, and a waiting one leaves the queue.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        services.queue.remove(self)
    }

    /// The progress of the current run, from 0 to 1; nil if there is none.
    var progress: Double? { state.withLock { $0.isRunning ? $0.done : nil } }

    func subscribe(_ onRefinement: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        watchers.subscribe(onRefinement)
    }

    // MARK: Placeholders

    /// Draws the placeholder for a rect of a level with the given size, and starts refinement if necessary.
    ///
    /// - Throws: The reason why the image could not be decoded, if that was tried a short time ago.
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

    /// Returns the preview. If it is new, it contains what can be sampled from the file in a short time.
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
        // Outside the lock, because holding memory may evict others.
        let holding = memory.hold(preview.byteCount, as: .images) { [weak self, weak preview] in
            self?.look.withLock { if $0.preview === preview { $0 = Look() } }
        }
        look.withLock { if $0.preview === preview { $0.holding = holding } }
        return preview
    }

    /// Advances sampling.
    ///
    /// - Returns: Whether there is more to sample.
    private func sample(_ look: inout Look) -> Bool {
        guard let maker = look.maker, let preview = look.preview else { return false }
        // The pass will find and report any damage.
        if (try? maker.step(preview)) == true { return true }
        look.maker = nil
        return false
    }

    // MARK: Running

    /// The time of the last request, in nanoseconds of the monotonic clock.
    var lastAsked: UInt64 { state.withLock { $0.lastAsked } }

    /// Passes over the whole file. Called by the queue when the image's turn comes.
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
        watchers.notify(.infinite)
    }

    private func refine() throws {
        let isCancelled = { self.state.withLock { $0.isCancelled } }
        var sampled = false
        while look.withLock({ sample(&$0) }) {
            if isCancelled() { throw CancellationError() }
            sampled = true
        }
        if sampled { watchers.notify(.infinite) }
        let size = store.sizes[level]
        var row = [UInt32](repeating: 0, count: size.width)
        var top = 0
        // Rows that were read stay until the whole pass is done.
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
            watchers.notify(
                Box(
                    x: 0, y: Double(top) * scale, width: Double(header.width), height: Double(bottom - top) * scale))
            top = bottom
        }
        _ = lease
    }
}
