import Foundation
import TileGeometry

/// The subdivision of the plane by the edges of closed outlines, for computing their union, intersection and so on.
///
/// Points are on an integer grid, so that side tests are exact. Edges are split where they cross, with the crossings
/// rounded to the grid, and every edge is routed through the points within half a unit of it, so that rounding
/// introduces no new crossings. A sweep from left to right then computes the winding numbers of both outlines on each
/// side of each edge.
///
/// - SeeAlso: Bentley and Ottmann, "Algorithms for Reporting and Counting Geometric Intersections", 1979, for the
///   sweep; Hobby, "Practical Segment Intersection with Finite Precision Output", 1999, for the rounding and why
///   nothing crosses after it.
struct PathArrangement {
    /// A point on the grid.
    struct Point: Hashable, Comparable {
        var x: Int
        var y: Int

        static func < (a: Point, b: Point) -> Bool { a.x != b.x ? a.x < b.x : a.y < b.y }
    }

    /// An edge from the lesser to the greater point, with the change of both outlines' winding numbers from below it
    /// (its right) to above it (its left).
    private struct Edge {
        var from: Point
        var to: Point
        var change: SIMD2<Int32>
        var below = SIMD2<Int32>.zero
        var above: SIMD2<Int32> { below &+ change }
    }

    private var edges: [Edge] = []
    /// The size of a grid unit in the outlines' plane.
    private let unit: Double
    private let originX: Double
    private let originY: Double

    /// The largest grid coordinate, 2²⁴: products of differences fit into 64 bits with room to spare, and rounding
    /// moves a point of a drawing 1,000 points wide by 0.00003.
    private static let reach = Double(1 << 24)

    /// - Parameters:
    ///   - first: Outlines; open ones are closed.
    ///   - second: Outlines; open ones are closed.
    init(_ first: [Polyline], _ second: [Polyline]) {
        var box = Box.empty
        for line in first + second {
            for point in line.points { box.formUnion(x: Double(point.x), y: Double(point.y)) }
        }
        if box.isEmpty { box = Box(x: 0, y: 0, width: 1, height: 1) }
        originX = box.midX
        originY = box.midY
        // A power of two, so that halves and quarters of coordinates are on the grid.
        let largest = max(box.width, box.height, 1e-300) / 2
        unit = exp2((log2(largest / Self.reach)).rounded(.up))
        for (lines, change) in [(first, SIMD2<Int32>(1, 0)), (second, SIMD2<Int32>(0, 1))] {
            for line in lines where line.points.count > 1 {
                var last = gridPoint(line.points[line.points.count - 1])
                for point in line.points {
                    let next = gridPoint(point)
                    Self.addEdge(from: last, to: next, change: change, into: &edges)
                    last = next
                }
            }
        }
        split()
        merge()
        sweep()
    }

    private func gridPoint(_ point: CGPoint) -> Point {
        Point(
            x: Int(((Double(point.x) - originX) / unit).rounded()),
            y: Int(((Double(point.y) - originY) / unit).rounded()))
    }

    private func point(_ place: Point) -> CGPoint {
        CGPoint(x: Double(place.x) * unit + originX, y: Double(place.y) * unit + originY)
    }

    // Static: a method on the value would retain its edges, and each append would copy them.
    private static func addEdge(from: Point, to: Point, change: SIMD2<Int32>, into edges: inout [Edge]) {
        if from == to { return }
        // Oriented in the plane's own terms, whichever way y points: an edge towards greater x has the inside of a
        // counterclockwise outline above it.
        if from < to {
            edges.append(Edge(from: from, to: to, change: change))
        } else {
            edges.append(Edge(from: to, to: from, change: .zero &- change))
        }
    }

    /// Returns a positive number if `c` is above the line from `a` to `b`.
    private static func side(from a: Point, to b: Point, of c: Point) -> Int {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }

    // MARK: Cutting

    /// Routes every edge through all points within half a unit of it: the ends of all edges, and the rounded crossings.
    /// Edges then meet only at points.
    private mutating func split() {
        edges.sort { $0.from < $1.from }
        let places = HotPlaces(edges.flatMap { [$0.from, $0.to] } + crossings())
        var result: [Edge] = []
        result.reserveCapacity(edges.count * 2)
        var near: [Point] = []
        for edge in edges {
            near.removeAll(keepingCapacity: true)
            places.forEach(from: edge.from, to: edge.to) { near.append($0) }
            near.sort { Self.along(edge, $0) < Self.along(edge, $1) }
            var last = edge.from
            for place in near {
                Self.addEdge(from: last, to: place, change: edge.change, into: &result)
                last = place
            }
            Self.addEdge(from: last, to: edge.to, change: edge.change, into: &result)
        }
        edges = result
    }

