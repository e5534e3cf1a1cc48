import Synchronization
public import TileGeometry
public import TileGraphics
import TileSupport

/// An engine that makes tiles of contents. All requests for the same pixels share one render, the most urgent renders
/// run first, and finished tiles are cached.
///
/// A request that the cache can't answer joins the *flight* for its pixels or starts one. A flight is one job of the
/// scheduler: it draws once, then encodes each format that a request waits for, including requests that join while it
/// runs. When the last request is cancelled, so is the flight. Nothing of a cancelled or failed flight is kept.
///
/// When content changes (`invalidate`, `replace`), the flights under the change start a new generation. A render begun
/// before is still correct for earlier requests, and is delivered to them marked as stale. It is never cached, and
/// requests made after the change are drawn again. So no client gets a tile older than its request, and none waits for
/// more than two renders, however often the content changes.
///
/// Keys are used as given; `TileKey.canonical(in:)` unifies the two names that some tiles have.
///
/// All members may be called from any thread. Callbacks run on a worker or on the caller's thread, with no lock held.
public final class TileEngine: Sendable {
    struct Content {
        var source: any TileSource
        var pyramid: TilePyramid
        var generation: UInt64 = 0
        /// The fingerprint by which other engines know the content; nil if it is not shared.
        var fingerprint: ContentFingerprint?
        /// The subscription to the source's changes.
        var subscription: TileChangeSubscription?
        /// The source, if its tiles can be prepared in advance.
        let preparing: (any PreparingTileSource)?
        /// Whether a preparation job is waiting or running.
        var isPreparing = false

        init(
            source: any TileSource, pyramid: TilePyramid, fingerprint: ContentFingerprint?,
            subscription: TileChangeSubscription?
        ) {
            self.source = source
            self.pyramid = pyramid
            self.fingerprint = fingerprint
            self.subscription = subscription
            preparing = source as? any PreparingTileSource
        }
    }

    struct State {
        var contents: [ContentID: Content] = [:]
        /// The flights by the key of their pixels.
        var flights: [TileKey: TileFlight] = [:]
        var nextContent: UInt32 = 1
        var nextFlight: UInt64 = 0
        var counters = EngineCounters()
        /// The number of flights whose data is being fetched.
        var fetching = 0
        /// The surfaces of each content.
        var surfaces: [ContentID: [ObjectIdentifier: TileArrivals]] = [:]
        /// Tiles that must not be retried for a while.
        var failures = FailureMemory()
        /// Contents whose preparation resumes when no tile is drawn.
        var putOff: Set<ContentID> = []
        /// The pixels of rects that wait or are drawn.
        var areaPixels = 0
        /// The draws of sources that were removed (`DrawCountingTileSource`).
        var drawsOfGoneContents = 0
        /// The time of the last memory warning, in nanoseconds.
        var lastMemoryPressure: UInt64?
        var isShutDown = false
    }

    public let policy: EnginePolicy
    /// The pool from which renders take their bitmaps.
    public let pool: BitmapPool
    package let services: EngineServices
    let cache: TileCache
    let scheduler: TileScheduler
    let spareThreads: SpareThreads?
    /// The number of tiles being drawn now.
    let drawing = Atomic(0)
    // Locks are taken in this order: the engine's, then the cache's or the scheduler's.
    let state = Lock(State())
    /// Never held together with another lock.
    let watchers = Lock(Watchers())

    /// - Parameter memory: The budget that cached tiles count against in addition to the policy's limits, shared with
    ///   other caches for the engine's contents. Nil for the policy's limits alone.
    public init(
        policy: EnginePolicy = EnginePolicy(), services: EngineServices, pool: BitmapPool = BitmapPool(),
        memory: MemoryBudget? = nil
    ) {
        self.policy = policy
        self.services = services
        self.pool = pool
        cache = TileCache(hardLimit: policy.cacheHardLimit, softLimit: policy.cacheSoftLimit, budget: memory)
        let executor = services.executor ?? DispatchTileExecutor(workers: policy.threads)
        spareThreads = executor.spareThreads
        scheduler = TileScheduler(policy: policy, executor: executor, now: services.now)
    }

    // MARK: Contents

    /// Adds a content. If its source reports changes, the affected tiles are outdated automatically.
    ///
    /// - Parameter fingerprint: The content's identity among engines, with which its tiles are shared
    ///   (`EngineServices.sharing`) until it changes. Sources that store files of their tiles, or fetch their data, are
    ///   not shared.
    public func add(
        _ source: any TileSource, pyramid: TilePyramid, fingerprint: ContentFingerprint? = nil
    ) -> ContentID {
        let id = state.withLock { state in
            defer { state.nextContent += 1 }
            return ContentID(state.nextContent)
        }
        let content = Content(
            source: source, pyramid: pyramid, fingerprint: fingerprint, subscription: subscription(to: source, as: id))
        state.withLock { $0.contents[id] = content }
        scheduler.open(id)
        return id
    }

