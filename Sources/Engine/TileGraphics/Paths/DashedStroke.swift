import Foundation
import TileGeometry

/// The dashes of an outline that can be visible in a box, each as an open outline. They are at the same positions as if
/// the whole outline had been drawn, which requires the lengths of skipped segments: O(n) in the outline's segments,
/// none of it in Cairo.
struct DashedStroke {
    /// The outline to stroke without dashes.
    private(set) var outline = PathBuilder()

    private typealias Point = PathEmitter.Point
    private typealias Curve = PathEmitter.Curve

    private let box: Box
    private let tolerance: Double
    private let pattern: DashPattern

    // The state of the current subpath.
    private var distance = 0.0
    /// The dash being drawn; empty if there is none.
    private var dash: [Point] = []
    /// The dash at the subpath's start, kept until it is known whether the last one continues into it.
    private var firstDash: [Point]?
    private var isFirst = false
    private var dashCount = 0

    /// - Parameters:
    ///   - box: The visible area, expanded by the pen's reach, in the outline's plane.
    ///   - pixel: The side of a pixel, in the outline's plane.
    ///
    /// Nil if the gaps are too short to be visible, or too many to draw: draw the line solid in that case.
    init?(_ path: Path, _ style: StrokeStyle, in box: Box, pixel: Double) {
        self.box = box
        tolerance = pixel / 50
        guard let pattern = DashPattern(style.dashes, offset: style.dashOffset) else { return nil }
        let shortest = max(pixel / 3, (box.width + box.height) / Self.maxDashesAcross)
        guard let visible = pattern.blurred(below: shortest, style) else { return nil }
        self.pattern = visible
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
                curve(
                    Curve(from: pen, control1: Point(b.x, b.y), control2: Point(c.x, c.y), to: Point(d.x, d.y)),
                    depth: 0)
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

    /// The limits of dashes across the visible area, and in total; beyond them, a tile would take seconds.
    private static let maxDashesAcross = 10_000.0
    private static let maxDashes = 100_000

    private var isOverfull: Bool { dashCount > Self.maxDashes }

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
        var position = pattern.position(at: distance + from)
        // Far from the line's start a dash may be shorter than a rounding error.
        var limit = Int(min(1e7, (to - from) / pattern.period + 2)) * pattern.lengths.count
        let pattern = pattern
        pattern.walk(&position, from: from, to: to, meetsEnd: false, limit: &limit) { start, end, ends in
            if dash.isEmpty { begin(at(start), isStart: distance == 0 && start == 0) }
            dash.append(at(end))
            if ends { lift() }
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
            // One dash around the whole subpath.
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

extension DashPattern {
    /// Replaces dashes that are too short to be visible by fewer with the same share of ink, as Cairo does below a
    /// tenth of a pixel. Otherwise a line of a pixel could have a billion.
    ///
    /// - Returns: nil if the gaps are too short to be visible.
    fileprivate func blurred(below shortest: Double, _ style: StrokeStyle) -> DashPattern? {
        var pattern = self
        if period < shortest {
            // The part of a gap that a cap covers; for the round one 9π/32, the width of the rectangle closest to a
            // half disc.
            let cap =
                switch style.cap {
                case .butt: 0.0
                case .square: style.width
                case .round: style.width * 9 * .pi / 32
                }
            let ink = ink(coveringGaps: cap)
            guard
                let blurred = DashPattern([shortest * ink / period, shortest * (period - ink) / period], offset: 0)
            else { return nil }
            pattern = blurred
        }
        return pattern.period - pattern.ink(coveringGaps: 0) < pattern.period * 1e-3 ? nil : pattern
    }

    /// Returns the inked length of a period, with caps that cover a part of each gap.
    private func ink(coveringGaps cap: Double) -> Double {
        lengths.enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? $1.element : min($1.element, cap)) }
    }
}

extension PathEmitter.Curve {
    /// Returns whether the chord is within a distance of the curve and is traversed as evenly.
    fileprivate func isFlat(within tolerance: Double) -> Bool {
        // The distance to the chord at the same parameter is at most 3/4 of the larger second difference.
        let first = hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y)
        let second = hypot(b.x - 2 * c.x + d.x, b.y - 2 * c.y + d.y)
        return max(first, second) * 0.75 <= tolerance
    }

    /// The arc length, to a relative error of some 10⁻⁸: the mean of chord and control polygon of recursively halved
    /// parts (Gravesen, "Adaptive subdivision and the length and energy of Bézier curves", 1997).
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
