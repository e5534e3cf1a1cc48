public import TileGeometry

/// An immutable outline: subpaths of lines and cubic Bézier curves, in a plane defined by its client.
///
/// Coordinates are in one flat array and verbs in another, so that a walk reads memory once and in order. Long paths
/// have boxes over runs of their segments (`SegmentRuns`), so that segments that cannot touch a box are skipped, in
/// O(log n + k) for n segments, k of them touching it.
public final class Path: Sendable {
    /// The meaning of the next coordinates.
    @frozen
    public enum Verb: UInt8, Sendable {
        /// Starts a subpath, with one point.
        case move
        /// A line, with one point.
        case line
        /// A curve, with two control points and the end.
        case curve
        /// A line back to the subpath's start, without a point.
        case close
    }

    let verbs: ContiguousArray<Verb>
    /// The coordinates, x and y in turn.
    let coordinates: ContiguousArray<Double>
    /// The parts of a longer outline; nil if there is at most one short subpath, the common case in drawings.
    private let parts: Parts?
    /// The bounding box of all points and control points; `.empty` if there is no segment.
    public let bounds: Box
    private let storedWinding: Int8
    /// The winding number, 1 or −1, of all points inside; 0 if it is not known to be uniform.
    var winding: Int { Int(storedWinding) }

    /// A range of the arrays that begins with a move.
    struct Subpath: Sendable {
        var verbs: Range<Int>
        /// The index of the first coordinate.
        var firstCoordinate: Int
        var bounds: Box
        var isClosed: Bool
        /// The runs, if the subpath is long.
        var runs: SegmentRuns?
    }

    /// The additional data of outlines that are long or have several subpaths.
    private final class Parts: Sendable {
        let subpaths: ContiguousArray<Subpath>
        /// Boxes over `subpaths`, in order.
        let boxes: BoxHierarchy
        /// The copies for scales at which an outline of many segments shows fewer.
        let thinned: ThinnedOutlines?

        init(_ subpaths: ContiguousArray<Subpath>, isLong: Bool) {
            self.subpaths = subpaths
            thinned = isLong ? ThinnedOutlines() : nil
            boxes = BoxHierarchy(leaves: subpaths.map(\.bounds))
        }
    }

    /// - Parameter winding: The winding number; nil to compute it, which succeeds for convex outlines.
    init(verbs: ContiguousArray<Verb>, coordinates: ContiguousArray<Double>, winding: Int? = nil) {
        self.verbs = Self.common.first { $0 == verbs } ?? verbs.withoutSlack
        self.coordinates = coordinates.withoutSlack
        var subpaths = ContiguousArray<Subpath>()
        var start = 0
        var coordinate = 0
        while start < verbs.count {
            precondition(verbs[start] == .move, "a subpath starts with a move")
            var end = start + 1
            while end < verbs.count, verbs[end] != .move { end += 1 }
            let subpath = Path.subpath(verbs, coordinates, range: start..<end, firstCoordinate: &coordinate)
            // A lone move draws nothing, neither filled nor stroked.
            if subpath.verbs.count > 1 { subpaths.append(subpath) }
            start = end
        }
        bounds = subpaths.reduce(.empty) { $0.union($1.bounds) }
        storedWinding = Int8(winding ?? Self.convexWinding(coordinates, subpaths: subpaths.count))
        let isPlain = subpaths.count == 1 && subpaths[0].runs == nil && subpaths[0].verbs == 0..<verbs.count
        // Without a segment there is at most a lone move, which is not a subpath.
        parts =
            isPlain || verbs.count <= 1
            ? nil : Parts(subpaths, isLong: verbs.count >= ThinnedOutlines.worthwhileCount)
    }

    /// The shared verbs of rects, lines and ellipses.
    private static let common: [ContiguousArray<Verb>] = [
        [.move, .line, .line, .line, .close], [.move, .line], [.move, .curve, .curve, .curve, .curve, .close],
    ]

    /// The subpaths with at least one segment, in order.
    var subpaths: Subpaths { Subpaths(path: self) }