    /// Subscribes to a source's changes and refinements, to outdate tiles. Called before the first tile can be
    /// requested, so that no change is missed.
    private func subscription(to source: any TileSource, as id: ContentID) -> TileChangeSubscription? {
        let refinements = (source as? any RefiningTileSource)?.subscribeToRefinements { [weak self] box in
            self?.refine(id, box)
        }
        let changes = (source as? any ChangingTileSource)?.subscribe { [weak self] box in self?.invalidate(id, box) }
        guard let refinements, let changes else { return refinements ?? changes }
        return TileChangeSubscription { _ = (refinements, changes) }
    }

    /// Replaces a content's source and pyramid, and outdates its tiles: all, or those that touch a box.
    ///
    /// - Parameter boxes: The boxes where the two sources look different, in the content's own units, if they are known
    ///   and the pyramid is unchanged; nil for everywhere.
    /// - Parameter fingerprint: The new source's fingerprint, as for `add`.
    /// - Complexity: O(n · b) for n cached tiles and b boxes.
    public func replace(
        _ id: ContentID, with source: any TileSource, pyramid: TilePyramid, fingerprint: ContentFingerprint? = nil,
        changed boxes: [Box]? = nil
    ) throws(EngineFailure) {
        var content = Content(
            source: source, pyramid: pyramid, fingerprint: fingerprint, subscription: subscription(to: source, as: id))
        // The old content is released outside the lock, because ending its subscription runs the source's code.
        let isKnown = state.withLock { state in
            guard let old = state.contents[id] else { return false }
            content.generation = old.generation + 1
            state.contents[id] = content
            content = old
            outdate(&state, of: id) { key in
                guard let boxes else { return true }
                let tile = key.area(in: pyramid).contentBox
                return boxes.contains { tile.intersects($0) }
            }
            return true
        }
        if !isKnown { throw .unknownContent(id) }
        keepDraws(of: content.source)
        scheduler.open(id)
        for box in boxes ?? [.infinite] { tellAll(of: id, box) }
    }

    /// Reports that a content looks different within `box` (in its own units). The source must already draw the new
    /// contents. Outdates the tiles that touch the box, including those touched only by antialiasing. The content is no
    /// longer shared with other engines, because its fingerprint no longer describes it.
    ///
    /// - Complexity: O(n) for n cached tiles.
    public func invalidate(_ id: ContentID, _ box: Box = .infinite) {
        let isKnown = state.withLock { state in
            guard let pyramid = state.contents[id]?.pyramid else { return false }
            state.contents[id]?.generation += 1
            state.contents[id]?.fingerprint = nil
            outdate(&state, of: id) { $0.area(in: pyramid).contentBox.intersects(box) }
            return true
        }
        guard isKnown else { return }
        tellAll(of: id, box)
    }

    /// Reports that better pixels are available within `box` (in the content's own units). Cached tiles stay, because
    /// placeholders are never cached.
    func refine(_ id: ContentID, _ box: Box) {
        let isKnown = state.withLock { state in
            guard let pyramid = state.contents[id]?.pyramid else { return false }
            state.contents[id]?.generation += 1
            for key in state.flights.keys where key.content == id && key.area(in: pyramid).contentBox.intersects(box) {
                state.flights[key]!.generation += 1
            }
            return true
        }
        if isKnown { tellAll(of: id, box) }
    }

    /// Removes a content. Requests that wait for its tiles fail with `EngineFailure.unknownContent`.
    ///
    /// - Complexity: O(n) for n cached tiles.
    public func remove(_ id: ContentID) {
        let (content, waiters) = state.withLock { state in
            let content = state.contents.removeValue(forKey: id)
            cache.removeAll(of: id)
            state.failures.forget { $0.content == id }
            return (content, state.flights.keys.filter { $0.content == id }.flatMap { abandon($0, &state) })
        }
        let wasKnown = content != nil
        keepDraws(of: content?.source)
        // The subscription ends here, outside the lock.
        _ = consume content
        scheduler.close(id)
        for waiter in waiters { waiter.deliver(.failure(.unknownContent(id))) }
        guard wasKnown else { return }
        tellAll(of: id, .infinite)
    }

    /// Returns the levels and grids of a content's tiles; nil if the content does not exist.
    public func pyramid(of id: ContentID) -> TilePyramid? { state.withLock { $0.contents[id]?.pyramid } }