    private static func along(_ edge: Edge, _ place: Point) -> Int {
        (place.x - edge.from.x) * (edge.to.x - edge.from.x) + (place.y - edge.from.y) * (edge.to.y - edge.from.y)
    }

    /// Returns the rounded interior crossings of edges. Edges must be sorted from left to right.
    private func crossings() -> [Point] {
        var result: [Point] = []
        var active: [Int] = []
        for index in edges.indices {
            let edge = edges[index]
            let (low, high) = (min(edge.from.y, edge.to.y), max(edge.from.y, edge.to.y))
            var kept = 0
            for other in active where edges[other].to.x >= edge.from.x {
                active[kept] = other
                kept += 1
                let (from, to) = (edges[other].from, edges[other].to)
                if min(from.y, to.y) > high || max(from.y, to.y) < low { continue }
                if let place = Self.crossing(edge, edges[other]) { result.append(place) }
            }
            active.removeSubrange(kept...)
            active.append(index)
        }
        return result
    }

    /// Returns nil if the edges do not meet, meet at an end, or are collinear: ends are split points anyway.
    private static func crossing(_ first: Edge, _ second: Edge) -> Point? {
        let (p, q) = (first.from, first.to)
        let (pr, ps) = (side(from: p, to: q, of: second.from), side(from: p, to: q, of: second.to))
        if pr == 0 || ps == 0 || (pr > 0) == (ps > 0) { return nil }
        let (rp, rq) = (side(from: second.from, to: second.to, of: p), side(from: second.from, to: second.to, of: q))
        if rp == 0 || rq == 0 || (rp > 0) == (rq > 0) { return nil }
        let t = Double(rp) / (Double(rp) - Double(rq))
        return Point(
            x: p.x + Int((Double(q.x - p.x) * t).rounded()), y: p.y + Int((Double(q.y - p.y) * t).rounded()))
    }

    /// Merges coincident edges.
    private mutating func merge() {
        edges.sort { $0.from != $1.from ? $0.from < $1.from : $0.to < $1.to }
        var result: [Edge] = []
        for edge in edges {
            if let last = result.last, last.from == edge.from, last.to == edge.to {
                result[result.count - 1].change = last.change &+ edge.change
            } else {
                if let last = result.last, last.change == .zero { result.removeLast() }
                result.append(edge)
            }
        }
        if let last = result.last, last.change == .zero { result.removeLast() }
        edges = result
    }

    // MARK: Winding numbers

    private mutating func sweep() {
        // Edges start in array order; those with the same start are ordered from below to above.
        edges.sort { first, second in
            if first.from != second.from { return first.from < second.from }
            return Self.side(from: first.from, to: first.to, of: second.to) > 0
        }
        let ends = edges.indices.sorted { edges[$0].to < edges[$1].to }
        var nextEnd = 0
        /// The edges under the sweep line, from below to above.
        var active: [Int] = []
        for index in edges.indices {
            let start = edges[index].from
            while nextEnd < ends.count, edges[ends[nextEnd]].to <= start {
                remove(ends[nextEnd], &active)
                nextEnd += 1
            }
            // The first edge above: its line has the point below it, or it starts there and is steeper.
            var (low, high) = (0, active.count)
            while low < high {
                let middle = (low + high) / 2
                let other = edges[active[middle]]
                var side = Self.side(from: other.from, to: other.to, of: start)
                if side == 0 { side = Self.side(from: other.from, to: other.to, of: edges[index].to) }
                if side > 0 { low = middle + 1 } else { high = middle }
            }
            edges[index].below = low > 0 ? edges[active[low - 1]].above : .zero
            active.insert(index, at: low)
        }
    }

    private func remove(_ index: Int, _ active: inout [Int]) {
        let end = edges[index].to
        var (low, high) = (0, active.count)
        while low < high {
            let middle = (low + high) / 2
            let other = edges[active[middle]]
            if Self.side(from: other.from, to: other.to, of: end) > 0 { low = middle + 1 } else { high = middle }
        }
        // Edges that end at one point are adjacent.
        for at in low..<active.count {
            if active[at] == index {
                active.remove(at: at)
                return
            }
            if edges[active[at]].to != end { break }
        }
        if let at = active.firstIndex(of: index) { active.remove(at: at) }
    }

    // MARK: Outlines

