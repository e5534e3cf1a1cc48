public import Foundation
public import TileGeometry

extension CGPath {
    /// Returns placements along the path at equal distances, for objects on a line: seats of a row, sleepers of a
    /// railway, beads.
    ///
    /// Each placement maps a plane of its own, with the x axis along the path and y to the right of it, to the path's
    /// plane: it rotates and translates, but never scales. Each subpath starts with half a distance. On a closed
    /// subpath the distances are slightly longer, to fit a whole number of them. Distances are measured along lines
    /// that deviate from the curves by at most a hundredth of a unit.
    ///
    /// - Parameter distance: The distance between placements, in the path's units; above 0.
    /// - Complexity: O(n) for n placements and lines.
    public final func places(every distance: CGFloat) -> [CGAffineTransform] {
        precondition(distance > 0 && distance.isFinite, "places \(distance) apart have no number")
        return elements.polylines(tolerance: Self.flatness(self)).flatMap { $0.places(every: distance) }
    }
}

extension Polyline {
    fileprivate func places(every distance: CGFloat) -> [CGAffineTransform] {
        let ends = isClosed ? points.dropFirst() + points.prefix(1) : points.dropFirst()
        let sides = zip(points, ends).map { from, to in
            let (x, y) = (to.x - from.x, to.y - from.y)
            return (from: from, x: x, y: y, length: (x * x + y * y).squareRoot())
        }
        var distance = distance
        if isClosed {
            let length = sides.reduce(0) { $0 + $1.length }
            // Tolerates a rounding error below a whole number.
            let count = (length / distance + 1e-9).rounded(.down)
            guard count >= 1 else { return [] }
            distance = length / count
        }
        var places: [CGAffineTransform] = []
        // The distance to the next placement.
        var left = distance / 2
        for side in sides where side.length > 0 && side.length.isFinite {
            let (cosine, sine) = (side.x / side.length, side.y / side.length)
            while left <= side.length {
                places.append(
                    CGAffineTransform(
                        a: cosine, b: sine, c: -sine, d: cosine, tx: side.from.x + cosine * left,
                        ty: side.from.y + sine * left))
                left += distance
            }
            left -= side.length
        }
        return places
    }
}
