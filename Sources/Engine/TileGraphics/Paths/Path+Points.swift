import TileGeometry

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

    /// Returns the square caps of dashes without length, with sides along the axes, which Cairo turns with the line.
    /// Nil if other dashes have a length, or if there are too many to be seen as squares.
    ///
    /// - Complexity: O(n) in the dashes, of which there are some thousand at most, times the length of the list.
    public func squaresOnDashes(of style: StrokeStyle) -> Path? {
        guard style.cap == .square, 1...16 ~= style.dashes.count, segmentCount <= 64 else { return nil }
        let dashes = style.dashes.count % 2 == 0 ? style.dashes : style.dashes + style.dashes
        guard dashes.indices.allSatisfy({ $0 % 2 == 1 || dashes[$0] == 0 }) else { return nil }
        var length = 0.0
        for at in stride(from: 2, to: coordinates.count, by: 2) {
            length += abs(coordinates[at] - coordinates[at - 2]) + abs(coordinates[at + 1] - coordinates[at - 1])
        }
        guard length * Double(dashes.count) <= 8192 * dashes.reduce(0, +) else { return nil }
        let box = bounds.expanded(by: style.width)
        let pixel = max(style.width / 8, (box.width + box.height) / 1000)
        return DashedStroke(self, style, in: box, pixel: pixel)?.outline.build().squaresOnPoints(width: style.width)
    }
}
