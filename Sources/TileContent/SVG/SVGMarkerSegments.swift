import Foundation
import TileGraphics

/// An outline as markers see it: an arc is one segment, a lone move a point.
struct SVGMarkerSegments: SVGPathSink {
    struct Point: Equatable {
        var x: Double
        var y: Double

        /// Whether the two are one as far as Cairo's 24.8 fixed point tells.
        func isSame(as other: Point) -> Bool { abs(x - other.x) < 1.0 / 256 && abs(y - other.y) < 1.0 / 256 }
    }

    /// A line or curve by its control points; of an arc those that give its tangents.
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
        // librsvg takes the move behind a closing for one that the closing brings about.
        case .closed: state = .initial
        }
        pen = Point(x: x, y: y)
        start = pen
        isEmpty = false
    }

    private mutating func append(_ control1: Point, _ control2: Point, _ end: Point) {
        segments.append(.stretch(Stretch(start: pen, control1: control1, control2: control2, end: end)))
        pen = end
        state = .inside
    }

    mutating func line(x: Double, y: Double) { append(pen, Point(x: x, y: y), Point(x: x, y: y)) }

    mutating func curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double) {
        append(Point(x: x1, y: y1), Point(x: x2, y: y2), Point(x: x, y: y))
    }

    mutating func quadratic(controlX: Double, controlY: Double, x: Double, y: Double) {
        append(
            Point(x: pen.x + 2 / 3 * (controlX - pen.x), y: pen.y + 2 / 3 * (controlY - pen.y)),
            Point(x: x + 2 / 3 * (controlX - x), y: y + 2 / 3 * (controlY - y)), Point(x: x, y: y))
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
        if let first { append(first, last, Point(x: x, y: y)) } else { line(x: x, y: y) }
    }

    mutating func close() {
        guard state != .closed else { return }
        line(x: start.x, y: start.y)
        state = .closed
    }

    /// To be called behind the last command.
    mutating func finish() {
        if state == .begun { segments.append(.point(pen)) }
    }

    init() {}

    init(_ path: Path) {
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

    init(_ data: TextBytes) {
        SVGPathData.read(data, into: &self)
        finish()
    }

    // MARK: Directions

    /// In which a path arrives at the end of a segment, in radians from 0 to 2π; a segment of no length has that of the one
    /// before it.
    static func incoming(_ segments: [Segment], _ index: Int) -> Double? {
        for segment in segments[...index].reversed() {
            guard case .stretch(let stretch) = segment else { return nil }
            if let tangents = stretch.tangents { return angle(tangents.end) }
        }
        return nil
    }

    /// In which it leaves the start of a segment.
    static func outgoing(_ segments: [Segment], _ index: Int) -> Double? {
        for segment in segments[index...] {
            guard case .stretch(let stretch) = segment else { return nil }
            if let tangents = stretch.tangents { return angle(tangents.start) }
        }
        return nil
    }

    /// Half-way between the two, the short way round.
    static func middle(_ incoming: Double?, _ outgoing: Double?) -> Double {
        guard let incoming, let outgoing else { return incoming ?? outgoing ?? 0 }
        let half = (outgoing - incoming) / 2
        return abs(half) > .pi / 2 ? incoming + half - .pi : incoming + half
    }

    private static func angle(_ vector: Point) -> Double {
        if abs(vector.x) < 1.0 / 256, abs(vector.y) < 1.0 / 256 { return 0 }
        let angle = atan2(vector.y, vector.x)
        return angle < 0 ? angle + 2 * .pi : angle
    }
}

extension SVGMarkerSegments.Stretch {
    /// Vectors along the curve at its start and end; nil when it has no length.
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
