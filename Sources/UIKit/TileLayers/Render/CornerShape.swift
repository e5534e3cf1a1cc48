import TileGeometry
import TileGraphics

/// The rounded corners of a layer and their shape.
struct CornerShape: Hashable, Sendable {
    var radii: CornerRadii
    var isContinuous: Bool

    init(_ radii: CornerRadii, isContinuous: Bool) { (self.radii, self.isContinuous) = (radii, isContinuous) }

    /// Creates corners of which some have a radius and the others are square.
    init(radius: Double, corners: CACornerMask, isContinuous: Bool) {
        self.init(CornerRadii(radius: radius, corners: corners), isContinuous: isContinuous)
    }

    /// The factor by which a continuous corner starts farther along the sides than a circular one of the same radius.
    ///
    /// Apple publishes this number (`cornerCurveExpansionFactor`), but not the curve. The curve here has three cubic
    /// pieces with the control points that are commonly measured from `UIBezierPath`'s rounded rects.
    static let expansion = 1.528665
    /// The control points of the first half of the upper right corner, as distances along a side in radii; the other
    /// half mirrors it.
    private static let along = [1.528665, 1.08849296, 0.86840694, 0.63149379, 0.37282383]
    private static let away = [0, 0, 0, 0.07491139, 0.16905956]

    /// Returns the outline of a rect with these corners. Each radius is limited to half the shorter side; a continuous
    /// corner for which the sides are too short becomes circular.
    ///
    /// - Parameter inset: The distance of the outline inside the box; the radii shrink by the same amount.
    func path(_ box: Box, inset: Double = 0) -> Path {
        let box = box.expanded(by: -inset)
        let half = min(box.width, box.height) / 2
        let limited = radii.reduced(by: inset, limit: half)
        guard limited.largest > 0 else { return Path.rectangle(box) }
        var builder = PathBuilder()
        builder.reserve(segments: 16)
        // Clockwise from the upper left, with each corner's unit vectors towards its two sides.
        let all: [(radius: Double, x: Double, y: Double, from: (Double, Double), to: (Double, Double))] = [
            (limited.topLeft, box.minX, box.minY, (0, 1), (1, 0)),
            (limited.topRight, box.maxX, box.minY, (-1, 0), (0, 1)),
            (limited.bottomRight, box.maxX, box.maxY, (0, -1), (-1, 0)),
            (limited.bottomLeft, box.minX, box.maxY, (1, 0), (0, -1)),
        ]
        for (radius, x, y, from, to) in all {
            let continuous = isContinuous && radius * Self.expansion <= half
            /// Returns the point `s` radii from the corner along the incoming side and `t` along the outgoing one.
            func point(_ s: Double, _ t: Double) -> (x: Double, y: Double) {
                (x + (from.0 * s + to.0 * t) * radius, y + (from.1 * s + to.1 * t) * radius)
            }
            func join(_ p: (x: Double, y: Double)) {
                if builder.isEmpty { builder.move(x: p.x, y: p.y) } else { builder.line(x: p.x, y: p.y) }
            }
            guard radius > 0 else {
                join((x, y))
                continue
            }
            func curve(
                control1 a: (x: Double, y: Double), control2 b: (x: Double, y: Double), end: (x: Double, y: Double)
            ) {
                builder.curve(x1: a.x, y1: a.y, x2: b.x, y2: b.y, x: end.x, y: end.y)
            }
            if continuous {
                let (s, t) = (Self.along, Self.away)
                join(point(s[0], 0))
                curve(control1: point(s[1], 0), control2: point(s[2], 0), end: point(s[3], t[3]))
                curve(control1: point(s[4], t[4]), control2: point(t[4], s[4]), end: point(t[3], s[3]))
                curve(control1: point(0, s[2]), control2: point(0, s[1]), end: point(0, s[0]))
            } else {
                // The handle length with which a cubic curve best approximates a quarter circle.
                let k = 1 - 0.5522847498307936
                join(point(1, 0))
                curve(control1: point(k, 0), control2: point(0, k), end: point(0, 1))
            }
        }
        builder.close()
        return builder.build()
    }

    /// Returns the largest part of a box that no corner reaches.
    func core(_ box: Box) -> Box {
        let reach = min(radii.largest, min(box.width, box.height) / 2) * (isContinuous ? Self.expansion : 1)
        if reach <= 0 { return box }
        // The larger of the two bands that corners leave.
        return box.width >= box.height
            ? Box(minX: box.minX + reach, minY: box.minY, maxX: box.maxX - reach, maxY: box.maxY)
            : Box(minX: box.minX, minY: box.minY + reach, maxX: box.maxX, maxY: box.maxY - reach)
    }
}

extension Path {
    /// The square from (0, 0) to (1, 1), shared by all plain rects.
    static let unitSquare = rectangle(Box(x: 0, y: 0, width: 1, height: 1))

    static func rectangle(_ box: Box) -> Path {
        var builder = PathBuilder()
        builder.rectangle(x: box.minX, y: box.minY, width: box.width, height: box.height)
        return builder.build()
    }
}

extension Box {
    /// Returns the part given by a box in unit coordinates.
    func part(_ unit: Box) -> Box { unit.applying(fromUnitSquare) }

    package static let unit = Box(x: 0, y: 0, width: 1, height: 1)
}
