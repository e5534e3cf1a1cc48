public import Foundation
public import TileGeometry

extension CGPath {
    /// Curves are taken for lines that are nowhere farther off than this, where a path is derived from others and no
    /// threshold is given: a hundredth of a unit, or a 10,000th of the path's extent where that is finer.
    static func flatness(_ paths: CGPath...) -> Double {
        let box = paths.reduce(CGRect.null) { $0.union($1.boundingBox) }
        let extent = box.isNull ? 0 : max(Double(box.width), Double(box.height))
        return extent > 0 ? min(0.01, extent / 10_000) : 0.01
    }

    /// Whether a point lies within the path; on its edge it may or may not.
    ///
    /// - Parameter transform: for the point, before it is looked for.
    public final func contains(
        _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
    ) -> Bool {
        let mapped = point.applying(transform)
        guard mapped.isFinite else { return false }
        let winding = elements.winding(x: Double(mapped.x), y: Double(mapped.y))
        return rule == .winding ? winding != 0 : winding % 2 != 0
    }

    /// The outline of what a pen covers that draws along the path; fill it by the winding rule. It has lines only, to a
    /// hundredth of a unit or finer (Core Graphics keeps curves).
    ///
    /// - Parameter transform: for the path, before the pen goes along it.
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

    /// The path cut into dashes; curves stay curves. Lengths that make no dashes give the path itself.
    ///
    /// - Parameters:
    ///   - phase: where in the lengths each subpath starts.
    ///   - lengths: on and off in turn.
    ///   - transform: for the path, before it is cut.
    public final func copy(
        dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
    ) -> CGPath {
        let mapped = elements.applying(transform)
        let dashes = PathDashes(
            mapped, phase: Double(phase), lengths: lengths.map { Double($0) }, tolerance: Self.flatness(CGPath(mapped)))
        return CGPath(dashes?.dashes ?? mapped)
    }

    /// The path without curves, nowhere farther from them than the threshold.
    ///
    /// - Parameter threshold: in the path's units; not above 0, it is a hundredth.
    public final func flattened(threshold: CGFloat) -> CGPath {
        CGPath(elements.flattened(tolerance: threshold > 0 ? Double(threshold) : Self.flatness(self)))
    }
}

extension PathElements {
    /// How often the path, its subpaths closed, goes round a point, counted on a ray to the right: exactly, for curves
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
            // Between these it only rises or only falls.
            var stops = [0.0]
            stops += CubicExtent.extrema(p0, p1, p2, p3).sorted()
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
                curve(Bezier(pen, a, b, p))
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
    /// The parameters within a curve at which one of its coordinates turns.
    static func extrema(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> [Double] {
        let a = -p0 + 3 * p1 - 3 * p2 + p3
        let b = 2 * (p0 - 2 * p1 + p2)
        let c = p1 - p0
        var roots: [Double] = []
        // The form of the roots that does not cancel out, so that a small a does no harm.
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
    /// The path a part of the way to another with the same elements: each point moves on a straight line. Nil where
    /// the elements differ. Parts below 0 and beyond 1 go on along those lines.
    ///
    /// - Complexity: O(n).
    package func blended(with other: CGPath, at part: CGFloat) -> CGPath? {
        elements.blended(with: other.elements, at: part).map { CGPath($0) }
    }
}
