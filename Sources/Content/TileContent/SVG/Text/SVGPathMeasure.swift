import Foundation
import TileGeometry
import TileGraphics

/// A path flattened to points with their distances along it.
struct SVGPathMeasure {
    private struct Point {
        var x: Double
        var y: Double
        /// The distance from the start of the path. Gaps between subpaths have length zero.
        var length: Double
        /// The directions at the start and the end of the line or curve piece that ends at this point, in radians.
        var startAngle = 0.0
        var endAngle = 0.0
    }

    private var points: ContiguousArray<Point> = []
    private(set) var length = 0.0

    /// The memory held, in bytes.
    var byteCount: Int { points.count * MemoryLayout<Point>.stride + 64 }

    /// The maximum bytes of memory per path segment.
    static let bytesPerSegment = maxPieces * MemoryLayout<Point>.stride

    /// The maximum number of lines that approximate a curve.
    private static let maxPieces = 64

    /// Flattens a transformed path.
    ///
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
        // The number of pieces grows with the bend: how much longer the control polygon is than the chord.
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
            // If a control point coincides with an end point, the curve has no direction there.
            let angles = last.flatMap { last in next.map { (start: last, end: $0) } }
            add(
                c0 * start.x + c1 * a.x + c2 * b.x + c3 * end.x, c0 * start.y + c1 * a.y + c2 * b.y + c3 * end.y,
                angles: angles)
            last = next
        }
    }

    /// Directions along curves are rounded to this step, in radians, so that nearly parallel letters form one run. The
    /// error is a tenth of a pixel for a letter 60 pixels tall.
    private static let angleStep = Double.pi / 720

    /// Returns the point at a distance along the path and the direction there, in radians. Distances beyond the
    /// ends give the end points, with the direction of the first or last line.
    ///
    /// - Complexity: O(log n).
    func position(at distance: Double) -> (x: Double, y: Double, angle: Double)? {
        guard points.count > 1, length > 0 else { return nil }
        // Finds the first point at or beyond the distance that does not start a subpath.
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

/// The path that text is set along, with the options of the `textPath` element.
struct SVGTextLine {
    var measure: SVGPathMeasure
    /// The start of the text along the path, in user units.
    var offset: Double
}

extension SVGRecorder {
    /// Returns the path of a `textPath` element; nil if it does not refer to one: SVG 2, 11.8.
    ///
    /// The attribute `side` is ignored, as in Chromium and resvg.
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
                let targetStyle = try self.style(of: target, parent: initialStyle)
                guard let outline = try shape(target, element, style: targetStyle) else { return nil }
                measure = try measured(outline, try transform(of: target, targetStyle, parent: initialStyle))
                // Only paths are cached: other shapes may have percentages, which depend on the viewport.
                if element == .path {
                    try chargeMemory(measure.byteCount, for: "the paths that its letters stand on")
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
                offset = resolve(given, along: .other, style: style)
                if let own, own > 0 { offset *= measure.length / own }
            }
        }
        return SVGTextLine(measure: measure, offset: offset.isFinite ? offset : 0)
    }

    private func measured(_ path: Path, _ transform: CGAffineTransform) throws(Failure) -> SVGPathMeasure {
        try checkRoom(
            path.segmentCount * SVGPathMeasure.bytesPerSegment, for: "the paths that its letters stand on")
        return SVGPathMeasure(path, transform)
    }
}
