import TileGeometry
import TileGraphics

/// A place where a content is shown in tiles: a scroll view, a tiled layer, the session of a remote viewer.
///
///     let surface = TileSurface(engine: engine, content: id) { wakeMyOwner() }
///     surface.update(try Viewport(visible: box, scale: 2, velocityY: 900, time: now))   // each frame
///     for tile in surface.tiles { draw(tile.look, at: tile.key.tile) }
///
/// Each update states the demand of the newest viewport (`TileDemand`): what is in it and not ready is asked for, what
/// is under way is moved to its new priority, and what is no longer in it is cancelled. While the viewport is fast,
/// tiles that are not ready are asked for as drafts; later, what is visible is asked for in full. A full tile that was
/// asked for before stays so as long as its place is wanted, behind all drafts. Once the viewport rests and has all, a
/// wide border is drawn, few tiles at once, as far as the cache has room.
///
/// It keeps what it shows alive, tile by tile; everything else is the cache's. A tile that could not be drawn is asked
/// for again as the policy says; one that found no room in the cache is not asked for again until the demand changes.
///
/// Not Sendable: it belongs to whoever owns the viewport. Workers reach it only through a mailbox. `onArrival` is
/// called when the first thing since the last update lies there, or the content has changed: on a worker, on the thread
/// that changed the content, or within `update`. What to do then is to call `update` or `refresh` soon, on the owner's
/// thread and not within the call.
public final class TileSurface {
    public let engine: TileEngine
    public let content: ContentID
    /// Device pixels per point of the screen, 1 or 2: by how much tiles are larger than the pyramid says.
    public let magnification: Int
    public let output: TileKey.Output
    /// The levels of the pyramid that may be drawn, the nearest in place of others; the overview is only where it is
    /// one of these. Nil for all. A viewport that would show more than `EnginePolicy.visibleTileLimit` tiles of the
    /// coarsest gets a coarser one even so.
    public let levels: ClosedRange<Int>?

    /// What to show for each visible tile, from the viewport's centre outwards (as it was when the set of tiles last
    /// changed). Empty before the first update, and when there is no such content.
    public internal(set) var tiles: [TileAppearance] = []
    /// The tiles of `tiles` that look different than before the last update, or were not there then. What is in neither
    /// was there and is as it was; what was there and is not in `tiles` has left.
    public internal(set) var changes: [TileKey] = []
    /// What the last update decided.
    public internal(set) var focus: ViewportTrack.Focus?
    /// Whether every visible tile is as good as it will be until the viewport moves or the content changes.
    public internal(set) var isSettled = true
    public internal(set) var counters = TileSurfaceCounters()

    /// Told what becomes of each tile, by who counts that.
    package var onTile: ((TileEvent, TileKey) -> Void)?

    let arrivals: TileArrivals
    var arrived: [TileArrivals.Arrival] = []
    var track = ViewportTrack()
    var viewport: Viewport?
    var edition: TileEngine.Edition?
    var items: [TileDemand.Item] = []
    /// Of the places wanted and the bins they are in: two of one number are the same, but for a chance of 2⁻⁶⁴.
    var wanted = 0
    /// By the key of the full tile.
    var slots: [TileKey: Slot] = [:]
    var failures: [TileKey: Failure] = [:]
    /// Tiles of other levels that are shown in place of visible ones, and are held as such.
    var substituteKeys: Set<TileKey> = []
    /// What was on the screen before the level changed, until what takes its place is there.
    var former: [TileKey] = []
    var background = Background()
    var left: [TileKey] = []
    var round: UInt32 = 0
    /// After the engine refused work: when to ask again.
    var refusedUntil = -Double.infinity
    /// Whether the update under way has asked for tiles with which no worker was told to begin.
    var hasAsked = false
    /// When something is to be done even if nothing moves, arrives or changes.
    var dueTime = Double.infinity

    /// Whether there is nothing to do until something moves, arrives or changes.
    var isIdle = false

    struct Failure {
        var count: Int
        var retryTime: Double
        var reason: EngineFailure
    }

