import CCairo
import TileGeometry

/// Passes the part of an outline that can be visible in a box to Cairo, in the outline's own plane (the context's
/// matrix maps it).
///
/// For fills, a run of segments entirely on one side of the box is replaced by the straight line from its start to its
/// end: both are in the same half plane, so the winding number in the box is unchanged. For strokes such a run is
/// skipped. The pixels of the box are the same as if everything had been drawn.
///
/// Cairo's coordinates are 24.8 fixed point and silently overflow beyond 2²³ pixels, so outlines that extend beyond
/// `safe` are clipped first, exactly for lines, and by subdivision for curves.
struct PathEmitter {
    let cairo: OpaquePointer
    /// The visible area in the outline's plane, expanded for antialiasing (and, for strokes, the pen's reach).
    let box: Box
    /// The box to which coordinates are clamped; contains `box` with a wide margin.
    let safe: Box
    var segments = 0
    /// The side of a pixel in the outline's plane, for strokes with a pen of some pixels; nil for others.
    var pixelOfThickStroke: Double?

    // MARK: Fills

    mutating func fill(_ path: Path) {
        if safe.contains(path.bounds), path.segmentCount < SegmentRuns.worthwhileCount {
            for subpath in path.subpaths { whole(path, subpath) }
            return
        }
        let isSafe = safe.contains(path.bounds)
        _ = path.walkSubpaths(
            box,
            touching: { index in
                let subpath = path.subpaths[index]
                if isSafe, subpath.runs == nil {
                    whole(path, subpath)
                } else {
                    culled(path, subpath, isSafe: isSafe)
                }
                return true
            },
            missing: { _ in })
    }

    mutating func whole(_ path: Path, _ subpath: Path.Subpath) {
        segments += subpath.verbs.count
        path.coordinates.withUnsafeBufferPointer { c in
            var at = subpath.firstCoordinate
            for index in subpath.verbs {
                switch path.verbs[index] {
                case .move:
                    cairo_move_to(cairo, c[at], c[at + 1])
                    at += 2
                case .line:
                    cairo_line_to(cairo, c[at], c[at + 1])
                    at += 2
                case .curve:
                    if let pixelOfThickStroke {
                        let curve = Curve(
                            from: Point(c[at - 2], c[at - 1]), control1: Point(c[at], c[at + 1]),
                            control2: Point(c[at + 2], c[at + 3]), to: Point(c[at + 4], c[at + 5])
                        ).withClearTangents(pixel: pixelOfThickStroke)
                        cairo_curve_to(cairo, curve.b.x, curve.b.y, curve.c.x, curve.c.y, curve.d.x, curve.d.y)
                    } else {
                        cairo_curve_to(cairo, c[at], c[at + 1], c[at + 2], c[at + 3], c[at + 4], c[at + 5])
                    }
                    at += 6
                case .close: cairo_close_path(cairo)
                }
            }
        }
    }

    private mutating func culled(_ path: Path, _ subpath: Path.Subpath, isSafe: Bool) {
        let start = path.start(of: subpath)
        moveTo(start)
        var filling = Filling(emitter: self, isSafe: isSafe)
        let end = path.walk(subpath, in: box, &filling)
        segments = filling.emitter.segments
        if !isSafe { fillLine(end, start) }
        cairo_close_path(cairo)
    }

    /// Emits the filled part of a subpath.
    private struct Filling: SegmentSink {
        var emitter: PathEmitter
        let isSafe: Bool

        mutating func line(from: Point, to: Point) {
            if isSafe { emitter.lineTo(to) } else { emitter.fillLine(from, to) }
        }

        mutating func curve(_ curve: Curve) {
            if isSafe { emitter.curveTo(curve) } else { emitter.fillCurve(curve, depth: 0) }
        }

        mutating func missing(to end: Point) { emitter.lineTo(end) }
    }

