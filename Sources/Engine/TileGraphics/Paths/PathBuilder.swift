import Foundation
public import TileGeometry

/// Builds an outline segment by segment, like Cairo and SVG: a segment after a close starts at the closed subpath's
/// first point.
public struct PathBuilder {
    private var verbs = ContiguousArray<Path.Verb>()
    private var coordinates = ContiguousArray<Double>()
    private var startX = 0.0
    private var startY = 0.0
    /// The end of the last segment.
    public private(set) var x = 0.0
    public private(set) var y = 0.0
    private var hasCurrentPoint = false

    public init() {}

    public mutating func reserve(segments: Int) {
        verbs.reserveCapacity(segments)
        coordinates.reserveCapacity(segments * 2)
    }

    public var isEmpty: Bool { verbs.isEmpty }

    /// The number of segments and subpath starts so far.
    var verbCount: Int { verbs.count }

    /// The largest coordinate. Larger ones are clamped, and NaN becomes 0, so that boxes and lengths stay finite.
    /// Nothing that far away is visible.
    static let farthest = 1e30

    @inline(__always)
    private static func bounded(_ value: Double) -> Double {
        if abs(value) <= farthest { return value }
        return value.isNaN ? 0 : value < 0 ? -farthest : farthest
    }

    public mutating func move(x: Double, y: Double) {
        let x = Self.bounded(x)
        let y = Self.bounded(y)
        // The last of several consecutive moves counts.
        if verbs.last == .move {
            coordinates[coordinates.count - 2] = x
            coordinates[coordinates.count - 1] = y
        } else {
            verbs.append(.move)
            coordinates.append(x)
            coordinates.append(y)
        }
        (startX, startY) = (x, y)
        (self.x, self.y) = (x, y)
        hasCurrentPoint = true
    }

    private mutating func begin(x: Double, y: Double) {
        if !hasCurrentPoint {
            move(x: x, y: y)
        } else if verbs.last == .close {
            move(x: startX, y: startY)
        }
    }

    public mutating func line(x: Double, y: Double) {
        let x = Self.bounded(x)
        let y = Self.bounded(y)
        begin(x: x, y: y)
        verbs.append(.line)
        coordinates.append(x)
        coordinates.append(y)
        (self.x, self.y) = (x, y)
    }

