import TileEngine
import TileSupport

/// How tiles, locks and channels are called in Redis.
struct SharedTileNames: Sendable {
    /// Of all of them; another is another cache in the same Redis.
    let prefix: String
    /// What draws: another draws otherwise.
    let program: String

    /// Of a content, as this program draws it: 32 digits.
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
            }
        return "\(prefix):\(content(fingerprint)):\(tile.level)/\(tile.column)/\(tile.row)"
            + "\(key.magnification == 1 ? "" : "@\(key.magnification)x").\(key.isCropped ? "cropped." : "")\(kind)"
    }

    /// While a server makes it.
    func lock(ofTile name: String) -> String { name + ":lock" }

    /// Where tiles' names are told when they are there, or given up.
    var tiles: String { prefix + ":tiles" }
    /// Where it is told that a content has changed.
    var changes: String { prefix + ":changes" }
    /// Where it is told that views have changed, and where.
    var views: String { prefix + ":views" }
}
