import CCairo
import Foundation
import TileGeometry

/// A dashed outline cut down to what can show in a box. The dashes go on from where they would be had the outline been
/// drawn whole, which needs the length of what is left out: O(n) in the segments of the outline, none of it in Cairo.
struct DashedStroke {
    /// A stretch to stroke on its own.
    struct Piece {
        var path: PathBuilder
        /// Length of the outline up to the piece's start.
        var distance: Double
    }

    private(set) var pieces: [Piece] = []
    private var isDown = false
    private let box: Box

    /// - Parameter box: what shows, grown by the pen's reach, in the outline's plane.
    init(_ path: Path, in box: Box) {
        self.box = box
        var distance = 0.0
        var pen = Path.Segment.Point(x: 0, y: 0)
        var start = pen
        path.forEachSegment { segment in
            switch segment {
            case .move(let point):
                (pen, start, distance, isDown) = (point, point, 0, false)
            case .line(let point):
                line(pen, point, &distance)
                pen = point
            case .close:
                line(pen, start, &distance)
                pen = start
            case .curve(let b, let c, let d):
                curve(pen, b, c, d, &distance)
                pen = d
            }
        }
    }

    private mutating func line(_ a: Path.Segment.Point, _ b: Path.Segment.Point, _ distance: inout Double) {
        let length = hypot(b.x - a.x, b.y - a.y)
        defer { distance += length }
        guard length > 0, let part = Self.clip(a, b, to: box) else {
            isDown = false
            return
        }
        func at(_ t: Double) -> (Double, Double) { (a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)) }
        if part.lowerBound > 0 { isDown = false }
        if !isDown {
            var path = PathBuilder()
            let (x, y) = at(part.lowerBound)
            path.move(x: x, y: y)
            pieces.append(Piece(path: path, distance: distance + part.lowerBound * length))
        }
        let (x, y) = part.upperBound == 1 ? (b.x, b.y) : at(part.upperBound)
        pieces[pieces.count - 1].path.line(x: x, y: y)
        isDown = part.upperBound == 1
    }

    private mutating func curve(
        _ a: Path.Segment.Point, _ b: Path.Segment.Point, _ c: Path.Segment.Point, _ d: Path.Segment.Point,
        _ distance: inout Double
    ) {
        let hull = Box(
            minX: min(min(a.x, b.x), min(c.x, d.x)), minY: min(min(a.y, b.y), min(c.y, d.y)),
            maxX: max(max(a.x, b.x), max(c.x, d.x)), maxY: max(max(a.y, b.y), max(c.y, d.y)))
        if hull.intersects(box) {
            if !isDown {
                var path = PathBuilder()
                path.move(x: a.x, y: a.y)
                pieces.append(Piece(path: path, distance: distance))
                isDown = true
            }
            pieces[pieces.count - 1].path.curve(x1: b.x, y1: b.y, x2: c.x, y2: c.y, x: d.x, y: d.y)
        } else {
            isDown = false
        }
        // 32 chords of a cubic are within 0.1 % of its length unless it has a cusp.
        var last = a
        for step in 1...32 {
            let t = Double(step) / 32
            let s = 1 - t
            let x = s * s * s * a.x + 3 * s * s * t * b.x + 3 * s * t * t * c.x + t * t * t * d.x
            let y = s * s * s * a.y + 3 * s * s * t * b.y + 3 * s * t * t * c.y + t * t * t * d.y
            distance += hypot(x - last.x, y - last.y)
            last = .init(x: x, y: y)
        }
    }

    /// The part of a line, 0…1, inside the box.
    private static func clip(
        _ a: Path.Segment.Point, _ b: Path.Segment.Point, to box: Box
    ) -> ClosedRange<Double>? {
        var enter = 0.0
        var leave = 1.0
        let dx = b.x - a.x
        let dy = b.y - a.y
        for (p, q) in [(-dx, a.x - box.minX), (dx, box.maxX - a.x), (-dy, a.y - box.minY), (dy, box.maxY - a.y)] {
            if p == 0 {
                if q < 0 { return nil }
            } else if p < 0 {
                enter = max(enter, q / p)
            } else {
                leave = min(leave, q / p)
            }
        }
        return enter <= leave ? enter...leave : nil
    }
}
