/// A cubic Bézier curve from (0, 0) to (1, 1), evaluated as y by x.
package struct PaceCurve: Hashable, Sendable {
    /// The x and y of the two control points, unclamped.
    let points: SIMD4<Float>
    /// The coefficients of x(s) = ((ax·s + bx)·s + cx)·s, and of y(s).
    private let ax: Double, bx: Double, cx: Double
    private let ay: Double, by: Double, cy: Double

    package static let linear = PaceCurve(x1: 0, y1: 0, x2: 1, y2: 1)

    package init(x1: Float, y1: Float, x2: Float, y2: Float) {
        func number(_ value: Float) -> Float { value.isFinite ? value : 0 }
        points = SIMD4(number(x1), number(y1), number(x2), number(y2))
        let (x1, y1) = (Double(min(1, max(0, points.x))), Double(points.y))
        let (x2, y2) = (Double(min(1, max(0, points.z))), Double(points.w))
        cx = 3 * x1
        bx = 3 * (x2 - x1) - cx
        ax = 1 - cx - bx
        cy = 3 * y1
        by = 3 * (y2 - y1) - cy
        ay = 1 - cy - by
    }

    private var isLinear: Bool { points.x == points.y && points.z == points.w }

    /// Returns the progress at a time; both go from 0 to 1. Times are clamped to that range.
    package func progress(at time: Double) -> Double {
        if time <= 0 { return 0 }
        if !(time < 1) { return 1 }
        if isLinear { return time }
        let s = parameter(at: time)
        return ((ay * s + by) * s + cy) * s
    }

    /// Returns the curve's parameter where x is `time`: by Newton's method, and by bisection where the curve is too
    /// flat.
    private func parameter(at time: Double) -> Double {
        var s = time
        for _ in 0..<8 {
            let miss = ((ax * s + bx) * s + cx) * s - time
            if abs(miss) < 1e-8 { return s }
            let slope = (3 * ax * s + 2 * bx) * s + cx
            if abs(slope) < 1e-6 { break }
            s -= miss / slope
        }
        var (low, high) = (0.0, 1.0)
        s = min(1, max(0, s))
        for _ in 0..<52 {
            let x = ((ax * s + bx) * s + cx) * s
            if abs(x - time) < 1e-9 { break }
            if x < time { low = s } else { high = s }
            s = (low + high) / 2
        }
        return s
    }
}
