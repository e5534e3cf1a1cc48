import Foundation
import TileGeometry

/// Thins a solid line for a scale. Its ink is within a quarter of a pixel of the original's, and covers pixels as much.
///
/// A line is seen as a set of points, not as a way along them. So beside the points that a straight line passes closely
/// (`ThinningCone`), a stretch that goes to and fro within a strip of a fraction of a pixel, as in the plot of a noisy
/// signal, can be replaced:
///
/// - A line of about a pixel or more in width keeps a strip's first, last and outermost points.
/// - A thinner line covers a part of the strip only, by how often it passes, and a picture of few lines would be too
///   light. Its ink becomes a shape that is filled: for each strip a column, as wide as what the line would cover if
///   it passed at random places.
struct StrokeThinning {
    /// The thinned line.
    enum Result {
        /// A line to stroke in the same style.
        case line(Path)
        /// Its ink, to fill with the nonzero rule.
        case ink(Path)
    }

    /// The width of the line.
    let width: Double
    let cap: StrokeStyle.Cap
    let join: StrokeStyle.Join
    /// The side of a pixel, in the line's plane.
    let pixel: Double

    /// The width in pixels below which a line's ink is a shape.
    static let thinInk = 0.25
    /// The width in pixels up to which the joins of points that are left out cannot be seen.
    private static let plainJoins = 1.25
    /// The width of a strip, in pixels, …
    private static let strip = 0.12
    /// … and with the columns of ink, which are in the middle of it.
    private static let inkStrip = 0.36
    private static let tolerance = 0.06
    /// The cosine of the sharpest turn at a point that can be left out of a wide line without a round join: 45°, where
    /// a miter reaches a twelfth farther than the line.
    private static let sharpestTurn = 0.7

    /// Returns the thinned line; nil if it has about as many points as the original. Of long curves, each of which is
    /// many chords, it may have more.
    ///
    /// - Complexity: O(n); the memory is that of the path.
    func thinned(_ path: Path) -> Result? {
        if width < Self.thinInk * pixel { return ink(path).map { .ink($0) } }
        return line(path, isWide: width > Self.plainJoins * pixel && join != .round).map { .line($0) }
    }

    /// The bytes of a point of a path.
    private static let pointBytes = 17

    // MARK: Wide lines

    private func line(_ path: Path, isWide: Bool) -> Path? {
        let maxVerbs = path.verbs.count / 2
        var builder = PathBuilder()
        for subpath in path.subpaths {
            let start = path.start(of: subpath)
            var cone = ThinningCone(
                SIMD2(start.x, start.y), tolerance: Self.tolerance * pixel, sharpest: isWide ? Self.sharpestTurn : -1)
            builder.move(x: start.x, y: start.y)
            func isShort() -> Bool { builder.verbCount <= maxVerbs }
            func add(_ point: SIMD2<Double>) {
                if let kept = cone.add(point) { builder.line(x: kept.x, y: kept.y) }
            }
            if isWide {
                path.forEachPoint(of: subpath, tolerance: Self.tolerance * pixel, while: isShort) { add($0) }
            } else {
                var strip = LineStrip(SIMD2(start.x, start.y), width: Self.strip * pixel)
                path.forEachPoint(of: subpath, tolerance: Self.tolerance * pixel, while: isShort) { point in
                    if !strip.holds(point) {
                        strip.forEachKept { add($0) }
                        strip = LineStrip(strip.last, width: strip.width)
                    }
                    strip.add(point)
                }
                strip.forEachKept { add($0) }
            }
            guard isShort() else { return nil }
            if let last = cone.finish() { builder.line(x: last.x, y: last.y) }
            if subpath.isClosed { builder.close() }
        }
        return builder.build()
    }

    /// A stretch of a line within a narrow upright or level strip.
    private struct LineStrip {
        let width: Double
        private(set) var last: SIMD2<Double>
        private var low: SIMD2<Double>
        private var high: SIMD2<Double>
        /// The outermost points and their numbers along the stretch.
        private var outermost: (left: Mark, right: Mark, top: Mark, bottom: Mark)
        private var count = 0

        private struct Mark {
            var point: SIMD2<Double>
            var number: Int
        }

