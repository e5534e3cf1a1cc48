import Foundation
import TileGeometry

/// A subpath as points connected by lines.
struct Polyline {
    var points: [CGPoint]
    var isClosed: Bool
    /// Whether each point is inside a curve, where lines meet as smoothly as the flattening allows.
    var isSmooth: [Bool]

    /// Returns the winding number of a point, with the line closed, computed on a ray to the right.
    func winding(x: Double, y: Double) -> Int {
        var winding = 0
        guard var last = points.last else { return 0 }
        for point in points {
            let (ay, by) = (Double(last.y), Double(point.y))
            if (ay <= y) != (by <= y) {
                let at = Double(last.x) + (y - ay) / (by - ay) * (Double(point.x) - Double(last.x))
                if at > x { winding += ay <= y ? 1 : -1 }
            }
            last = point
        }
        return winding
    }
}

extension PathElements {
    /// Returns the path as lines, with curves approximated within `tolerance`. A lone move yields no polyline; a
    /// subpath with coincident points yields a single point.
    func polylines(tolerance: Double) -> [Polyline] {
        var result: [Polyline] = []
        var line = Polyline(points: [], isClosed: false, isSmooth: [])
        var hasSegment = false
        func end(closed: Bool) {
            guard hasSegment || closed, !line.points.isEmpty else { return }
            if closed, line.points.count > 1, line.points[0] == line.points[line.points.count - 1] {
                line.points.removeLast()
                line.isSmooth.removeLast()
            }
            line.isClosed = closed
            result.append(line)
        }
        func add(_ point: CGPoint, smooth: Bool = false) {
            if line.points.last == point { return }
            line.points.append(point)
            line.isSmooth.append(smooth)
        }
        func begin(_ point: CGPoint) {
            line = Polyline(points: [point], isClosed: false, isSmooth: [false])
            hasSegment = false
        }
        var start = CGPoint.zero
        var pen = CGPoint.zero
        forEach { element in
            switch element {
            case .move(let point):
                end(closed: false)
                begin(point)
                (start, pen) = (point, point)
            case .line(let point):
                hasSegment = true
                add(point)
                pen = point
            case .quadratic(let control, let point):
                hasSegment = true
                Bezier(pen, quadratic: control, point).flatten(tolerance) { add($0, smooth: $1) }
                pen = point
            case .curve(let a, let b, let point):
                hasSegment = true
                Bezier(from: pen, control1: a, control2: b, to: point).flatten(tolerance) { add($0, smooth: $1) }
                pen = point
            case .close:
                end(closed: true)
                begin(start)
                pen = start
            }
        }
        end(closed: false)
        return result
    }

    /// Returns the same path with lines instead of curves.
    func flattened(tolerance: Double) -> PathElements {
        var result = PathElements()
        var pen = CGPoint.zero
        forEach { element in
            switch element {
            case .move(let point): result.move(point)
            case .line(let point): result.line(point)
            case .quadratic(let c, let p):
                Bezier(pen, quadratic: c, p).flatten(tolerance) { point, _ in result.line(point) }
            case .curve(let a, let b, let p):
                Bezier(from: pen, control1: a, control2: b, to: p).flatten(tolerance) { point, _ in result.line(point) }
            case .close: result.close()
            }
            pen = result.current
        }
        return result
    }
}