    /// Returns how often the content was changed since it was added; nil if it does not exist.
    public func generation(of id: ContentID) -> UInt64? { state.withLock { $0.contents[id]?.generation } }

    /// Whether a visible tile of a content has been waiting for a number of seconds or longer.
    package func isLate(_ id: ContentID, by seconds: Double) -> Bool {
        let now = services.now()
        return state.withLock { state in
            state.flights.contains { key, flight in
                key.content == id && flight.priority.bin == .visible && flight.priority.squaredDistance < .infinity
                    && Double(now - min(now, flight.submitted)) >= seconds * 1e9
            }
        }
    }

    // MARK: Tiles

    /// Returns a tile if it is cached. Never waits for a render, and allocates nothing.
    public func cached(_ key: TileKey) -> CachedTile? { cache.tile(for: key) }

    /// Requests a tile. `deliver` is called exactly once: before this returns if the tile is cached or the request is
    /// refused, otherwise on the worker that made the tile or on the thread that cancels the request.
    @discardableResult
    public func request(
        _ key: TileKey, _ priority: TilePriority = .visible,
        deliver: @escaping @Sendable (Result<CachedTile, EngineFailure>) -> Void
    ) -> TileRequest {
        let request = TileRequest(engine: self, key: key)
        start(request, priority, deliver: deliver)
        return request
    }

    /// Returns a tile, cached or new. Cancelling the task cancels the request immediately.
    ///
    /// - Throws: `EngineFailure`: `.cancelled` if the task was cancelled.
    public func tile(_ key: TileKey, _ priority: TilePriority = .visible) async throws(EngineFailure) -> CachedTile {
        if let tile = cached(key) { return tile }
        return try await answer(key, priority).tile
    }

    /// Returns a tile and whether it was cached. For callers that have already checked the cache: it is not checked
    /// twice more.
    ///
    /// - Throws: `EngineFailure`: `.cancelled` if the task was cancelled.
    package func answer(
        _ key: TileKey, _ priority: TilePriority = .visible
    ) async throws(EngineFailure) -> (tile: CachedTile, wasCached: Bool) {
        let request = TileRequest(engine: self, key: key)
        let handover = Handover()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let wasCached = start(request, priority) { result in
                    handover.result.withLock { $0 = result }
                    continuation.resume()
                }
                if wasCached { handover.wasCached.store(true, ordering: .relaxed) }
            }
        } onCancel: {
            request.cancel()
        }
        let tile = try handover.result.withLock { $0! }.get()
        return (tile, handover.wasCached.load(ordering: .relaxed))
    }

    /// A result handed to a task. It goes through a lock rather than the continuation for the reason that `Lock` gives:
    /// the thread sanitizer does not see that resuming a task happens before the task's next step.
    private final class Handover: Sendable {
        let result = Lock<Result<CachedTile, EngineFailure>?>(nil)
        /// Accessed only by the requesting thread until its task resumes.
        let wasCached = Atomic(false)
    }

    // MARK: State

    public var counters: EngineCounters {
        var counters = state.withLock { $0.counters }
        counters.fetching = state.withLock { $0.fetching }
        counters.waitingByBin = scheduler.waitingCounts
        counters.waiting = counters.waitingByBin.reduce(counters.fetching, +)
        cache.count(into: &counters)
        return counters
    }

    /// Refuses all further requests, and fails waiting ones with `EngineFailure.shutDown`. Running renders end on their
    /// own, soon if their source checks for cancellation; their results are discarded.
    public func shutdown() {
        let waiters = state.withLock { state in
            state.isShutDown = true
            return Array(state.flights.keys).flatMap { abandon($0, &state) }
        }
        for waiter in waiters { waiter.deliver(.failure(.shutDown)) }
    }

    /// Checks the invariants, at any time.
    public func _checkInvariants() {
        cache._checkInvariants()
        scheduler._checkInvariants()
        state.withLock { state in
            precondition(
                state.fetching == state.flights.values.count { $0.fetch != nil }, "fetches that nobody counts")
            for flight in state.flights.values {
                precondition(flight.fetch == nil || flight.job == nil, "a flight in line before it has what it needs")
                // A worker that has delivered a tile ends the flight a moment later.
                let isRendering = flight.fetch == nil && flight.job == nil
                precondition(isRendering || !flight.waiters.isEmpty, "a flight that nobody waits for")
                let priority = flight.waiters.map(\.priority).min()
                precondition(priority == nil || priority == flight.priority, "a flight of another priority")
                precondition(flight.waiters.allSatisfy { $0.asked <= flight.generation }, "a waiter from the future")
            }
        }
    }
}
