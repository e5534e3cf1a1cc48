import TileGeometry
import TileGraphics

/// The tiled display of a content in one place: a scroll view, a tiled layer, or the session of a remote viewer.
///
///     let surface = TileSurface(engine: engine, content: id) { wakeMyOwner() }
///     surface.update(try Viewport(visible: box, scale: 2, velocityY: 900, time: now))   // each frame
///     for tile in surface.tiles { draw(tile.contents, at: tile.key.tile) }
///
/// Each update states the demand of the newest viewport (`TileDemand`). Tiles in the demand that are not ready are
/// requested, requests under way get their new priority, and requests outside the demand are cancelled. While the
/// viewport is fast, missing tiles are requested as drafts; later, visible tiles are requested in full. A request for a
/// full tile stays as long as its tile is wanted, behind all drafts. Once the viewport is at rest and complete, a wide
/// border is drawn, a few tiles at a time, as far as the cache has space.
///
/// The surface retains the tiles that it shows; all others belong to the cache. A tile that could not be drawn is
/// retried according to the policy. One that the cache did not admit is not requested again until the demand changes.
///
/// Not Sendable: it belongs to the owner of the viewport. Workers reach it only through a mailbox. `onArrival` is
/// called when the first item since the last update is in the mailbox, or the content has changed: on a worker, on the
/// thread that changed the content, or within `update`. The owner should then call `update` or `refresh` soon, on its
/// own thread and not within the callback.
public final class TileSurface {
    public let engine: TileEngine
    public let content: ContentID
    /// Device pixels per point of the screen, 1 or 2: the factor by which tiles are larger than in the pyramid.
    public let magnification: Int
    public let output: TileKey.Output
    /// The levels of the pyramid that may be drawn; nil for all. The closest is used in place of another, and the
    /// overview is drawn only if it is among them. A viewport that would show more than `EnginePolicy.visibleTileLimit`
    /// tiles of the coarsest gets a coarser level nevertheless.
    public let levels: ClosedRange<Int>?

    /// The contents of each visible tile, from the viewport's center outwards (as it was when the set of tiles last
    /// changed). Empty before the first update, and if the content does not exist.
    public internal(set) var tiles: [TileAppearance] = []
    /// The keys in `tiles` that are new or look different since the last update. Other tiles in `tiles` are unchanged;
    /// tiles that are no longer in `tiles` have left the viewport.
    public internal(set) var changes: [TileKey] = []
    /// The focus of the last update.
    public internal(set) var focus: ViewportTrack.Focus?
    /// Whether every visible tile is final until the viewport moves or the content changes.
    public internal(set) var isSettled = true
    public internal(set) var counters = TileSurfaceCounters()

    /// The shortest time in seconds between two requests for the overview of a content that changes. An overview shows
    /// the whole content, so each change costs one more tile.
    public var overviewInterval = 0.0

    /// A callback for each tile event, for statistics.
    package var onTile: ((TileEvent, TileKey) -> Void)?

    let arrivals: TileArrivals
    var arrived: [TileArrivals.Arrival] = []
    var track = ViewportTrack()
    var viewport: Viewport?
    var edition: TileEngine.Edition?
    var items: [TileDemand.Item] = []
    /// A hash of the wanted slots and their bins. Equal hashes mean equal demands, except for a chance of 2⁻⁶⁴.
    var wanted = 0
    /// The slots by the key of the full tile.
    var slots: [TileKey: Slot] = [:]
    var failures: [TileKey: Failure] = [:]
    /// The tiles of other levels that substitute for visible ones, and are held as visible.
    var substituteKeys: Set<TileKey> = []
    /// The tiles on the screen before the level changed, until their replacements are ready.
    var former: [TileKey] = []
    var background = Background()
    var left: [TileKey] = []
    var round: UInt32 = 0
    /// The time of the next request after the engine refused one.
    var refusedUntil = -Double.infinity
    /// Whether the update under way has made requests for which no worker was woken yet.
    var hasAsked = false
    /// The time of the next work even if nothing moves, arrives or changes.
    var dueTime = Double.infinity
    /// The time of the last request for a tile of the overview.
    var overviewTime = -Double.infinity
    /// The tiles of the overview that were requested before.
    var knownOverview: Set<TileKey> = []
    /// Whether the last update left out requests for the overview.
    var isOverviewLate = false

    /// Whether there is nothing to do until something moves, arrives or changes.
    var isIdle = false

    struct Failure {
        var count: Int
        var retryTime: Double
        var reason: EngineFailure
    }

    /// - Parameter onArrival: Notifies the owner, as described above. Must not retain the surface.
    public init(
        engine: TileEngine, content: ContentID, magnification: Int = 1, output: TileKey.Output = .pixels,
        levels: ClosedRange<Int>? = nil, onArrival: @escaping @Sendable () -> Void = {}
    ) {
        precondition(magnification == 1 || magnification == 2, "a tile is magnified by 1 or 2, not \(magnification)")
        self.engine = engine
        self.content = content
        self.magnification = magnification
        self.output = output
        self.levels = levels
        arrivals = TileArrivals(onArrival: onArrival)
        engine.enlist(arrivals, for: content)
    }

    deinit {
        onTile = nil
        engine.dismiss(arrivals, from: content)
        letGoOfAll()
    }

    /// The content's pyramid as of the last update, which gives the position of each tile in `tiles`.
    public var pyramid: TilePyramid? { edition?.pyramid }

