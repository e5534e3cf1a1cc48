import Synchronization
public import TileGeometry
public import TileGraphics
import TileSupport

/// Makes tiles of contents: one render for all who want the same pixels, the most urgent first, each kept as long as
/// the cache has room.
///
/// A request that the cache can't answer joins the *flight* for its pixels or starts one. A flight is one job of the
/// scheduler: it draws once, then encodes for each format that somebody waits for, those that come while it runs too.
/// The last to leave cancels it; nothing of a cancelled or failed flight is kept.
///
/// When content changes (`invalidate`, `replace`), the flights under the change count a new generation. A render begun
/// before is still right for those who had asked before, and is delivered to them marked as stale; it is never cached,
/// and those who asked after the change have it drawn again. So nobody gets a tile older than their question, and
/// nobody waits for more than two renders, however often the content changes.
///
/// Keys are taken as they are: `TileKey.canonical(in:)` gives the two names that some tiles have as one.
///
/// All members may be called from any thread. Callbacks run on a worker or on the caller's thread, with no lock held.
public final class TileEngine: Sendable {
    struct Content {
        var source: any TileSource
        var pyramid: TilePyramid
        var generation: UInt64 = 0
        /// By which other engines know it; nil for one that is not shared.
        var fingerprint: ContentFingerprint?
        /// To what the source tells of its changes.
        var subscription: TileChangeSubscription?
        /// The source, if it has work that can be done before.
        let preparing: (any PreparingTileSource)?
        /// Whether a job of it waits or runs.
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
        /// By the key of the pixels.
        var flights: [TileKey: TileFlight] = [:]
        var nextContent: UInt32 = 1
        var nextFlight: UInt64 = 0
        var counters = EngineCounters()
        /// Flights whose sources fetch what they need.
        var fetching = 0
        /// The surfaces of each content.
        var surfaces: [ContentID: [ObjectIdentifier: TileArrivals]] = [:]
        /// What is not to be tried again for a while.
        var failures = FailureMemory()
        /// Contents that are prepared again when no tile is drawn.
        var putOff: Set<ContentID> = []
        /// Of rects that wait or are drawn.
        var areaPixels = 0
        /// What sources drew that are gone (`DrawCountingTileSource`).
        var drawsOfGoneContents = 0
        /// When memory was last asked for, in nanoseconds.
        var lastMemoryPressure: UInt64?
        var isShutDown = false
    }

    public let policy: EnginePolicy
    /// Where renders take their bitmaps from.
    public let pool: BitmapPool
    package let services: EngineServices
    let cache: TileCache
    let scheduler: TileScheduler
    let spareThreads: SpareThreads?
    /// Tiles that are drawn now.
    let drawing = Atomic(0)
    // Locks are taken in this order: the engine's, then the cache's or the scheduler's.
    let state = Lock(State())
    /// Taken alone.
    let watchers = Lock(Watchers())

    /// - Parameter memory: What cached tiles count against, beside the policy's limits: shared with whoever keeps
    ///   something for the engine's contents. Nil for the policy's limits alone.
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

    /// Takes a content in. When its source tells of changes, the tiles that they touch are outdated by themselves.
    ///
    /// - Parameter fingerprint: By which other engines know it, for its tiles to be shared with them
    ///   (`EngineServices.sharing`), until it changes. Those of a source that has files of them, or fetches what it
    ///   needs, are not.
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

    /// Outdates tiles when the source says that they look different. Made before the first tile can be asked for, so
    /// that no change is missed.
    private func subscription(to source: any TileSource, as id: ContentID) -> TileChangeSubscription? {
        let refinements = (source as? any RefiningTileSource)?.subscribeToRefinements { [weak self] box in
            self?.refine(id, box)
        }
        let changes = (source as? any ChangingTileSource)?.subscribe { [weak self] box in self?.invalidate(id, box) }
        guard let refinements, let changes else { return refinements ?? changes }
        return TileChangeSubscription { _ = (refinements, changes) }
    }

