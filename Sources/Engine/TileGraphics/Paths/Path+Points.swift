extension Path {
    /// Returns the subpaths without length as squares around their points, with sides along the axes: the ink of square
    /// caps, which Cairo does not draw there. Nil if there is no such subpath.
    ///
    /// - Complexity: O(n).
    public func squaresOnPoints(width: Double) -> Path? {
        var points: [(x: Double, y: Double)] = []
        var start: Segment.Point?
        var hasLength = false
        func end() { if let start, !hasLength { points.append((start.x, start.y)) } }
        forEachSegment { segment in
            switch segment {
            case .move(let point):
                end()
                start = point
                hasLength = false
            case .line(let point): hasLength = hasLength || point != start
            case .curve(let a, let b, let point): hasLength = hasLength || a != start || b != start || point != start
            case .close: break
            }
        }
        end()
        if points.isEmpty { return nil }
        var builder = PathBuilder()
        for point in points {
            builder.rectangle(x: point.x - width / 2, y: point.y - width / 2, width: width, height: width)
        }
        return builder.build()
    }
}
