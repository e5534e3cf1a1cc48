public import TileGeometry

/// The contents to display for one visible tile.
public struct TileAppearance: Sendable {
    /// The key of the full tile; its level, column and row give its position in the content.
    public var key: TileKey
    public var contents: TileContents

    /// Whether nothing better will follow until the viewport moves or the content changes.
    public var isFinal: Bool {
        switch contents {
        case .full, .failed: true
        case .draft, .stale, .substitutes, .blank: false
        }
    }
}

/// A part of a tile of another level, displayed in place of a tile that is not ready.
public struct TileSubstitute: Sendable {
    public var tile: CachedTile
    /// The part of `tile` to show, in a unit square that is the whole tile.
    public var source: Box
    /// The destination in the missing tile, in a unit square that is the whole tile.
    public var target: Box
}
