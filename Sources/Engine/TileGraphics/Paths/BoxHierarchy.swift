import TileGeometry

/// Boxes over a sequence, and boxes over eight neighbours of those, and so on up to one: finds the elements of a
/// sequence that touch a box, in order, and names the stretches that do not.
///
/// It keeps the order because segments of an outline are drawn in order; neighbours on an outline lie near each other,
/// so that a sequential grouping is about as tight as a spatial one.
struct BoxHierarchy: Sendable {
    static let fanOut = 8

    /// Level 0 holds the leaves' boxes, the last level at most `fanOut` boxes.
    private let boxes: ContiguousArray<Box>
    private let levelStarts: [Int]
    let leafCount: Int

    init(leaves: some Collection<Box>) {
        leafCount = leaves.count
        var boxes = ContiguousArray<Box>(leaves)
        var starts = [0]
        var count = leafCount
        while count > Self.fanOut {
            let start = starts[starts.count - 1]
            starts.append(boxes.count)
            for first in stride(from: 0, to: count, by: Self.fanOut) {
                var box = Box.empty
                for child in first..<min(first + Self.fanOut, count) { box = box.union(boxes[start + child]) }
                boxes.append(box)
            }
            count = (count + Self.fanOut - 1) / Self.fanOut
        }
        self.boxes = boxes
        levelStarts = starts
    }

    /// Calls `touching` with each leaf whose box touches `box`, and `missing` with each stretch of leaves that all lie
    /// to one side of it, in order. Stops when `touching` returns false.
    ///
    /// - Returns: whether it went to the end.
    @inline(__always)
    func walk(_ box: Box, touching: (Int) -> Bool, missing: (Range<Int>) -> Void) -> Bool {
        boxes.withUnsafeBufferPointer { boxes in
            let top = levelStarts.count - 1
            var span = 1
            for _ in 0..<top { span *= Self.fanOut }
            return visit(
                boxes, level: top, nodes: 0..<(boxes.count - levelStarts[top]), span: span, box, touching, missing)
        }
    }

    private func visit(
        _ boxes: UnsafeBufferPointer<Box>, level: Int, nodes: Range<Int>, span: Int, _ box: Box,
        _ touching: (Int) -> Bool, _ missing: (Range<Int>) -> Void
    ) -> Bool {
        for node in nodes {
            let nodeBox = boxes[levelStarts[level] + node]
            if !nodeBox.intersects(box) {
                missing(node * span..<min((node + 1) * span, leafCount))
            } else if level == 0 {
                if !touching(node) { return false }
            } else {
                let below = level == 1 ? leafCount : levelStarts[level] - levelStarts[level - 1]
                let children = node * Self.fanOut..<min((node + 1) * Self.fanOut, below)
                if !visit(boxes, level: level - 1, nodes: children, span: span / Self.fanOut, box, touching, missing) {
                    return false
                }
            }
        }
        return true
    }
}

/// A long subpath cut into runs of consecutive segments, with the box of each.
struct SegmentRuns: Sendable {
    /// Segments in a run. Short enough that little is drawn in vain, long enough that the boxes stay a tenth of the
    /// path.
    static let length = 16
    /// Verbs from which on a subpath is cut into runs; below, looking at every segment is as fast.
    static let worthwhileCount = 48

    struct Run: Sendable {
        /// Index of the first verb; never the move.
        var firstVerb: Int
        var verbCount: Int
        var firstCoordinate: Int
        /// Where the run's first segment starts.
        var startX: Double
        var startY: Double
        var endX: Double
        var endY: Double
    }

    let runs: ContiguousArray<Run>
    let boxes: BoxHierarchy

    init(
        verbs: ContiguousArray<Path.Verb>, coordinates: ContiguousArray<Double>, range: Range<Int>, firstCoordinate: Int
    ) {
        var runs = ContiguousArray<Run>()
        var boxes = ContiguousArray<Box>()
        let startX = coordinates[firstCoordinate]
        let startY = coordinates[firstCoordinate + 1]
        var x = startX
        var y = startY
        var at = firstCoordinate + 2
        var verb = range.lowerBound + 1
        while verb < range.upperBound {
            var run = Run(
                firstVerb: verb, verbCount: min(Self.length, range.upperBound - verb), firstCoordinate: at,
                startX: x, startY: y, endX: x, endY: y)
            var box = Box(minX: x, minY: y, maxX: x, maxY: y)
            for index in verb..<verb + run.verbCount {
                switch verbs[index] {
                case .close: (x, y) = (startX, startY)
                case let other:
                    let count = other.coordinateCount
                    for point in stride(from: at, to: at + count, by: 2) {
                        box.formUnion(x: coordinates[point], y: coordinates[point + 1])
                    }
                    at += count
                    x = coordinates[at - 2]
                    y = coordinates[at - 1]
                }
                box.formUnion(x: x, y: y)
            }
            run.endX = x
            run.endY = y
            runs.append(run)
            boxes.append(box)
            verb += run.verbCount
        }
        self.runs = runs
        self.boxes = BoxHierarchy(leaves: boxes)
    }
}
