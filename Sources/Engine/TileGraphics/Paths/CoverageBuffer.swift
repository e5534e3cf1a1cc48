import TileGeometry

/// A buffer that computes the coverage of pixels by outlines: the area under each edge is added to the pixels that it
/// passes, and then summed along the rows. For small outlines with a uniform winding number (`Path.winding`); several
/// may share the buffer if their interiors do not overlap.
///
/// Cairo's scan conversion takes some 4 µs for an outline, however small; this takes a few tenths of one. The result
/// equals Cairo's: points, curves and edges' heights are rounded in the same way. The area under each edge is added in
/// rows without an edge's end, and that of fifteen samples of it in other rows.
///
/// The result depends only on an outline's position within its pixels, not on the tile or on other drawing.
final class CoverageBuffer {
    /// The maximum number of pixels; 16 KB of sums.
    static let maxPixels = 4096

    /// The position and size of the area, in pixels of the canvas.
    private(set) var x = 0
    private(set) var y = 0
    private(set) var width = 0
    private(set) var height = 0
    /// Two more than `width`, for the contribution of edges at the right.
    private var stride = 2
    // Raw memory: each step of the innermost loops is a few instructions, which bounds checks and exclusivity checks
    // would double. Lives as long as the buffer; `point` clamps every index to the area.
    private let sums: UnsafeMutablePointer<Float>
    /// Whether an edge ends within a row.
    private let hasEnds: UnsafeMutablePointer<Bool>
    private static let capacity = 2 * maxPixels + 16
    private var edges = ContiguousArray<Edge>()

    /// A straight edge, oriented downwards.
    private struct Edge {
        /// The ends in fifteenths of a row.
        var top: Int32
        var bottom: Int32
        /// The x coordinate at height 0, extrapolated.
        var x: Float
        /// The change of x per row.
        var slope: Float
        var left: Float
        var right: Float
        /// The orientation in the outline: 1 for downwards, −1 for upwards.
        var sign: Float

        /// Returns the x coordinate at a height, clamped to the edge in spite of rounding.
        @inline(__always)
        func x(at height: Float) -> Float { min(max(x + height * slope, left), right) }
    }

    init() {
        sums = .allocate(capacity: Self.capacity)
        sums.initialize(repeating: 0, count: Self.capacity)
        hasEnds = .allocate(capacity: Self.maxPixels)
        hasEnds.initialize(repeating: false, count: Self.maxPixels)
    }

    deinit {
        sums.deallocate()
        hasEnds.deallocate()
    }

    /// Returns whether an area of a size in pixels fits, whatever its position.
    static func holds(width: Double, height: Double) -> Bool {
        // One more pixel each way, because the area may straddle one; NaN does not fit.
        (width + 2) * (height + 2) <= Double(maxPixels) && width >= 0 && height >= 0
    }

    /// Prepares the buffer for outlines within a box of the canvas, for which `holds` was true.
    func begin(_ box: Box) {
        x = Int(box.minX.rounded(.down))
        y = Int(box.minY.rounded(.down))
        width = max(1, Int(box.maxX.rounded(.up)) - x)
        height = max(1, Int(box.maxY.rounded(.up)) - y)
        stride = width + 2
        precondition(stride * height <= Self.capacity, "an area of \(width) × \(height) pixels has no room")
    }

    // MARK: Adding outlines

    /// The maximum distance between a curve's control points and its chord, in pixels: Cairo's own.
    private static let tolerance: Float = 0.1
    /// The maximum number of halvings of a curve; 12 suffice for any curve that fits.
    private static let maxHalvings = 12
    /// Cairo's grid: positions are rounded to a 256th of a pixel, …
    private static let grid: Double = 256
    /// … and the height of edges to a fifteenth of a row.
    private static let steps: Float = 15
    /// The slope per fifteenth of a row below which samples of an edge are as accurate as its area.
    private static let steep: Float = 0.3

