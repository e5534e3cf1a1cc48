import TileGeometry

extension Path {
    /// Returns the winding number, 1 or −1, of all points inside a convex outline; 0 if it is not convex, or has too
    /// many points to check. O(n).
    ///
    /// An outline is convex if the polygon of its points and control points is: it always turns in the same direction,
    /// and once around in total.
    static func convexWinding(_ coordinates: ContiguousArray<Double>, subpaths: Int) -> Int {
        let count = coordinates.count
        guard subpaths == 1, count >= 6, count <= 2 * maxConvexPoints else { return 0 }
        return coordinates.withUnsafeBufferPointer { coordinates in
            var turn = 0.0
            var reversals = (x: 0, y: 0)
            // The last edge with a length, and the last one with a horizontal or vertical direction.
            var last = (x: 0.0, y: 0.0)
            var side = (x: 0.0, y: 0.0)
            var at = 0
            // Once around, and the first edges again, so that each corner is checked.
            var edges = 0
            var first = -1
            while edges < 2 * count {
                let next = at + 2 < count ? at + 2 : 0
                let (x, y) = (coordinates[next] - coordinates[at], coordinates[next + 1] - coordinates[at + 1])
                let from = at
                at = next
                edges += 1
                if x == 0, y == 0 { continue }
                if first >= 0 {
                    let cross = last.x * y - last.y * x
                    let slack = straightness * ((last.x * last.x + last.y * last.y) * (x * x + y * y)).squareRoot()
                    if abs(cross) > slack {
                        if turn * cross < 0 { return 0 }
                        turn = cross
                    } else if last.x * x + last.y * y < 0 {
                        return 0
                    }
                }
                if x * side.x < 0 { reversals.x += 1 }
                if y * side.y < 0 { reversals.y += 1 }
                if x != 0 { side.x = x }
                if y != 0 { side.y = y }
                if from == first { break }
                if first < 0 { first = from }
                last = (x, y)
            }
            // A convex outline reverses twice on each axis; one that goes around twice has more.
            return turn == 0 || reversals.x > 2 || reversals.y > 2 ? 0 : turn > 0 ? 1 : -1
        }
    }

    private static let maxConvexPoints = 32
    /// The sine of an angle that counts as straight: rounding may turn an outline by that much in the other direction.
    private static let straightness = 1e-6

    /// Returns this outline with its winding number set if that is uniform inside: no segments intersect, and the
    /// subpaths are nested so that nothing is wound around twice. O(n²) in the worst case, some 20 µs for a letter; for
    /// outlines that are drawn often.
    func findingWinding() -> Path {
        if winding != 0 || isEmpty || verbs.count > Self.maxSearchedCount { return self }
        let search = WindingSearch(self)
        return search.winding == 0
            ? self : Path(verbs: verbs, coordinates: coordinates, winding: search.winding)
    }

    private static let maxSearchedCount = 512
}

/// Searches for the uniform winding number of an outline's interior.
private struct WindingSearch {
    private struct Edge {
        var from: SIMD2<Double>
        var to: SIMD2<Double>
        var subpath: Int
        var index: Int
        var top: Double { min(from.y, to.y) }
        var bottom: Double { max(from.y, to.y) }
    }

    /// The number of chords that approximate a curve.
    private static let chords = 6

    private(set) var winding = 0
    /// The polygons, by subpath.
    private var polygons: [[SIMD2<Double>]] = []

    init(_ path: Path) {
        var pen = SIMD2<Double>.zero
        path.forEachSegment { segment in
            switch segment {
            case .move(let point):
                pen = SIMD2(point.x, point.y)
                polygons.append([pen])
            case .line(let point):
                pen = SIMD2(point.x, point.y)
                polygons[polygons.count - 1].append(pen)
            case .curve(let b, let c, let d):
                let end = SIMD2(d.x, d.y)
                for step in 1...Self.chords {
                    let t = Double(step) / Double(Self.chords)
                    let s = 1 - t
                    let near = s * s * s * pen + 3 * s * s * t * SIMD2(b.x, b.y)
                    polygons[polygons.count - 1].append(near + 3 * s * t * t * SIMD2(c.x, c.y) + t * t * t * end)
                }
                pen = end
            case .close: break
            }
        }
        for index in polygons.indices { polygons[index] = Self.cleaned(polygons[index]) }
        polygons.removeAll { $0.count < 3 }
        if !edgesMeet() { winding = commonWinding() }
    }

    /// Returns points without consecutive duplicates.
    private static func cleaned(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
        var result: [SIMD2<Double>] = []
        for point in points where point != result.last { result.append(point) }
        while result.count > 1, result.first == result.last { result.removeLast() }
        return result
    }

    /// Returns whether an edge touches another that is not its neighbor.
    private func edgesMeet() -> Bool {
        var edges: [Edge] = []
        for (subpath, points) in polygons.enumerated() {
            for index in points.indices {
                edges.append(
                    Edge(
                        from: points[index], to: points[(index + 1) % points.count], subpath: subpath, index: index))
            }
        }
        edges.sort { $0.top < $1.top }
        for first in edges.indices {
            let edge = edges[first]
            for other in edges[(first + 1)...] {
                if other.top > edge.bottom { break }
                if meet(edge, other) { return true }
            }
        }
        return false
    }

    private func meet(_ a: Edge, _ b: Edge) -> Bool {
        let (left, right) = (min(a.from.x, a.to.x), max(a.from.x, a.to.x))
        if right < min(b.from.x, b.to.x) || max(b.from.x, b.to.x) < left { return false }
        if a.subpath == b.subpath {
            let count = polygons[a.subpath].count
            if (a.index + 1) % count == b.index || (b.index + 1) % count == a.index {
                // Neighbors share a corner, and touch again only if one runs back along the other.
                let (u, v) = (a.to - a.from, b.to - b.from)
                return u.x * v.y == u.y * v.x && u.x * v.x + u.y * v.y < 0
            }
        }
        func side(_ edge: Edge, _ point: SIMD2<Double>) -> Double {
            let (u, v) = (edge.to - edge.from, point - edge.from)
            return u.x * v.y - u.y * v.x
        }
        return side(a, b.from) * side(a, b.to) <= 0 && side(b, a.from) * side(b, a.to) <= 0
    }

    /// Returns the uniform winding number of the interior, provided that no edges meet. On a subpath's outer side it is
    /// the sum over the enclosing subpaths, and on its inner side one more or less.
    private func commonWinding() -> Int {
        var common = 0
        for (index, points) in polygons.enumerated() {
            var area = 0.0
            for at in points.indices {
                let (p, q) = (points[at], points[(at + 1) % points.count])
                area += p.x * q.y - p.y * q.x
            }
            var outside = 0
            for (other, polygon) in polygons.enumerated() where other != index {
                outside += Self.winding(of: polygon, round: points[0])
            }
            for number in [outside, outside + (area > 0 ? 1 : -1)] where number != 0 {
                if abs(number) > 1 || common * number < 0 { return 0 }
                common = number
            }
        }
        return common
    }

    private static func winding(of polygon: [SIMD2<Double>], round point: SIMD2<Double>) -> Int {
        var winding = 0
        for at in polygon.indices {
            let (p, q) = (polygon[at], polygon[(at + 1) % polygon.count])
            guard (p.y <= point.y) != (q.y <= point.y) else { continue }
            let u = q - p
            let isRight = (u.x * (point.y - p.y) - u.y * (point.x - p.x)) * (q.y > p.y ? 1 : -1) > 0
            // A ray to the right crosses the edges to the right of the point.
            if isRight { winding += q.y > p.y ? 1 : -1 }
        }
        return winding
    }
}