    /// Puts a new source and pyramid in place of a content's; its tiles are outdated, all or those that touch a box.
    ///
    /// - Parameter boxes: where the two look different, in the content's own units, where that is known and the pyramid
    ///   is as it was; nil for everywhere.
    /// - Parameter fingerprint: as of `add`, of the new source.
    /// - Complexity: O(n · b) for n cached tiles and b boxes.
    public func replace(
        _ id: ContentID, with source: any TileSource, pyramid: TilePyramid, fingerprint: ContentFingerprint? = nil,
        changed boxes: [Box]? = nil
    ) throws(EngineFailure) {
        var content = Content(
            source: source, pyramid: pyramid, fingerprint: fingerprint, subscription: subscription(to: source, as: id))
        // What is replaced goes outside the lock: what a source does when a subscription to it ends is its own.
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

    /// Says that a content looks different now within `box` (in its own units); the source must draw the new look
    /// already. Tiles that touch the box are outdated, as they are when only antialiasing reaches them. From then on
    /// the content is not shared with other engines: it is no longer the one that its fingerprint names.
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

    /// Says that there is better now within `box` (in the content's own units) than what stood in for it. Cached tiles
    /// stay, because what stands in is never cached.
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

    /// Forgets a content; whoever waits for a tile of it gets `EngineFailure.unknownContent`.
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
        // Its subscription ends here, outside the lock.
        _ = consume content
        scheduler.close(id)
        for waiter in waiters { waiter.deliver(.failure(.unknownContent(id))) }
        guard wasKnown else { return }
        tellAll(of: id, .infinite)
    }

    /// The levels and grids that a content's tiles are on; nil when there is no such content.
    public func pyramid(of id: ContentID) -> TilePyramid? { state.withLock { $0.contents[id]?.pyramid } }

    /// How often the content was changed since it was added; nil when there is none.
    public func generation(of id: ContentID) -> UInt64? { state.withLock { $0.contents[id]?.generation } }

    // MARK: Tiles

    /// The tile, if it is in the cache: never waits for a render, and allocates nothing.
    public func cached(_ key: TileKey) -> CachedTile? { cache.tile(for: key) }

    /// Asks for a tile. `deliver` is called exactly once: before this returns when the tile is cached or can't be had,
    /// else on the worker that made it, or on the thread that cancels the request.
    @discardableResult
    public func request(
        _ key: TileKey, _ priority: TilePriority = .visible,
        deliver: @escaping @Sendable (Result<CachedTile, EngineFailure>) -> Void
    ) -> TileRequest {
        let request = TileRequest(engine: self, key: key)
        start(request, priority, deliver)
        return request
    }

    /// The tile, cached or made. When the task is cancelled, it gives the tile up at once.
    ///
    /// - Throws: `EngineFailure`, which is `.cancelled` when the task was.
    public func tile(_ key: TileKey, _ priority: TilePriority = .visible) async throws(EngineFailure) -> CachedTile {
        if let tile = cached(key) { return tile }
        return try await answer(key, priority).tile
    }

    /// The tile, and whether it was cached: for who has asked the cache before, and so does not ask it twice more.
    ///
    /// - Throws: `EngineFailure`, which is `.cancelled` when the task was.
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

    /// A result on its way to a task. It goes through a lock and not through the continuation for the same reason that
    /// `Lock` gives: the thread sanitizer does not see that what resumes a task comes before what the task does then.
    private final class Handover: Sendable {
        let result = Lock<Result<CachedTile, EngineFailure>?>(nil)
        /// Of the asking thread alone until its task goes on.
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

    /// Refuses all requests from now on, and fails those that wait with `EngineFailure.shutDown`. Renders that run end
    /// on their own, soon when their source heeds cancellation; nobody sees their results.
    public func shutdown() {
        let waiters = state.withLock { state in
            state.isShutDown = true
            return Array(state.flights.keys).flatMap { abandon($0, &state) }
        }
        for waiter in waiters { waiter.deliver(.failure(.shutDown)) }
    }

    /// Holds when no flight is between two of its steps.
    public func _checkInvariants() {
        cache._checkInvariants()
        scheduler._checkInvariants()
        state.withLock { state in
            precondition(
                state.fetching == state.flights.values.count { $0.fetch != nil }, "fetches that nobody counts")
            for flight in state.flights.values {
                precondition(flight.fetch == nil || flight.job == nil, "a flight in line before it has what it needs")
                precondition(!flight.waiters.isEmpty, "a flight that nobody waits for")
                precondition(flight.priority == flight.waiters.map(\.priority).min(), "a flight of another priority")
                precondition(flight.waiters.allSatisfy { $0.asked <= flight.generation }, "a waiter from the future")
            }
        }
    }
}
