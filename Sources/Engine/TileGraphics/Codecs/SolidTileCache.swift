/// Files of images of one color. A map has few such colors (sea, land, outside) and few sizes, yet a third of its
/// tiles can be such.
struct SolidTileCache {
    struct Key: Hashable {
        var color: PixelColor
        var width: Int
        var height: Int
        var format: TileFormat
    }

    private var tiles: [Key: EncodedTile] = [:]

    /// 256 files of about 100 bytes; a gradient drawn by hundreds of solid tiles starts over now and then.
    private static let limit = 256

    subscript(key: Key) -> EncodedTile? {
        get { tiles[key] }
        set {
            if tiles.count >= Self.limit { tiles.removeAll(keepingCapacity: true) }
            tiles[key] = newValue
        }
    }
}
