import CCairo
import Foundation
import TileGeometry

/// Computes the coverage of pixels by outlines with any number of edges, in time that grows with the heights of the
/// edges and with nothing else.
///
/// Cairo keeps the edges of a row sorted, so that thousands of edges that cross at random take seconds a tile. Here
/// each edge adds its direction to a sample of each row of samples, at the first sample to its right, and the running
/// sum along a row is the winding number. Edges are not stored; memory is that of one band of rows.
///
///     var coverage = EdgeCoverage(x: 0, y: 0, width: 256, height: 256)
///     coverage.cover(rule: .nonZero) { box, edges in path.addFill(transform, in: box, to: &edges) }
///
/// The samples are at fixed positions of the canvas, so the result does not depend on the bands.
struct EdgeCoverage {
    /// The samples along each side of a pixel: 64 steps of coverage, for outlines with many edges in a pixel.
    private static let fineness = 8
    /// The number of running sums in a band: 2 MB, which stays in a core's cache.
    private static let sumsPerBand = 1 << 19

    /// The area, in pixels of the canvas.
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    /// The bytes from one row of `bytes` to the next: a multiple of 4, as Cairo requires.
    let stride: Int
    /// The coverage, one byte for each pixel.
    var bytes: ContiguousArray<UInt8>

    init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
        stride = (width + 3) & ~3
        bytes = ContiguousArray(repeating: 0, count: stride * height)
    }

    /// The edges of a band, which add their direction to samples.
    struct WindingEdges: EdgeReceiver {
        fileprivate let sums: UnsafeMutablePointer<Int32>
        /// The position of the band's first sample, in samples.
        fileprivate let left: Double
        fileprivate let top: Double
        fileprivate let columns: Int
        fileprivate let rows: Int
        /// The number of edges and samples visited, as a measure of work.
        private(set) var work = 0

        @inline(__always)
        mutating func add(fromX: Double, fromY: Double, toX: Double, toY: Double) {
            let scale = Double(fineness)
            // Samples are in the middle of their row.
            let (y0, y1) = (fromY * scale - top - 0.5, toY * scale - top - 0.5)
            let (upper, lower) = y0 < y1 ? (y0, y1) : (y1, y0)
            guard lower > 0, upper < Double(rows), y0.isFinite, y1.isFinite else { return }
            let first = Int(max(upper, 0).rounded(.up))
            let last = Int(min(lower, Double(rows)).rounded(.up))
            work &+= 1
            guard first < last else { return }
            let direction: Int32 = y0 < y1 ? 1 : -1
            let (x0, x1) = (fromX * scale - left, toX * scale - left)
            let slope = (x1 - x0) / (y1 - y0)
            guard slope.isFinite, x0.isFinite else { return }
            work &+= last - first
            let stride = columns + 1
            var row = sums + first * stride
            let end = Double(columns)
            for sample in first..<last {
                // Multiplied, not added up, so that the result is the same in every band.
                let position = x0 + (Double(sample) - y0) * slope + 0.5
                row[Int(min(max(position, 0), end))] &+= direction
                row += stride
            }
        }
    }

    /// Computes the coverage.
    ///
    /// - Parameters:
    ///   - isSmooth: Whether pixels may be covered partly.
    ///   - add: Adds the edges that can be visible in a box of the canvas, called for each band of rows. Edges to the
    ///     left of the box count.
    mutating func cover<Failure: Error>(
        rule: FillRule, isSmooth: Bool = true, _ add: (Box, inout WindingEdges) throws(Failure) -> Void
    ) throws(Failure) {
        let fineness = Self.fineness
        let columns = width * fineness
        let rowsOfBand = max(1, min(height, Self.sumsPerBand / ((columns + 1) * fineness)))
        let count = (columns + 1) * rowsOfBand * fineness
        // Raw memory: the innermost loops are a few instructions each. Freed below, on every way out.
        let sums = UnsafeMutablePointer<Int32>.allocate(capacity: count)
        sums.initialize(repeating: 0, count: count)
        defer { sums.deallocate() }
        for top in Swift.stride(from: 0, to: height, by: rowsOfBand) {
            let rows = min(rowsOfBand, height - top)
            let box = Box(x: Double(x), y: Double(y + top), width: Double(width), height: Double(rows))
            var edges = WindingEdges(
                sums: sums, left: Double(x * fineness), top: Double((y + top) * fineness), columns: columns,
                rows: rows * fineness)
            try add(box, &edges)
            if edges.work > 0 { sum(sums, top: top, rows: rows, rule: rule, isSmooth: isSmooth) }
        }
    }

    /// Sums a band up along its rows, and clears it.
    private mutating func sum(
        _ sums: UnsafeMutablePointer<Int32>, top: Int, rows: Int, rule: FillRule, isSmooth: Bool
    ) {
        let fineness = Self.fineness
        let columns = width * fineness
        let mask: Int32 = rule == .nonZero ? -1 : 1
        bytes.withUnsafeMutableBufferPointer { bytes in
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: width) { counts in
                for row in 0..<rows {
                    counts.update(repeating: 0)
                    for sample in 0..<fineness {
                        let line = sums + (row * fineness + sample) * (columns + 1)
                        var winding: Int32 = 0
                        for pixel in 0..<width {
                            var inside: Int32 = 0
                            for column in pixel * fineness..<(pixel + 1) * fineness {
                                winding &+= line[column]
                                inside &+= winding & mask == 0 ? 0 : 1
                            }
                            counts[pixel] &+= inside
                        }
                        line.update(repeating: 0, count: columns + 1)
                    }
                    let all = Int32(fineness * fineness)
                    for pixel in 0..<width {
                        bytes[(top + row) * stride + pixel] =
                            isSmooth
                            ? UInt8((counts[pixel] * 255 + all / 2) / all) : counts[pixel] * 2 >= all ? 255 : 0
                    }
                }
            }
        }
    }

    /// Calls `body` with a surface of the coverage.
    mutating func withSurface(_ body: (OpaquePointer) -> Void) {
        bytes.withUnsafeMutableBufferPointer { bytes in
            let surface: OpaquePointer = cairo_image_surface_create_for_data(
                bytes.baseAddress, CAIRO_FORMAT_A8, Int32(width), Int32(height), Int32(stride))
            body(surface)
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
    }

    /// Multiplies the coverage by that over the same area.
    mutating func formIntersection(_ other: EdgeCoverage) {
        precondition(bytes.count == other.bytes.count, "both cover the same area")
        for index in bytes.indices {
            bytes[index] = UInt8((UInt32(bytes[index]) * UInt32(other.bytes[index]) + 127) / 255)
        }
    }
}

