import Foundation
import TileGeometry

/// The dashes of an outline that can show in a box, each an open outline of its own. The dashes are where they would be
/// had the outline been drawn whole, which needs the length of what is left out: O(n) in the segments of the outline,
/// none of it in Cairo.
struct DashedStroke {
    /// To be stroked without dashes.
    private(set) var outline = PathBuilder()

    private typealias Point = PathEmitter.Point
    private typealias Curve = PathEmitter.Curve

    private let box: Box
    private let tolerance: Double
    /// Lengths on and off in turn; an even number of them.
    private var lengths: [Double]
    private var period: Double
    private var offset: Double

    // The subpath under way.
    private var distance = 0.0
    /// The dash being drawn, or none.
    private var dash: [Point] = []
    /// The dash at the subpath's start, kept until it is known whether the last one runs into it.
    private var firstDash: [Point]?

    /// - Parameters:
    ///   - box: what shows, grown by the pen's reach, in the outline's plane.
    ///   - pixel: the side of a pixel, in the outline's plane.
    ///
    /// Nil when the gaps are too short for anyone to see, or too many to draw: the line is to be drawn solid.
    init?(_ path: Path, _ style: StrokeStyle, in box: Box, pixel: Double) {
        self.box = box
        tolerance = pixel / 50
        lengths = style.dashes.count % 2 == 0 ? style.dashes : style.dashes + style.dashes
        period = lengths.reduce(0, +)
        offset = style.dashOffset
        blur(below: max(pixel / 3, (box.width + box.height) / Self.maxDashesAcross), style)
        if period - ink < period * 1e-3 { return nil }
        offset.formTruncatingRemainder(dividingBy: period)
        if offset < 0 { offset += period }
        var pen = Point(0, 0)
        var start = pen
        var isOpen = false
        path.forEachSegment { segment in
            switch segment {
            case .move(let point):
                if isOpen { end(closed: false) }
                (pen, start) = (Point(point.x, point.y), Point(point.x, point.y))
                isOpen = true
            case .line(let point):
                let to = Point(point.x, point.y)
                line(pen, to)
                pen = to
            case .curve(let b, let c, let d):
                curve(Curve(pen, Point(b.x, b.y), Point(c.x, c.y), Point(d.x, d.y)), depth: 0)
                pen = Point(d.x, d.y)
            case .close:
                line(pen, start)
                pen = start
                end(closed: true)
                isOpen = false
            }
        }
        if isOpen { end(closed: false) }
        if isOverfull { return nil }
    }

    /// Across what shows, and in all: beyond, a tile would take seconds.
    private static let maxDashesAcross = 10_000.0
    private static let maxDashes = 100_000

    /// Lengths that are inked, of a period.
    private var ink: Double { stride(from: 0, to: lengths.count, by: 2).reduce(0) { $0 + lengths[$1] } }
    private var dashCount = 0
    private var isOverfull: Bool { dashCount > Self.maxDashes }

    /// Dashes so short that nobody sees one become fewer of the same share of ink, as Cairo does it below a tenth of a
    /// pixel: else a line of a pixel could have a billion.
    private mutating func blur(below shortest: Double, _ style: StrokeStyle) {
        guard period < shortest else { return }
        // What a cap covers of a gap; for the round one 9π/32, the width of the rectangle nearest to a half disc.
        let cap =
            switch style.cap {
            case .butt: 0.0
            case .square: style.width
            case .round: style.width * 9 * .pi / 32
            }
        var ink = 0.0
        for (index, length) in lengths.enumerated() { ink += index % 2 == 0 ? length : min(length, cap) }
        lengths = [shortest * ink / period, shortest * (period - ink) / period]
        period = shortest
        offset = 0
    }

