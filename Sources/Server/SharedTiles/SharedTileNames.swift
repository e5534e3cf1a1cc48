import TileEngine
import TileSupport

/// The names of keys and channels in Redis.
struct SharedTileNames: Sendable {
    /// The common prefix. Caches with different prefixes can share one Redis.
    let prefix: String
    /// The identifier of the drawing program. Different programs have different tiles.
    let program: String

    /// Returns the name of a content as drawn by this program: 32 digits.
    func content(_ fingerprint: ContentFingerprint) -> String {
        var hash = SipHash(key: SipHash.Value(low: 0, high: 0))
        hash.add(program)
        hash.add(fingerprint.text)
        return hash.finish().hex
    }

    func tile(_ key: TileKey, of fingerprint: ContentFingerprint) -> String {
        let tile = key.tile
        let kind =
            switch key.output {
            case .pixels: "pixels"
            case .encoded(.png): "png"
            case .encoded(.jpeg(let quality)): "jpg\(quality)"
            case .encoded(.webp(let quality)): "webp\(quality)"
            case .encoded(.webpLossless): "webp"
            case .encoded(.avif(let quality)): "avif\(quality)"
            case .encoded(.jxl(let quality)): "jxl\(quality)"
            case .encoded(.jxlLossless): "jxl"
            }
        return "\(prefix):\(content(fingerprint)):\(tile.level)/\(tile.column)/\(tile.row)"
            + "\(key.magnification == 1 ? "" : "@\(key.magnification)x").\(key.isCropped ? "cropped." : "")\(kind)"
    }

    /// Returns the key of the lock that a server holds while it makes a tile.
    func lock(ofTile name: String) -> String { name + ":lock" }

    /// The channel for the names of tiles that were stored or given up.
    var tiles: String { prefix + ":tiles" }
    /// The channel for changes of contents.
    var changes: String { prefix + ":changes" }
    /// The channel for changes of views.
    var views: String { prefix + ":views" }
}
