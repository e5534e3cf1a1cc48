import Foundation
import TileDrawing

/// The outline of rounded rectangles that flow into each other where they are near.
///
/// The distance from the outline is a smooth minimum of the distances from the rectangles (Íñigo Quílez, "Smooth
/// minimum"): with a width of four times the spacing, two straight edges join where they are nearer than the spacing.
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
    }

    let shapes: [Shape]
    let spacing: CGFloat

    /// The distance of two points of the grid, in points. Larger outlines have larger steps, so that the number of
    /// points is limited.
    private static let step: CGFloat = 2
    private static let mostPoints: CGFloat = 20_000
    private static let mostAcross: CGFloat = 2_000

    /// The width of the smooth minimum.
    private var width: CGFloat { 2 * spacing }

    func distance(from point: CGPoint) -> CGFloat {
        shapes.reduce(CGFloat.infinity) { known, shape in
            let next = shape.distance(from: point)
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
        let margin = spacing + Self.step
        let outer = area.insetBy(dx: -margin, dy: -margin)
        let step = max(
            Self.step, (outer.width * outer.height / Self.mostPoints).squareRoot(),
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

    /// Adds the pieces of the outline in a cell. They lead from an edge on which the way around the cell leaves the
    /// area to one on which it enters it.
    private func trace(_ cell: Int, _ next: inout [Int: Int]) {
        // Clockwise from the upper left.
        let corners = [cell, cell + 1, cell + columns + 1, cell + columns].map { values[$0] }
        // An edge is twice the index of its first point, plus one if it leads down.
        let edges = [2 * cell, 2 * (cell + 1) + 1, 2 * (cell + columns), 2 * cell + 1]
        let crossings = (0..<4).filter { (corners[$0] < 0) != (corners[($0 + 1) % 4] < 0) }
        guard !crossings.isEmpty else { return }
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
        func place(_ index: Int) -> (CGFloat, CGFloat) {
            (origin.x + CGFloat(index % columns) * step, origin.y + CGFloat(index / columns) * step)
        }
        let (start, end) = (place(first), place(second))
        return CGPoint(x: start.0 + (end.0 - start.0) * part, y: start.1 + (end.1 - start.1) * part)
    }
}
