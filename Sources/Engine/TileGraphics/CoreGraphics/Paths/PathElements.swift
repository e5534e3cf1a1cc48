import Foundation
import TileGeometry

/// The elements of a Core Graphics path as they were added, including quadratic curves.
///
/// Elements with a non-finite coordinate are skipped, as are segments without a current point; Core Graphics does the
/// same and logs a message.
struct PathElements: Hashable {
    private(set) var types = ContiguousArray<CGPathElementType>()
    private(set) var points = ContiguousArray<CGPoint>()
    /// The start of the current subpath.
    private var start = CGPoint.zero
    /// The end of the last segment; the origin if there is none.
    private(set) var current = CGPoint.zero

    var isEmpty: Bool { types.isEmpty }

    static func == (left: PathElements, right: PathElements) -> Bool {
        left.types == right.types && left.points == right.points
    }

    func hash(into hasher: inout Hasher) { hasher.combine(points) }

    mutating func reserve(_ count: Int) {
        types.reserveCapacity(types.count + count)
        points.reserveCapacity(points.count + count)
    }

    mutating func move(_ point: CGPoint) {
        guard point.isFinite else { return }
        if types.last == .moveToPoint {
            // The last of several consecutive moves counts.
            points[points.count - 1] = point
        } else {
            types.append(.moveToPoint)
            points.append(point)
        }
        (start, current) = (point, point)
    }

    mutating func line(_ point: CGPoint) {
        guard !isEmpty, point.isFinite else { return }
        begin()
        types.append(.addLineToPoint)
        points.append(point)
        current = point
    }

    mutating func quadratic(_ control: CGPoint, _ end: CGPoint) {
        guard !isEmpty, control.isFinite, end.isFinite else { return }
        begin()
        types.append(.addQuadCurveToPoint)
        points.append(control)
        points.append(end)
        current = end
    }

    mutating func curve(control1: CGPoint, control2: CGPoint, end: CGPoint) {
        guard !isEmpty, control1.isFinite, control2.isFinite, end.isFinite else { return }
        begin()
        types.append(.addCurveToPoint)
        points.append(control1)
        points.append(control2)
        points.append(end)
        current = end
    }

    mutating func close() {
        guard !isEmpty, types.last != .closeSubpath else { return }
        types.append(.closeSubpath)
        current = start
    }

    /// Starts a new subpath at the previous one's first point if that was closed.
    private mutating func begin() {
        if types.last == .closeSubpath { move(start) }
    }

    func blended(with other: PathElements, at part: CGFloat) -> PathElements? {
        guard types == other.types else { return nil }
        func blend(_ a: CGPoint, _ b: CGPoint) -> CGPoint {
            CGPoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
        }
        var blended = self
        for index in points.indices { blended.points[index] = blend(points[index], other.points[index]) }
        (blended.start, blended.current) = (blend(start, other.start), blend(current, other.current))
        return blended
    }

    /// Appends the elements of another path, transformed.
    mutating func append(_ other: PathElements, _ transform: CGAffineTransform = .identity) {
        if isEmpty, transform.isIdentity {
            self = other
            return
        }
        other.forEach { element in
            switch element {
            case .move(let p): move(p.applying(transform))
            case .line(let p): line(p.applying(transform))
            case .quadratic(let c, let p): quadratic(c.applying(transform), p.applying(transform))
            case .curve(let a, let b, let p):
                curve(control1: a.applying(transform), control2: b.applying(transform), end: p.applying(transform))
            case .close: close()
            }
        }
    }

    func applying(_ transform: CGAffineTransform) -> PathElements {
        if transform.isIdentity { return self }
        var result = self
        result.points = ContiguousArray(points.map { $0.applying(transform) })
        result.start = start.applying(transform)
        result.current = current.applying(transform)
        return result
    }

    enum Element {
        case move(CGPoint)
        case line(CGPoint)
        case quadratic(CGPoint, CGPoint)
        case curve(CGPoint, CGPoint, CGPoint)
        case close
    }

    func forEach(_ body: (Element) -> Void) {
        var at = 0
        for type in types {
            switch type {
            case .moveToPoint: body(.move(points[at]))
            case .addLineToPoint: body(.line(points[at]))
            case .addQuadCurveToPoint: body(.quadratic(points[at], points[at + 1]))
            case .addCurveToPoint: body(.curve(points[at], points[at + 1], points[at + 2]))
            case .closeSubpath: body(.close)
            }
            at += type.pointCount
        }
    }

    // MARK: Shapes, as Core Graphics begins and turns them