    /// Adds a line that may leave `safe`. Outside, each point is replaced by the nearest one on the border, so that the
    /// line passes the box on the same side.
    private mutating func fillLine(_ from: Point, _ to: Point) {
        defer { lineTo(to) }
        if safe.contains(x: from.x, y: from.y), safe.contains(x: to.x, y: to.y) { return }
        // The line is entirely on one side of the box, and so is any line between the nearest points.
        let hull = Box(
            minX: min(from.x, to.x), minY: min(from.y, to.y), maxX: max(from.x, to.x), maxY: max(from.y, to.y))
        if !hull.intersects(box) { return }
        let dx = to.x - from.x
        let dy = to.y - from.y
        let crossings = [
            (safe.minX - from.x) / dx, (safe.maxX - from.x) / dx, (safe.minY - from.y) / dy, (safe.maxY - from.y) / dy,
        ]
        for t in crossings.filter({ $0 > 0 && $0 < 1 }).sorted() { lineTo(Point(from.x + t * dx, from.y + t * dy)) }
    }

    private mutating func fillCurve(_ curve: Curve, depth: Int) {
        if safe.contains(curve.hull) {
            curveTo(curve)
        } else if !curve.hull.intersects(box) || depth == Self.deepestSubdivision {
            // Entirely on one side: any path there has the same effect.
            lineTo(curve.d)
        } else {
            let (left, right) = curve.halves
            fillCurve(left, depth: depth + 1)
            fillCurve(right, depth: depth + 1)
        }
    }

    /// The maximum subdivision, 2⁻⁴⁸ of a curve: the precision of a double is reached earlier.
    private static let deepestSubdivision = 48

    private mutating func moveTo(_ point: Point) {
        let point = safe.clamp(point)
        cairo_move_to(cairo, point.x, point.y)
    }

    private mutating func lineTo(_ point: Point) {
        segments += 1
        let point = safe.clamp(point)
        cairo_line_to(cairo, point.x, point.y)
    }

    private mutating func curveTo(_ curve: Curve) {
        segments += 1
        let curve = pixelOfThickStroke.map { curve.withClearTangents(pixel: $0) } ?? curve
        cairo_curve_to(cairo, curve.b.x, curve.b.y, curve.c.x, curve.c.y, curve.d.x, curve.d.y)
    }

    // MARK: Strokes

    mutating func stroke(_ path: Path) {
        let isSafe = safe.contains(path.bounds)
        _ = path.walkSubpaths(
            box,
            touching: { index in
                let subpath = path.subpaths[index]
                if !isSafe || subpath.runs != nil {
                    strokeCulled(path, subpath, isSafe: isSafe)
                } else {
                    whole(path, subpath)
                }
                return true
            },
            missing: { _ in })
    }

    /// Skips the segments that cannot be visible. On a closed subpath it starts after a gap, so that the join at the
    /// subpath's start is drawn as a join.
    private mutating func strokeCulled(_ path: Path, _ subpath: Path.Subpath, isSafe: Bool) {
        var stroking = Stroking(box: box, safe: safe, isSafe: isSafe)
        _ = path.walk(subpath, in: box, &stroking)
        let pieces = stroking.pieces
        guard let gap = pieces.firstIndex(of: .gap) else {
            emit(pieces[...])
            if subpath.isClosed { cairo_close_path(cairo) }
            return
        }
        if subpath.isClosed {
            emit(pieces[gap...] + pieces[..<gap])
        } else {
            emit(pieces[...])
        }
    }

    /// A part of an outline to stroke.
    private enum Piece: Equatable {
        case gap
        case line(Point, Point)
        case curve(Curve)
    }

    /// Collects the stroked part of a subpath.
    private struct Stroking: SegmentSink {
        let box: Box
        let safe: Box
        let isSafe: Bool
        var pieces: [Piece] = []

        mutating func line(from: Point, to: Point) {
            if isSafe || (safe.contains(x: from.x, y: from.y) && safe.contains(x: to.x, y: to.y)) {
                pieces.append(.line(from, to))
            } else if let inside = safe.clip(from, to) {
                if inside.0 != from { gap() }
                pieces.append(.line(inside.0, inside.1))
                if inside.1 != to { gap() }
            } else {
                gap()
            }
        }

