/// A file format that a tile can be encoded in, with its settings.
public enum TileFormat: Hashable, Sendable {
    /// Lossless; the smallest of one color, palette and true color that holds the pixels exactly.
    case png
    /// Quality 1…100. Pixels that are not opaque are laid over white.
    case jpeg(quality: Int)
    /// Quality 0…100.
    case webp(quality: Int)
    case webpLossless
    /// Quality 0…100. It takes some four times as long as WebP.
    case avif(quality: Int)

    /// Without the dot.
    public var fileExtension: String {
        switch self {
        case .png: "png"
        case .jpeg: "jpg"
        case .webp, .webpLossless: "webp"
        case .avif: "avif"
        }
    }

    public var mediaType: String {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .webp, .webpLossless: "image/webp"
        case .avif: "image/avif"
        }
    }
}