extension Path {
    /// Adds the edges of a filled outline that matter in a box: those within and to the left of it.
    ///
    /// - Parameters:
    ///   - transform: Maps the outline's plane to pixels of the canvas.
    ///   - box: The visible area, in pixels.
    func addFill(_ transform: CGAffineTransform, in box: Box, to edges: inout some EdgeReceiver) {
        let local = box.expanded(by: 1).applying(transform.inverted())
        // A closed subpath on one side of the box does not wind around it.
        _ = walkSubpaths(
            local,
            touching: { index in
                let subpath = subpaths[index]
                let start = start(of: subpath)
                var sink = FillEdges(edges: edges, transform: transform, start)
                let end = walk(subpath, in: local, &sink)
                sink.line(from: end, to: start)
                edges = sink.edges
                return true
            }, missing: { _ in })
    }

    /// Adds the edges of a stroked outline in a box. Each segment, join and cap is a polygon of its own; all turn in
    /// the same direction, so that the rule of nonzero winding unites them.
    ///
    /// - Parameters:
    ///   - transform: Maps the outline's plane to pixels of the canvas.
    ///   - box: The visible area, in the outline's plane, expanded by the pen's reach.
    func addStroke(
        _ style: StrokeStyle, _ transform: CGAffineTransform, in box: Box, to edges: inout some EdgeReceiver
    ) {
        _ = walkSubpaths(
            box,
            touching: { index in
                let subpath = subpaths[index]
                var pen = StrokeEdges(edges: edges, style: style, transform: transform)
                let start = start(of: subpath)
                let end = walk(subpath, in: box, &pen)
                pen.finish(isClosed: subpath.isClosed && start == end)
                edges = pen.edges
                return true
            }, missing: { _ in })
    }
}

