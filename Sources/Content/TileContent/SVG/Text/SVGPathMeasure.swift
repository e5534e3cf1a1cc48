import Foundation
import TileGeometry
import TileGraphics

/// An outline as points with straight lines between them, to be walked along by length.
struct SVGPathMeasure {
    private struct Point {
        var x: Double
        var y: Double
        /// From the beginning; jumps between subpaths have none.
        var length: Double
        /// Directions of the line or the piece of a curve that ends here, at its start and its end; in radians.
        var startAngle = 0.0
        var endAngle = 0.0
    }

    private var points: ContiguousArray<Point> = []
    private(set) var length = 0.0

    /// Memory held, in bytes.
    var byteCount: Int { points.count * MemoryLayout<Point>.stride + 64 }

    /// Bytes that measuring takes for a segment, at most.
    static let bytesPerSegment = maxPieces * MemoryLayout<Point>.stride

    /// Lines that stand for a curve.
    private static let maxPieces = 64

    /// - Complexity: O(segments).
    init(_ path: Path, _ transform: CGAffineTransform) {
        var start = (x: 0.0, y: 0.0)
        path.forEachSegment { segment in
            switch segment {
            case .move(let point):
                start = transform.apply(x: point.x, y: point.y)
                points.append(Point(x: start.x, y: start.y, length: length))
            case .line(let point):
                let (x, y) = transform.apply(x: point.x, y: point.y)
                add(x, y)
            case .curve(let a, let b, let end):
                curve(
                    transform.apply(x: a.x, y: a.y), transform.apply(x: b.x, y: b.y),
                    transform.apply(x: end.x, y: end.y))
            case .close: add(start.x, start.y)
            }
        }
        if !length.isFinite { (points, length) = ([], 0) }
    }

    private mutating func add(_ x: Double, _ y: Double, angles: (start: Double, end: Double)? = nil) {
        guard let last = points.last else { return }
        let step = hypot(x - last.x, y - last.y)
        guard step > 0 else { return }
        length += step
        let angle = atan2(y - last.y, x - last.x)
        points.append(
            Point(
                x: x, y: y, length: length, startAngle: angles?.start ?? angle, endAngle: angles?.end ?? angle))
    }

    private mutating func curve(
        _ a: (x: Double, y: Double), _ b: (x: Double, y: Double), _ end: (x: Double, y: Double)
    ) {
        guard let start = points.last else { return }
        // The more it bends, the more pieces: that is how much longer the way round by its control points is.
        let around =
            hypot(a.x - start.x, a.y - start.y) + hypot(b.x - a.x, b.y - a.y) + hypot(end.x - b.x, end.y - b.y)
        let across = hypot(end.x - start.x, end.y - start.y)
        let bend = around > 0 ? (around - across) / around : 0
        let pieces = max(4, Int(Double(Self.maxPieces) * min(1, bend * 4).squareRoot()))
        func angle(_ t: Double) -> Double? {
            let s = 1 - t
            let x = s * s * (a.x - start.x) + 2 * s * t * (b.x - a.x) + t * t * (end.x - b.x)
            let y = s * s * (a.y - start.y) + 2 * s * t * (b.y - a.y) + t * t * (end.y - b.y)
            return x == 0 && y == 0 ? nil : atan2(y, x)
        }
        var last = angle(0)
        for number in 1...pieces {
            let t = Double(number) / Double(pieces)
            let s = 1 - t
            let (c0, c1, c2, c3) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
            let next = angle(t)
            // Where a control point lies on an end, the curve has no direction there.
            let angles = last.flatMap { last in next.map { (start: last, end: $0) } }
            add(
                c0 * start.x + c1 * a.x + c2 * b.x + c3 * end.x, c0 * start.y + c1 * a.y + c2 * b.y + c3 * end.y,
                angles: angles)
            last = next
        }
    }

    /// Along curves directions are told in these steps, so that letters which stand nearly alike are one run: a letter
    /// 60 pixels tall is off by a tenth of one.
    private static let angleStep = Double.pi / 720

    /// Where one is after walking a length, and in which direction one looks, in radians; at the ends it is that of the
    /// first and last line. O(log n).
    func place(at distance: Double) -> (x: Double, y: Double, angle: Double)? {
        guard points.count > 1, length > 0 else { return nil }
        // The first point that is as far or farther, and not a subpath's beginning.
        var low = 1
        var high = points.count - 1
        while low < high {
            let middle = (low + high) / 2
            if points[middle].length >= distance { high = middle } else { low = middle + 1 }
        }
        while low < points.count - 1, points[low].length == points[low - 1].length { low += 1 }
        let (from, to) = (points[low - 1], points[low])
        let step = to.length - from.length
        guard step > 0 else { return nil }
        let part = min(1, max(0, (distance - from.length) / step))
        var angle = to.startAngle
        if to.endAngle != to.startAngle {
            let turn = (to.endAngle - to.startAngle).remainder(dividingBy: 2 * .pi)
            angle = ((angle + turn * part) / Self.angleStep).rounded() * Self.angleStep
        }
        return (from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part, angle)
    }
}

/// A path that text stands on, as the element asks for it.
struct SVGTextLine {
    var measure: SVGPathMeasure
    /// Where the text begins, in user units along the path.
    var offset: Double
    /// Whether the text stands on the other side, and runs the other way.
    var isReversed: Bool

    /// As `SVGPathMeasure.place`.
    func place(at distance: Double) -> (x: Double, y: Double, angle: Double)? {
        guard isReversed else { return measure.place(at: distance) }
        return measure.place(at: measure.length - distance).map { ($0.x, $0.y, $0.angle + .pi) }
    }
}

extension SVGRecorder {
    /// What a `textPath` runs along; nil when it is no path: SVG 2, 11.8.
    func measuredPath(of node: Int32, _ style: SVGStyle) throws(Failure) -> SVGTextLine? {
        var own: Double?
        let measure: SVGPathMeasure
        if let data = tree.value(node, .path), !data.isEmpty {
            measure = try measured(try path(data), .identity)
        } else {
            guard let target = reference(node), let element = tree.nodes[Int(target)].element else { return nil }
            own = tree.value(target, .pathLength).flatMap { SVGScanner.numbers($0) }?.first
            if let known = measuredPaths[target] {
                measure = known
            } else {
                let targetStyle = try self.style(of: target, parent: SVGStyle())
                guard let outline = try shape(target, element, targetStyle) else { return nil }
                measure = try measured(outline, targetStyle.transform ?? transform(target))
                // A shape's may be in percentages of where it is.
                if element == .path {
                    try take(measure.byteCount, for: "the paths that its letters stand on")
                    measuredPaths[target] = measure
                }
            }
        }
        guard measure.length > 0 else { return nil }
        var offset = 0.0
        if let given = tree.value(node, .startOffset).flatMap({ SVGLength($0) }) {
            if given.unit == .percent {
                offset = given.value / 100 * measure.length
            } else {
                offset = resolve(given, .other, style)
                if let own, own > 0 { offset *= measure.length / own }
            }
        }
        let side = tree.value(node, .side).map(SVGStyle.trimmed)
        return SVGTextLine(measure: measure, offset: offset.isFinite ? offset : 0, isReversed: side == "right")
    }

    private func measured(_ path: Path, _ transform: CGAffineTransform) throws(Failure) -> SVGPathMeasure {
        try checkRoom(
            path.segmentCount * SVGPathMeasure.bytesPerSegment, for: "the paths that its letters stand on")
        return SVGPathMeasure(path, transform)
    }
}
