import TileSupport

/// A cache of finished tiles with a limit in bytes.
///
/// Each tile is in one of three classes: visible, soon or past. Visible and soon are the most urgent class that any
/// surface holds it for (`hold`). Past is what no surface holds: for example a tile sent to a browser or one drawn in
/// idle time. A class is a list with the most recently used tile at its head, linked through slots of one array.
///
/// Admitting a tile evicts tiles of lower classes: past first, then soon, the least recently used first within a class.
/// A tile admitted as visible may fill the cache to the hard limit, any other to the soft one. If that does not make
/// room, the tile is refused and nothing is evicted.
///
/// Under a memory budget, the cache shares the budget with the other holdings: its next victim is evicted when no
/// holding was used longer ago. Visible tiles are evicted only as a last resort, and a quarter of the budget remains
/// with the cache.
///
/// One lock guards everything. It is held for a dictionary look-up and four links, about 100 ns, so 64 cores that each
/// serve 40,000 tiles a second keep it busy for a quarter of the time. A hit takes O(1) and allocates nothing.
public final class TileCache: Sendable {
    /// The purpose for which a cached tile is held. Higher raw values are evicted first.
    public enum Class: Int, Hashable, Sendable, CaseIterable {
        case visible, soon, past

        /// The class of a tile requested for a bin. Tiles wanted eventually are not held: newer tiles may evict them.
        public init(_ bin: TilePriority.Bin) {
            switch bin {
            case .visible: self = .visible
            case .soon: self = .soon
            case .eventually: self = .past
            }
        }

        /// Whether tiles of this class are evicted to admit a tile made for a bin.
        func yields(to bin: TilePriority.Bin) -> Bool {
            switch bin {
            case .visible: self != .visible
            case .soon, .eventually: self == .past
            }
        }
    }

    struct Slot {
        var tile: CachedTile?
        var list = Class.past
        /// The neighbor towards the head; -1 at the head.
        var newer = -1
        /// The neighbor towards the tail; -1 at the tail. For a free slot, the next free one.
        var older = -1
        /// The last use, on the memory budget's clock.
        var use: UInt64 = 0
        /// The neighbors in the unordered list of the same content's tiles; -1 at the ends.
        var previousOfContent = -1
        var nextOfContent = -1
    }

    struct List {
        var head = -1
        var tail = -1
        var bytes = 0
    }

    struct State {
        var slots: [Slot] = []
        var index: [TileKey: Int] = [:]
        /// The first slot of each content's list.
        var contents: [ContentID: Int] = [:]
        /// The holders by tile, including tiles that are not cached yet.
        var holders: [TileKey: Holders] = [:]
        /// The number of cached tiles of each level of each content.
        var population: [Stratum: Int] = [:]
        /// The levels from 0 to 63 with cached tiles, as a bit set.
        var levels: [ContentID: UInt64] = [:]
        var lists = [List](repeating: List(), count: Class.allCases.count)
        var firstFree = -1
        var hits = 0
        var evicted = 0
        var notAdmitted = 0

        var bytes: Int { lists.reduce(0) { $0 + $1.bytes } }
    }

    let hardLimit: Int
    private let softLimit: Int
    let budget: MemoryBudget?
    let state = Lock(State())

    /// - Parameters:
    ///   - hardLimit: The maximum size in bytes.
    ///   - softLimit: The maximum size in bytes for tiles that are not visible.
    ///   - budget: The memory budget that the tiles count against as well; nil for none.
    public init(hardLimit: Int, softLimit: Int, budget: MemoryBudget? = nil) {
        self.hardLimit = max(hardLimit, 0)
        self.softLimit = min(max(softLimit, 0), self.hardLimit)
        self.budget = budget
        budget?.add(self)
    }

    deinit { budget?.held.subtract(byteCount, ordering: .relaxed) }

