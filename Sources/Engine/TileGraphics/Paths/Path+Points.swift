extension Path {
    /// Returns the subpaths without length as squares around their points, with sides along the axes: the ink of square
    /// caps, which Cairo does not draw there. A subpath of a point alone, without any segment, has no caps. Nil if
    /// there is no such square.
    ///
    /// - Complexity: O(n).
    public func squaresOnPoints(width: Double) -> Path? {
        var points: [(x: Double, y: Double)] = []
        var start: Segment.Point?
        var (hasSegment, hasLength) = (false, false)
        func end() { if let start, hasSegment, !hasLength { points.append((start.x, start.y)) } }
        forEachSegment { segment in
            switch segment {
            case .move(let point):
                end()
                start = point
                (hasSegment, hasLength) = (false, false)
            case .line(let point): (hasSegment, hasLength) = (true, hasLength || point != start)
            case .curve(let a, let b, let point):
                (hasSegment, hasLength) = (true, hasLength || a != start || b != start || point != start)
            case .close: hasSegment = true
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
