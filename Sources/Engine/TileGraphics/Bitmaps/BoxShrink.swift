/// Halves bitmaps with 2 × 2 boxes: each pixel is the rounded mean of the four above it. If a side is odd, its last
/// column or row counts twice, so edges stay opaque.
///
/// Tilework makes all overviews of pixels this way. The server and the archive builder both use it, in chains from full
/// size down that start at the origin, so their tiles are bit-identical. On premultiplied pixels the mean is correct
/// for transparent ones too.
public enum BoxShrink {
    /// Half of `length`, rounded up.
    @inlinable
    public static func half(_ length: Int) -> Int { (length + 1) / 2 }

    /// Halves two rows of `width` pixels into one of `half(width)`. The rows may be the same; `into` must be neither.
    @inlinable
    public static func row(
        _ top: UnsafePointer<UInt32>, _ bottom: UnsafePointer<UInt32>, width: Int, into: UnsafeMutablePointer<UInt32>
    ) {
        let pairs = width / 2
        for index in 0..<pairs {
            into[index] = mean((top[2 * index], top[2 * index + 1]), (bottom[2 * index], bottom[2 * index + 1]))
        }
        if width % 2 == 1 {
            into[pairs] = mean((top[width - 1], top[width - 1]), (bottom[width - 1], bottom[width - 1]))
        }
    }

    /// Computes two bytes at a time, each in a lane of 16 bits, so that no sum of four overflows.
    @inlinable
    @inline(__always)
    static func mean(_ top: (UInt32, UInt32), _ bottom: (UInt32, UInt32)) -> UInt32 {
        let ((a, b), (c, d)) = (top, bottom)
        let lanes: UInt32 = 0x00FF_00FF
        let half: UInt32 = 0x0002_0002
        let low = (a & lanes) &+ (b & lanes) &+ (c & lanes) &+ (d & lanes) &+ half
        let high =
            ((a &>> 8) & lanes) &+ ((b &>> 8) & lanes) &+ ((c &>> 8) & lanes) &+ ((d &>> 8) & lanes) &+ half
        return ((low &>> 2) & lanes) | (((high &>> 2) & lanes) &<< 8)
    }

    /// Halves all of `source` into `target`, with its top left corner at (`x`, `y`).
    public static func shrink(_ source: Bitmap, into target: Bitmap, x: Int = 0, y: Int = 0) {
        let width = half(source.width)
        let height = half(source.height)
        precondition(
            x >= 0 && y >= 0 && x + width <= target.width && y + height <= target.height,
            "\(width) × \(height) pixels at \(x), \(y) do not fit into \(target.width) × \(target.height)")
        for row in 0..<height {
            let top = source.row(2 * row).baseAddress!
            let bottom = source.row(min(2 * row + 1, source.height - 1)).baseAddress!
            self.row(top, bottom, width: source.width, into: target.row(y + row).baseAddress! + x)
        }
    }
}