    /// Adds the interior of an outline.
    ///
    /// - Parameter transform: Maps the outline's plane to pixels of the canvas. The outline must be within the box
    ///   passed to `begin`.
    func add(_ path: Path, _ transform: CGAffineTransform) {
        let (tx, ty) = (transform.tx - Double(x), transform.ty - Double(y))
        let right = Float(width)
        let bottom = Float(height)
        path.verbs.withUnsafeBufferPointer { verbs in
            path.coordinates.withUnsafeBufferPointer { coordinates in
                var at = 0
                /// Clamped to the area, which rounding may exceed by one bit.
                @inline(__always)
                func point(_ offset: Int) -> SIMD2<Float> {
                    let (px, py) = (coordinates[at + offset], coordinates[at + offset + 1])
                    let place = SIMD2(
                        transform.a * px + transform.c * py + tx, transform.b * px + transform.d * py + ty)
                    let onGrid = SIMD2<Float>((place * Self.grid).rounded(.toNearestOrEven) / Self.grid)
                    return SIMD2(min(max(onGrid.x, 0), right), min(max(onGrid.y, 0), bottom))
                }
                var start = SIMD2<Float>.zero
                var pen = SIMD2<Float>.zero
                for verb in verbs {
                    switch verb {
                    case .move:
                        edge(pen, start)
                        start = point(0)
                        pen = start
                        at += 2
                    case .line:
                        let end = point(0)
                        edge(pen, end)
                        pen = end
                        at += 2
                    case .curve:
                        let end = point(4)
                        curve(from: pen, control1: point(0), control2: point(2), to: end, halvings: Self.maxHalvings)
                        pen = end
                        at += 6
                    case .close:
                        edge(pen, start)
                        pen = start
                    }
                }
                edge(pen, start)
            }
        }
    }

    /// Adds a curve as chords: halves it until the control points are close enough to the chord, like Cairo.
    private func curve(
        from a: SIMD2<Float>, control1 b: SIMD2<Float>, control2 c: SIMD2<Float>, to d: SIMD2<Float>, halvings: Int
    ) {
        if halvings == 0
            || max(Self.squaredDistance(of: b, from: a, to: d), Self.squaredDistance(of: c, from: a, to: d)) < Self
                .tolerance * Self.tolerance
        {
            return edge(a, d)
        }
        let (ab, bc, cd) = ((a + b) / 2, (b + c) / 2, (c + d) / 2)
        let (abc, bcd) = ((ab + bc) / 2, (bc + cd) / 2)
        let middle = (abc + bcd) / 2
        curve(from: a, control1: ab, control2: abc, to: middle, halvings: halvings - 1)
        curve(from: middle, control1: bcd, control2: cd, to: d, halvings: halvings - 1)
    }

    /// Returns the squared distance of a point from the line between two others.
    @inline(__always)
    private static func squaredDistance(of point: SIMD2<Float>, from: SIMD2<Float>, to: SIMD2<Float>) -> Float {
        let way = to - from
        var off = point - from
        let length = (way * way).sum()
        if length > 0 {
            let along = (off * way).sum()
            if along >= length { off = point - to } else if along > 0 { off -= way * (along / length) }
        }
        return (off * off).sum()
    }

    @inline(__always)
    private func edge(_ from: SIMD2<Float>, _ to: SIMD2<Float>) {
        let isDown = from.y < to.y
        let (upper, lower) = isDown ? (from, to) : (to, from)
        let (top, bottom) = (Int32(upper.y * Self.steps + 0.5), Int32(lower.y * Self.steps + 0.5))
        if top == bottom { return }
        let (firstRow, lastRow) = (top / 15, bottom / 15)
        if top != firstRow * 15 { hasEnds[Int(firstRow)] = true }
        if bottom != lastRow * 15 { hasEnds[Int(lastRow)] = true }
        let slope = (lower.x - upper.x) / (lower.y - upper.y)
        edges.append(
            Edge(
                top: top, bottom: bottom, x: upper.x - upper.y * slope, slope: slope, left: min(upper.x, lower.x),
                right: max(upper.x, lower.x), sign: isDown ? 1 : -1))
    }

