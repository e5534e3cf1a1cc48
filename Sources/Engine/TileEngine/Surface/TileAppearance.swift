public import TileGeometry

/// What to show now in the place of one visible tile.
public struct TileAppearance: Sendable {
    public enum Look: Sendable {
        /// As it should look.
        case full(CachedTile)
        /// A draft of it; a full one comes when the viewport is slower.
        case draft(CachedTile)
        /// The tile as it looked before the content changed; a new one comes.
        case stale(CachedTile)
        /// Parts of other levels, to be drawn in this order over the background: at most one coarser tile, then finer
        /// ones.
        case substitutes([TileSubstitute])
        /// Only the background, until something is ready.
        case blank
        /// It could not be drawn, and will not be tried again before the content changes. What there is of other levels
        /// is given, as for `substitutes`.
        indirect case failed(EngineFailure, [TileSubstitute])
    }

    /// Of the full tile; its level, column and row say where on the content it belongs.
    public var key: TileKey
    public var look: Look

    /// Whether nothing better will come until the viewport moves or the content changes.
    public var isFinal: Bool {
        switch look {
        case .full, .failed: true
        case .draft, .stale, .substitutes, .blank: false
        }
    }
}

/// A part of a tile of another level, shown in place of one that is not ready.
public struct TileSubstitute: Sendable {
    public var tile: CachedTile
    /// The part of it to show, where its own width and height are 1.
    public var source: Box
    /// Where to show that, where the missing tile's width and height are 1.
    public var target: Box
}

extension TileAppearance.Look {
    /// Two looks of one number are the same, but for a chance of 2⁻⁶⁴; a look is kept as a number because keeping it
    /// itself would keep its tiles.
    var fingerprint: Int {
        var hasher = Hasher()
        func add(_ substitutes: [TileSubstitute]) {
            for substitute in substitutes {
                hasher.combine(ObjectIdentifier(substitute.tile))
                hasher.combine(substitute.source)
            }
        }
        func add(_ number: Int, _ tile: CachedTile) {
            hasher.combine(number)
            hasher.combine(ObjectIdentifier(tile))
            hasher.combine(tile.key)
            hasher.combine(tile.generation)
        }
        switch self {
        case .full(let tile): add(1, tile)
        case .draft(let tile): add(2, tile)
        case .stale(let tile): add(3, tile)
        case .substitutes(let substitutes):
            hasher.combine(4)
            add(substitutes)
        case .blank: hasher.combine(5)
        case .failed(_, let substitutes):
            hasher.combine(6)
            add(substitutes)
        }
        return hasher.finalize()
    }
}