/// Adds the edges of a filled outline.
private struct FillEdges<Receiver: EdgeReceiver>: SegmentSink {
    var edges: Receiver
    let transform: CGAffineTransform
    private var pen: (x: Double, y: Double)

    init(edges: Receiver, transform: CGAffineTransform, _ start: PathEmitter.Point) {
        (self.edges, self.transform) = (edges, transform)
        pen = transform.apply(x: start.x, y: start.y)
    }

    mutating func line(from: PathEmitter.Point, to: PathEmitter.Point) {
        let end = transform.apply(x: to.x, y: to.y)
        edges.add(fromX: pen.x, fromY: pen.y, toX: end.x, toY: end.y)
        pen = end
    }

    mutating func curve(_ curve: PathEmitter.Curve) {
        curve.forEachChord(transform.meanScale) { line(from: $0, to: $1) }
    }

    mutating func missing(to end: PathEmitter.Point) { line(from: end, to: end) }
}

extension PathEmitter.Curve {
    /// Calls `body` with chords that are within a tenth of a pixel of the curve.
    ///
    /// - Parameter scale: The pixels for each unit of the curve's plane.
    func forEachChord(_ scale: Double, _ body: (PathEmitter.Point, PathEmitter.Point) -> Void) {
        // A chord of one n-th of the parameter is within an eighth of six times the second difference over n².
        let first = max(abs(a.x - 2 * b.x + c.x), abs(a.y - 2 * b.y + c.y))
        let second = max(abs(b.x - 2 * c.x + d.x), abs(b.y - 2 * c.y + d.y))
        let needed = (max(first, second) * scale * 7.5).squareRoot().rounded(.up)
        let count = Int(min(max(needed.isFinite ? needed : 1, 1), 256))
        var from = a
        for index in 1...count {
            let to: PathEmitter.Point
            if index == count {
                to = d
            } else {
                let t = Double(index) / Double(count)
                let s = 1 - t
                let (u, v, w, z) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
                to = PathEmitter.Point(
                    u * a.x + v * b.x + w * c.x + z * d.x, u * a.y + v * b.y + w * c.y + z * d.y)
            }
            body(from, to)
            from = to
        }
    }
}

/// Adds the edges of a stroked outline.
private struct StrokeEdges<Receiver: EdgeReceiver>: SegmentSink {
    var edges: Receiver
    let style: StrokeStyle
    let transform: CGAffineTransform
    private let half: Double
    /// The corners of a disc.
    private let disc: [SIMD2<Double>]

    /// The end of the last segment and its direction; nil after a gap.
    private var last: (point: SIMD2<Double>, direction: SIMD2<Double>)?
    /// The start of the first segment, unless a gap is before it, and its direction.
    private var first: (point: SIMD2<Double>, direction: SIMD2<Double>)?
    private var hasBegun = false
    /// A point without length, which has only caps.
    private var dot: SIMD2<Double>?

    init(edges: Receiver, style: StrokeStyle, transform: CGAffineTransform) {
        (self.edges, self.style, self.transform) = (edges, style, transform)
        half = style.width / 2
        // Within a tenth of a pixel.
        let radius = half * transform.meanScale
        let count = Int(min(64, max(6, (7 * max(0, radius).squareRoot()).rounded(.up))))
        disc = (0..<count).map {
            let angle = Double($0) / Double(count) * 2 * .pi
            return SIMD2(cos(angle), sin(angle))
        }
    }

