/// The pixels to display for a tile, or their substitutes.
public enum TileContents: Sendable {
    /// The final tile.
    case full(CachedTile)
    /// A draft of the tile; a full one follows when the viewport slows down.
    case draft(CachedTile)
    /// The tile as it looked before the content changed; a new one follows.
    case stale(CachedTile)
    /// Parts of other levels, drawn in this order over the background: at most one coarser tile, then finer ones.
    case substitutes([TileSubstitute])
    /// Only the background, until something is available.
    case blank
    /// The tile could not be drawn, and will not be retried before the content changes. Carries the substitutes
    /// from other levels, if any, as `substitutes` does.
    indirect case failed(EngineFailure, [TileSubstitute])
}

extension TileContents {
    /// A hash of the contents. Contents with equal hashes are the same, except for a chance of 2⁻⁶⁴. The hash is kept
    /// instead of the contents, which would retain their tiles.
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
