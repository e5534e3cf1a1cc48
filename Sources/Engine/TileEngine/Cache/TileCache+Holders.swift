import TileGeometry

extension TileCache {
    /// The number of surfaces that hold a tile, by class.
    struct Holders {
        /// The counts for visible and for soon.
        private var counts = SIMD2<Int32>(repeating: 0)

        var isEmpty: Bool { counts == .zero }

        /// The most urgent class that the tile is held for.
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

    /// Records that one surface now holds a tile as `new` and no longer as `old`, whether or not the tile is cached
    /// yet. `.past` means not held. Each hold must be ended exactly once.
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

    /// Whether this tile, by identity, is in the cache.
    func has(_ tile: CachedTile) -> Bool {
        state.withLock { state in state.index[tile.key].map { state.slots[$0].tile === tile } ?? false }
    }

    /// Removes all tiles except those held as visible.
    ///
    /// - Complexity: O(n) for n tiles.
    func removeAllButVisible() {
        change { state in
            for slot in state.index.values where state.slots[slot].list != .visible { state.remove(slot) }
        }
    }

    /// The number of tiles, cached or not, that any surface holds.
    var holderCount: Int { state.withLock { $0.holders.count } }

    /// A bit set of the levels from 0 to 63 that have cached tiles of a content. Saves the search for substitutes most
    /// of its look-ups.
    func levels(of content: ContentID) -> UInt64 { state.withLock { $0.levels[content] ?? 0 } }
}

extension TileCache.State {
    /// Updates the population for a tile that was added or removed.
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
