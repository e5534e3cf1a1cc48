import TileGeometry
import TileSupport

/// A static R-tree over the bounds of a picture's operations, which finds those that touch a box.
///
/// Bulk loaded by Sort-Tile-Recursive packing (Leutenegger, Lopez and Edgington, "STR: A Simple and Efficient Algorithm
/// for R-Tree Packing", 1997): every node but the last of its level is full. Building takes O(n log n); a query takes
/// O(log n + k) for k hits if boxes overlap little. Boxes are stored in single precision rounded outwards, four numbers
/// in one register.
struct RTree: Sendable {
    /// The number of children of a node: the boxes of 8 fill two cache lines.
    static let fanOut = 8

    /// The boxes level by level from the leaves, node by node, as minX, minY, −maxX, −maxY: one comparison per box.
    let boxes: ContiguousArray<SIMD4<Float>>
    /// The operation of each leaf box.
    let items: ContiguousArray<UInt32>
    /// The arrays of a tree in an archive; `boxes` and `items` are then empty.
    private let mapped: MappedTree?
    private let levelStarts: [Int]

    /// The arrays of a tree in a file.
    // @unchecked Sendable: bytes of a mapped file, which are immutable and live as long as `file`.
    private final class MappedTree: @unchecked Sendable {
        let boxes: UnsafeBufferPointer<SIMD4<Float>>
        let items: UnsafeBufferPointer<UInt32>
        private let file: MappedFile

        init(_ boxes: UnsafeRawBufferPointer, _ items: UnsafeRawBufferPointer, file: MappedFile) {
            self.boxes = boxes.bindMemory(to: SIMD4<Float>.self)
            self.items = items.bindMemory(to: UInt32.self)
            self.file = file
        }
    }

    /// Creates a tree from a file. Its operation numbers are not validated.
    ///
    /// - Parameters:
    ///   - boxes: The boxes, aligned to 16 bytes; `boxCount` of them.
    ///   - items: The operations, as many as leaves.
    init(boxes: UnsafeRawBufferPointer, items: UnsafeRawBufferPointer, of file: MappedFile) {
        self.boxes = []
        self.items = []
        mapped = MappedTree(boxes, items, file: file)
        levelStarts = Self.levels(items.count / 4).starts
    }

    /// Returns the start of each level, and the total number of boxes.
    private static func levels(_ leaves: Int) -> (starts: [Int], count: Int) {
        var starts = [0]
        var (count, total) = (leaves, leaves)
        while count > fanOut {
            starts.append(total)
            count = (count + fanOut - 1) / fanOut
            total += count
        }
        return (starts, total)
    }

    /// Returns the number of boxes in a tree with a number of leaves.
    static func boxCount(_ leaves: Int) -> Int { levels(leaves).count }

    /// - Parameter bounds: Returns the bounds of an operation by its number, below `total`.
    init(_ total: Int, bounds: (Int) -> Box) {
        var order = ContiguousArray<UInt32>()
        order.reserveCapacity(total)
        for number in 0..<total where !bounds(number).isEmpty { order.append(UInt32(number)) }
        Self.pack(&order, bounds)
        items = order
        mapped = nil
        var boxes = ContiguousArray<SIMD4<Float>>()
        // Each level has an eighth of the one below.
        boxes.reserveCapacity(order.count + order.count / 7 + 2 * Self.fanOut)
        for number in order { boxes.append(Self.rounded(bounds(Int(number)))) }
        var starts = [0]
        var count = boxes.count
        while count > Self.fanOut {
            let start = starts[starts.count - 1]
            starts.append(boxes.count)
            for first in stride(from: 0, to: count, by: Self.fanOut) {
                var box = boxes[start + first]
                for child in first + 1..<max(first + 1, min(first + Self.fanOut, count)) {
                    box = pointwiseMin(box, boxes[start + child])
                }
                boxes.append(box)
            }
            count = (count + Self.fanOut - 1) / Self.fanOut
        }
        self.boxes = boxes
        levelStarts = starts
    }

    /// Orders items so that runs of `fanOut` are close together: vertical slices by center x, and by center y within
    /// each.
    private static func pack(_ order: inout ContiguousArray<UInt32>, _ bounds: (Int) -> Box) {
        let leaves = (order.count + fanOut - 1) / fanOut
        let slices = max(1, Int(Double(leaves).squareRoot().rounded(.up)))
        let sliceLength = slices * fanOut
        func centerX(_ item: UInt32) -> Double {
            let box = bounds(Int(item))
            return middle(box.minX, box.maxX)
        }
        func centerY(_ item: UInt32) -> Double {
            let box = bounds(Int(item))
            return middle(box.minY, box.maxY)
        }
        // The number breaks ties, so that equal pictures have equal trees.
        order.sort { (centerX($0), $0) < (centerX($1), $1) }
        for start in stride(from: 0, to: order.count, by: sliceLength) {
            let end = min(start + sliceLength, order.count)
            order[start..<end].sort { (centerY($0), $0) < (centerY($1), $1) }
        }
    }

    /// Returns the center of an interval; the origin if it is infinite.
    private static func middle(_ low: Double, _ high: Double) -> Double {
        let middle = (low + high) / 2
        return middle.isFinite ? middle : 0
    }

    /// Returns the box in single precision, never smaller.
    private static func rounded(_ box: Box) -> SIMD4<Float> {
        func down(_ value: Double) -> Float {
            let float = Float(value)
            return Double(float) > value ? float.nextDown : float
        }
        return SIMD4(down(box.minX), down(box.minY), down(-box.maxX), down(-box.maxY))
    }

    /// Appends the numbers of the operations whose bounds touch `box`, in no particular order.
    func query(_ box: Box, into hits: inout ContiguousArray<UInt32>) {
        guard !box.isEmpty else { return }
        // A stored (minX, minY, −maxX, −maxY) touches the box if no component exceeds (box.maxX, box.maxY, −box.minX,
        // −box.minY).
        let rounded = Self.rounded(box)
        let probe = SIMD4<Float>(-rounded.z, -rounded.w, -rounded.x, -rounded.y)
        let top = levelStarts.count - 1
        if let mapped {
            let nodes = 0..<(mapped.boxes.count - levelStarts[top])
            return visit(mapped.boxes, mapped.items, level: top, nodes: nodes, probe: probe, hits: &hits)
        }
        boxes.withUnsafeBufferPointer { boxes in
            items.withUnsafeBufferPointer { items in
                visit(boxes, items, level: top, nodes: 0..<(boxes.count - levelStarts[top]), probe: probe, hits: &hits)
            }
        }
    }

    private func visit(
        _ boxes: UnsafeBufferPointer<SIMD4<Float>>, _ items: UnsafeBufferPointer<UInt32>, level: Int, nodes: Range<Int>,
        probe: SIMD4<Float>, hits: inout ContiguousArray<UInt32>
    ) {
        let start = levelStarts[level]
        for node in nodes where all(boxes[start + node] .<= probe) {
            if level == 0 {
                hits.append(items[node])
            } else {
                let below = levelStarts[level] - levelStarts[level - 1]
                let first = node * Self.fanOut
                visit(
                    boxes, items, level: level - 1, nodes: first..<min(first + Self.fanOut, below), probe: probe,
                    hits: &hits)
            }
        }
    }
}