    mutating func line(from: PathEmitter.Point, to: PathEmitter.Point) {
        segment(SIMD2(from.x, from.y), SIMD2(to.x, to.y))
    }

    mutating func curve(_ curve: PathEmitter.Curve) {
        curve.forEachChord(transform.meanScale) { segment(SIMD2($0.x, $0.y), SIMD2($1.x, $1.y)) }
    }

    mutating func missing(to end: PathEmitter.Point) {
        last = nil
        hasBegun = true
    }

    /// Adds the caps, or the join of a closed outline's ends.
    mutating func finish(isClosed: Bool) {
        if isClosed, let first, let last {
            join(at: last.point, from: last.direction, to: first.direction)
            return
        }
        if let first { cap(first.point, -first.direction) }
        if let last { cap(last.point, last.direction) }
        if first == nil, last == nil, let dot, style.cap != .butt {
            cap(dot, SIMD2(1, 0))
            cap(dot, SIMD2(-1, 0))
        }
    }

    private mutating func segment(_ from: SIMD2<Double>, _ to: SIMD2<Double>) {
        let way = to - from
        let length = (way * way).sum().squareRoot()
        guard length > 0, length.isFinite else {
            if !hasBegun { dot = from }
            return
        }
        let direction = way / length
        if let last { join(at: last.point, from: last.direction, to: direction) }
        if !hasBegun { first = (from, direction) }
        hasBegun = true
        last = (to, direction)
        let side = SIMD2(-direction.y, direction.x) * half
        quad(a: from + side, b: from - side, c: to - side, d: to + side)
    }

    private mutating func join(at point: SIMD2<Double>, from before: SIMD2<Double>, to after: SIMD2<Double>) {
        let corner = StrokeCorner(from: before, to: after)
        if corner.cross == 0, corner.dot > 0 { return }
        if style.join == .round { return round(point) }
        let ends = corner.outerEnds(half: half)
        if style.join == .miter, corner.allowsMiter(limit: style.miterLimit) {
            quad(a: point, b: point + ends.before, c: point + corner.tip(of: ends), d: point + ends.after)
        } else {
            quad(a: point, b: point, c: point + ends.before, d: point + ends.after)
        }
    }

    private mutating func cap(_ point: SIMD2<Double>, _ direction: SIMD2<Double>) {
        switch style.cap {
        case .butt: break
        case .round: round(point)
        case .square:
            let side = SIMD2(-direction.y, direction.x) * half
            let end = point + direction * half
            quad(a: point + side, b: point - side, c: end - side, d: end + side)
        }
    }

    private mutating func round(_ point: SIMD2<Double>) {
        var from = point + disc[disc.count - 1] * half
        for corner in disc {
            let to = point + corner * half
            edge(from, to)
            from = to
        }
    }

    /// Adds a convex polygon of four corners, turned like a disc.
    private mutating func quad(a: SIMD2<Double>, b: SIMD2<Double>, c: SIMD2<Double>, d: SIMD2<Double>) {
        let (u, v) = (c - a, d - b)
        let area = u.x * v.y - u.y * v.x
        if area > 0 {
            edge(a, b)
            edge(b, c)
            edge(c, d)
            edge(d, a)
        } else if area < 0 {
            edge(a, d)
            edge(d, c)
            edge(c, b)
            edge(b, a)
        }
    }

    private mutating func edge(_ from: SIMD2<Double>, _ to: SIMD2<Double>) {
        let (p, q) = (transform.apply(x: from.x, y: from.y), transform.apply(x: to.x, y: to.y))
        edges.add(fromX: p.x, fromY: p.y, toX: q.x, toY: q.y)
    }
}
