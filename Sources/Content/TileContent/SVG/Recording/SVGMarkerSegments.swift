import Foundation
import TileGraphics

/// The segments of an outline for placing markers: an arc is one segment, a lone move a point.
struct SVGMarkerSegments: SVGPathSink {
    struct Point: Equatable {
        var x: Double
        var y: Double

        /// Whether two points are equal within the precision of Cairo's 24.8 fixed point.
        func isSame(as other: Point) -> Bool { abs(x - other.x) < 1.0 / 256 && abs(y - other.y) < 1.0 / 256 }
    }

    /// A line or curve with its control points. For an arc, the control points give its tangents.
    struct Stretch: Equatable {
        var start: Point
        var control1: Point
        var control2: Point
        var end: Point
    }

    enum Segment: Equatable {
        case point(Point)
        case stretch(Stretch)
    }

    /// The memory of one segment, in bytes.
    static let bytesPerSegment = MemoryLayout<Segment>.stride

    private enum State { case initial, begun, inside, closed }

    private(set) var segments: [Segment] = []
    private var state = State.initial
    /// Whether the last segment closes a subpath.
    var isClosed: Bool { state == .closed }
    private var pen = Point(x: 0, y: 0)
    private var start = Point(x: 0, y: 0)
    private(set) var isEmpty = true

    var x: Double { pen.x }
    var y: Double { pen.y }

    mutating func move(x: Double, y: Double) {
        switch state {
        case .initial, .inside: state = .begun
        case .begun: segments.append(.point(pen))
        // Like librsvg, this treats a move after a close as the one implied by the close.
        case .closed: state = .initial
        }
        pen = Point(x: x, y: y)
        start = pen
        isEmpty = false
    }

    private mutating func appendCurve(control1: Point, control2: Point, end: Point) {
        segments.append(.stretch(Stretch(start: pen, control1: control1, control2: control2, end: end)))
        pen = end
        state = .inside
    }

    mutating func line(x: Double, y: Double) {
        appendCurve(control1: pen, control2: Point(x: x, y: y), end: Point(x: x, y: y))
    }

    mutating func curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double) {
        appendCurve(control1: Point(x: x1, y: y1), control2: Point(x: x2, y: y2), end: Point(x: x, y: y))
    }

    mutating func quadratic(controlX: Double, controlY: Double, x: Double, y: Double) {
        appendCurve(
            control1: Point(x: pen.x + 2 / 3 * (controlX - pen.x), y: pen.y + 2 / 3 * (controlY - pen.y)),
            control2: Point(x: x + 2 / 3 * (controlX - x), y: y + 2 / 3 * (controlY - y)), end: Point(x: x, y: y))
    }

    mutating func arc(
        radiusX: Double, radiusY: Double, rotation: Double, large: Bool, sweep: Bool, x: Double, y: Double
    ) {
        var builder = PathBuilder()
        builder.move(x: pen.x, y: pen.y)
        builder.arc(radiusX: radiusX, radiusY: radiusY, rotation: rotation, large: large, sweep: sweep, x: x, y: y)
        var first: Point?
        var last = pen
        var hasSegment = false
        builder.build().forEachSegment { segment in
            switch segment {
            case .move, .close: break
            case .line: hasSegment = true
            case .curve(let a, let b, _):
                hasSegment = true
                first = first ?? Point(x: a.x, y: a.y)
                last = Point(x: b.x, y: b.y)
            }
        }
        guard hasSegment else { return }
        if let first { appendCurve(control1: first, control2: last, end: Point(x: x, y: y)) } else { line(x: x, y: y) }
    }

    mutating func close() {
        guard state != .closed else { return }
        line(x: start.x, y: start.y)
        state = .closed
    }

    /// Ends the outline. Call it after the last command.
    mutating func finish() {
        if state == .begun { segments.append(.point(pen)) }
    }

    init() {}

    /// - Parameter capacity: The maximum number of segments, reserved because growing the array would temporarily
    ///   double its memory.
    private init(capacity: Int) { segments.reserveCapacity(capacity) }

    init(_ path: Path) {
        self.init(capacity: path.segmentCount)
        path.forEachSegment { segment in
            switch segment {
            case .move(let p): move(x: p.x, y: p.y)
            case .line(let p): line(x: p.x, y: p.y)
            case .curve(let a, let b, let p): curve(x1: a.x, y1: a.y, x2: b.x, y2: b.y, x: p.x, y: p.y)
            case .close: close()
            }
        }
        finish()
    }

    init(_ data: TextBytes, of path: Path) {
        self.init(capacity: path.segmentCount)
        SVGPathData.read(data, into: &self)
        finish()
    }

    // MARK: Directions

    /// Returns the direction halfway between the two along the shorter arc.
    static func middle(_ incoming: Double?, _ outgoing: Double?) -> Double {
        guard let incoming, let outgoing else { return incoming ?? outgoing ?? 0 }
        let half = (outgoing - incoming) / 2
        return abs(half) > .pi / 2 ? incoming + half - .pi : incoming + half
    }

    fileprivate static func angle(_ vector: Point) -> Double {
        if abs(vector.x) < 1.0 / 256, abs(vector.y) < 1.0 / 256 { return 0 }
        let angle = atan2(vector.y, vector.x)
        return angle < 0 ? angle + 2 * .pi : angle
    }
}

