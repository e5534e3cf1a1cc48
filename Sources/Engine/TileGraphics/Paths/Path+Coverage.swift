import TileGeometry

extension Path {
    /// The relation of a filled outline to a box.
    enum Coverage {
        /// The box is entirely outside.
        case none
        /// The box is entirely inside, and no edge touches it.
        case full
        /// An edge touches the box.
        case partial
    }

    /// Returns whether the box is inside, outside, or on the edge of the filled outline. O(log n) for most boxes.
    ///
    /// If no segment's box touches `box`, each segment is entirely on one side of it. The winding number is then
    /// constant in the box, and only segments to its left that cross the height of its center count.
    func coverage(of box: Box, rule: FillRule) -> Coverage {
        guard bounds.intersects(box) else { return .none }
        var winding = 0
        let y = box.midY
        let untouched = walkSubpaths(
            box,
            touching: { index in
                let subpath = subpaths[index]
                if let runs = subpath.runs {
                    return windingOfRuns(runs, subpath, box: box, y: y, winding: &winding)
                }
                return windingOfSegments(
                    subpath.verbs.lowerBound + 1..<subpath.verbs.upperBound, subpath.firstCoordinate + 2,
                    from: (coordinates[subpath.firstCoordinate], coordinates[subpath.firstCoordinate + 1]),
                    start: (coordinates[subpath.firstCoordinate], coordinates[subpath.firstCoordinate + 1]),
                    closes: true, box: box, y: y, winding: &winding)
            },
            // A skipped subpath on one side is closed there, so it does not wind around the box.
            missing: { _ in })
        guard untouched else { return .partial }
        let isInside = rule == .nonZero ? winding != 0 : winding & 1 != 0
        return isInside ? .full : .none
    }

    private func windingOfRuns(
        _ runs: SegmentRuns, _ subpath: Subpath, box: Box, y: Double, winding: inout Int
    ) -> Bool {
        let startX = coordinates[subpath.firstCoordinate]
        let startY = coordinates[subpath.firstCoordinate + 1]
        let untouched = runs.boxes.walk(
            box,
            touching: { index in
                let run = runs.runs[index]
                return windingOfSegments(
                    run.firstVerb..<run.firstVerb + run.verbCount, run.firstCoordinate, from: (run.startX, run.startY),
                    start: (startX, startY), closes: false, box: box, y: y, winding: &winding)
            },
            missing: { range in
                let first = runs.runs[range.lowerBound]
                let last = runs.runs[range.upperBound - 1]
                Path.count(
                    from: (first.startX, first.startY), to: (last.endX, last.endY), box: box, y: y, winding: &winding)
            })
        guard untouched else { return false }
        let last = runs.runs[runs.runs.count - 1]
        return Path.edge(from: (last.endX, last.endY), to: (startX, startY), box: box, y: y, winding: &winding)
    }

    /// Checks segments one by one; returns false as soon as one touches the box.
    private func windingOfSegments(
        _ verbRange: Range<Int>, _ firstCoordinate: Int, from: (Double, Double), start: (Double, Double), closes: Bool,
        box: Box, y: Double, winding: inout Int
    ) -> Bool {
        var at = firstCoordinate
        var pen = from
        for index in verbRange {
            let next: (Double, Double)
            switch verbs[index] {
            case .move, .line:
                next = (coordinates[at], coordinates[at + 1])
                at += 2
                if !Path.edge(from: pen, to: next, box: box, y: y, winding: &winding) { return false }
            case .curve:
                next = (coordinates[at + 4], coordinates[at + 5])
                let hull = Box(
                    minX: min(pen.0, coordinates[at], coordinates[at + 2], next.0),
                    minY: min(pen.1, coordinates[at + 1], coordinates[at + 3], next.1),
                    maxX: max(pen.0, coordinates[at], coordinates[at + 2], next.0),
                    maxY: max(pen.1, coordinates[at + 1], coordinates[at + 3], next.1))
                if hull.intersects(box) { return false }
                Path.count(from: pen, to: next, box: box, y: y, winding: &winding)
                at += 6
            case .close:
                next = start
                if !Path.edge(from: pen, to: next, box: box, y: y, winding: &winding) { return false }
            }
            pen = next
        }
        return closes ? Path.edge(from: pen, to: start, box: box, y: y, winding: &winding) : true
    }

    /// Checks a straight edge; returns false if its box touches.
    @inline(__always)
    private static func edge(
        from: (Double, Double), to: (Double, Double), box: Box, y: Double, winding: inout Int
    ) -> Bool {
        let touches =
            min(from.0, to.0) <= box.maxX && max(from.0, to.0) >= box.minX && min(from.1, to.1) <= box.maxY
            && max(from.1, to.1) >= box.minY
        if touches { return false }
        count(from: from, to: to, box: box, y: y, winding: &winding)
        return true
    }

    /// Counts a skipped part if it is to the left and crosses the height `y`.
    @inline(__always)
    private static func count(
        from: (Double, Double), to: (Double, Double), box: Box, y: Double, winding: inout Int
    ) {
        guard (from.1 <= y) != (to.1 <= y), from.0 < box.minX else { return }
        winding += from.1 <= y ? 1 : -1
    }
}
