import TileGraphics

extension TileEngine {
    /// Bytes of memory that finished tiles, contents and what was made for them take now, by kind; of the budget that
    /// the engine was made with, all that is kept under it, and what contents that are open take besides.
    ///
    /// - Complexity: O(n) for n contents, and what adding up a tree of views takes.
    package var memoryByKind: [MemoryBudget.Kind: Int] {
        var bytes = cache.budget?.bytesByKind ?? [:]
        // The cache's alone, where there is no budget.
        bytes[.tiles] = cache.byteCount
        bytes[.bitmaps, default: 0] += pool.keptBytes
        // Without the lock: what a source counts takes locks of its own.
        for source in sources { bytes[source.memoryKind, default: 0] += source.byteCount }
        return bytes
    }

    /// How often parts of contents were drawn by programs' own code, those of contents that are gone included.
    package var drawCount: Int {
        sources.reduce(state.withLock { $0.drawsOfGoneContents }) { $0 + Self.draws(of: $1) }
    }

    private var sources: [any TileSource] { state.withLock { $0.contents.values.map(\.source) } }

    /// Goes on counting what a source drew that is let go.
    func keepDraws(of source: (any TileSource)?) {
        let draws = source.map(Self.draws) ?? 0
        if draws > 0 { state.withLock { $0.drawsOfGoneContents += draws } }
    }

    private static func draws(of source: any TileSource) -> Int {
        (source as? any DrawCountingTileSource)?.drawCount ?? 0
    }
}
