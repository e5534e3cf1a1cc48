import ArgumentParser
import TileGraphics

/// `--format` as written.
enum FormatName: String, ExpressibleByArgument, CaseIterable {
    case png
    case jpg
    case webp
    case webpLossless = "webp-lossless"
    case avif

    /// The format with its quality; JPEG and WebP are at 80 unless told, and AVIF at 60, which looks alike.
    func format(quality: Int?) throws -> TileFormat {
        switch self {
        case .png, .webpLossless:
            guard quality == nil else {
                throw ValidationError("--quality does not apply to \(rawValue), which is exact; use jpg, webp or avif.")
            }
            return self == .png ? .png : .webpLossless
        case .jpg: return .jpeg(quality: try checked(quality, 1...100))
        case .webp: return .webp(quality: try checked(quality, 0...100))
        case .avif: return .avif(quality: try checked(quality ?? 60, 0...100))
        }
    }

    private func checked(_ quality: Int?, _ allowed: ClosedRange<Int>) throws -> Int {
        let quality = quality ?? 80
        guard allowed.contains(quality) else {
            throw ValidationError(
                "--quality \(quality) is not one of \(rawValue); choose \(allowed.lowerBound) to \(allowed.upperBound)."
            )
        }
        return quality
    }
}

extension TileFormat {
    /// As `--format` has it.
    var name: String {
        switch self {
        case .png: FormatName.png.rawValue
        case .jpeg: FormatName.jpg.rawValue
        case .webp: FormatName.webp.rawValue
        case .webpLossless: FormatName.webpLossless.rawValue
        case .avif: FormatName.avif.rawValue
        }
    }
}

/// `--tile-size` as written: sizes that viewers know.
enum TileSize: Int, ExpressibleByArgument, CaseIterable {
    case small = 256
    case large = 512
}
