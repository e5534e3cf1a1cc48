import TileGraphics
import TileSupport

/// A small picture of a large image that improves over time. It serves as a placeholder for tiles that are not ready.
///
/// It has the size of one of the image's levels, at most `largestSide` pixels a side. Samples of the file arrive first,
/// and then the level's own rows from the top, as the pass produces them. Safe to use from any number of threads.
final class ImagePreview: Sendable {
    /// The width, in pixels.
    let width: Int
    /// The height, in pixels.
    let height: Int

    private let bitmap: Lock<Bitmap>

    /// The longest side of a preview, in pixels. A preview then has at most a megapixel and 4 MB, and is as sharp as a
    /// small window that shows the whole image.
    static let largestSide = 1024

    /// Creates a preview, initially transparent.
    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        bitmap = Lock(Bitmap(width: width, height: height))
    }

    var byteCount: Int { width * height * 4 }

    /// Writes a row, or a part of one, into each of `rows`.
    func put(_ pixels: UnsafePointer<UInt32>, count: Int, x: Int, rows: Range<Int>) {
        bitmap.withLock { bitmap in
            for row in rows where row < height {
                (bitmap.row(row).baseAddress! + x).update(from: pixels, count: min(count, width - x))
            }
        }
    }

    func fill(_ color: UInt32, columns: Range<Int>, rows: Range<Int>) {
        bitmap.withLock { bitmap in
            for row in rows where row < height {
                (bitmap.row(row).baseAddress! + columns.lowerBound)
                    .update(repeating: color, count: min(width, columns.upperBound) - columns.lowerBound)
            }
        }
    }

    /// Draws a rect of a level with the given size. Magnification interpolates linearly between pixel centers;
    /// reduction averages.
    ///
    /// - Complexity: O(pixels of the rect), plus O(pixels of the preview) if the level is smaller.
    func draw(_ rect: ImageLevels.Rect, of size: (width: Int, height: Int), into target: Bitmap) {
        var source = bitmap.withLock { bitmap -> Bitmap in
            let copy = Bitmap(width: width, height: height)
            copy.bytes.copyMemory(from: bitmap.bytes, byteCount: bitmap.byteCount)
            return copy
        }
        while source.width >= 2 * size.width && source.width > 1
            || source.height >= 2 * size.height && source.height > 1
        {
            let smaller = Bitmap(width: BoxShrink.half(source.width), height: BoxShrink.half(source.height))
            BoxShrink.shrink(source, into: smaller)
            source = smaller
        }
        let columns = Self.places(rect.x..<(rect.x + rect.width), of: size.width, in: source.width)
        let rows = Self.places(rect.y..<(rect.y + rect.height), of: size.height, in: source.height)
        for (y, row) in rows.enumerated() {
            let (top, bottom) = (source.row(row.index), source.row(min(row.index + 1, source.height - 1)))
            let output = target.row(y)
            for (x, column) in columns.enumerated() {
                let next = min(column.index + 1, source.width - 1)
                output[x] = Self.mix(
                    Self.mix(top[column.index], top[next], weight: column.part),
                    Self.mix(bottom[column.index], bottom[next], weight: column.part), weight: row.part)
            }
        }
    }

    /// Returns, for each pixel of a level, the preview pixel before its center and the distance of the center from it,
    /// in 1/256 pixel.
    private static func places(_ range: Range<Int>, of length: Int, in count: Int) -> [(index: Int, part: UInt32)] {
        range.map { place in
            let at = max(0, (Double(place) + 0.5) * Double(count) / Double(length) - 0.5)
            let index = min(Int(at), count - 1)
            return (index, UInt32(min(1, at - Double(index)) * 256))
        }
    }

    /// Interpolates two pixels, two channels at a time. `part` is the weight of `b`, out of 256.
    private static func mix(_ a: UInt32, _ b: UInt32, weight part: UInt32) -> UInt32 {
        let lanes: UInt32 = 0x00FF_00FF
        let even = ((a & lanes) &* (256 - part) &+ (b & lanes) &* part &+ 0x0080_0080) >> 8 & lanes
        let odd = ((a >> 8 & lanes) &* (256 - part) &+ (b >> 8 & lanes) &* part &+ 0x0080_0080) & ~lanes
        return even | odd
    }
}
