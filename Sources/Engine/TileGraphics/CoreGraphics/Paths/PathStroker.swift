import Foundation
import TileGeometry

/// Computes the outline of a stroke: the union of one piece for each line, join and cap.
struct PathStroker {
    private let half: Double
    private let style: StrokeStyle
    private let tolerance: Double
    private var pieces: [Polyline] = []

    /// - Parameter style: The style; its dashes are ignored.
    static func outline(of elements: PathElements, _ style: StrokeStyle, tolerance: Double) -> PathElements {
        guard style.width > 0, style.width.isFinite else { return PathElements() }
        var stroker = PathStroker(half: style.width / 2, style: style, tolerance: tolerance)
        for line in elements.polylines(tolerance: tolerance) { stroker.stroke(line) }
        let arrangement = PathArrangement(stroker.pieces, [])
        return PathElements(outlines: arrangement.outlines { first, _ in first != 0 })
    }

    /// Returns whether a stroke along the path covers a point.
    static func covers(
        _ point: CGPoint, _ elements: PathElements, style: StrokeStyle, tolerance: Double
    ) -> Bool {
        guard style.width > 0, style.width.isFinite else { return false }
        var stroker = PathStroker(half: style.width / 2, style: style, tolerance: tolerance)
        for line in elements.polylines(tolerance: tolerance) { stroker.stroke(line) }
        let (x, y) = (Double(point.x), Double(point.y))
        return stroker.pieces.contains { $0.winding(x: x, y: y) != 0 }
    }

    private init(half: Double, style: StrokeStyle, tolerance: Double) {
        self.half = half
        self.style = style
        self.tolerance = tolerance
    }

    private struct Vector {
        var x: Double
        var y: Double

        init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

        init?(from a: CGPoint, to b: CGPoint) {
            let (dx, dy) = (Double(b.x - a.x), Double(b.y - a.y))
            let length = hypot(dx, dy)
            guard length > 0 else { return nil }
            self.init(dx / length, dy / length)
        }
    }

    private mutating func stroke(_ line: Polyline) {
        let points = line.points
        guard points.count > 1 else { return dot(points[0]) }
        let count = line.isClosed ? points.count : points.count - 1
        var directions: [Vector] = []
        var lengths: [Double] = []
        for index in 0..<count {
            let (a, b) = (points[index], points[(index + 1) % points.count])
            guard let direction = Vector(from: a, to: b) else { return }
            directions.append(direction)
            lengths.append(hypot(Double(b.x - a.x), Double(b.y - a.y)))
        }
        // Within a curve that bends gently for the pen's width, its offset curves are smooth, and lines continue
        // without a join.
        var runsOn = [Bool](repeating: false, count: points.count)
        for index in points.indices where line.isSmooth[index] && index > 0 && index < count {
            let (before, after) = (directions[index - 1], directions[index])
            let dot = before.x * after.x + before.y * after.y
            guard dot > 0.5 else { continue }
            let inner = half * ((1 - dot) / (1 + dot)).squareRoot()
            runsOn[index] = inner < min(lengths[index - 1], lengths[index]) / 2
        }
        addRibbons(along: points, directions: directions, count: count, runsOn: runsOn)
        for index in 1..<points.count where (index < count || line.isClosed) && !runsOn[index] {
            addJoin(
                at: points[index], before: directions[index - 1], after: directions[index % count],
                smooth: line.isSmooth[index])
        }
        if line.isClosed {
            addJoin(at: points[0], before: directions[count - 1], after: directions[0], smooth: false)
        } else {
            let first = directions[0]
            cap(points[0], Vector(-first.x, -first.y))
            cap(points[points.count - 1], directions[count - 1])
        }
    }

    /// Adds the strips on both sides of lines. Lines that continue smoothly make one piece, which turns by less than a
    /// right angle so that it does not overlap itself.
    private mutating func addRibbons(along points: [CGPoint], directions: [Vector], count: Int, runsOn: [Bool]) {
        /// Returns the points across a smooth vertex: halfway between the normals, extended by the corner's excess.
        func across(_ index: Int, _ own: Vector) -> (left: CGPoint, right: CGPoint) {
            let point = points[index % points.count]
            guard index < points.count, runsOn[index] else {
                return (
                    offsetPoint(from: point, direction: own, along: 0, across: 1),
                    offsetPoint(from: point, direction: own, along: 0, across: -1)
                )
            }
            let (before, after) = (directions[index - 1], directions[index])
            let stretch = 1 / (1 + before.x * after.x + before.y * after.y)
            let middle = Vector((before.x + after.x) * stretch, (before.y + after.y) * stretch)
            return (
                offsetPoint(from: point, direction: middle, along: 0, across: 1),
                offsetPoint(from: point, direction: middle, along: 0, across: -1)
            )
        }
        var first = 0
        while first < count {
            var last = first
            while last + 1 < count, runsOn[last + 1],
                directions[first].x * directions[last + 1].x + directions[first].y * directions[last + 1].y > 0.1
            {
                last += 1
            }
            var left: [CGPoint] = []
            var right: [CGPoint] = []
            for index in first...last + 1 {
                let sides = across(index, directions[min(index, last)])
                left.append(sides.left)
                right.append(sides.right)
            }
            piece(left + right.reversed())
            first = last + 1
        }
    }