    /// States the demand of a new viewport, and updates `tiles`.
    ///
    /// - Complexity: O(n) for n wanted tiles, plus O(n log n) look-ups if the set has changed. Allocates nothing if it
    ///   has not and nothing has arrived.
    public func update(_ viewport: Viewport) {
        self.viewport = viewport
        track.pass(viewport.time)
        counters.updates += 1
        changes.removeAll(keepingCapacity: true)
        var isNew = adopt(engine.edition(of: content))
        if collect() { isNew = true }
        guard let edition else {
            forget()
            return
        }
        let focus = track.follow(
            viewport, over: edition.pyramid, magnification: magnification, levels: levels, under: engine.policy)
        if focus != self.focus { isNew = true }
        self.focus = focus
        var demand = TileDemand(content: content, pyramid: edition.pyramid, viewport: viewport, focus: focus)
        demand.magnification = magnification
        demand.output = output
        demand.levels = levels
        demand.isVisibleOnly = edition.pressureLeft > 0
        demand.gather(into: &items, under: engine.policy)
        let wanted = TileDemand.fingerprint(of: items)
        if !isNew && wanted == self.wanted && now < dueTime {
            if isIdle { items = [] }
            return
        }

        self.wanted = wanted
        demand.arrange(&items, under: engine.policy)
        let isBusy = wantItems()
        if isBusy || !focus.isResting || demand.isVisibleOnly { stopBackground() } else { fillBackground(demand) }
        startWorkers()
        describe(level: focus.level)
        letGoOfLeft()
        dueTime = nextDueTime()
        // Items that arrived during the update are noticed only now.
        if !arrivals.isEmpty { dueTime = now }
        isIdle = focus.isResting && isSettled && background.isDone && !isBusy
        if isIdle { giveMemoryBack() }
    }

    /// Updates with the last viewport, at rest. Does nothing before the first update.
    ///
    /// - Complexity: The same as `update(_:)`.
    public func refresh(time: Double) {
        if let viewport { update(viewport.atRest(time: time)) }
    }

    /// The time of the next update even if nothing moves or arrives, on the viewports' clock: to refine drafts, to
    /// retry a failed tile, or because memory is no longer short. Nil if there is none.
    public var nextUpdateTime: Double? {
        let due = dueTime.isFinite ? dueTime : nil
        return [due, track.nextChange(under: engine.policy)].compactMap { $0 }.min()
    }

    /// Whether an update is due, or will be after workers have drawn or time has passed.
    package var awaitsUpdate: Bool { hasNews || !isSettled || nextUpdateTime != nil }

    /// Whether something has arrived or changed since the last update.
    public var hasNews: Bool { arrivals.isTold }

    var now: Double { track.now }

    private func nextDueTime() -> Double {
        var due = refusedUntil > now ? refusedUntil : .infinity
        if isOverviewLate { due = min(due, overviewTime + overviewInterval) }
        for (fullKey, failure) in failures where failure.count <= engine.policy.tileRetries {
            if failure.retryTime > now && slots[fullKey] != nil { due = min(due, failure.retryTime) }
        }
        if let left = edition?.pressureLeft, left > 0 { due = min(due, now + left) }
        return due
    }

    /// Resets the surface when the content does not exist or was removed.
    private func forget() {
        letGoOfAll()
        changes.removeAll()
        focus = nil
        dueTime = .infinity
        giveMemoryBack()
    }

    /// Releases memory beyond what the visible tiles need: a thousand surfaces at rest must cost little. The next
    /// update with work to do allocates it again.
    private func giveMemoryBack() {
        items = []
        arrived = []
        left = []
        former = []
        if slots.capacity > 2 * slots.count { slots = Dictionary(uniqueKeysWithValues: Array(slots)) }
        if failures.isEmpty { failures = [:] }
    }
}

/// The counters of a surface's activity since it was made.
public struct TileSurfaceCounters: Hashable, Sendable {
    public var updates = 0
    /// Requests for drafts, and for full tiles below.
    public var drafts = 0
    public var fulls = 0
    /// Requests cancelled because the demand dropped them.
    public var cancelled = 0
    /// Tiles made that left the demand before they were shown.
    public var wasted = 0
    /// Requests repeated after a failure.
    public var retries = 0
    /// Tiles given up after too many failures.
    public var failed = 0
    /// Requests for the border while otherwise idle.
    public var background = 0

    public init() {}
}

extension TileSurface {
    /// Checks the invariants. Valid between two updates.
    public func _checkInvariants() {
        for (fullKey, slot) in slots {
            precondition(slot.round == round || slots.isEmpty, "a place that nothing wants is kept")
            precondition(fullKey.quality == .full, "a place is named by its full tile")
            precondition(slot.bin == .visible || slot.tile == nil, "a tile that is not visible is kept alive")
            precondition(slot.fullHold == TileCache.Class(slot.bin), "a tile is held for what it is not wanted for")
            precondition(
                slot.wantsDraft || slot.draftHold == .past || slot.tile?.key.quality == .draft,
                "a draft is held for nothing")
        }
        for tile in tiles { precondition(slots[tile.key]?.bin == .visible, "a tile is shown and not wanted") }
        precondition(background.asked.count <= engine.policy.eventuallyAtOnce, "a viewport at rest is hurried")
        precondition(viewport != nil || slots.isEmpty, "tiles are wanted for no viewport")
    }

    /// The tiles, cached or not, that the surface holds in the cache.
    var heldKeys: Set<TileKey> {
        var keys = substituteKeys
        for (fullKey, slot) in slots {
            if slot.fullHold != .past { keys.insert(fullKey) }
            if slot.draftHold != .past { keys.insert(fullKey.with(.draft)) }
        }
        return keys
    }

    /// The tiles with requests under way.
    var askedKeys: Set<TileKey> {
        var keys = Set(background.asked.map(\.key))
        for (fullKey, slot) in slots {
            if case .asked = slot.full { keys.insert(fullKey) }
            if case .asked = slot.draft { keys.insert(fullKey.with(.draft)) }
        }
        return keys
    }
}