    public mutating func curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double) {
        let x = Self.bounded(x)
        let y = Self.bounded(y)
        begin(x: x1, y: y1)
        verbs.append(.curve)
        coordinates.append(Self.bounded(x1))
        coordinates.append(Self.bounded(y1))
        coordinates.append(Self.bounded(x2))
        coordinates.append(Self.bounded(y2))
        coordinates.append(x)
        coordinates.append(y)
        (self.x, self.y) = (x, y)
    }

    /// Adds a quadratic curve as the equivalent cubic one.
    public mutating func quadratic(controlX: Double, controlY: Double, x: Double, y: Double) {
        begin(x: controlX, y: controlY)
        let startX = self.x
        let startY = self.y
        curve(
            x1: startX + 2 / 3 * (controlX - startX), y1: startY + 2 / 3 * (controlY - startY),
            x2: x + 2 / 3 * (controlX - x), y2: y + 2 / 3 * (controlY - y), x: x, y: y)
    }

    public mutating func close() {
        guard hasCurrentPoint, verbs.last != .close else { return }
        verbs.append(.close)
        (x, y) = (startX, startY)
    }

    public mutating func rectangle(x: Double, y: Double, width: Double, height: Double) {
        if isEmpty { reserve(segments: 5) }
        move(x: x, y: y)
        line(x: x + width, y: y)
        line(x: x + width, y: y + height)
        line(x: x, y: y + height)
        close()
    }

    /// Adds an elliptical arc to a point, with SVG's endpoint parameters.
    ///
    /// - Parameter rotation: The rotation of the ellipse's x axis, in degrees.
    /// - SeeAlso: SVG 2, appendix B.2.4 (conversion from endpoint to centre parameterization) and B.2.5 (radii out of
    ///   range).
    public mutating func arc(
        radiusX: Double, radiusY: Double, rotation: Double, large: Bool, sweep: Bool, x endX: Double, y endY: Double
    ) {
        begin(x: endX, y: endY)
        let (startX, startY) = (x, y)
        if startX == endX, startY == endY { return }
        var rx = abs(radiusX)
        var ry = abs(radiusY)
        guard rx > 0, ry > 0, rx.isFinite, ry.isFinite else { return line(x: endX, y: endY) }
        let phi = (rotation.truncatingRemainder(dividingBy: 360)) * .pi / 180
        let cosine = cos(phi)
        let sine = sin(phi)
        let halfX = (startX - endX) / 2
        let halfY = (startY - endY) / 2
        let x1 = cosine * halfX + sine * halfY
        let y1 = -sine * halfX + cosine * halfY
        let lambda = (x1 * x1) / (rx * rx) + (y1 * y1) / (ry * ry)
        if lambda > 1 {
            rx *= lambda.squareRoot()
            ry *= lambda.squareRoot()
        }
        let numerator = rx * rx * ry * ry - rx * rx * y1 * y1 - ry * ry * x1 * x1
        let denominator = rx * rx * y1 * y1 + ry * ry * x1 * x1
        guard denominator > 0 else { return line(x: endX, y: endY) }
        let factor = (large == sweep ? -1 : 1) * (max(0, numerator / denominator)).squareRoot()
        let centerX1 = factor * rx * y1 / ry
        let centerY1 = -factor * ry * x1 / rx
        let centerX = cosine * centerX1 - sine * centerY1 + (startX + endX) / 2
        let centerY = sine * centerX1 + cosine * centerY1 + (startY + endY) / 2
        let startAngle = atan2((y1 - centerY1) / ry, (x1 - centerX1) / rx)
        let endAngle = atan2((-y1 - centerY1) / ry, (-x1 - centerX1) / rx)
        var delta = endAngle - startAngle
        if sweep, delta < 0 { delta += 2 * .pi }
        if !sweep, delta > 0 { delta -= 2 * .pi }
        guard delta.isFinite else { return line(x: endX, y: endY) }
        // With one curve per quarter turn, the error is below 0.03 % of the radius.
        let pieces = max(1, Int((abs(delta / (.pi / 2)) - 1e-9).rounded(.up)))
        let step = delta / Double(pieces)
        let handle = 4 / 3 * tan(step / 4)
        func point(_ ux: Double, _ uy: Double) -> (Double, Double) {
            (centerX + cosine * rx * ux - sine * ry * uy, centerY + sine * rx * ux + cosine * ry * uy)
        }
        for piece in 0..<pieces {
            let a = startAngle + Double(piece) * step
            let b = a + step
            let (c1x, c1y) = point(cos(a) - handle * sin(a), sin(a) + handle * cos(a))
            let (c2x, c2y) = point(cos(b) + handle * sin(b), sin(b) - handle * cos(b))
            let isLast = piece == pieces - 1
            let (px, py) = isLast ? (endX, endY) : point(cos(b), sin(b))
            curve(x1: c1x, y1: c1y, x2: c2x, y2: c2y, x: px, y: py)
        }
    }

    /// Adds a whole ellipse, clockwise on a y-down plane from its rightmost point.
    public mutating func ellipse(centerX: Double, centerY: Double, radiusX: Double, radiusY: Double) {
        // The handle length with which four cubic curves best approximate a circle.
        let k = 0.5522847498307936
        move(x: centerX + radiusX, y: centerY)
        curve(
            x1: centerX + radiusX, y1: centerY + k * radiusY, x2: centerX + k * radiusX, y2: centerY + radiusY,
            x: centerX, y: centerY + radiusY)
        curve(
            x1: centerX - k * radiusX, y1: centerY + radiusY, x2: centerX - radiusX, y2: centerY + k * radiusY,
            x: centerX - radiusX, y: centerY)
        curve(
            x1: centerX - radiusX, y1: centerY - k * radiusY, x2: centerX - k * radiusX, y2: centerY - radiusY,
            x: centerX, y: centerY - radiusY)
        curve(
            x1: centerX + k * radiusX, y1: centerY - radiusY, x2: centerX + radiusX, y2: centerY - k * radiusY,
            x: centerX + radiusX, y: centerY)
        close()
    }

    /// Adds a rect with elliptical corners. The radii are limited to half the sides.
    public mutating func roundedRectangle(
        x: Double, y: Double, width: Double, height: Double, radiusX: Double, radiusY: Double
    ) {
        let rx = min(radiusX, width / 2)
        let ry = min(radiusY, height / 2)
        move(x: x + rx, y: y)
        line(x: x + width - rx, y: y)
        arc(radiusX: rx, radiusY: ry, rotation: 0, large: false, sweep: true, x: x + width, y: y + ry)
        line(x: x + width, y: y + height - ry)
        arc(radiusX: rx, radiusY: ry, rotation: 0, large: false, sweep: true, x: x + width - rx, y: y + height)
        line(x: x + rx, y: y + height)
        arc(radiusX: rx, radiusY: ry, rotation: 0, large: false, sweep: true, x: x, y: y + height - ry)
        line(x: x, y: y + ry)
        arc(radiusX: rx, radiusY: ry, rotation: 0, large: false, sweep: true, x: x + rx, y: y)
        close()
    }

    /// Appends every segment of `path`, transformed.
    ///
    /// - Complexity: O(n) for the path's segments.
    public mutating func append(_ path: Path, _ transform: CGAffineTransform = .identity) {
        path.forEachSegment { segment in
            switch segment {
            case .move(let p):
                let (x, y) = transform.apply(x: p.x, y: p.y)
                move(x: x, y: y)
            case .line(let p):
                let (x, y) = transform.apply(x: p.x, y: p.y)
                line(x: x, y: y)
            case .curve(let a, let b, let p):
                let (x1, y1) = transform.apply(x: a.x, y: a.y)
                let (x2, y2) = transform.apply(x: b.x, y: b.y)
                let (x, y) = transform.apply(x: p.x, y: p.y)
                curve(x1: x1, y1: y1, x2: x2, y2: y2, x: x, y: y)
            case .close: close()
            }
        }
    }

    /// Returns the outline so far.
    ///
    /// - Complexity: O(n).
    public func build() -> Path { Path(verbs: verbs, coordinates: coordinates) }
}

extension Path {
    /// Returns the outline in another plane.
    ///
    /// - Complexity: O(n).
    func applying(_ transform: CGAffineTransform) -> Path {
        var builder = PathBuilder()
        builder.append(self, transform)
        return builder.build()
    }
}