    /// - Parameter onArrival: See above. Must not keep the surface alive.
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

    /// Of the content, as of the last update; says where each tile of `tiles` belongs.
    public var pyramid: TilePyramid? { edition?.pyramid }

    /// States the demand of a new viewport, and says in `tiles` what to show for it.
    ///
    /// - Complexity: O(n) for n tiles wanted, and n log n look-ups when they are others than before; allocates nothing
    ///   when they are not and nothing has arrived.
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
        // What came while it was asked for is known only now.
        if !arrivals.isEmpty { dueTime = now }
        isIdle = focus.isResting && isSettled && background.isDone && !isBusy
        if isIdle { giveMemoryBack() }
    }

    /// As `update` with the viewport of the last one, at rest. Nothing happens when there was none.
    ///
    /// - Complexity: As `update(_:)`.
    public func refresh(time: Double) {
        if let viewport { update(viewport.atRest(time: time)) }
    }

    /// When to update even if nothing moves or arrives, on the viewports' clock: drafts are to be refined then, a
    /// failed tile is to be tried again, or memory is no longer short. Nil when that is never.
    public var nextUpdateTime: Double? {
        let due = dueTime.isFinite ? dueTime : nil
        return [due, track.nextChange(under: engine.policy)].compactMap { $0 }.min()
    }

    /// Whether an update is due, or will be once workers have drawn or some time has passed.
    package var awaitsUpdate: Bool { hasNews || !isSettled || nextUpdateTime != nil }

    /// Whether something has come, or changed, since the last update.
    public var hasNews: Bool { arrivals.isTold }

    var now: Double { track.now }

    private func nextDueTime() -> Double {
        var due = refusedUntil > now ? refusedUntil : .infinity
        for (fullKey, failure) in failures where failure.count <= engine.policy.tileRetries {
            if failure.retryTime > now && slots[fullKey] != nil { due = min(due, failure.retryTime) }
        }
        if let left = edition?.pressureLeft, left > 0 { due = min(due, now + left) }
        return due
    }

    /// There is no such content, or no longer.
    private func forget() {
        letGoOfAll()
        changes.removeAll()
        focus = nil
        dueTime = .infinity
        giveMemoryBack()
    }

    /// Keeps no more memory than what is shown needs: a thousand surfaces at rest are to cost little. The next update
    /// that has something to do takes it again.
    private func giveMemoryBack() {
        items = []
        arrived = []
        left = []
        former = []
        if slots.capacity > 2 * slots.count { slots = Dictionary(uniqueKeysWithValues: Array(slots)) }
        if failures.isEmpty { failures = [:] }
    }
}

/// What a surface has done since it was made.
public struct TileSurfaceCounters: Hashable, Sendable {
    public var updates = 0
    /// Tiles asked for as drafts, and in full.
    public var drafts = 0
    public var fulls = 0
    /// Of those, given up because the demand left them.
    public var cancelled = 0
    /// Of those, made and gone from the demand before they were shown.
    public var wasted = 0
    /// Asked for again after a failure.
    public var retries = 0
    /// Given up after too many failures.
    public var failed = 0
    /// Asked for ahead, with nothing else to do.
    public var background = 0

    public init() {}
}

extension TileSurface {
    /// Holds between two updates.
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

    /// The tiles, here or not, that the cache was told to keep for this surface.
    var heldKeys: Set<TileKey> {
        var keys = substituteKeys
        for (fullKey, slot) in slots {
            if slot.fullHold != .past { keys.insert(fullKey) }
            if slot.draftHold != .past { keys.insert(fullKey.with(.draft)) }
        }
        return keys
    }

    /// What it has asked for and not got.
    var askedKeys: Set<TileKey> {
        var keys = Set(background.asked.map(\.key))
        for (fullKey, slot) in slots {
            if case .asked = slot.full { keys.insert(fullKey) }
            if case .asked = slot.draft { keys.insert(fullKey.with(.draft)) }
        }
        return keys
    }
}