    /// Runs a change that adds or removes tiles, and reports it to the budget.
    func change<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            let before = state.bytes
            defer { budget?.held.add(state.bytes - before, ordering: .relaxed) }
            return body(&state)
        }
    }

    /// Returns a tile and makes it the most recently used in its class.
    public func tile(for key: TileKey, countsAsHit: Bool = true) -> CachedTile? {
        state.withLock { state in
            guard let slot = state.index[key] else { return nil }
            if countsAsHit { state.hits += 1 }
            if let budget { state.slots[slot].use = budget.now }
            if state.slots[slot].newer >= 0 {
                state.unlink(slot)
                state.link(slot)
            }
            return state.slots[slot].tile
        }
    }

    /// Adds a tile, replacing one of the same key. The caller must then call `MemoryBudget.makeRoom` when it holds no
    /// lock.
    ///
    /// - Parameter bin: The bin that the tile was made for. It decides the limit and which classes may be evicted.
    /// - Returns: Whether the tile was admitted.
    /// - Complexity: O(log n) for n tiles, and for each evicted tile.
    @discardableResult
    public func insert(_ tile: CachedTile, madeFor bin: TilePriority.Bin) -> Bool {
        let limit = bin == .visible ? hardLimit : softLimit
        return change { state in
            if let old = state.index[tile.key] { state.remove(old) }
            let lower = Class.allCases.reversed().filter { $0.yields(to: bin) }
            let kept = state.bytes - lower.reduce(0) { $0 + state.lists[$1.rawValue].bytes }
            guard kept + tile.byteCount <= limit else {
                state.notAdmitted += 1
                return false
            }
            for list in lower {
                while state.bytes + tile.byteCount > limit, state.lists[list.rawValue].tail >= 0 {
                    state.remove(state.lists[list.rawValue].tail)
                    state.evicted += 1
                }
            }
            state.add(tile, use: budget?.tick() ?? 0)
            return true
        }
    }

    /// Removes a tile if it is cached.
    func remove(_ key: TileKey) {
        change { state in
            if let slot = state.index[key] { state.remove(slot) }
        }
    }

    /// Removes the tiles of a content that match a condition; all by default.
    ///
    /// - Complexity: O(n) for n tiles of the content, regardless of other contents.
    public func removeAll(of content: ContentID, where shouldRemove: (TileKey) -> Bool = { _ in true }) {
        change { state in
            var next = state.contents[content] ?? -1
            while next >= 0 {
                let slot = next
                next = state.slots[slot].nextOfContent
                if shouldRemove(state.slots[slot].tile!.key) { state.remove(slot) }
            }
        }
    }

    /// Adds the cache's counters to `counters`.
    func count(into counters: inout EngineCounters) {
        state.withLock { state in
            counters.hit += state.hits
            counters.evicted += state.evicted
            counters.notAdmitted += state.notAdmitted
            counters.cachedTiles = state.index.count
            counters.cachedBytes = state.bytes
            counters.keptBytes = budget?.bytes ?? 0
        }
    }

    /// The keys of a class, the most recently used first.
    func keys(in list: Class) -> [TileKey] {
        state.withLock { $0.slots(in: list).map { $1.key } }
    }

    public func _checkInvariants() {
        state.withLock { state in
            precondition(state.bytes <= hardLimit, "\(state.bytes) bytes in a cache of \(hardLimit)")
            var linked = 0
            for list in Class.allCases {
                let tiles = state.slots(in: list)
                linked += tiles.count
                precondition(
                    tiles.allSatisfy { state.slots[$0.slot].list == list && state.index[$0.tile.key] == $0.slot },
                    "a tile is in a list and not in the index, or says it is in another")
                precondition(
                    tiles.reduce(0) { $0 + $1.tile.byteCount } == state.lists[list.rawValue].bytes, "miscounted bytes")
            }
            var free = 0
            var slot = state.firstFree
            while slot >= 0 {
                precondition(state.slots[slot].tile == nil, "a free slot keeps a tile alive")
                free += 1
                slot = state.slots[slot].older
            }
            state.checkContents()
            precondition(linked == state.index.count && linked + free == state.slots.count, "a slot is lost")
            state.checkHoldersAndLevels()
        }
    }
}

extension TileCache.State {
    mutating func link(_ slot: Int) {
        let list = slots[slot].list.rawValue
        let head = lists[list].head
        slots[slot].newer = -1
        slots[slot].older = head
        if head >= 0 { slots[head].newer = slot } else { lists[list].tail = slot }
        lists[list].head = slot
        lists[list].bytes += slots[slot].tile?.byteCount ?? 0
    }

    mutating func unlink(_ slot: Int) {
        let list = slots[slot].list.rawValue
        let (newer, older) = (slots[slot].newer, slots[slot].older)
        if newer >= 0 { slots[newer].older = older } else { lists[list].head = older }
        if older >= 0 { slots[older].newer = newer } else { lists[list].tail = newer }
        lists[list].bytes -= slots[slot].tile?.byteCount ?? 0
    }

    mutating func add(_ tile: CachedTile, use: UInt64) {
        let list = holders[tile.key]?.strongest ?? .past
        let slot: Int
        if firstFree >= 0 {
            slot = firstFree
            firstFree = slots[slot].older
            slots[slot] = TileCache.Slot(tile: tile, list: list, use: use)
        } else {
            slot = slots.count
            slots.append(TileCache.Slot(tile: tile, list: list, use: use))
        }
        index[tile.key] = slot
        link(slot)
        let next = contents.updateValue(slot, forKey: tile.key.content) ?? -1
        slots[slot].nextOfContent = next
        if next >= 0 { slots[next].previousOfContent = slot }
        count(tile.key, 1)
    }

    mutating func remove(_ slot: Int) {
        unlink(slot)
        let key = slots[slot].tile!.key
        index[key] = nil
        let (previous, next) = (slots[slot].previousOfContent, slots[slot].nextOfContent)
        if next >= 0 { slots[next].previousOfContent = previous }
        if previous >= 0 {
            slots[previous].nextOfContent = next
        } else {
            contents[key.content] = next >= 0 ? next : nil
        }
        count(key, -1)
        slots[slot].tile = nil
        slots[slot].older = firstFree
        firstFree = slot
    }

    /// The slots of a class, from head to tail.
    func slots(in list: TileCache.Class) -> [(slot: Int, tile: CachedTile)] {
        var result: [(Int, CachedTile)] = []
        var slot = lists[list.rawValue].head
        while slot >= 0 {
            result.append((slot, slots[slot].tile!))
            slot = slots[slot].older
        }
        return result
    }

    func checkContents() {
        var count = 0
        for (content, first) in contents {
            var (slot, previous) = (first, -1)
            while slot >= 0 {
                precondition(
                    slots[slot].tile?.key.content == content && slots[slot].previousOfContent == previous,
                    "a tile is not among those of its content")
                count += 1
                (previous, slot) = (slot, slots[slot].nextOfContent)
            }
        }
        precondition(count == index.count, "a tile is not among those of its content")
    }
}
