import TileGeometry

/// Removes the points of an outline that a scale cannot show. What remains is within a distance of the original, the
/// same whichever part of it is drawn.
///
/// The points between two that are kept are within the distance of the straight line between them: each new point
/// narrows the cone of lines that pass all points so far closely enough (Williams, "An efficient algorithm for the
/// piecewise linear approximation of planar curves", 1978; Sklansky and Gonzalez, 1980). O(n), and in one pass.
///
/// Small subpaths keep their area, because the mean color of many is all that is seen of them: a map of islands would
/// lose its land. Those below a cell of a grid are united to one square a cell, with the sum of their areas.
struct OutlineThinning {
    /// The maximum distance from the original, in the outline's plane.
    let tolerance: Double
    /// The cell in which small subpaths are united, in the outline's plane.
    let cell: Double
    let rule: FillRule

    /// - Parameter pixel: The side of a pixel, in the outline's plane.
    init(pixel: Double, rule: FillRule) {
        tolerance = pixel / 8
        cell = pixel / 4
        self.rule = rule
    }

    /// The sides of a subpath, in tolerances, below which its area is kept.
    private static let smallSide = 64.0
    /// The share of a small subpath's side that limits the tolerance.
    private static let smallShare = 1.0 / 16

    /// Returns the thinned outline.
    ///
    /// - Complexity: O(n).
    func thinned(_ path: Path) -> Path {
        var builder = PathBuilder()
        var specks = Specks(cell: cell)
        var points = ContiguousArray<SIMD2<Double>>()
        for subpath in path.subpaths {
            let side = max(subpath.bounds.width, subpath.bounds.height)
            if side <= cell {
                let area = path.area(of: subpath)
                specks.add(
                    rule == .evenOdd ? abs(area) : area, x: subpath.bounds.midX, y: subpath.bounds.midY)
                continue
            }
            let isSmall = side < Self.smallSide * tolerance
            let start = path.start(of: subpath)
            var cone = ThinningCone(
                SIMD2(start.x, start.y), tolerance: isSmall ? min(tolerance, side * Self.smallShare) : tolerance)
            if isSmall {
                // Few points, kept aside until the area is known.
                points.removeAll(keepingCapacity: true)
                points.append(cone.anchor)
                path.forEachPoint(of: subpath, tolerance: cone.tolerance) { point in
                    if let kept = cone.add(point) { points.append(kept) }
                }
                if let kept = cone.finish() { points.append(kept) }
                if points.last == points.first, points.count > 3 { points.removeLast() }
                Self.restore(path.area(of: subpath), of: &points)
                builder.move(x: points[0].x, y: points[0].y)
                for point in points.dropFirst() { builder.line(x: point.x, y: point.y) }
            } else {
                builder.move(x: start.x, y: start.y)
                path.forEachPiece(of: subpath, tolerance: tolerance) { piece in
                    switch piece {
                    case .point(let point):
                        if let kept = cone.add(point) { builder.line(x: kept.x, y: kept.y) }
                    case .curve(let curve):
                        if let kept = cone.finish() { builder.line(x: kept.x, y: kept.y) }
                        builder.curve(
                            x1: curve.b.x, y1: curve.b.y, x2: curve.c.x, y2: curve.c.y, x: curve.d.x, y: curve.d.y)
                        cone.begin(SIMD2(curve.d.x, curve.d.y))
                    }
                }
                if let kept = cone.finish() { builder.line(x: kept.x, y: kept.y) }
            }
            builder.close()
        }
        specks.append(to: &builder)
        return builder.build()
    }

    /// Scales a polygon around its middle to an area, if it is not far from it.
    private static func restore(_ area: Double, of points: inout ContiguousArray<SIMD2<Double>>) {
        var now = 0.0
        var middle = SIMD2<Double>.zero
        for index in points.indices {
            let (p, q) = (points[index] - points[0], points[(index + 1) % points.count] - points[0])
            now += (p.x * q.y - p.y * q.x) / 2
            middle += points[index]
        }
        middle /= Double(points.count)
        let ratio = area / now
        guard ratio > 0.5, ratio < 2 else { return }
        let factor = ratio.squareRoot()
        for index in points.indices { points[index] = middle + (points[index] - middle) * factor }
    }

    /// Subpaths that are smaller than a cell of a grid, united.
    private struct Specks {
        private struct Speck {
            var area = 0.0
            var weight = 0.0
            var x = 0.0
            var y = 0.0
        }