    private mutating func line(_ a: Point, _ b: Point) {
        let length = hypot(b.x - a.x, b.y - a.y)
        guard length > 0, !isOverfull else { return }
        defer { distance += length }
        guard let part = box.clip(a, b) else { return lift() }
        func at(_ along: Double) -> Point {
            if along <= 0 { return a }
            if along >= length { return b }
            let t = along / length
            return Point(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y))
        }
        let from = hypot(part.0.x - a.x, part.0.y - a.y)
        let to = part.1 == b ? length : min(length, hypot(part.1.x - a.x, part.1.y - a.y))
        if from > 0 { lift() }
        // Where in the pattern the visible part begins.
        var along = from
        var phase = (offset + distance + from).truncatingRemainder(dividingBy: period)
        var index = 0
        // A dash of no length still has its caps.
        while index < lengths.count - 1, phase > lengths[index] || (phase == lengths[index] && phase > 0) {
            phase -= lengths[index]
            index += 1
        }
        var left = lengths[index] - phase
        // Far from the line's start a dash may be less than a rounding error.
        var limit = Int(min(1e7, (to - from) / period + 2)) * lengths.count
        while limit > 0, along < to || (along == 0 && left == 0) {
            limit -= 1
            let next = min(to, along + left)
            if index % 2 == 0 {
                if dash.isEmpty { begin(at(along), isStart: distance == 0 && along == 0) }
                dash.append(at(next))
            }
            if next < to || along + left <= to {
                if index % 2 == 0 { lift() }
                index = (index + 1) % lengths.count
                left = lengths[index]
                if next >= to { break }
            } else {
                left -= next - along
            }
            along = next
        }
        if to < length { lift() }
    }

    private mutating func curve(_ curve: Curve, depth: Int) {
        if !curve.hull.intersects(box) {
            lift()
            distance += curve.length
        } else if curve.isFlat(within: tolerance) || depth == 24 {
            line(curve.a, curve.d)
        } else {
            let (left, right) = curve.halves
            self.curve(left, depth: depth + 1)
            self.curve(right, depth: depth + 1)
        }
    }

    private var isFirst = false

    private mutating func begin(_ point: Point, isStart: Bool) {
        dash = [point]
        isFirst = isStart
    }

    /// Ends the dash being drawn, if any.
    private mutating func lift() {
        guard !dash.isEmpty else { return }
        if isFirst {
            firstDash = dash
            isFirst = false
        } else {
            add(dash)
        }
        dash = []
    }

    /// Ends the subpath.
    private mutating func end(closed: Bool) {
        if closed, isFirst, !dash.isEmpty {
            // One dash all the way round.
            add(dash.dropLast(), closed: true)
            (dash, isFirst) = ([], false)
        } else if closed, !dash.isEmpty, let first = firstDash {
            add(dash + first.dropFirst())
            (dash, firstDash) = ([], nil)
        }
        lift()
        if let firstDash { add(firstDash) }
        firstDash = nil
        distance = 0
    }

    private mutating func add(_ points: some Collection<PathEmitter.Point>, closed: Bool = false) {
        guard let first = points.first, !isOverfull else { return }
        dashCount += 1
        outline.move(x: first.x, y: first.y)
        for point in points.dropFirst() { outline.line(x: point.x, y: point.y) }
        if closed { outline.close() }
    }
}

extension PathEmitter.Curve {
    /// Whether the chord is nowhere farther from the curve than this, and passed as evenly.
    fileprivate func isFlat(within tolerance: Double) -> Bool {
        // The distance to the chord at the same parameter is at most 3/4 of the larger second difference.
        let first = hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y)
        let second = hypot(b.x - 2 * c.x + d.x, b.y - 2 * c.y + d.y)
        return max(first, second) * 0.75 <= tolerance
    }

    /// Of the arc, to some 10⁻⁸ of it: the mean of chord and control polygon of ever smaller parts (Gravesen, "Adaptive
    /// subdivision and the length and energy of Bézier curves", 1997).
    fileprivate var length: Double { length(depth: 0) }

    private func length(depth: Int) -> Double {
        func distance(_ p: PathEmitter.Point, _ q: PathEmitter.Point) -> Double { hypot(q.x - p.x, q.y - p.y) }
        let chord = distance(a, d)
        let polygon = distance(a, b) + distance(b, c) + distance(c, d)
        if polygon - chord <= 1e-4 * polygon || depth == 12 { return (chord + polygon) / 2 }
        let (left, right) = halves
        return left.length(depth: depth + 1) + right.length(depth: depth + 1)
    }
}
