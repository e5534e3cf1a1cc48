import TileGeometry

extension TileSurface {
    /// Fills `tiles` and `changes` for the visible tiles of the demand.
    func describe(level: Int) {
        tiles.removeAll(keepingCapacity: true)
        isSettled = true
        let levels = engine.cache.levels(of: content)
        let affordable = affordable
        var substituteKeys: Set<TileKey> = []
        for (index, item) in items.enumerated() {
            guard item.priority.bin == .visible else { break }
            // The overview is not shown as itself.
            guard item.key.tile.level == level else { continue }
            let place = item.key.with(.full)
            let found = slots.index(forKey: place)!
            // In its place in the dictionary: a copy would count three references.
            let tile = TileAppearance(key: place, look: look(of: place, &slots.values[found], levels))
            switch tile.look {
            case .substitutes(let substitutes), .failed(_, let substitutes):
                for substitute in substitutes { substituteKeys.insert(substitute.tile.key) }
            case .full, .draft, .stale, .blank: break
            }
            // What memory has no room for is not waited for.
            if !tile.isFinal && index < affordable { isSettled = false }
            tiles.append(tile)
        }
        holdSubstitutes(substituteKeys)
    }

    /// Keeps what stands in for visible tiles from being evicted or dropped: it is as visible as they are.
    func holdSubstitutes(_ keys: Set<TileKey>) {
        if keys == substituteKeys { return }
        for key in keys where !substituteKeys.contains(key) { engine.cache.hold(key, as: .visible) }
        for key in substituteKeys where !keys.contains(key) {
            engine.cache.hold(key, as: .past, insteadOf: .visible)
        }
        substituteKeys = keys
    }

    /// What a place looks like now, and notes it as shown.
    private func look(of place: TileKey, _ slot: inout Slot, _ levels: UInt64) -> TileAppearance.Look {
        let look = bestLook(of: place, slot, levels)
        slot.unshown = 0
        let fingerprint = look.fingerprint
        if slot.fingerprint != fingerprint {
            slot.fingerprint = fingerprint
            changes.append(place)
        }
        return look
    }

    private func bestLook(of place: TileKey, _ slot: borrowing Slot, _ levels: UInt64) -> TileAppearance.Look {
        if failures.isEmpty, let tile = slot.tile, tile.key.quality == .full, slot.isCurrent { return .full(tile) }
        let failure = failures[place].flatMap { $0.count > engine.policy.tileRetries ? $0.reason : nil }
        if let tile = slot.tile {
            if slot.isCurrent && tile.key.quality == .full { return .full(tile) }
            if failure == nil { return slot.isCurrent ? .draft(tile) : .stale(tile) }
            // Nothing better comes, and what is shown must not look as if.
            if let failure, slot.isCurrent {
                let unit = Box(x: 0, y: 0, width: 1, height: 1)
                return .failed(failure, [TileSubstitute(tile: tile, source: unit, target: unit)])
            }
        }
        let substitutes = substitutes(of: place.tile, levels)
        if let failure { return .failed(failure, substitutes) }
        return substitutes.isEmpty ? .blank : .substitutes(substitutes)
    }

    // MARK: Other levels

    /// Finer tiles where there are some, above a coarser one where they leave gaps.
    private func substitutes(of tile: TileCoordinate, _ levels: UInt64) -> [TileSubstitute] {
        var substitutes: [TileSubstitute] = []
        let unit = Box(x: 0, y: 0, width: 1, height: 1)
        if addFiner(tile, in: unit, depth: engine.policy.finerLevels, levels, to: &substitutes) { return substitutes }
        if let coarser = coarser(tile, levels) { substitutes.insert(coarser, at: 0) }
        return substitutes
    }

    /// - Returns: Whether they leave no gap.
    private func addFiner(
        _ tile: TileCoordinate, in target: Box, depth: Int, _ levels: UInt64, to substitutes: inout [TileSubstitute]
    ) -> Bool {
        guard depth > 0, let pyramid = edition?.pyramid, tile.level < pyramid.maxLevel,
            levels >> UInt64(tile.level + 1) != 0
        else { return false }
        let (width, height) = (target.width / 2, target.height / 2)
        var isWhole = true
        for row in 0..<2 {
            for column in 0..<2 {
                let child = TileCoordinate(
                    level: tile.level + 1, column: 2 * tile.column + column, row: 2 * tile.row + row)
                // Beyond the content there is nothing to show.
                guard pyramid.contains(child) else { continue }
                let part = Box(
                    x: target.minX + Double(column) * width, y: target.minY + Double(row) * height, width: width,
                    height: height)
                if levels >> UInt64(child.level) & 1 == 1, let found = best(child) {
                    let whole = Box(x: 0, y: 0, width: 1, height: 1)
                    substitutes.append(TileSubstitute(tile: found, source: whole, target: part))
                } else if !addFiner(child, in: part, depth: depth - 1, levels, to: &substitutes) {
                    isWhole = false
                }
            }
        }
        return isWhole
    }

    /// The nearest level above that has a tile here; beyond the policy's number of levels only the overview is looked at.
    private func coarser(_ tile: TileCoordinate, _ levels: UInt64) -> TileSubstitute? {
        guard let pyramid = edition?.pyramid, tile.level > 0 else { return nil }
        for depth in 1...tile.level {
            let level = tile.level - depth
            guard levels >> UInt64(level) & 1 == 1 else { continue }
            let isOverview = pyramid.tileCount(ofLevel: level) <= engine.policy.overviewTiles
            guard depth <= engine.policy.coarserLevels || isOverview else { continue }
            let parent = TileCoordinate(level: level, column: tile.column >> depth, row: tile.row >> depth)
            guard let found = best(parent) else { continue }
            let side = 1 / Double(1 << depth)
            let source = Box(
                x: Double(tile.column - parent.column << depth) * side,
                y: Double(tile.row - parent.row << depth) * side, width: side, height: side)
            return TileSubstitute(tile: found, source: source, target: Box(x: 0, y: 0, width: 1, height: 1))
        }
        return nil
    }

    private func best(_ tile: TileCoordinate) -> CachedTile? {
        let key = TileKey(content, tile, magnification: magnification, as: output)
        return engine.cache.tile(for: key, countsAsHit: false)
            ?? engine.cache.tile(for: key.with(.draft), countsAsHit: false)
    }
}
