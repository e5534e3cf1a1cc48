public import Foundation
public import TileGeometry

extension CGPath {
    /// Returns the maximum distance between curves and the lines that replace them in derived paths if no threshold is
    /// given: a hundredth of a unit, or a 10,000th of the paths' extent if that is finer.
    static func flatness(_ paths: CGPath...) -> Double {
        let box = paths.reduce(CGRect.null) { $0.union($1.boundingBox) }
        let extent = box.isNull ? 0 : max(Double(box.width), Double(box.height))
        return extent > 0 ? min(0.01, extent / 10_000) : 0.01
    }

    /// Returns whether the path's area contains a point. Points on the edge may or may not count.
    ///
    /// - Parameter transform: Applied to the point first.
    public final func contains(
        _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
    ) -> Bool {
        let mapped = point.applying(transform)
        guard mapped.isFinite else { return false }
        let winding = elements.winding(x: Double(mapped.x), y: Double(mapped.y))
        return rule == .winding ? winding != 0 : winding % 2 != 0
    }

    /// Returns the outline of a stroke along the path, for the winding rule. It consists of lines, to a hundredth of a
    /// unit or finer (Core Graphics keeps curves).
    ///
    /// - Parameter transform: Applied to the path before it is stroked.
    /// - Complexity: O(n log n) for n lines.
    public final func copy(
        strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
        transform: CGAffineTransform = .identity
    ) -> CGPath {
        let style = StrokeStyle(
            width: Double(lineWidth), cap: lineCap.style, join: lineJoin.style, miterLimit: Double(miterLimit))
        let mapped = CGPath(elements.applying(transform))
        return CGPath(PathStroker.outline(of: mapped.elements, style, tolerance: Self.flatness(mapped)))
    }

    /// Returns the path cut into dashes, keeping curves. Lengths that make no dashes yield the path itself.
    ///
    /// - Parameters:
    ///   - phase: The offset in the lengths at the start of each subpath.
    ///   - lengths: The lengths of dashes and gaps in turn.
    ///   - transform: Applied to the path before it is cut.
    public final func copy(
        dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
    ) -> CGPath {
        let mapped = elements.applying(transform)
        let dashes = PathDashes(
            mapped, phase: Double(phase), lengths: lengths.map { Double($0) }, tolerance: Self.flatness(CGPath(mapped)))
        return CGPath(dashes?.dashes ?? mapped)
    }

    /// Returns the path with lines instead of curves, within a distance of the threshold.
    ///
    /// - Parameter threshold: The distance in the path's units. If it is not above 0, a hundredth is used.
    public final func flattened(threshold: CGFloat) -> CGPath {
        CGPath(elements.flattened(tolerance: threshold > 0 ? Double(threshold) : Self.flatness(self)))
    }
}

extension PathElements {
    /// Returns the winding number of a point, with subpaths closed, computed on a ray to the right. Exact for curves
    /// too.
    func winding(x: Double, y: Double) -> Int {
        var winding = 0
        var start = CGPoint.zero
        var pen = CGPoint.zero
        func line(_ a: CGPoint, _ b: CGPoint) {
            let (ay, by) = (Double(a.y), Double(b.y))
            guard (ay <= y) != (by <= y) else { return }
            let at = Double(a.x) + (y - ay) / (by - ay) * (Double(b.x) - Double(a.x))
            if at > x { winding += ay <= y ? 1 : -1 }
        }
        func curve(_ curve: Bezier) {
            let (p0, p1, p2, p3) = (Double(curve.a.y), Double(curve.b.y), Double(curve.c.y), Double(curve.d.y))
            guard max(p0, p1, p2, p3) >= y, min(p0, p1, p2, p3) <= y else { return }
            // Monotonic between these.
            var stops = [0.0]
            stops += CubicExtent.extrema(from: p0, control1: p1, control2: p2, to: p3).sorted()
            stops.append(1)
            for (from, to) in zip(stops, stops.dropFirst()) {
                let (a, b) = (curve.point(from), curve.point(to))
                guard (Double(a.y) <= y) != (Double(b.y) <= y) else { continue }
                let rises = Double(a.y) <= y
                var (low, high) = (from, to)
                for _ in 0..<52 {
                    let middle = (low + high) / 2
                    if (Double(curve.point(middle).y) <= y) == rises { low = middle } else { high = middle }
                }
                if Double(curve.point(low).x) > x { winding += rises ? 1 : -1 }
            }
        }
        forEach { element in
            switch element {
            case .move(let point):
                line(pen, start)
                (start, pen) = (point, point)
            case .line(let point):
                line(pen, point)
                pen = point
            case .quadratic(let c, let p):
                curve(Bezier(pen, quadratic: c, p))
                pen = p
            case .curve(let a, let b, let p):
                curve(Bezier(from: pen, control1: a, control2: b, to: p))
                pen = p
            case .close:
                line(pen, start)
                pen = start
            }
        }
        line(pen, start)
        return winding
    }
}

extension CubicExtent {
    /// Returns the parameters within a curve at which one of its coordinates has an extremum.
    static func extrema(from p0: Double, control1 p1: Double, control2 p2: Double, to p3: Double) -> [Double] {
        let a = -p0 + 3 * p1 - 3 * p2 + p3
        let b = 2 * (p0 - 2 * p1 + p2)
        let c = p1 - p0
        var roots: [Double] = []
        // The numerically stable form of the roots, for which a small a does no harm.
        let discriminant = b * b - 4 * a * c
        if discriminant >= 0 {
            let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot()) / 2
            if a != 0 { roots.append(q / a) }
            if q != 0 { roots.append(c / q) }
        }
        return roots.filter { $0 > 0 && $0 < 1 }
    }
}

extension CGPath {
    /// Returns the path at a fraction of the way to another path with the same elements, each point moving on a
    /// straight line. Nil if the elements differ. Fractions below 0 and above 1 extrapolate.
    ///
    /// - Complexity: O(n).
    package func blended(with other: CGPath, at part: CGFloat) -> CGPath? {
        elements.blended(with: other.elements, at: part).map { CGPath($0) }
    }
}
