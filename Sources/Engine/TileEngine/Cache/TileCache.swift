import TileSupport

/// Finished tiles, as many as fit into a number of bytes.
///
/// Each tile is in one of three classes: visible and soon, the more urgent that any surface holds it for (`hold`), and
/// past, which is what nobody holds now (a tile that was sent to a browser is past from the start, and so is one that
/// was drawn because there was time). A class is a list, the tile used last at its head, linked through slots of one
/// array.
///
/// To admit a tile, tiles of lower classes are evicted: past first, then soon; in a class, the least recently used
/// first. A tile admitted as visible may fill the cache to the hard limit, any other to the soft one. When that does
/// not make room, the tile is refused and nothing is evicted.
///
/// Under a memory budget, the cache shares that with all else that is kept there: what it would evict next goes when
/// nothing of the others was used longer ago. What is visible goes only when nothing else can, and a quarter of the
/// budget stays.
///
/// One lock guards all. It is held for a dictionary look-up and four links, about 100 ns, so 64 cores that each serve
/// 40,000 tiles a second keep it busy for a quarter of the time. A hit takes O(1) and allocates nothing.
public final class TileCache: Sendable {
    /// What a cached tile is held for. The higher is evicted first.
    public enum Class: Int, Hashable, Sendable, CaseIterable {
        case visible, soon, past

        /// What a tile of a bin is held for. What is wanted eventually nobody holds: it may go for anything newer.
        public init(_ bin: TilePriority.Bin) {
            switch bin {
            case .visible: self = .visible
            case .soon: self = .soon
            case .eventually: self = .past
            }
        }

        /// Whether tiles of this class are evicted to admit one that was made for a bin.
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
        /// Towards the head; -1 at it.
        var newer = -1
        /// Towards the tail; -1 at it. Of a free slot, the next free one.
        var older = -1
        /// When it was used last, by the memory budget's clock.
        var use: UInt64 = 0
        /// The tiles of the same content, in no order; -1 at the ends.
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
        /// Where the tiles of a content begin.
        var contents: [ContentID: Int] = [:]
        /// Also of tiles that are not here yet.
        var holders: [TileKey: Holders] = [:]
        /// How many tiles of each level of each content are here.
        var population: [Stratum: Int] = [:]
        /// Which levels from 0 to 63 those are, a bit each.
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
    ///   - hardLimit: Bytes at most.
    ///   - softLimit: Bytes at most for what is not visible.
    ///   - budget: What the tiles count against besides; nil for nothing.
    public init(hardLimit: Int, softLimit: Int, budget: MemoryBudget? = nil) {
        self.hardLimit = max(hardLimit, 0)
        self.softLimit = min(max(softLimit, 0), self.hardLimit)
        self.budget = budget
        budget?.add(self)
    }

    deinit { budget?.held.subtract(byteCount, ordering: .relaxed) }

    /// Does what adds and removes tiles, and has the budget know of it.
    func change<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            let before = state.bytes
            defer { budget?.held.add(state.bytes - before, ordering: .relaxed) }
            return body(&state)
        }
    }

    /// The tile, which is now the one used last in its class.
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

    /// Adds a tile, in place of the one of the same key. Whoever adds has the budget make room
    /// (`MemoryBudget.makeRoom`) when no lock is held.
    ///
    /// - Parameter bin: What it was made for: decides the limit, and which classes it may evict.
    /// - Returns: Whether there was room.
    /// - Complexity: O(log n) for n tiles, and for each that has to go.
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

    /// Removes a tile, if it is here.
    func remove(_ key: TileKey) {
        change { state in
            if let slot = state.index[key] { state.remove(slot) }
        }
    }

    /// Removes tiles of a content, all without a condition.
    ///
    /// - Complexity: O(n) for n tiles of the content, however many there are of others.
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

    /// Adds what is known here to `counters`.
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

    /// Keys of a class, the one used last first.
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

    /// From head to tail.
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
