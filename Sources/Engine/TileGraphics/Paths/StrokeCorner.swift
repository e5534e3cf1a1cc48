/// The corner of a stroke at a point where two segments meet. Offsets are from that point.
struct StrokeCorner {
    /// The directions of the segments, as unit vectors.
    let before: SIMD2<Double>
    let after: SIMD2<Double>
    /// The sine of the turn; positive if the turn is from the x axis toward the y axis.
    let cross: Double
    /// The cosine of the turn.
    let dot: Double

    @inline(__always)
    init(from before: SIMD2<Double>, to after: SIMD2<Double>) {
        (self.before, self.after) = (before, after)
        cross = before.x * after.y - before.y * after.x
        dot = (before * after).sum()
    }

    /// Returns the ends of the segments' edges on the outer side of the corner.
    ///
    /// - Parameter half: Half of the stroke's width.
    @inline(__always)
    func outerEnds(half: Double) -> (before: SIMD2<Double>, after: SIMD2<Double>) {
        let outer = cross > 0 ? -half : half
        return (SIMD2(-before.y, before.x) * outer, SIMD2(-after.y, after.x) * outer)
    }

    /// Whether a miter of this corner is within a limit.
    @inline(__always)
    func allowsMiter(limit: Double) -> Bool {
        // 1/sin² of half the angle between the segments is 2 / (1 − cos), with the cosine of their reversed directions.
        2 <= limit * limit * (1 + dot) && 1 + dot > 1e-9
    }

    /// Returns the tip of a miter.
    @inline(__always)
    func tip(of ends: (before: SIMD2<Double>, after: SIMD2<Double>)) -> SIMD2<Double> {
        (ends.before + ends.after) / (1 + dot)
    }
}