    mutating func rect(_ rect: CGRect, _ transform: CGAffineTransform = .identity) {
        guard !rect.isNull, rect.isFinite else { return }
        reserve(5)
        move(CGPoint(x: rect.minX, y: rect.minY).applying(transform))
        line(CGPoint(x: rect.maxX, y: rect.minY).applying(transform))
        line(CGPoint(x: rect.maxX, y: rect.maxY).applying(transform))
        line(CGPoint(x: rect.minX, y: rect.maxY).applying(transform))
        close()
    }

    /// The handle length with which a cubic curve best approximates a quarter circle.
    static let quarterHandle = 0.5522847498307936

    mutating func ellipse(_ rect: CGRect, _ transform: CGAffineTransform = .identity) {
        guard !rect.isNull, rect.isFinite else { return }
        let (cx, cy) = (Double(rect.midX), Double(rect.midY))
        let (rx, ry) = (Double(rect.width) / 2, Double(rect.height) / 2)
        let (hx, hy) = (rx * Self.quarterHandle, ry * Self.quarterHandle)
        func p(_ dx: Double, _ dy: Double) -> CGPoint { CGPoint(x: cx + dx, y: cy + dy).applying(transform) }
        move(p(rx, 0))
        curve(control1: p(rx, hy), control2: p(hx, ry), end: p(0, ry))
        curve(control1: p(-hx, ry), control2: p(-rx, hy), end: p(-rx, 0))
        curve(control1: p(-rx, -hy), control2: p(-hx, -ry), end: p(0, -ry))
        curve(control1: p(hx, -ry), control2: p(rx, -hy), end: p(rx, 0))
        close()
    }

    /// Adds a rounded rect. Radii are limited to half the sides; an empty rect gets none.
    mutating func roundedRect(
        _ rect: CGRect, _ cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
    ) {
        guard !rect.isNull, rect.isFinite, cornerWidth.isFinite, cornerHeight.isFinite else { return }
        let rx = min(max(0, Double(cornerWidth)), Double(rect.width) / 2)
        let ry = min(max(0, Double(cornerHeight)), Double(rect.height) / 2)
        if rx == 0 || ry == 0 { return self.rect(rect, transform) }
        let (x0, y0, x1, y1) = (Double(rect.minX), Double(rect.minY), Double(rect.maxX), Double(rect.maxY))
        let (kx, ky) = (rx * (1 - Self.quarterHandle), ry * (1 - Self.quarterHandle))
        func p(_ x: Double, _ y: Double) -> CGPoint { CGPoint(x: x, y: y).applying(transform) }
        move(p(x1, (y0 + y1) / 2))
        line(p(x1, y1 - ry))
        curve(control1: p(x1, y1 - ky), control2: p(x1 - kx, y1), end: p(x1 - rx, y1))
        line(p(x0 + rx, y1))
        curve(control1: p(x0 + kx, y1), control2: p(x0, y1 - ky), end: p(x0, y1 - ry))
        line(p(x0, y0 + ry))
        curve(control1: p(x0, y0 + ky), control2: p(x0 + kx, y0), end: p(x0 + rx, y0))
        line(p(x1 - rx, y0))
        curve(control1: p(x1 - kx, y0), control2: p(x1, y0 + ky), end: p(x1, y0 + ry))
        close()
    }

    /// Adds a circular arc by angles in radians, with a line to its start if there is a current point.
    mutating func arc(
        _ center: CGPoint, _ radius: CGFloat, start: CGFloat, delta: CGFloat,
        transform: CGAffineTransform = .identity
    ) {
        guard center.isFinite, radius.isFinite, radius >= 0, start.isFinite, delta.isFinite else { return }
        let r = Double(radius)
        let from = Double(start)
        // More than a thousand turns make no visible difference.
        let turn = min(max(Double(delta), -2000 * .pi), 2000 * .pi)
        func p(_ angle: Double, _ handle: Double) -> CGPoint {
            let (s, c) = (sin(angle), cos(angle))
            return CGPoint(
                x: Double(center.x) + r * (c - handle * s), y: Double(center.y) + r * (s + handle * c)
            ).applying(transform)
        }
        if isEmpty { move(p(from, 0)) } else { line(p(from, 0)) }
        // With one curve per quarter turn, the error is below 0.03 % of the radius.
        let pieces = Int((abs(turn) / (.pi / 2) - 1e-9).rounded(.up))
        guard pieces > 0 else { return }
        let step = turn / Double(pieces)
        let handle = 4.0 / 3 * tan(step / 4)
        for piece in 0..<pieces {
            let a = from + Double(piece) * step
            curve(control1: p(a, handle), control2: p(a + step, -handle), end: p(a + step, 0))
        }
    }

