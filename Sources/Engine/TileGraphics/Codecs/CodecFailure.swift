/// The reason why an image could not be encoded, and how to avoid it.
public enum CodecFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The format does not support this size, in pixels.
    case tooLarge(format: String, width: Int, height: Int, limit: Int)
    /// The format does not support this quality.
    case qualityOutOfRange(format: String, quality: Int, allowed: ClosedRange<Int>)
    /// The codec's library failed, with its message.
    case library(name: String, message: String)

    public var description: String {
        switch self {
        case .tooLarge(let format, let width, let height, let limit):
            "\(format) holds images of at most \(limit) × \(limit) pixels, and this one has \(width) × \(height); "
                + "use smaller tiles, or PNG"
        case .qualityOutOfRange(let format, let quality, let allowed):
            "quality \(quality) is not one of \(format); use \(allowed.lowerBound) to \(allowed.upperBound)"
        case .library(let name, let message):
            "\(name) could not encode the image: \(message)"
        }
    }
}

extension CodecFailure {
    /// Rejects an image that has a longer side than a format supports, or more pixels than a square.
    static func check(
        width: Int, height: Int, format: String, sideLimit: Int, squareLimit: Int
    ) throws(CodecFailure) {
        // The sides are checked first, so that their product does not overflow.
        guard max(width, height) <= sideLimit else {
            throw .tooLarge(format: format, width: width, height: height, limit: sideLimit)
        }
        guard width * height <= squareLimit * squareLimit else {
            throw .tooLarge(format: format, width: width, height: height, limit: squareLimit)
        }
    }
}
