import Foundation
import TileDrawing

/// The outline of rounded rectangles that flow into each other where they are near.
///
/// The distance from the outline is a smooth minimum of the distances from the rectangles (Íñigo Quílez, "Smooth
/// minimum"): with a width of twice the spacing, two straight edges join where they are nearer than the spacing. The
/// width is smaller for a shape that hardly reaches beyond another one, so that shapes at the same place do not swell.
/// The outline is traced by marching squares.
struct GlassContour {
    struct Shape: Equatable {
        var frame: CGRect
        var radius: CGFloat

        /// Returns the distance of a point from the outline; negative inside.
        func distance(from point: CGPoint) -> CGFloat {
            let radius = min(max(0, radius), min(frame.width, frame.height) / 2)
            let x = abs(point.x - frame.midX) - frame.width / 2 + radius
            let y = abs(point.y - frame.midY) - frame.height / 2 + radius
            return hypot(max(x, 0), max(y, 0)) + min(max(x, y), 0) - radius
        }

        /// Returns the largest distance by which the frame reaches beyond the frame of another shape.
        func protrusion(beyond other: Shape) -> CGFloat {
            max(
                0, other.frame.minX - frame.minX, frame.maxX - other.frame.maxX, other.frame.minY - frame.minY,
                frame.maxY - other.frame.maxY)
        }
    }

    /// The shapes, the largest first.
    let shapes: [Shape]
    let spacing: CGFloat
    /// The widths of the smooth minimum with which each shape joins the ones before it.
    private let widths: [CGFloat]

    init(shapes: [Shape], spacing: CGFloat) {
        let sorted = shapes.sorted { $0.frame.width * $0.frame.height > $1.frame.width * $1.frame.height }
        (self.shapes, self.spacing) = (sorted, spacing)
        widths = sorted.indices.map { index in
            let protrusion = sorted[..<index].map { sorted[index].protrusion(beyond: $0) }.min() ?? 0
            return 2 * min(spacing, protrusion)
        }
    }

    /// The distance between neighboring grid points, in points. It is smaller for thin shapes, and larger for large
    /// outlines, so that the number of points is limited.
    private static let step: CGFloat = 2
    private static let mostPoints: CGFloat = 20_000
    private static let mostAcross: CGFloat = 2_000

    func distance(from point: CGPoint) -> CGFloat {
        zip(shapes, widths).reduce(CGFloat.infinity) { known, shape in
            let (next, width) = (shape.0.distance(from: point), shape.1)
            guard width > 0, known.isFinite else { return min(known, next) }
            let overlap = max(width - abs(known - next), 0) / width
            return min(known, next) - overlap * overlap * width / 4
        }
    }

    /// Returns the groups of shapes that change each other's outline, as sorted indices.
    static func groups(of shapes: [Shape], spacing: CGFloat) -> [[Int]] {
        var group = Array(shapes.indices)
        for first in shapes.indices {
            for second in shapes.indices where second > first && group[first] != group[second] {
                let area = shapes[first].frame.insetBy(dx: -2 * spacing, dy: -2 * spacing)
                guard area.intersects(shapes[second].frame) else { continue }
                let (old, new) = (group[second], group[first])
                for index in group.indices where group[index] == old { group[index] = new }
            }
        }
        return Dictionary(grouping: shapes.indices) { group[$0] }.values.sorted { $0[0] < $1[0] }
    }

    // MARK: Tracing

    func path() -> UIBezierPath {
        let path = UIBezierPath()
        let area = shapes.reduce(CGRect.null) { $0.union($1.frame) }
        guard !area.isNull, area.width.isFinite, area.height.isFinite else { return path }
        // Each join moves the outline by at most a quarter of its width.
        let margin = Self.step * (1 + (widths.reduce(0, +) / 4 / Self.step).rounded(.up))
        let outer = area.insetBy(dx: -margin, dy: -margin)
        let thinnest = shapes.map { min($0.frame.width, $0.frame.height) }.min() ?? 0
        let step = max(
            min(Self.step, thinnest / 3), (outer.width * outer.height / Self.mostPoints).squareRoot(),
            max(outer.width, outer.height) / Self.mostAcross)
        let grid = Grid(
            origin: outer.origin, step: step, columns: Int(outer.width / step) + 2, rows: Int(outer.height / step) + 2,
            distance: distance)
        for loop in grid.loops() {
            path.move(to: loop[0])
            for point in loop.dropFirst() { path.addLine(to: point) }
            path.close()
        }
        return path
    }
}

/// Distances at the points of a grid.
private struct Grid {
    let origin: CGPoint
    let step: CGFloat
    let columns: Int
    let rows: Int
    private let values: [CGFloat]

    init(origin: CGPoint, step: CGFloat, columns: Int, rows: Int, distance: (CGPoint) -> CGFloat) {
        (self.origin, self.step, self.columns, self.rows) = (origin, step, columns, rows)
        values = (0..<columns * rows).map { index in
            distance(
                CGPoint(
                    x: origin.x + CGFloat(index % columns) * step, y: origin.y + CGFloat(index / columns) * step))
        }
    }

    /// Returns the closed outlines of the area with negative distances.
    func loops() -> [[CGPoint]] {
        var next: [Int: Int] = [:]
        for row in 0..<rows - 1 {
            for column in 0..<columns - 1 { trace(row * columns + column, &next) }
        }
        var loops: [[CGPoint]] = []
        while let start = next.keys.min() {
            var loop: [CGPoint] = []
            var edge = start
            while let following = next.removeValue(forKey: edge) {
                loop.append(point(onEdge: edge))
                edge = following
            }
            loops.append(loop)
        }
        return loops
    }

    /// Adds the pieces of the outline in a cell. Each piece starts at the edge where a clockwise walk around the cell
    /// leaves the area and ends where the walk enters it.
    private func trace(_ cell: Int, _ next: inout [Int: Int]) {
        // Most cells are entirely inside or outside.
        let isInside = values[cell] < 0
        if (values[cell + 1] < 0) == isInside, (values[cell + columns] < 0) == isInside,
            (values[cell + columns + 1] < 0) == isInside
        {
            return
        }
        // Clockwise from the upper left.
        let corners = [cell, cell + 1, cell + columns + 1, cell + columns].map { values[$0] }
        // An edge is twice the index of its first point, plus one if it leads down.
        let edges = [2 * cell, 2 * (cell + 1) + 1, 2 * (cell + columns), 2 * cell + 1]
        let crossings = (0..<4).filter { (corners[$0] < 0) != (corners[($0 + 1) % 4] < 0) }
        // If two opposite corners are inside, the middle decides whether they are connected.
        let isJoined = corners.reduce(0, +) < 0
        for (index, side) in crossings.enumerated() where corners[side] < 0 {
            let other = crossings.count == 2 || isJoined ? index + 1 : index + crossings.count - 1
            next[edges[side]] = edges[crossings[other % crossings.count]]
        }
    }

    private func point(onEdge edge: Int) -> CGPoint {
        let first = edge / 2
        let second = edge.isMultiple(of: 2) ? first + 1 : first + columns
        let part = values[first] / (values[first] - values[second])
        func corner(_ index: Int) -> (CGFloat, CGFloat) {
            (origin.x + CGFloat(index % columns) * step, origin.y + CGFloat(index / columns) * step)
        }
        let (start, end) = (corner(first), corner(second))
        return CGPoint(x: start.0 + (end.0 - start.0) * part, y: start.1 + (end.1 - start.1) * part)
    }
}
