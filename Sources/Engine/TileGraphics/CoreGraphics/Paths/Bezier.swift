import Foundation
import TileGeometry

/// A cubic Bézier curve.
struct Bezier {
    var a: CGPoint
    var b: CGPoint
    var c: CGPoint
    var d: CGPoint

    init(from a: CGPoint, control1 b: CGPoint, control2 c: CGPoint, to d: CGPoint) {
        (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    /// Creates the cubic equivalent of a quadratic curve.
    init(_ start: CGPoint, quadratic control: CGPoint, _ end: CGPoint) {
        func between(_ end: CGPoint) -> CGPoint {
            CGPoint(x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3)
        }
        self.init(from: start, control1: between(start), control2: between(end), to: end)
    }

    /// Calls `body` with the points after the first of as many even steps as the tolerance requires, and whether each
    /// is within the curve.
    ///
    /// - SeeAlso: Wang's bound: the chord of a step of 1/n is at most √3/4·|second difference|/n² away.
    func flatten(_ tolerance: Double, _ body: (CGPoint, Bool) -> Void) {
        let steps = self.steps(tolerance)
        for step in 1..<steps { body(point(Double(step) / Double(steps)), true) }
        body(d, false)
    }

    func steps(_ tolerance: Double) -> Int {
        let first = hypot(Double(a.x - 2 * b.x + c.x), Double(a.y - 2 * b.y + c.y))
        let second = hypot(Double(b.x - 2 * c.x + d.x), Double(b.y - 2 * c.y + d.y))
        let count = (0.75 * max(first, second) / tolerance).squareRoot().rounded(.up)
        return count > 1 ? Int(min(count, Self.maxSteps)) : 1
    }

    /// Enough for a curve a million times larger than its tolerance.
    private static let maxSteps = 4096.0

    func point(_ t: Double) -> CGPoint {
        let s = 1 - t
        let (wa, wb, wc, wd) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        return CGPoint(
            x: wa * Double(a.x) + wb * Double(b.x) + wc * Double(c.x) + wd * Double(d.x),
            y: wa * Double(a.y) + wb * Double(b.y) + wc * Double(c.y) + wd * Double(d.y))
    }

    /// Returns the part between two parameters.
    func part(_ from: Double, _ to: Double) -> Bezier {
        func mix(_ p: CGPoint, _ q: CGPoint, at t: Double) -> CGPoint {
            CGPoint(
                x: Double(p.x) + (Double(q.x) - Double(p.x)) * t, y: Double(p.y) + (Double(q.y) - Double(p.y)) * t)
        }
        /// The blossom: its values at the parameters, in any order, are the control points.
        func blossom(_ parameters: (Double, Double, Double)) -> CGPoint {
            let (r, s, t) = parameters
            let (ab, bc, cd) = (mix(a, b, at: r), mix(b, c, at: r), mix(c, d, at: r))
            return mix(mix(ab, bc, at: s), mix(bc, cd, at: s), at: t)
        }
        return Bezier(
            from: blossom((from, from, from)), control1: blossom((from, from, to)), control2: blossom((from, to, to)),
            to: blossom((to, to, to)))
    }
}