        mutating func curve(_ curve: Curve) {
            if isSafe { pieces.append(.curve(curve)) } else { add(curve, depth: 0) }
        }

        mutating func missing(to end: Point) { gap() }

        private mutating func gap() {
            if pieces.last != .gap { pieces.append(.gap) }
        }

        private mutating func add(_ curve: Curve, depth: Int) {
            if safe.contains(curve.hull) {
                pieces.append(.curve(curve))
            } else if !curve.hull.intersects(box) || depth == PathEmitter.deepestSubdivision {
                gap()
            } else {
                let (left, right) = curve.halves
                add(left, depth: depth + 1)
                add(right, depth: depth + 1)
            }
        }
    }

    private mutating func emit(_ pieces: ArraySlice<Piece>) {
        var isDown = false
        for piece in pieces {
            switch piece {
            case .gap: isDown = false
            case .line(let from, let to):
                if !isDown { cairo_move_to(cairo, from.x, from.y) }
                cairo_line_to(cairo, to.x, to.y)
                isDown = true
                segments += 1
            case .curve(let curve):
                if !isDown { cairo_move_to(cairo, curve.a.x, curve.a.y) }
                curveTo(curve)
                isDown = true
            }
        }
    }

    // MARK: Geometry

    struct Point: Equatable {
        var x: Double
        var y: Double

        init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    struct Curve: Equatable {
        var a: Point
        var b: Point
        var c: Point
        var d: Point

        init(from a: Point, control1 b: Point, control2 c: Point, to d: Point) {
            (self.a, self.b, self.c, self.d) = (a, b, c, d)
        }

        /// The bounding box of the curve and its control points.
        var hull: Box {
            Box(
                minX: min(min(a.x, b.x), min(c.x, d.x)), minY: min(min(a.y, b.y), min(c.y, d.y)),
                maxX: max(max(a.x, b.x), max(c.x, d.x)), maxY: max(max(a.y, b.y), max(c.y, d.y)))
        }

        /// The two halves by De Casteljau's subdivision.
        var halves: (Curve, Curve) {
            func mid(_ p: Point, _ q: Point) -> Point { Point(p.x / 2 + q.x / 2, p.y / 2 + q.y / 2) }
            let ab = mid(a, b)
            let bc = mid(b, c)
            let cd = mid(c, d)
            let abc = mid(ab, bc)
            let bcd = mid(bc, cd)
            let middle = mid(abc, bcd)
            return (
                Curve(from: a, control1: ab, control2: abc, to: middle),
                Curve(from: middle, control1: bcd, control2: cd, to: d)
            )
        }
    }
}

extension Box {
    fileprivate func clamp(_ point: PathEmitter.Point) -> PathEmitter.Point {
        PathEmitter.Point(min(max(point.x, minX), maxX), min(max(point.y, minY), maxY))
    }

    /// Returns the part of a line inside the box; nil if there is none.
    ///
    /// - SeeAlso: Liang and Barsky, "A New Concept and Method for Line Clipping", 1984.
    func clip(
        _ from: PathEmitter.Point, _ to: PathEmitter.Point
    ) -> (PathEmitter.Point, PathEmitter.Point)? {
        let dx = to.x - from.x
        let dy = to.y - from.y
        var enter = 0.0
        var leave = 1.0
        for (p, q) in [(-dx, from.x - minX), (dx, maxX - from.x), (-dy, from.y - minY), (dy, maxY - from.y)] {
            if p == 0 {
                if q < 0 { return nil }
            } else if p < 0 {
                enter = max(enter, q / p)
            } else {
                leave = min(leave, q / p)
            }
        }
        guard enter <= leave else { return nil }
        func at(_ t: Double) -> PathEmitter.Point {
            t == 0 ? from : t == 1 ? to : PathEmitter.Point(from.x + t * dx, from.y + t * dy)
        }
        return (at(enter), at(leave))
    }
}
