import TileGeometry

extension TileSurface {
    /// Fills `tiles` and `changes` for the demand's visible tiles.
    func describe(level: Int) {
        keepFormer(before: level)
        tiles.removeAll(keepingCapacity: true)
        isSettled = true
        let levels = engine.cache.levels(of: content)
        let affordable = affordable
        var substituteKeys: Set<TileKey> = []
        for (index, item) in items.enumerated() {
            guard item.priority.bin == .visible else { break }
            // The overview is not displayed itself.
            guard item.key.tile.level == level else { continue }
            let fullKey = item.key.with(.full)
            let found = slots.index(forKey: fullKey)!
            // Modified in place in the dictionary: a copy would retain three references.
            let tile = TileAppearance(
                key: fullKey, contents: showContents(of: fullKey, &slots.values[found], levels: levels))
            switch tile.contents {
            case .substitutes(let substitutes), .failed(_, let substitutes):
                for substitute in substitutes { substituteKeys.insert(substitute.tile.key) }
            case .full, .draft, .stale, .blank: break
            }
            // Tiles that don't fit into memory are not waited for.
            if !tile.isFinal && index < affordable { isSettled = false }
            tiles.append(tile)
        }
        if isSettled { former = [] }
        holdSubstitutes(substituteKeys)
    }

    /// Holds the substitutes of visible tiles in the cache as visible, because they are on the screen.
    func holdSubstitutes(_ keys: Set<TileKey>) {
        if keys == substituteKeys { return }
        for key in keys where !substituteKeys.contains(key) { engine.cache.hold(key, as: .visible) }
        for key in substituteKeys where !keys.contains(key) {
            engine.cache.hold(key, as: .past, insteadOf: .visible)
        }
        substituteKeys = keys
    }

    /// Returns the current contents of a slot and records it as shown.
    private func showContents(of fullKey: TileKey, _ slot: inout Slot, levels: UInt64) -> TileContents {
        let contents = bestContents(of: fullKey, slot, levels)
        slot.unshown = 0
        let fingerprint = contents.fingerprint
        if slot.fingerprint != fingerprint {
            slot.fingerprint = fingerprint
            changes.append(fullKey)
        }
        return contents
    }

    private func bestContents(of fullKey: TileKey, _ slot: borrowing Slot, _ levels: UInt64) -> TileContents {
        if failures.isEmpty, let tile = slot.tile, tile.key.quality == .full, slot.isCurrent { return .full(tile) }
        let failure = failures[fullKey].flatMap { $0.count > engine.policy.tileRetries ? $0.reason : nil }
        if let tile = slot.tile {
            if slot.isCurrent && tile.key.quality == .full { return .full(tile) }
            if failure == nil { return slot.isCurrent ? .draft(tile) : .stale(tile) }
            // Nothing better follows, and the contents must not suggest otherwise.
            if let failure, slot.isCurrent {
                let unit = Box(x: 0, y: 0, width: 1, height: 1)
                return .failed(failure, [TileSubstitute(tile: tile, source: unit, target: unit)])
            }
        }
        let substitutes = substitutes(of: fullKey.tile, levels)
        if let failure { return .failed(failure, substitutes) }
        return substitutes.isEmpty ? .blank : .substitutes(substitutes)
    }
}