    /// Returns the outlines of the area where `isInside` is true for both winding numbers: simple, touching themselves
    /// at single points at most, with the inside to the left as x turns towards y.
    func outlines(_ isInside: (Int, Int) -> Bool) -> [[CGPoint]] {
        var bounds: [(from: Point, to: Point)] = []
        for edge in edges {
            let below = isInside(Int(edge.below.x), Int(edge.below.y))
            let above = isInside(Int(edge.above.x), Int(edge.above.y))
            if below != above { bounds.append(above ? (edge.from, edge.to) : (edge.to, edge.from)) }
        }
        var leaving: [Point: [Int]] = [:]
        for index in bounds.indices { leaving[bounds[index].from, default: []].append(index) }
        var isUsed = [Bool](repeating: false, count: bounds.count)
        var result: [[CGPoint]] = []
        for first in bounds.indices where !isUsed[first] {
            var places: [Point] = []
            var index = first
            while !isUsed[index] {
                isUsed[index] = true
                places.append(bounds[index].from)
                let candidates = (leaving[bounds[index].to] ?? []).filter { !isUsed[$0] }
                guard let next = Self.next(bounds, after: index, candidates) else { break }
                index = next
            }
            let corners = Self.withoutStraight(places)
            if corners.count > 2 { result.append(corners.map(point)) }
        }
        return result
    }

    /// Returns the next boundary edge around the same face: the first one clockwise from the reverse direction.
    private static func next(
        _ bounds: [(from: Point, to: Point)], after index: Int, _ candidates: [Int]
    ) -> Int? {
        guard candidates.count > 1 else { return candidates.first }
        let (from, to) = bounds[index]
        let back = atan2(Double(from.y - to.y), Double(from.x - to.x))
        return candidates.min { first, second in
            func turn(_ candidate: Int) -> Double {
                let end = bounds[candidate].to
                let angle = back - atan2(Double(end.y - to.y), Double(end.x - to.x))
                return angle <= 0 ? angle + 2 * .pi : angle
            }
            return turn(first) < turn(second)
        }
    }

    /// Returns the points without those on the line between their neighbors.
    private static func withoutStraight(_ places: [Point]) -> [Point] {
        var result: [Point] = []
        for place in places {
            while result.count > 1, side(from: result[result.count - 2], to: result[result.count - 1], of: place) == 0 {
                result.removeLast()
            }
            result.append(place)
        }
        while result.count > 2, side(from: result[result.count - 2], to: result[result.count - 1], of: result[0]) == 0 {
            result.removeLast()
        }
        while result.count > 2, side(from: result[result.count - 1], to: result[0], of: result[1]) == 0 {
            result.removeFirst()
        }
        return result
    }
}

/// The points that edges are routed through, in columns sorted from low to high.
private struct HotPlaces {
    typealias Point = PathArrangement.Point

    private var columns: [[Point]]
    private let left: Int
    private let width: Int

    init(_ places: [Point]) {
        let unique = Set(places)
        let (low, high) = unique.reduce((Int.max, Int.min)) { (min($0.0, $1.x), max($0.1, $1.x)) }
        // As many columns as points per column.
        let count = max(1, Int(Double(unique.count).squareRoot()))
        left = unique.isEmpty ? 0 : low
        width = unique.isEmpty ? 1 : (high - low) / count + 1
        columns = [[Point]](repeating: [], count: count)
        for place in unique { columns[(place.x - left) / width].append(place) }
        for index in columns.indices { columns[index].sort { $0.y < $1.y } }
    }

    /// Calls `body` with each point whose unit square an edge touches.
    func forEach(from: Point, to: Point, _ body: (Point) -> Void) {
        let first = max(0, (from.x - 1 - left) / width)
        let last = min(columns.count - 1, (to.x + 1 - left) / width)
        guard first <= last else { return }
        for index in first...last {
            let column = columns[index]
            // The vertical range of the edge in this column, with a margin.
            var (low, high) = (min(from.y, to.y), max(from.y, to.y))
            if to.x > from.x {
                let slope = Double(to.y - from.y) / Double(to.x - from.x)
                let (start, end) = (left + index * width - 1, left + (index + 1) * width + 1)
                let a = Double(from.y) + slope * Double(max(from.x, start) - from.x)
                let b = Double(from.y) + slope * Double(min(to.x, end) - from.x)
                low = max(low, Int(min(a, b).rounded(.down)) - 1)
                high = min(high, Int(max(a, b).rounded(.up)) + 1)
            }
            var (at, end) = (0, column.count)
            while at < end {
                let middle = (at + end) / 2
                if column[middle].y < low - 1 { at = middle + 1 } else { end = middle }
            }
            while at < column.count, column[at].y <= high + 1 {
                if Self.touches(column[at], from: from, to: to) { body(column[at]) }
                at += 1
            }
        }
    }

    /// Returns whether an edge touches the unit square around a point, border included. Exact, in half units.
    private static func touches(_ place: Point, from: Point, to: Point) -> Bool {
        if place.x < min(from.x, to.x) || place.x > max(from.x, to.x) || place.y < min(from.y, to.y)
            || place.y > max(from.y, to.y)
        {
            return false
        }
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let middle = 2 * (dx * (place.y - from.y) - dy * (place.x - from.x))
        // The corners differ from the center by half a unit each way.
        return abs(middle) <= abs(dx) + abs(dy)
    }
}