    /// Adds the area to the right of each edge: positive if it goes down, negative if it goes up.
    private func addEdges() {
        for edge in edges {
            let isSteep = abs(edge.slope) < Self.steep * Self.steps
            var top = edge.top
            var topX = edge.x(at: Float(top) / Self.steps)
            while top < edge.bottom {
                let row = Int(top / 15)
                let bottom = min(edge.bottom, Int32(row + 1) * 15)
                let rowSums = sums + row * stride
                if isSteep || !hasEnds[row] {
                    let bottomX = edge.x(at: Float(bottom) / Self.steps)
                    add(edge.sign * Float(bottom - top) / Self.steps, from: topX, to: bottomX, in: rowSums)
                    topX = bottomX
                } else {
                    for step in top..<bottom {
                        let x = edge.x(at: (Float(step) + 0.5) / Self.steps)
                        let column = Int(x)
                        let within = edge.sign / Self.steps * (x - Float(column))
                        rowSums[column] += edge.sign / Self.steps - within
                        rowSums[column + 1] += within
                    }
                    topX = edge.x(at: Float(bottom) / Self.steps)
                }
                top = bottom
            }
        }
        edges.removeAll(keepingCapacity: true)
        hasEnds.update(repeating: false, count: height)
    }

    /// Adds the area to the right of a part of an edge within one row.
    ///
    /// - Parameter cover: The height of the part.
    @inline(__always)
    private func add(_ cover: Float, from x0: Float, to x1: Float, in row: UnsafeMutablePointer<Float>) {
        let left = min(x0, x1)
        let right = max(x0, x1)
        var column = Int(left)
        if right <= Float(column + 1) {
            let within = cover * ((left + right) * 0.5 - Float(column))
            row[column] += cover - within
            row[column + 1] += within
            return
        }
        let coverPerPixel = cover / (right - left)
        var x = left
        while x < right {
            let end = min(Float(column + 1), right)
            let part = (end - x) * coverPerPixel
            let within = part * ((x + end) * 0.5 - Float(column))
            row[column] += part - within
            row[column + 1] += within
            x = end
            column += 1
        }
    }

    // MARK: Taking what is covered

    /// Composites a color over pixels according to their coverage, and clears the buffer.
    ///
    /// - Parameter parts: Disjoint parts of the bitmap; the rest is unchanged.
    func blend(_ color: PixelColor, on bitmap: Bitmap, in parts: ContiguousArray<PixelRect>) {
        addEdges()
        let source = UInt64(spreading: color.argb)
        for part in parts {
            let columns = part.columns.clamped(to: x..<x + width)
            let rows = part.rows.clamped(to: y..<y + height)
            if columns.isEmpty { continue }
            for row in rows {
                let rowSums = sums + (row - y) * stride
                let pixels = bitmap.row(row).baseAddress! + x
                var sum: Float = 0
                for column in 0..<columns.lowerBound - x { sum += rowSums[column] }
                for column in columns.lowerBound - x..<columns.upperBound - x {
                    sum += rowSums[column]
                    let cover = Self.byte(sum)
                    if cover == 0 { continue }
                    pixels[column] =
                        cover == 255 && color.isOpaque
                        ? color.argb : source.scaled(by: cover).over(pixels[column])
                }
            }
        }
        sums.update(repeating: 0, count: stride * height)
    }

    @inline(__always)
    private static func byte(_ sum: Float) -> UInt64 { UInt64(min(abs(sum), 1) * 255 + 0.5) }
}

extension UInt64 {
    /// Spreads a pixel's four bytes to 16 bits each, so that all are multiplied at once.
    @inline(__always)
    fileprivate init(spreading argb: UInt32) {
        let both = UInt64(argb) | UInt64(argb) << 24
        self = both & 0x00FF_00FF_00FF_00FF
    }

    /// Returns each byte multiplied by a factor of 0…255 and divided by 255, rounded.
    @inline(__always)
    fileprivate func scaled(by factor: UInt64) -> UInt64 {
        let product = self &* factor &+ 0x0080_0080_0080_0080
        return ((product &+ (product &>> 8 & 0x00FF_00FF_00FF_00FF)) &>> 8) & 0x00FF_00FF_00FF_00FF
    }

    /// Composites with Porter and Duff's "over", on premultiplied bytes.
    @inline(__always)
    fileprivate func over(_ beneath: UInt32) -> UInt32 {
        // `init(spreading:)` moves the alpha from bits 24 to 31 to bit 48.
        let alpha = self &>> 48
        let sum = self &+ UInt64(spreading: beneath).scaled(by: 255 &- alpha)
        return UInt32(truncatingIfNeeded: sum | sum &>> 24)
    }
}
