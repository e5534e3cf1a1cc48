import TileGraphics

extension TileEngine {
    /// The memory in bytes, by kind, of finished tiles, contents and data made for them. Includes everything kept under
    /// the engine's budget, and what open contents use in addition.
    ///
    /// - Complexity: O(n) for n contents, plus the cost of summing a tree of views.
    package var memoryByKind: [MemoryBudget.Kind: Int] {
        var bytes = cache.budget?.bytesByKind ?? [:]
        // The cache's own count, which also holds when there is no budget.
        bytes[.tiles] = cache.byteCount
        bytes[.bitmaps, default: 0] += pool.keptBytes
        // Without the lock, because counting takes the source's own locks.
        for source in sources { bytes[source.memoryKind, default: 0] += source.byteCount }
        return bytes
    }

    /// The number of draws of contents' parts by program code, including contents that were removed.
    package var drawCount: Int {
        sources.reduce(state.withLock { $0.drawsOfGoneContents }) { $0 + Self.draws(of: $1) }
    }

    private var sources: [any TileSource] { state.withLock { $0.contents.values.map(\.source) } }

    /// Adds the draws of a source that is being released to the total.
    func keepDraws(of source: (any TileSource)?) {
        let draws = source.map(Self.draws) ?? 0
        if draws > 0 { state.withLock { $0.drawsOfGoneContents += draws } }
    }

    private static func draws(of source: any TileSource) -> Int {
        (source as? any DrawCountingTileSource)?.drawCount ?? 0
    }
}
