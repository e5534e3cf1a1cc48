/// What moving pictures are written as.
public enum FilmFormat: Hashable, Sendable {
    /// PNG with frames (W3C PNG, third edition): exact, and shown by all browsers.
    case apng
    /// Exact, and smaller than APNG.
    case webpLossless
    /// Quality 0…100.
    case webp(quality: Int)
}

/// Makes a file of moving pictures that repeat for ever, of one frame after the other.
///
///     var film = try FilmWriter(.apng, width: 300, height: 200, framesPerSecond: 10)
///     for frame in frames { try film.add(frame) }
///     let file = try film.finish()
///
/// Of a frame that is kept which differs from the one before: what doesn't move takes no room. The same frames make the
/// same bytes, as long as the libraries below are of the same version.
public struct FilmWriter: ~Copyable {
    private enum Encoder {
        case apng(APNGEncoder)
        case webp(AnimatedWebPEncoder)
    }

    private let encoder: Encoder
    public let width: Int
    public let height: Int

    /// - Parameters:
    ///   - width: of all frames, in pixels.
    ///   - height: the same.
    ///   - framesPerSecond: 1…1000.
    /// - Throws: when the format can't hold the size or has no such quality.
    public init(_ format: FilmFormat, width: Int, height: Int, framesPerSecond: Int) throws(CodecFailure) {
        precondition((1...1000).contains(framesPerSecond), "a film can't have \(framesPerSecond) frames a second")
        precondition(width > 0 && height > 0, "a film needs a positive size, not \(width) × \(height)")
        (self.width, self.height) = (width, height)
        switch format {
        case .apng:
            encoder = .apng(try APNGEncoder(width: width, height: height, framesPerSecond: framesPerSecond))
        case .webpLossless:
            encoder = .webp(
                try AnimatedWebPEncoder(.lossless, width: width, height: height, framesPerSecond: framesPerSecond))
        case .webp(let quality):
            encoder = .webp(
                try AnimatedWebPEncoder(
                    .lossy(quality: quality), width: width, height: height, framesPerSecond: framesPerSecond))
        }
    }

    /// Adds a frame of the film's size. Linear in its pixels.
    public mutating func add(_ frame: TileImage) throws(CodecFailure) {
        precondition(
            frame.width == width && frame.height == height,
            "a frame of \(frame.width) × \(frame.height) pixels in a film of \(width) × \(height)")
        let bitmap: Bitmap
        switch frame {
        case .bitmap(let pixels): bitmap = pixels
        case .solid(let color, _, _):
            bitmap = Bitmap(width: width, height: height)
            for y in 0..<height { bitmap.row(y).update(repeating: color.argb) }
        }
        switch encoder {
        case .apng(let encoder): try encoder.add(bitmap)
        case .webp(let encoder): try encoder.add(bitmap)
        }
    }

    /// The whole file. Traps when no frame was added.
    public consuming func finish() throws(CodecFailure) -> [UInt8] {
        switch encoder {
        case .apng(let encoder): return try encoder.finish()
        case .webp(let encoder): return try encoder.finish()
        }
    }
}