    /// Returns the angle that an arc turns between two angles: in its own direction, at most a full turn unless more
    /// was requested in that direction. As in Core Graphics, angles a full turn apart make a full turn in either
    /// direction, and only equal ones make none.
    static func turn(from start: CGFloat, to end: CGFloat, clockwise: Bool) -> CGFloat {
        let full = 2 * CGFloat.pi
        var delta = clockwise ? start - end : end - start
        if delta < 0 {
            let isTurn = delta < -.pi
            delta = delta.truncatingRemainder(dividingBy: full)
            if delta < 0 { delta += full }
            // Sums of angles miss a full turn by rounding errors.
            if isTurn, delta < 1e-9 { delta = full }
        } else if delta > full {
            delta = full + delta.truncatingRemainder(dividingBy: full)
        }
        return clockwise ? -delta : delta
    }

    /// Adds an arc tangent to the line from `from` (the current point, untransformed) to `tangent1` and to the line
    /// from there to `tangent2`.
    mutating func arc(
        from: CGPoint, tangent1: CGPoint, tangent2: CGPoint, radius: CGFloat, _ transform: CGAffineTransform
    ) {
        guard !isEmpty, tangent1.isFinite, tangent2.isFinite, radius.isFinite else { return }
        let (ux, uy) = (Double(from.x - tangent1.x), Double(from.y - tangent1.y))
        let (vx, vy) = (Double(tangent2.x - tangent1.x), Double(tangent2.y - tangent1.y))
        let u = hypot(ux, uy)
        let v = hypot(vx, vy)
        let cross = ux * vy - uy * vx
        // No arc if a line has no length or the two are collinear.
        guard radius > 0, u > 0, v > 0, abs(cross) > 1e-12 * u * v else {
            return line(tangent1.applying(transform))
        }
        let cosine = min(1, max(-1, (ux * vx + uy * vy) / (u * v)))
        let half = acos(cosine) / 2
        let along = Double(radius) / tan(half)
        let first = CGPoint(x: Double(tangent1.x) + ux / u * along, y: Double(tangent1.y) + uy / u * along)
        let last = CGPoint(x: Double(tangent1.x) + vx / v * along, y: Double(tangent1.y) + vy / v * along)
        let bisector = (x: ux / u + vx / v, y: uy / u + vy / v)
        let length = hypot(bisector.x, bisector.y)
        let toCenter = Double(radius) / sin(half)
        let center = CGPoint(
            x: Double(tangent1.x) + bisector.x / length * toCenter,
            y: Double(tangent1.y) + bisector.y / length * toCenter)
        let a0 = atan2(Double(first.y - center.y), Double(first.x - center.x))
        let a1 = atan2(Double(last.y - center.y), Double(last.x - center.x))
        var delta = a1 - a0
        if delta > .pi { delta -= 2 * .pi }
        if delta < -.pi { delta += 2 * .pi }
        arc(center, radius, start: CGFloat(a0), delta: CGFloat(delta), transform: transform)
    }

    // MARK: As an outline

    /// The elements as an outline of a picture. O(n).
    var outline: Path {
        var verbs = ContiguousArray<Path.Verb>()
        var coordinates = ContiguousArray<Double>()
        verbs.reserveCapacity(types.count)
        coordinates.reserveCapacity(points.count * 2)
        var pen = CGPoint.zero
        var at = 0
        func add(_ point: CGPoint) {
            coordinates.append(Double(point.x))
            coordinates.append(Double(point.y))
        }
        for type in types {
            switch type {
            case .moveToPoint:
                verbs.append(.move)
                add(points[at])
            case .addLineToPoint:
                verbs.append(.line)
                add(points[at])
            case .addQuadCurveToPoint:
                verbs.append(.curve)
                let cubic = Bezier(pen, quadratic: points[at], points[at + 1])
                add(cubic.b)
                add(cubic.c)
                add(cubic.d)
            case .addCurveToPoint:
                verbs.append(.curve)
                add(points[at])
                add(points[at + 1])
                add(points[at + 2])
            case .closeSubpath: verbs.append(.close)
            }
            at += type.pointCount
            // A close is followed by a move or by nothing.
            if type.pointCount > 0 { pen = points[at - 1] }
        }
        return Path(verbs: verbs, coordinates: coordinates)
    }

    init() {}

    init(_ outline: Path, _ transform: CGAffineTransform = .identity) {
        outline.forEachSegment { segment in
            func p(_ point: Path.Segment.Point) -> CGPoint { CGPoint(x: point.x, y: point.y).applying(transform) }
            switch segment {
            case .move(let point): move(p(point))
            case .line(let point): line(p(point))
            case .curve(let a, let b, let point): curve(control1: p(a), control2: p(b), end: p(point))
            case .close: close()
            }
        }
    }
}

extension CGPathElementType {
    /// The number of points of an element of this type.
    var pointCount: Int {
        switch self {
        case .moveToPoint, .addLineToPoint: 1
        case .addQuadCurveToPoint: 2
        case .addCurveToPoint: 3
        case .closeSubpath: 0
        }
    }
}
