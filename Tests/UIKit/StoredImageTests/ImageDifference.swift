import TileGraphics

/// The difference between two images of the same size.
struct ImageDifference {
    /// The greatest difference of one component of one pixel, 0...255.
    private(set) var greatest = 0
    /// The mean difference over all components of all pixels, 0...255.
    private(set) var mean = 0.0
    /// The pixels that differ most, from the top.
    private(set) var place = (x: 0, y: 0)
    /// White where the images are equal, the darker the more they differ.
    let shown: Bitmap

    /// Small differences are to be seen too: this many times as dark as they are large.
    private static let emphasis = 8

    /// - Returns: nil when the sizes differ.
    init?(_ left: Bitmap, _ right: Bitmap) {
        guard left.width == right.width, left.height == right.height else { return nil }
        shown = Bitmap(width: left.width, height: left.height)
        var sum = 0
        for y in 0..<left.height {
            let (a, b, result) = (left.row(y), right.row(y), shown.row(y))
            for x in 0..<left.width {
                var most = 0
                for shift in [0, 8, 16, 24] as [UInt32] {
                    let difference = abs(Int(a[x] >> shift & 255) - Int(b[x] >> shift & 255))
                    sum += difference
                    most = max(most, difference)
                }
                if most > greatest { (greatest, place) = (most, (x, y)) }
                result[x] = 0xFF00_0000 | UInt32(255 - min(255, most * Self.emphasis)) * 0x1_0101
            }
        }
        mean = Double(sum) / Double(4 * left.width * left.height)
    }

    /// Within which drawing counts as the same.
    ///
    /// The same Debian packages draw the same pixels on one kind of processor; on another, other instructions of pixman
    /// and of the compiler round the last bits differently, most of all where edges are antialiased. A shape that moves
    /// by a tenth of a pixel, or a color that is off by a twentieth, is outside.
    struct Tolerance {
        var greatest = 12
        var mean = 0.05
    }

    func isWithin(_ tolerance: Tolerance) -> Bool { greatest <= tolerance.greatest && mean <= tolerance.mean }
}
