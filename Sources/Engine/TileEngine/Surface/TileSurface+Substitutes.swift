import TileGeometry

// The tiles of other levels displayed in place of a tile that is not ready.
extension TileSurface {
    /// Returns substitutes: finer tiles, over a coarser one if they leave gaps.
    func substitutes(of tile: TileCoordinate, _ levels: UInt64) -> [TileSubstitute] {
        var substitutes: [TileSubstitute] = []
        let unit = Box(x: 0, y: 0, width: 1, height: 1)
        if addFiner(tile, in: unit, depth: engine.policy.finerLevels, levels, to: &substitutes) { return substitutes }
        let (below, above) = former(of: tile)
        substitutes.insert(contentsOf: below, at: 0)
        if let under = coarser(tile, levels) ?? above { substitutes.insert(under, at: 0) }
        return substitutes
    }

    /// Records the tiles on the screen when the level changes. If levels follow each other faster than they are drawn,
    /// the last complete one stays recorded.
    func keepFormer(before level: Int) {
        guard let old = tiles.first?.key.tile.level, old != level, isSettled || former.isEmpty else { return }
        former = tiles.flatMap { tile -> [TileKey] in
            switch tile.contents {
            case .full, .draft, .stale: [tile.key]
            case .substitutes(let parts), .failed(_, let parts): parts.map { $0.tile.key.with(.full) }
            case .blank: []
            }
        }
    }

    /// Returns tiles from the screen before the level changed whose level is beyond the normal search. After zooming
    /// out far, those are many tiles that each cover a small part of `tile`; after zooming in far, the one that
    /// contains it.
    private func former(of tile: TileCoordinate) -> (below: [TileSubstitute], above: TileSubstitute?) {
        var below: [TileSubstitute] = []
        var above: TileSubstitute?
        let unit = Box(x: 0, y: 0, width: 1, height: 1)
        for key in former {
            let depth = key.tile.level - tile.level
            if depth > engine.policy.finerLevels, let place = key.tile.unitRect(in: tile), let found = best(key.tile) {
                below.append(TileSubstitute(tile: found, source: unit, target: place))
            } else if depth < 0, let place = tile.unitRect(in: key.tile), let found = best(key.tile) {
                above = TileSubstitute(tile: found, source: place, target: unit)
            }
        }
        return (below, above)
    }

    /// - Returns: Whether the finer tiles leave no gap.
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
                // There is nothing to show outside the content.
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

    /// Returns a part of the nearest coarser level with a cached tile. Beyond the policy's number of levels only the
    /// overview is considered.
    private func coarser(_ tile: TileCoordinate, _ levels: UInt64) -> TileSubstitute? {
        guard let pyramid = edition?.pyramid, tile.level > 0 else { return nil }
        for depth in 1...tile.level {
            let level = tile.level - depth
            guard levels >> UInt64(level) & 1 == 1 else { continue }
            let isOverview = pyramid.tileCount(ofLevel: level) <= engine.policy.overviewTiles
            guard depth <= engine.policy.coarserLevels || isOverview else { continue }
            let parent = TileCoordinate(level: level, column: tile.column >> depth, row: tile.row >> depth)
            guard let found = best(parent) else { continue }
            guard let source = tile.unitRect(in: parent) else { continue }
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

extension TileCoordinate {
    /// Returns the tile's rect within a tile of a coarser level, in a unit square; nil if it is not inside.
    fileprivate func unitRect(in other: TileCoordinate) -> Box? {
        let depth = level - other.level
        guard depth >= 0, column >> depth == other.column, row >> depth == other.row else { return nil }
        let side = 1 / Double(1 << depth)
        return Box(
            x: Double(column - other.column << depth) * side, y: Double(row - other.row << depth) * side, width: side,
            height: side)
    }
}