    /// Returns a point at an offset in half pen widths; `across` turns from x towards y.
    private func offsetPoint(from point: CGPoint, direction: Vector, along: Double, across: Double) -> CGPoint {
        CGPoint(
            x: Double(point.x) + half * (along * direction.x - across * direction.y),
            y: Double(point.y) + half * (along * direction.y + across * direction.x))
    }

    private mutating func piece(_ points: [CGPoint]) {
        // All pieces have the same orientation, so that none cancels another.
        var area = 0.0
        for index in points.indices {
            let (a, b) = (points[index], points[(index + 1) % points.count])
            area += Double(a.x) * Double(b.y) - Double(b.x) * Double(a.y)
        }
        pieces.append(
            Polyline(
                points: area < 0 ? points.reversed() : points, isClosed: true,
                isSmooth: [Bool](repeating: false, count: points.count)))
    }

    /// Adds the join between two lines, on its outer side.
    private mutating func addJoin(at point: CGPoint, before: Vector, after: Vector, smooth: Bool) {
        let cross = before.x * after.y - before.y * after.x
        let dot = before.x * after.x + before.y * after.y
        if cross == 0, dot > 0 { return }
        // The outer side is opposite to the turn.
        let side: Double = cross > 0 ? -1 : 1
        let (first, last) = (
            offsetPoint(from: point, direction: before, along: 0, across: side),
            offsetPoint(from: point, direction: after, along: 0, across: side)
        )
        if style.join == .round || smooth {
            return sector(point, from: first, by: atan2(cross, dot))
        }
        if style.join == .miter {
            // The ratio of miter length to pen width is 1 / sin(half the angle between the lines).
            let sine = ((1 + dot) / 2).squareRoot()
            if sine > 0, 1 / sine <= style.miterLimit, dot > -1 + 1e-9 {
                let along = half * abs(cross) / (1 + dot)
                let tip = CGPoint(
                    x: Double(first.x) + before.x * along, y: Double(first.y) + before.y * along)
                return piece([point, first, tip, last])
            }
        }
        piece([point, first, last])
    }

    /// Adds a sector of the disc around a point, starting at a point on its rim.
    private mutating func sector(_ center: CGPoint, from rim: CGPoint, by angle: Double) {
        let start = atan2(Double(rim.y - center.y), Double(rim.x - center.x))
        let steps = max(1, Int((abs(angle) / step).rounded(.up)))
        var points = [center]
        for index in 0...steps { points.append(self.rim(center, start + angle * Double(index) / Double(steps))) }
        piece(points)
    }

    private func rim(_ center: CGPoint, _ angle: Double) -> CGPoint {
        CGPoint(x: Double(center.x) + half * cos(angle), y: Double(center.y) + half * sin(angle))
    }

    /// The angle whose chord deviates from the rim by the tolerance.
    private var step: Double { 2 * acos(max(0.5, 1 - tolerance / half)) }

    private mutating func cap(_ point: CGPoint, _ direction: Vector) {
        switch style.cap {
        case .butt: break
        case .square:
            piece([
                offsetPoint(from: point, direction: direction, along: 0, across: -1),
                offsetPoint(from: point, direction: direction, along: 1, across: -1),
                offsetPoint(from: point, direction: direction, along: 1, across: 1),
                offsetPoint(from: point, direction: direction, along: 0, across: 1),
            ])
        case .round: sector(point, from: offsetPoint(from: point, direction: direction, along: 0, across: -1), by: .pi)
        }
    }

    /// Adds a subpath without length: only its caps, along the x axis.
    private mutating func dot(_ point: CGPoint) {
        switch style.cap {
        case .butt: break
        case .square:
            let across = Vector(1, 0)
            piece([
                offsetPoint(from: point, direction: across, along: -1, across: -1),
                offsetPoint(from: point, direction: across, along: 1, across: -1),
                offsetPoint(from: point, direction: across, along: 1, across: 1),
                offsetPoint(from: point, direction: across, along: -1, across: 1),
            ])
        case .round:
            let steps = max(8, Int((2 * .pi / step).rounded(.up)))
            piece((0..<steps).map { rim(point, 2 * .pi * Double($0) / Double(steps)) })
        }
    }
}

extension PathElements {
    /// Creates a path from closed outlines.
    init(outlines: [[CGPoint]]) {
        self.init()
        for outline in outlines {
            move(outline[0])
            for point in outline.dropFirst() { line(point) }
            close()
        }
    }
}
