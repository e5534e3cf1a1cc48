/// A file format for animations.
public enum FilmFormat: Hashable, Sendable {
    /// Animated PNG (W3C PNG, third edition): lossless, and supported by all browsers.
    case apng
    /// Lossless animated WebP, smaller than APNG.
    case webpLossless
    /// Lossy animated WebP of quality 0…100.
    case webp(quality: Int)
}

/// Encodes an animation that repeats forever, frame by frame.
///
///     var film = try FilmWriter(.apng, width: 300, height: 200, framesPerSecond: 10)
///     for frame in frames { try film.add(frame) }
///     let file = try film.finish()
///
/// Only the changed part of each frame is stored: what doesn't move takes no space. Equal frames yield equal bytes, as
/// long as the codec libraries have the same version.
public struct FilmWriter: ~Copyable {
    private enum Encoder {
        case apng(APNGEncoder)
        case webp(AnimatedWebPEncoder)
    }

    private let encoder: Encoder
    public let width: Int
    public let height: Int

    /// - Parameters:
    ///   - width: The width of all frames, in pixels.
    ///   - height: The height of all frames, in pixels.
    ///   - framesPerSecond: 1…1000.
    /// - Throws: `CodecFailure` if the format does not support the size or quality.
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

    /// Returns the complete file. Traps if no frame was added.
    public consuming func finish() throws(CodecFailure) -> [UInt8] {
        switch encoder {
        case .apng(let encoder): return try encoder.finish()
        case .webp(let encoder): return try encoder.finish()
        }
    }
}