    struct Subpaths: RandomAccessCollection {
        fileprivate let path: Path

        var startIndex: Int { 0 }
        var endIndex: Int { path.parts?.subpaths.count ?? (path.verbs.count > 1 ? 1 : 0) }

        subscript(index: Int) -> Subpath {
            if let parts = path.parts { return parts.subpaths[index] }
            return Subpath(
                verbs: 0..<path.verbs.count, firstCoordinate: 0, bounds: path.bounds,
                isClosed: path.verbs[path.verbs.count - 1] == .close, runs: nil)
        }
    }

    /// Walks through the subpaths like `BoxHierarchy` through its leaves.
    @inline(__always)
    func walkSubpaths(_ box: Box, touching: (Int) -> Bool, missing: (Range<Int>) -> Void) -> Bool {
        if let parts { return parts.boxes.walk(box, touching: touching, missing: missing) }
        if verbs.count <= 1 { return true }
        if bounds.intersects(box) { return touching(0) }
        missing(0..<1)
        return true
    }

    private static func subpath(
        _ verbs: ContiguousArray<Verb>, _ coordinates: ContiguousArray<Double>, range: Range<Int>,
        firstCoordinate: inout Int
    ) -> Subpath {
        let first = firstCoordinate
        var bounds = Box.empty
        var isClosed = false
        for index in range {
            let count = verbs[index].coordinateCount
            for at in stride(from: firstCoordinate, to: firstCoordinate + count, by: 2) {
                bounds.formUnion(x: coordinates[at], y: coordinates[at + 1])
            }
            firstCoordinate += count
            if verbs[index] == .close { isClosed = true }
        }
        let runs =
            range.count >= SegmentRuns.worthwhileCount
            ? SegmentRuns(verbs: verbs, coordinates: coordinates, range: range, firstCoordinate: first) : nil
        return Subpath(verbs: range, firstCoordinate: first, bounds: bounds, isClosed: isClosed, runs: runs)
    }

    /// Whether there is nothing to fill or stroke.
    public var isEmpty: Bool { subpaths.isEmpty }

    /// The number of lines, curves and closings.
    public var segmentCount: Int { verbs.count - subpaths.count }

    /// The thinned copies of a long outline.
    var thinnedOutlines: ThinnedOutlines? { parts?.thinned }

    /// The approximate memory in bytes, including as much again for the thinned copies of a long outline.
    public var byteCount: Int { thinnedOutlines == nil ? ownByteCount : 2 * ownByteCount }

    /// The approximate memory without thinned copies, in bytes, as rounded up by malloc.
    var ownByteCount: Int {
        let isShared = verbs.count <= 6 && Self.common.contains(verbs)
        let fixed = 96 + 48 + coordinates.count * 8 + (isShared ? 0 : 40 + verbs.count)
        guard let parts else { return fixed }
        let perSubpath = MemoryLayout<Subpath>.stride + MemoryLayout<Box>.stride * 8 / 7
        let perRun = MemoryLayout<SegmentRuns.Run>.stride + MemoryLayout<Box>.stride * 8 / 7
        return fixed + 240 + parts.subpaths.count * perSubpath + verbs.count / SegmentRuns.length * perRun
    }

    /// Returns the smallest box around the outline itself, without the control points of curves.
    ///
    /// - Complexity: O(n).
    public func tightBounds(_ transform: CGAffineTransform = .identity) -> Box {
        var box = Box.empty
        var x = 0.0
        var y = 0.0
        forEachSegment { segment in
            switch segment {
            case .move(let point):
                // A move alone has no extent; the next segment includes its start.
                (x, y) = transform.apply(x: point.x, y: point.y)
            case .line(let point):
                box.formUnion(x: x, y: y)
                (x, y) = transform.apply(x: point.x, y: point.y)
                box.formUnion(x: x, y: y)
            case .curve(let c1, let c2, let end):
                let (x1, y1) = transform.apply(x: c1.x, y: c1.y)
                let (x2, y2) = transform.apply(x: c2.x, y: c2.y)
                let (x3, y3) = transform.apply(x: end.x, y: end.y)
                let horizontal = CubicExtent.range(from: x, control1: x1, control2: x2, to: x3)
                let vertical = CubicExtent.range(from: y, control1: y1, control2: y2, to: y3)
                box.formUnion(x: horizontal.lowerBound, y: vertical.lowerBound)
                box.formUnion(x: horizontal.upperBound, y: vertical.upperBound)
                (x, y) = (x3, y3)
            case .close:
                break
            }
        }
        return box
    }

