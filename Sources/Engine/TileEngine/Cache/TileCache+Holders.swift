import TileGeometry

extension TileCache {
    /// How many surfaces hold a tile for what.
    struct Holders {
        /// As visible, and for soon.
        private var counts = SIMD2<Int32>(repeating: 0)

        var isEmpty: Bool { counts == .zero }

        /// The most urgent thing that it is held for.
        var strongest: Class { counts[0] > 0 ? .visible : counts[1] > 0 ? .soon : .past }

        mutating func change(_ list: Class, by difference: Int32) {
            if list == .past { return }
            counts[list.rawValue] += difference
            precondition(counts[list.rawValue] >= 0, "a tile was let go of more often than held")
        }
    }

    struct Stratum: Hashable {
        var content: ContentID
        var level: Int
    }

    /// Says that one surface holds a tile for `new` from now on, be it here or come later, and no longer for `old`.
    /// `.past` is not to hold it. Each hold must be ended once.
    func hold(_ key: TileKey, as new: Class, insteadOf old: Class = .past) {
        if new == old { return }
        state.withLock { state in
            var holders = state.holders[key] ?? Holders()
            holders.change(new, by: 1)
            holders.change(old, by: -1)
            state.holders[key] = holders.isEmpty ? nil : holders
            let list = holders.strongest
            guard let slot = state.index[key], state.slots[slot].list != list else { return }
            state.unlink(slot)
            state.slots[slot].list = list
            if let budget { state.slots[slot].use = budget.now }
            state.link(slot)
        }
    }

    /// Whether this very tile is here.
    func has(_ tile: CachedTile) -> Bool {
        state.withLock { state in state.index[tile.key].map { state.slots[$0].tile === tile } ?? false }
    }

    /// Removes all but what is held as visible.
    ///
    /// Takes O(n) for n tiles.
    func removeAllButVisible() {
        change { state in
            for slot in state.index.values where state.slots[slot].list != .visible { state.remove(slot) }
        }
    }

    /// How many tiles, here or not, anybody holds.
    var holderCount: Int { state.withLock { $0.holders.count } }

    /// The levels from 0 to 63 that any tile of a content is here of, a bit each: spares those who look for a
    /// substitute most of their look-ups.
    func levels(of content: ContentID) -> UInt64 { state.withLock { $0.levels[content] ?? 0 } }
}

extension TileCache.State {
    /// Counts a tile that came or went.
    mutating func count(_ key: TileKey, _ difference: Int) {
        let stratum = TileCache.Stratum(content: key.content, level: key.tile.level)
        let old = population[stratum] ?? 0
        let new = old + difference
        population[stratum] = new == 0 ? nil : new
        guard (0..<64).contains(stratum.level), (old == 0) != (new == 0) else { return }
        let levels = (levels[key.content] ?? 0) ^ 1 << UInt64(stratum.level)
        self.levels[key.content] = levels == 0 ? nil : levels
    }

    func checkHoldersAndLevels() {
        for (key, slot) in index {
            let wanted = holders[key]?.strongest ?? .past
            precondition(slots[slot].list == wanted, "a tile is not where its holders want it")
        }
        precondition(holders.values.allSatisfy { !$0.isEmpty }, "a tile's holders are kept, and it has none")
        let counted = Dictionary(grouping: index.keys) { TileCache.Stratum(content: $0.content, level: $0.tile.level) }
        precondition(counted.mapValues(\.count) == population, "miscounted levels")
        for (content, levels) in levels {
            for level in 0..<64 {
                let isThere = population[TileCache.Stratum(content: content, level: level)] != nil
                precondition(isThere == (levels >> UInt64(level) & 1 == 1), "a level is not where its bit says")
            }
        }
    }
}
