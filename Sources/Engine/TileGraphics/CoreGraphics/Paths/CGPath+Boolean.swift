import Foundation
import TileGeometry

// Core Graphics keeps curves in derived paths; here outlines consist of lines, to a hundredth of a unit or finer
// (`CGPath.flatness(_:)`), with points rounded to 2⁻²⁴ of the drawing's extent. Open subpaths count as closed. Each
// operation takes O((n + k) log n) for n lines with k intersections if they are spread from left to right, and O(n²) in
// the worst case.

extension CGPath {
    /// Returns the same area as outlines without intersections, which either fill rule fills alike.
    public final func normalized(using rule: CGPathFillRule = .winding) -> CGPath {
        combined(nil, rule) { first, _ in first }
    }

    /// Returns the area in either path.
    public final func union(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(other, rule) { $0 || $1 }
    }

    /// Returns the area in both paths.
    public final func intersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(other, rule) { $0 && $1 }
    }

    /// Returns the area in this path but not in the other.
    public final func subtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(other, rule) { $0 && !$1 }
    }

    /// Returns the area in exactly one of the paths.
    public final func symmetricDifference(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(other, rule) { $0 != $1 }
    }

    /// Returns whether the areas of the paths overlap.
    public final func intersects(_ other: CGPath, using rule: CGPathFillRule = .winding) -> Bool {
        guard boundingBox.intersects(other.boundingBox) else { return false }
        return !intersection(other, using: rule).isEmpty
    }

    /// Returns the parts that do not share an edge, each with its holes.
    public final func componentsSeparated(using rule: CGPathFillRule = .winding) -> [CGPath] {
        let outlines = outlines(nil, rule) { first, _ in first }
        let areas = outlines.map(Self.area)
        var parts: [(area: Double, elements: PathElements, rim: PathElements)] = []
        for (outline, area) in zip(outlines, areas) where area > 0 {
            let elements = PathElements(outlines: [outline])
            parts.append((area, elements, elements))
        }
        for (outline, area) in zip(outlines, areas) where area < 0 {
            // A hole belongs to the smallest part around it. The middle of its first side is not a corner of another
            // outline.
            let (x, y) = (
                (Double(outline[0].x) + Double(outline[1].x)) / 2, (Double(outline[0].y) + Double(outline[1].y)) / 2
            )
            let around = parts.indices.filter { parts[$0].area > -area && parts[$0].rim.winding(x: x, y: y) != 0 }
            if let part = around.min(by: { parts[$0].area < parts[$1].area }) {
                parts[part].elements.append(PathElements(outlines: [outline]))
            }
        }
        return parts.map { CGPath($0.elements) }
    }

    /// Returns this path's lines, rather than its area, outside the other's area.
    public final func lineSubtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        lines(other, rule, inside: false)
    }

    /// Returns this path's lines, rather than its area, inside the other's area.
    public final func lineIntersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        lines(other, rule, inside: true)
    }

    private func combined(
        _ other: CGPath?, _ rule: CGPathFillRule, isInside: (Bool, Bool) -> Bool
    ) -> CGPath {
        CGPath(PathElements(outlines: outlines(other, rule, isInside: isInside)))
    }

    private func outlines(
        _ other: CGPath?, _ rule: CGPathFillRule, isInside: (Bool, Bool) -> Bool
    ) -> [[CGPoint]] {
        let flatness = other.map { Self.flatness(self, $0) } ?? Self.flatness(self)
        let arrangement = PathArrangement(
            elements.polylines(tolerance: flatness), other?.elements.polylines(tolerance: flatness) ?? [])
        func holds(_ winding: Int) -> Bool { rule == .winding ? winding != 0 : winding % 2 != 0 }
        return arrangement.outlines { isInside(holds($0), holds($1)) }
    }

    /// Returns twice the area; positive if x turns towards y.
    private static func area(_ outline: [CGPoint]) -> Double {
        var area = 0.0
        for index in outline.indices {
            let (a, b) = (outline[index], outline[(index + 1) % outline.count])
            area += Double(a.x) * Double(b.y) - Double(b.x) * Double(a.y)
        }
        return area
    }

    private func lines(_ other: CGPath, _ rule: CGPathFillRule, inside: Bool) -> CGPath {
        let flatness = Self.flatness(self, other)
        let region = other.elements.flattened(tolerance: flatness)
        let borders = LineCutter(region.polylines(tolerance: flatness))
        var result = PathElements()
        for line in elements.polylines(tolerance: flatness) where line.points.count > 1 {
            var isDown = false
            let points = line.isClosed ? line.points + [line.points[0]] : line.points
            for (a, b) in zip(points, points.dropFirst()) {
                let cuts = borders.cuts(a, b)
                for (from, to) in zip(cuts, cuts.dropFirst()) {
                    func at(_ t: Double) -> CGPoint {
                        if t <= 0 { return a }
                        if t >= 1 { return b }
                        return CGPoint(
                            x: Double(a.x) + (Double(b.x) - Double(a.x)) * t,
                            y: Double(a.y) + (Double(b.y) - Double(a.y)) * t)
                    }
                    let middle = at((from + to) / 2)
                    let winding = region.winding(x: Double(middle.x), y: Double(middle.y))
                    let isIn = rule == .winding ? winding != 0 : winding % 2 != 0
                    guard isIn == inside else {
                        isDown = false
                        continue
                    }
                    if !isDown { result.move(at(from)) }
                    result.line(at(to))
                    isDown = true
                }
            }
        }
        return CGPath(result)
    }
}

/// Finds the intersections of lines with the edges of a region.
private struct LineCutter {
    private var edges: [(a: CGPoint, b: CGPoint)] = []

    init(_ lines: [Polyline]) {
        for line in lines where line.points.count > 1 {
            for index in line.points.indices {
                edges.append((line.points[index], line.points[(index + 1) % line.points.count]))
            }
        }
        edges.sort { min($0.a.x, $0.b.x) < min($1.a.x, $1.b.x) }
    }

    /// Returns the parameters, including 0 and 1, at which a line from `a` to `b` crosses an edge.
    func cuts(_ a: CGPoint, _ b: CGPoint) -> [Double] {
        var result = [0.0, 1]
        let (dx, dy) = (Double(b.x - a.x), Double(b.y - a.y))
        let (low, high) = (min(a.y, b.y), max(a.y, b.y))
        for edge in edges {
            if min(edge.a.x, edge.b.x) > max(a.x, b.x) { break }
            if max(edge.a.x, edge.b.x) < min(a.x, b.x) || max(edge.a.y, edge.b.y) < low
                || min(edge.a.y, edge.b.y) > high
            {
                continue
            }
            let (ex, ey) = (Double(edge.b.x - edge.a.x), Double(edge.b.y - edge.a.y))
            let (ox, oy) = (Double(edge.a.x - a.x), Double(edge.a.y - a.y))
            let cross = dx * ey - dy * ex
            if cross != 0 {
                let t = (ox * ey - oy * ex) / cross
                let u = (ox * dy - oy * dx) / cross
                if t > 0, t < 1, u >= 0, u <= 1 { result.append(t) }
            } else if ox * dy == oy * dx, dx != 0 || dy != 0 {
                // Collinear: cut at the edge's ends.
                for end in [edge.a, edge.b] {
                    let t = (Double(end.x - a.x) * dx + Double(end.y - a.y) * dy) / (dx * dx + dy * dy)
                    if t > 0, t < 1 { result.append(t) }
                }
            }
        }
        return result.sorted()
    }
}
