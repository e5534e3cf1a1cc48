/// A cache of files of solid images. A map has few such colors (sea, land, outside) and few sizes, yet up to a third of
/// its tiles are solid.
struct SolidTileCache {
    struct Key: Hashable {
        var color: PixelColor
        var width: Int
        var height: Int
        var format: TileFormat
    }

    private var tiles: [Key: EncodedTile] = [:]

    /// The maximum number of files, each about 100 bytes. A gradient drawn by hundreds of solid tiles empties it now
    /// and then.
    private static let limit = 256

    subscript(key: Key) -> EncodedTile? {
        get { tiles[key] }
        set {
            if tiles.count >= Self.limit { tiles.removeAll(keepingCapacity: true) }
            tiles[key] = newValue
        }
    }
}
