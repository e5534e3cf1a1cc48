/// A file format that a tile can be encoded in, with its settings.
public enum TileFormat: Hashable, Sendable {
    /// Lossless PNG; the smallest of one color, palette and true color that holds the pixels exactly.
    case png
    /// JPEG of quality 1…100. Translucent pixels are composited over white.
    case jpeg(quality: Int)
    /// Lossy WebP of quality 0…100.
    case webp(quality: Int)
    case webpLossless
    /// AVIF of quality 0…100. Encoding takes about four times as long as WebP.
    case avif(quality: Int)
    /// Lossy JPEG XL of quality 0…100.
    case jxl(quality: Int)
    case jxlLossless

    /// The file extension without the dot.
    public var fileExtension: String {
        switch self {
        case .png: "png"
        case .jpeg: "jpg"
        case .webp, .webpLossless: "webp"
        case .avif: "avif"
        case .jxl, .jxlLossless: "jxl"
        }
    }

    public var mediaType: String {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .webp, .webpLossless: "image/webp"
        case .avif: "image/avif"
        case .jxl, .jxlLossless: "image/jxl"
        }
    }
}