        init(_ start: SIMD2<Double>, width: Double) {
            self.width = width
            (last, low, high) = (start, start, start)
            let mark = Mark(point: start, number: 0)
            outermost = (mark, mark, mark, mark)
        }

        /// Returns whether the stretch and another point are in a strip.
        func holds(_ point: SIMD2<Double>) -> Bool {
            max(high.x, point.x) - min(low.x, point.x) <= width || max(high.y, point.y) - min(low.y, point.y) <= width
        }

        mutating func add(_ point: SIMD2<Double>) {
            count += 1
            last = point
            if point.x < low.x { (low.x, outermost.left) = (point.x, Mark(point: point, number: count)) }
            if point.x > high.x { (high.x, outermost.right) = (point.x, Mark(point: point, number: count)) }
            if point.y < low.y { (low.y, outermost.top) = (point.y, Mark(point: point, number: count)) }
            if point.y > high.y { (high.y, outermost.bottom) = (point.y, Mark(point: point, number: count)) }
        }

        /// Calls `body` with the points to keep after the start, in order.
        func forEachKept(_ body: (SIMD2<Double>) -> Void) {
            guard count > 0 else { return }
            let isUpright = high.x - low.x <= high.y - low.y
            let (a, b) = isUpright ? (outermost.top, outermost.bottom) : (outermost.left, outermost.right)
            let (first, second) = a.number < b.number ? (a, b) : (b, a)
            if first.number > 0, first.number < count { body(first.point) }
            if second.number > first.number, second.number < count { body(second.point) }
            body(last)
        }
    }

    // MARK: Thin lines

    /// A straight part of a thinned line.
    struct Chord {
        var from: SIMD2<Double>
        var to: SIMD2<Double>
        /// The length of the line that it stands for.
        var length: Double
    }

    private func ink(_ path: Path) -> Path? {
        let maxVerbs = path.ownByteCount / Self.pointBytes
        var pen = InkPen(columns: InkColumns(width, strip: Self.inkStrip * pixel), tolerance: Self.tolerance * pixel)
        for subpath in path.subpaths {
            let start = path.start(of: subpath)
            // Both caps at the start: within a pixel of where they are.
            let hasCaps = !subpath.isClosed && cap != .butt
            pen.begin(at: SIMD2(start.x, start.y), ink: hasCaps ? capLength : nil)
            func isShort() -> Bool { pen.columns.builder.verbCount <= maxVerbs }
            path.forEachPoint(of: subpath, tolerance: pen.tolerance, while: isShort) { pen.add($0) }
            pen.finish()
            guard isShort() else { return nil }
        }
        return pen.columns.builder.build()
    }

    /// Turns the points of a line into chords.
    private struct InkPen {
        var columns: InkColumns
        let tolerance: Double
        private var cone: ThinningCone
        /// The last kept point, and the length of the line after it.
        private var kept = SIMD2<Double>.zero
        private var length = 0.0
        private var last = SIMD2<Double>.zero

        init(columns: InkColumns, tolerance: Double) {
            (self.columns, self.tolerance) = (columns, tolerance)
            cone = ThinningCone(.zero, tolerance: tolerance)
        }

        /// Begins a subpath.
        ///
        /// - Parameter ink: The length of a line with as much ink as the caps; nil if there are none.
        mutating func begin(at point: SIMD2<Double>, ink: Double?) {
            cone.begin(point)
            (kept, last, length) = (point, point, 0)
            if let ink { columns.add(Chord(from: point, to: point, length: ink)) }
        }

        @inline(__always)
        mutating func add(_ point: SIMD2<Double>) {
            if let kept = cone.add(point) { end(at: kept) }
            let step = point - last
            length += (step * step).sum().squareRoot()
            last = point
        }

        mutating func finish() {
            if let last = cone.finish() { end(at: last) }
            columns.endStretch()
        }

        private mutating func end(at point: SIMD2<Double>) {
            columns.add(Chord(from: kept, to: point, length: length))
            (kept, length) = (point, 0)
        }
    }

    /// The length of a line with as much ink as the caps at both ends of one.
    private var capLength: Double {
        switch cap {
        case .butt: 0
        case .square: width
        case .round: width * .pi / 4
        }
    }
}
