import ArgumentParser
import TileGraphics

/// The value of `--format`.
enum FormatName: String, ExpressibleByArgument, CaseIterable {
    case png
    case jpg
    case webp
    case webpLossless = "webp-lossless"
    case avif
    case jxl
    case jxlLossless = "jxl-lossless"

    /// The format with its quality: by default 80 for JPEG, WebP and JPEG XL, and 60 for AVIF, which looks the same.
    func format(quality: Int?) throws -> TileFormat {
        switch self {
        case .png, .webpLossless, .jxlLossless:
            guard quality == nil else {
                throw ValidationError(
                    "--quality does not apply to \(rawValue), which is lossless: use --format jpg, webp, avif, or jxl")
            }
            return self == .png ? .png : self == .webpLossless ? .webpLossless : .jxlLossless
        case .jpg: return .jpeg(quality: try checked(quality, 1...100))
        case .webp: return .webp(quality: try checked(quality, 0...100))
        case .avif: return .avif(quality: try checked(quality ?? 60, 0...100))
        case .jxl: return .jxl(quality: try checked(quality, 0...100))
        }
    }

    private func checked(_ quality: Int?, _ allowed: ClosedRange<Int>) throws -> Int {
        let quality = quality ?? 80
        guard allowed.contains(quality) else {
            throw ValidationError(
                "--quality \(quality): use \(allowed.lowerBound) to \(allowed.upperBound) for \(rawValue)")
        }
        return quality
    }
}

extension TileFormat {
    /// The name in `--format`.
    var name: String {
        switch self {
        case .png: FormatName.png.rawValue
        case .jpeg: FormatName.jpg.rawValue
        case .webp: FormatName.webp.rawValue
        case .webpLossless: FormatName.webpLossless.rawValue
        case .avif: FormatName.avif.rawValue
        case .jxl: FormatName.jxl.rawValue
        case .jxlLossless: FormatName.jxlLossless.rawValue
        }
    }
}

/// The value of `--tile-size`: the sizes that viewers know.
package enum TileSize: Int, ExpressibleByArgument, CaseIterable {
    case small = 256
    case large = 512
}