    /// A segment of an outline, with its points.
    public enum Segment: Hashable, Sendable {
        public struct Point: Hashable, Sendable {
            public var x: Double
            public var y: Double

            public init(x: Double, y: Double) {
                self.x = x
                self.y = y
            }
        }
        case move(Point)
        case line(Point)
        case curve(Point, Point, Point)
        case close
    }

    /// Calls `body` with each segment in order.
    ///
    /// - Complexity: O(n).
    public func forEachSegment(_ body: (Segment) -> Void) {
        var at = 0
        func point(_ offset: Int) -> Segment.Point {
            Segment.Point(x: coordinates[at + offset], y: coordinates[at + offset + 1])
        }
        for verb in verbs {
            switch verb {
            case .move: body(.move(point(0)))
            case .line: body(.line(point(0)))
            case .curve: body(.curve(point(0), point(2), point(4)))
            case .close: body(.close)
            }
            at += verb.coordinateCount
        }
    }

    /// The box if the path is a single axis-aligned rect, which is common and cheap to draw; otherwise nil.
    public var rectangle: Box? {
        guard verbs.count == 5, verbs[0] == .move, verbs[4] == .close,
            verbs[1] == .line, verbs[2] == .line, verbs[3] == .line
        else { return nil }
        let c = coordinates
        let horizontalFirst = c[1] == c[3] && c[2] == c[4] && c[5] == c[7] && c[6] == c[0]
        let verticalFirst = c[0] == c[2] && c[3] == c[5] && c[4] == c[6] && c[7] == c[1]
        return horizontalFirst || verticalFirst ? bounds : nil
    }
}

extension Path.Verb {
    /// The number of coordinates of the verb.
    @inlinable var coordinateCount: Int {
        switch self {
        case .move, .line: 2
        case .curve: 6
        case .close: 0
        }
    }
}

/// The extent of one coordinate of a cubic Bézier curve: its ends, and the roots of its derivative between them.
enum CubicExtent {
    static func range(from p0: Double, control1 p1: Double, control2 p2: Double, to p3: Double) -> ClosedRange<Double> {
        var low = min(p0, p3)
        var high = max(p0, p3)
        if p1 >= low, p1 <= high, p2 >= low, p2 <= high { return low...high }
        // B'(t)/3 = a·t² + b·t + c
        let a = -p0 + 3 * p1 - 3 * p2 + p3
        let b = 2 * (p0 - 2 * p1 + p2)
        let c = p1 - p0
        func include(_ t: Double) {
            guard t > 0, t < 1 else { return }
            let s = 1 - t
            let value = s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3
            low = min(low, value)
            high = max(high, value)
        }
        if abs(a) < 1e-12 {
            if b != 0 { include(-c / b) }
        } else {
            let discriminant = b * b - 4 * a * c
            if discriminant >= 0 {
                let root = discriminant.squareRoot()
                include((-b + root) / (2 * a))
                include((-b - root) / (2 * a))
            }
        }
        // Overflow in a transform may break the order.
        return low <= high ? low...high : -.infinity ... .infinity
    }
}

extension ContiguousArray {
    /// The array without unused capacity, if there is much of it. Long arrays are left as they are: the system does not
    /// allocate memory that was never written.
    fileprivate var withoutSlack: Self {
        guard capacity - count > Swift.max(8 / MemoryLayout<Element>.stride, count / 8), count < 8192 else {
            return self
        }
        var copy = Self()
        copy.reserveCapacity(count)
        copy.append(contentsOf: self)
        return copy
    }
}
