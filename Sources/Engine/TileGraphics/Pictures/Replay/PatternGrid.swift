import TileGeometry

/// The cells of a pattern on the pixels of an image: how many pixels a cell takes, and how finely it has to be drawn to
/// show its mean color.
///
/// An axis on which cells repeat within fewer than two pixels is *flat*: pixels cannot show it, so the cell is one
/// pixel long there, with the mean of all it holds. If both axes are flat, the pattern is one color.
///
/// Cells below `finestSide` are drawn on a grid of at least `sampleCount` samples a side, and each pixel is the mean of
/// its samples. Edges that share a pixel then count as they cover it; drawn at once they would hide one another. Dense
/// hatches keep their tone from level to level in this way.
struct PatternGrid {
    /// An axis of the cells.
    struct Axis {
        /// The length of a cell, in pixels.
        let length: Double
        /// The length of a cell in whole pixels, at least 1.
        let pixels: Double
        /// The pixels of a cell for each unit of the plane of cells.
        let scale: Double

        var isFlat: Bool { length + PatternGrid.rounding < 2 }

        /// - Parameter unit: The length of a cell in its own plane.
        init(length: Double, unit: Double) {
            self.length = length
            // Tolerates a rounding error below a whole number.
            pixels = max(1, (length + PatternGrid.rounding).rounded(.down))
            // A flat axis looks the same at every sample, so its size need not be whole.
            scale = (length + PatternGrid.rounding < 2 ? length : pixels) / unit
        }

        /// The number of samples for each pixel of a cell that is drawn finely.
        var fineness: Int { max(1, Int((PatternGrid.sampleCount / pixels).rounded(.up))) }
    }

    let columns: Axis
    let rows: Axis
    /// Whether no pixel can show a cell, so that the pattern has one color.
    let isFlat: Bool
    /// Whether cells are drawn on samples.
    let isFine: Bool

    private static let rounding = 1e-6
    /// The size in pixels below which cells are drawn on samples.
    static let finestSide = 8.0
    /// The samples along a side of a cell. An edge off the grid is wrong by at most a part of one of them.
    static let sampleCount = 64.0

    /// Creates the grid of a pattern; nil if its cells have no extent or no finite one.
    ///
    /// - Parameter transform: Maps the plane of cells to pixels.
    init?(_ pattern: PatternPaint, _ transform: CGAffineTransform) {
        guard transform.isInvertible else { return nil }
        let across = SIMD2(transform.a, transform.b) * pattern.cellWidth
        let down = SIMD2(transform.c, transform.d) * pattern.cellHeight
        var lengths = ((across * across).sum().squareRoot(), (down * down).sum().squareRoot())
        // A sheared cell with a level or upright side has whole pixels between it and the opposite side, which stay
        // sharp then.
        if across.x == 0 || across.y == 0 {
            lengths.1 = abs(across.x == 0 ? down.x : down.y)
        } else if down.x == 0 || down.y == 0 {
            lengths.0 = abs(down.x == 0 ? across.x : across.y)
        }
        guard lengths.0 > 0, lengths.1 > 0, lengths.0.isFinite, lengths.1.isFinite else { return nil }
        columns = Axis(length: lengths.0, unit: pattern.cellWidth)
        rows = Axis(length: lengths.1, unit: pattern.cellHeight)
        isFlat = Self.longerStep(across, down) + Self.rounding < 2
        isFine = min(lengths.0, lengths.1) < Self.finestSide
    }

    /// Returns the length of the longer of the two shortest steps from a cell to others, which differ from the cell's
    /// sides if it is sheared: Lagrange's reduction of a lattice.
    private static func longerStep(_ first: SIMD2<Double>, _ second: SIMD2<Double>) -> Double {
        func square(_ step: SIMD2<Double>) -> Double { (step * step).sum() }
        var (short, long) = square(first) <= square(second) ? (first, second) : (second, first)
        // Each round but the last shortens a step by a factor of at least √3.
        for _ in 0..<maxReductions {
            let multiple = ((short * long).sum() / square(short)).rounded()
            guard multiple != 0, multiple.isFinite else { break }
            long -= multiple * short
            if square(long) >= square(short) { break }
            swap(&short, &long)
        }
        return square(long).squareRoot()
    }

    private static let maxReductions = 64

    /// A cell in whole pixels, at the origin.
    var cell: Box { Box(x: 0, y: 0, width: columns.pixels, height: rows.pixels) }

    /// The samples for each pixel of a finely drawn cell, by axis.
    var fineness: (columns: Int, rows: Int) { isFine ? (columns.fineness, rows.fineness) : (1, 1) }

    /// Returns the length in a cell's samples that counts as a pixel for lines with a least width. It is bounded by a
    /// share of the cell, so that the lines of a dense hatch do not fill it.
    ///
    /// - Parameter outer: The same length where the pattern is painted, which may be a cell, too.
    func samplesPerPixel(within outer: Double) -> Double {
        guard isFine else { return outer }
        let fineness = fineness
        return samplesPerPixel(
            within: outer, width: columns.pixels * Double(fineness.columns), height: rows.pixels * Double(fineness.rows)
        )
    }

    /// Returns the same length for a cell of `sampleCount` samples a side.
    func meanSamplesPerPixel(within outer: Double) -> Double {
        samplesPerPixel(within: outer, width: Self.sampleCount, height: Self.sampleCount)
    }

    private func samplesPerPixel(within outer: Double, width: Double, height: Double) -> Double {
        let mean = (width / columns.length * (height / rows.length)).squareRoot()
        return min(outer * mean, min(width, height) / Self.finestSide)
    }
}