extension SVGMarkerSegments.Stretch {
    /// The tangent vectors at the start and end; nil if the curve has no length.
    fileprivate var tangents: (start: SVGMarkerSegments.Point, end: SVGMarkerSegments.Point)? {
        func to(_ a: SVGMarkerSegments.Point, _ b: SVGMarkerSegments.Point) -> SVGMarkerSegments.Point {
            SVGMarkerSegments.Point(x: b.x - a.x, y: b.y - a.y)
        }
        let startSame = start.isSame(as: control1)
        let endSame = control2.isSame(as: end)
        if startSame, start.isSame(as: control2), start.isSame(as: end) { return nil }
        if startSame, start.isSame(as: control2) { return (to(start, end), to(control2, end)) }
        if startSame, endSame { return (to(start, end), to(start, end)) }
        if control1.isSame(as: control2), control1.isSame(as: end) { return (to(start, control1), to(start, end)) }
        if startSame { return (to(start, control2), to(control2, end)) }
        if endSame { return (to(start, control1), to(control1, end)) }
        return (to(start, control1), to(control2, end))
    }
}

/// The directions of an outline's segments, requested in order. Each takes O(1) amortized, regardless of how many
/// segments have no length.
struct SVGMarkerDirections {
    private let segments: [SVGMarkerSegments.Segment]
    /// The `incoming` direction of the segment before `nextIncoming`.
    private var lastIncoming: Double?
    private var nextIncoming = 0
    /// The segments with the same `outgoing` direction, `lastOutgoing`.
    private var knownOutgoing = 0..<0
    private var lastOutgoing: Double?

    init(_ segments: [SVGMarkerSegments.Segment]) { self.segments = segments }

    /// Returns the direction in which a path arrives at the end of a segment, in radians from 0 to 2π. A segment
    /// without length has the direction of the previous one. Requests must be in ascending order.
    mutating func incoming(_ index: Int) -> Double? {
        while nextIncoming <= index {
            switch segments[nextIncoming] {
            case .point: lastIncoming = nil
            case .stretch(let stretch):
                if let tangents = stretch.tangents { lastIncoming = SVGMarkerSegments.angle(tangents.end) }
            }
            nextIncoming += 1
        }
        return lastIncoming
    }

    /// Returns the direction in which a path leaves the start of a segment.
    mutating func outgoing(_ index: Int) -> Double? {
        if knownOutgoing.contains(index) { return lastOutgoing }
        lastOutgoing = nil
        var at = index
        while at < segments.count, case .stretch(let stretch) = segments[at] {
            at += 1
            if let tangents = stretch.tangents {
                lastOutgoing = SVGMarkerSegments.angle(tangents.start)
                break
            }
        }
        // The segments before the one found have no length. A point has no direction.
        knownOutgoing = index..<max(at, index + 1)
        return lastOutgoing
    }
}