        let cell: Double
        private var specks = ContiguousArray<Speck>()
        private var numbers: [SIMD2<Double>: Int] = [:]

        init(cell: Double) { self.cell = cell }

        /// - Parameter area: Positive or negative by the direction in which the subpath turns.
        mutating func add(_ area: Double, x: Double, y: Double) {
            let weight = abs(area)
            guard weight > 0 else { return }
            let key = SIMD2((x / cell).rounded(.down), (y / cell).rounded(.down))
            let number: Int
            if let known = numbers[key] {
                number = known
            } else {
                number = specks.count
                numbers[key] = number
                specks.append(Speck())
            }
            specks[number].area += area
            specks[number].weight += weight
            specks[number].x += weight * x
            specks[number].y += weight * y
        }

        /// Appends a square for each cell, in the order in which the cells were met.
        func append(to builder: inout PathBuilder) {
            for speck in specks where speck.area != 0 {
                // Neighbors of a full cell reach into it, and it into them.
                let side = min(abs(speck.area).squareRoot(), cell * 1.25)
                let (left, top) = (speck.x / speck.weight - side / 2, speck.y / speck.weight - side / 2)
                builder.move(x: left, y: top)
                if speck.area > 0 {
                    builder.line(x: left + side, y: top)
                    builder.line(x: left + side, y: top + side)
                    builder.line(x: left, y: top + side)
                } else {
                    builder.line(x: left, y: top + side)
                    builder.line(x: left + side, y: top + side)
                    builder.line(x: left + side, y: top)
                }
                builder.close()
            }
        }
    }
}

/// The lines from a kept point that pass all points since closely enough.
struct ThinningCone {
    private(set) var anchor: SIMD2<Double>
    let tolerance: Double
    /// The cosine of the sharpest turn between two points that are not kept; −1 for any.
    let sharpest: Double
    /// The last point, which is kept if the next one does not fit; nil at the anchor.
    private var candidate: SIMD2<Double>?
    /// The directions that bound the cone, left and right; any if `isOpen`.
    private var left = SIMD2<Double>.zero
    private var right = SIMD2<Double>.zero
    private var isOpen = true
    /// The largest distance of a point from the anchor.
    private var farthest = 0.0

    init(_ anchor: SIMD2<Double>, tolerance: Double, sharpest: Double = -1) {
        (self.anchor, self.tolerance, self.sharpest) = (anchor, tolerance, sharpest)
    }

    /// Begins again at a point.
    mutating func begin(_ point: SIMD2<Double>) {
        anchor = point
        candidate = nil
        isOpen = true
        farthest = 0
    }

    /// Adds a point. Returns the point before if it must be kept.
    @inline(__always)
    mutating func add(_ point: SIMD2<Double>) -> SIMD2<Double>? {
        var kept: SIMD2<Double>?
        if let candidate, !fits(point, after: candidate) {
            kept = candidate
            begin(candidate)
        }
        narrow(to: point)
        candidate = point
        return kept
    }

    /// Returns the last point, unless it was kept, and begins there.
    mutating func finish() -> SIMD2<Double>? {
        guard let last = candidate else { return nil }
        begin(last)
        return last
    }

    @inline(__always)
    private func fits(_ point: SIMD2<Double>, after candidate: SIMD2<Double>) -> Bool {
        let way = point - anchor
        if sharpest > -1 {
            let (before, after) = (candidate - anchor, point - candidate)
            let dot = (before * after).sum()
            if dot < sharpest * ((before * before).sum() * (after * after).sum()).squareRoot() { return false }
        }
        // All points so far are as near to the anchor as the tolerance.
        if isOpen { return true }
        let distance = (way * way).sum().squareRoot()
        return distance >= farthest - tolerance && left.x * way.y - left.y * way.x <= 0
            && right.x * way.y - right.y * way.x >= 0
    }

    @inline(__always)
    private mutating func narrow(to point: SIMD2<Double>) {
        let way = point - anchor
        let square = (way * way).sum()
        let distance = square.squareRoot()
        farthest = max(farthest, distance)
        guard distance > tolerance else { return }
        let sine = tolerance / distance
        let cosine = (1 - sine * sine).squareRoot()
        let (a, b) = (way * cosine, SIMD2(-way.y, way.x) * sine)
        let (newLeft, newRight) = (a + b, a - b)
        if isOpen || left.x * newLeft.y - left.y * newLeft.x < 0 { left = newLeft }
        if isOpen || right.x * newRight.y - right.y * newRight.x > 0 { right = newRight }
        isOpen = false
    }
}

