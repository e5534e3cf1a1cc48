extension Path {
    /// Returns the outline with a line of length `width`, along the x axis, in place of each subpath without length, so
    /// that a square cap has a direction. Returns the outline itself if there is no such subpath.
    ///
    /// - Complexity: O(n).
    public func wideningPoints(by width: Double) -> Path {
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
            case .line(let point), .curve(_, _, let point):
                // 1/256: the resolution of Cairo's 24.8 fixed point numbers, applied in the outline's own plane like
                // librsvg.
                if let start, abs(point.x - start.x) >= 1.0 / 256 || abs(point.y - start.y) >= 1.0 / 256 {
                    hasLength = true
                }
            case .close: break
            }
        }
        end()
        if points.isEmpty { return self }
        var builder = PathBuilder()
        builder.append(self)
        for point in points {
            builder.move(x: point.x - width / 2, y: point.y)
            builder.line(x: point.x + width / 2, y: point.y)
        }
        return builder.build()
    }
}
