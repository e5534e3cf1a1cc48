import TileGeometry

extension PathEmitter.Curve {
    /// The distances between a control point and its end, in pixels, between which Cairo strokes a curve with spikes
    /// and holes: it takes the curve's direction from points that are rounded to a 256th of a pixel. Nearer ones have
    /// no direction in browsers.
    private static let unclear = 0.04..<0.5

    /// The shortest curve that is changed, in pixels between its ends. In shorter ones nothing can be seen.
    private static let shortest = 2.0

    /// Returns the curve for Cairo's stroker: a control point that is less than half a pixel from its end is moved away
    /// from it in the same direction, or onto it, which moves the curve by a fifth of a pixel at most.
    ///
    /// - Parameter pixel: The side of a pixel in the curve's plane.
    func withClearTangents(pixel: Double) -> PathEmitter.Curve {
        let limit = Self.unclear.upperBound * pixel
        let start = Self.squareDistance(a, b)
        let end = Self.squareDistance(d, c)
        guard start < limit * limit || end < limit * limit else { return self }
        let shortest = Self.shortest * pixel
        guard Self.squareDistance(a, d) >= shortest * shortest else { return self }
        var curve = self
        curve.b = Self.clear(b, from: a, distance: start.squareRoot(), pixel: pixel)
        curve.c = Self.clear(c, from: d, distance: end.squareRoot(), pixel: pixel)
        return curve
    }

    private static func clear(
        _ control: PathEmitter.Point, from end: PathEmitter.Point, distance: Double, pixel: Double
    ) -> PathEmitter.Point {
        if distance >= unclear.upperBound * pixel { return control }
        if distance < unclear.lowerBound * pixel { return end }
        let factor = unclear.upperBound * pixel / distance
        return PathEmitter.Point(end.x + (control.x - end.x) * factor, end.y + (control.y - end.y) * factor)
    }

    private static func squareDistance(_ p: PathEmitter.Point, _ q: PathEmitter.Point) -> Double {
        (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y)
    }
}