extension Path {
    /// A part of an outline that is being thinned.
    enum ThinningPiece {
        /// The end of a line, or of a curve that is as good as one.
        case point(SIMD2<Double>)
        case curve(PathEmitter.Curve)
    }

    /// Calls `body` with the pieces of a subpath after its start, including the way back to it if it is closed.
    ///
    /// - Parameter goesOn: Returns whether more pieces are wanted, asked before each one.
    @inline(__always)
    func forEachPiece(
        of subpath: Subpath, tolerance: Double, while goesOn: () -> Bool = { true }, _ body: (ThinningPiece) -> Void
    ) {
        coordinates.withUnsafeBufferPointer { c in
            var at = subpath.firstCoordinate + 2
            var pen = SIMD2(c[at - 2], c[at - 1])
            let start = pen
            for index in subpath.verbs.dropFirst() {
                guard goesOn() else { return }
                switch verbs[index] {
                case .move: preconditionFailure("a move starts a subpath, it is not inside one")
                case .line:
                    pen = SIMD2(c[at], c[at + 1])
                    body(.point(pen))
                    at += 2
                case .curve:
                    let (control1, control2) = (SIMD2(c[at], c[at + 1]), SIMD2(c[at + 2], c[at + 3]))
                    let end = SIMD2(c[at + 4], c[at + 5])
                    // The distance to the chord at the same parameter is at most 3/4 of the larger second difference.
                    let bend = max(
                        Self.length(pen - 2 * control1 + control2), Self.length(control1 - 2 * control2 + end))
                    if bend * 0.75 <= tolerance {
                        body(.point(end))
                    } else {
                        body(
                            .curve(
                                PathEmitter.Curve(
                                    from: PathEmitter.Point(pen.x, pen.y),
                                    control1: PathEmitter.Point(control1.x, control1.y),
                                    control2: PathEmitter.Point(control2.x, control2.y),
                                    to: PathEmitter.Point(end.x, end.y))))
                    }
                    pen = end
                    at += 6
                case .close:
                    if pen != start { body(.point(start)) }
                    pen = start
                }
            }
        }
    }

    /// Calls `body` with the points of a subpath after its start, with chords in place of curves.
    @inline(__always)
    func forEachPoint(
        of subpath: Subpath, tolerance: Double, while goesOn: () -> Bool = { true }, _ body: (SIMD2<Double>) -> Void
    ) {
        forEachPiece(of: subpath, tolerance: tolerance, while: goesOn) { piece in
            switch piece {
            case .point(let point): body(point)
            // A tenth of a pixel is the chords' distance at scale 1.
            case .curve(let curve): curve.forEachChord(0.1 / tolerance) { body(SIMD2($1.x, $1.y)) }
            }
        }
    }

    private static func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

    /// Returns the area inside a subpath, positive if it turns from the x axis towards the y axis.
    func area(of subpath: Subpath) -> Double {
        let start = start(of: subpath)
        // Relative to the start, so that small subpaths far away keep their digits.
        var pen = SIMD2<Double>.zero
        var twice = 0.0
        func cross(_ p: SIMD2<Double>, _ q: SIMD2<Double>) -> Double { p.x * q.y - p.y * q.x }
        forEachPiece(of: subpath, tolerance: 0) { piece in
            switch piece {
            case .point(let point):
                let end = point - SIMD2(start.x, start.y)
                twice += cross(pen, end)
                pen = end
            case .curve(let curve):
                let origin = SIMD2(start.x, start.y)
                let (b, c) = (SIMD2(curve.b.x, curve.b.y) - origin, SIMD2(curve.c.x, curve.c.y) - origin)
                let d = SIMD2(curve.d.x, curve.d.y) - origin
                // Green's theorem for a cubic Bézier curve.
                twice += 0.6 * cross(pen, b) + 0.3 * cross(pen, c) + 0.1 * cross(pen, d)
                twice += 0.3 * cross(b, c) + 0.3 * cross(b, d) + 0.6 * cross(c, d)
                pen = d
            }
        }
        return twice / 2
    }
}
