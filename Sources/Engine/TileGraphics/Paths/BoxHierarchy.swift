import TileGeometry

/// A hierarchy of boxes over a sequence: boxes of elements, boxes over eight consecutive ones of those, and so on.
/// Finds the elements that touch a box, in order, and the ranges in between that do not.
///
/// The order is kept because an outline's segments are drawn in order. Neighbors on an outline are close together, so
/// that sequential groups are about as tight as spatial ones.
struct BoxHierarchy: Sendable {
    static let fanOut = 8

    /// The boxes by level. Level 0 has the leaves, the last level at most `fanOut` boxes.
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

    /// Calls `touching` with each leaf that touches `box`, and `missing` with each range of leaves that are all on one
    /// side of it, in order. Stops if `touching` returns false.
    ///
    /// - Returns: Whether the walk reached the end.
    @inline(__always)
    func walk(_ box: Box, touching: (Int) -> Bool, missing: (Range<Int>) -> Void) -> Bool {
        boxes.withUnsafeBufferPointer { boxes in
            let top = levelStarts.count - 1
            var span = 1
            for _ in 0..<top { span *= Self.fanOut }
            return visit(
                boxes, level: top, nodes: 0..<(boxes.count - levelStarts[top]), span: span, box, touching: touching,
                missing: missing)
        }
    }

    private func visit(
        _ boxes: UnsafeBufferPointer<Box>, level: Int, nodes: Range<Int>, span: Int, _ box: Box,
        touching: (Int) -> Bool, missing: (Range<Int>) -> Void
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
                if !visit(
                    boxes, level: level - 1, nodes: children, span: span / Self.fanOut, box, touching: touching,
                    missing: missing)
                {
                    return false
                }
            }
        }
        return true
    }
}

/// A long subpath divided into runs of consecutive segments, with the box of each.
struct SegmentRuns: Sendable {
    /// The number of segments per run. Short enough to draw little in vain, and long enough that the boxes take only a
    /// tenth of the path's memory.
    static let length = 16
    /// The minimum number of verbs of a subpath with runs; with fewer, checking every segment is as fast.
    static let worthwhileCount = 48

    struct Run: Sendable {
        /// The index of the first verb, which is never the move.
        var firstVerb: Int
        var verbCount: Int
        var firstCoordinate: Int
        /// The start of the run's first segment.
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
