import Foundation
import TileGraphics

/// One part of a path, from a move to the next move or to a close.
struct Subpath {
    enum Segment {
        case line(CGPoint)
        case quadratic(CGPoint, CGPoint)
        case curve(CGPoint, CGPoint, CGPoint)

        var end: CGPoint {
            switch self {
            case .line(let end), .quadratic(_, let end), .curve(_, _, let end): end
            }
        }
    }

    var start: CGPoint
    var segments: [Segment] = []
    var isClosed = false

    static func all(in path: CGPath) -> [Subpath] {
        var all: [Subpath] = []
        path.applyWithBlock { element in
            let points = element.pointee.points
            func add(_ segment: Segment) {
                // A segment after a close starts where the closed subpath did.
                if let last = all.last, last.isClosed { all.append(Subpath(start: last.start)) }
                if !all.isEmpty { all[all.count - 1].segments.append(segment) }
            }
            switch element.pointee.type {
            case .moveToPoint: all.append(Subpath(start: points[0]))
            case .addLineToPoint: add(.line(points[0]))
            case .addQuadCurveToPoint: add(.quadratic(points[0], points[1]))
            case .addCurveToPoint: add(.curve(points[0], points[1], points[2]))
            case .closeSubpath: if !all.isEmpty { all[all.count - 1].isClosed = true }
            }
        }
        return all
    }

    /// Returns the subpath in the opposite direction.
    func reversed() -> Subpath {
        var ends = [start]
        for segment in segments { ends.append(segment.end) }
        var result = Subpath(start: ends[ends.count - 1], isClosed: isClosed)
        for (index, segment) in segments.enumerated().reversed() {
            switch segment {
            case .line: result.segments.append(.line(ends[index]))
            case .quadratic(let control, _): result.segments.append(.quadratic(control, ends[index]))
            case .curve(let first, let second, _): result.segments.append(.curve(second, first, ends[index]))
            }
        }
        return result
    }

    func append(to path: CGMutablePath) {
        path.move(to: start)
        for segment in segments {
            switch segment {
            case .line(let end): path.addLine(to: end)
            case .quadratic(let control, let end): path.addQuadCurve(to: end, control: control)
            case .curve(let first, let second, let end): path.addCurve(to: end, control1: first, control2: second)
            }
        }
        if isClosed { path.closeSubpath() }
    }
}

extension CGMutablePath {
    /// Adds a rounded rect, clockwise from the top left, y down.
    func addRoundedRect(_ rect: CGRect, corners: UIRectCorner, radii: CGSize) {
        guard !rect.isNull else { return }
        let rect = rect.standardized
        let rx = min(max(0, radii.width), rect.width / 2)
        let ry = min(max(0, radii.height), rect.height / 2)
        guard rx > 0, ry > 0 else { return addRect(rect) }
        // The distance of a quarter circle's control points from its ends, in radii.
        let reach: CGFloat = 0.5522847498307936
        func corner(_ which: UIRectCorner, x: CGFloat, y: CGFloat, inX: CGFloat, inY: CGFloat) {
            let point = CGPoint(x: x, y: y)
            guard corners.contains(which) else { return isEmpty ? move(to: point) : addLine(to: point) }
            // `in` points from the corner towards the middle. Going clockwise, the path enters the corner along one
            // edge and leaves along the other.
            let alongX = CGPoint(x: x + inX * rx, y: y)
            let alongY = CGPoint(x: x, y: y + inY * ry)
            let (from, to) = inX * inY > 0 ? (alongY, alongX) : (alongX, alongY)
            func handle(_ end: CGPoint) -> CGPoint {
                CGPoint(x: end.x + (x - end.x) * reach, y: end.y + (y - end.y) * reach)
            }
            if isEmpty { move(to: from) } else { addLine(to: from) }
            addCurve(to: to, control1: handle(from), control2: handle(to))
        }
        corner(.topLeft, x: rect.minX, y: rect.minY, inX: 1, inY: 1)
        corner(.topRight, x: rect.maxX, y: rect.minY, inX: -1, inY: 1)
        corner(.bottomRight, x: rect.maxX, y: rect.maxY, inX: -1, inY: -1)
        corner(.bottomLeft, x: rect.minX, y: rect.maxY, inX: 1, inY: -1)
        closeSubpath()
    }
}
