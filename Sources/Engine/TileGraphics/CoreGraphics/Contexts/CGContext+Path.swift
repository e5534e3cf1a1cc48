public import Foundation
import TileGeometry

extension CGContext {
    public func beginPath() { current.clear() }

    public func move(to point: CGPoint) { current.add(state.toPicture) { $0.move(point.applying($1)) } }

    public func addLine(to point: CGPoint) { current.add(state.toPicture) { $0.line(point.applying($1)) } }

    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        current.add(state.toPicture) {
            $0.curve(control1: control1.applying($1), control2: control2.applying($1), end: end.applying($1))
        }
    }

    public func addQuadCurve(to end: CGPoint, control: CGPoint) {
        current.add(state.toPicture) { $0.quadratic(control.applying($1), end.applying($1)) }
    }

    public func closePath() { current.add(state.toPicture) { path, _ in path.close() } }

    public func addRect(_ rect: CGRect) { current.add(state.toPicture) { $0.rect(rect, $1) } }

    public func addRects(_ rects: [CGRect]) {
        current.add(state.toPicture) { path, transform in for rect in rects { path.rect(rect, transform) } }
    }

    /// Adds a subpath of lines through the points.
    public func addLines(between points: [CGPoint]) {
        guard let first = points.first else { return }
        current.add(state.toPicture) { path, transform in
            path.move(first.applying(transform))
            for point in points.dropFirst() { path.line(point.applying(transform)) }
        }
    }

    public func addEllipse(in rect: CGRect) { current.add(state.toPicture) { $0.ellipse(rect, $1) } }

    /// Adds an arc between two angles in radians, with a line to its start. For the direction of `clockwise` see
    /// `CGPath`.
    public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
        let delta = PathElements.turn(from: startAngle, to: endAngle, clockwise: clockwise)
        current.add(state.toPicture) { $0.arc(center, radius, start: startAngle, delta: delta, transform: $1) }
    }

    /// Adds an arc tangent to the line from the current point to `tangent1End` and to the line from there to
    /// `tangent2End`.
    public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
        let from = currentPointOfPath
        current.add(state.toPicture) {
            $0.arc(from: from, tangent1: tangent1End, tangent2: tangent2End, radius: radius, $1)
        }
    }

    /// Adds a path. If the current path is empty, it shares the outline without a copy.
    public func addPath(_ path: CGPath) { current.add(path, state.toPicture) }

    public var isPathEmpty: Bool { current.isEmpty }

    /// The end of the last segment, in user space; the origin if the path is empty.
    public var currentPointOfPath: CGPoint { current.isEmpty ? .zero : current.currentPoint(in: state.toPicture) }

    /// The bounding box of the path and its control points, in user space; the null rect if the path is empty.
    public var boundingBoxOfPath: CGRect { path?.boundingBox ?? .null }

    /// A copy of the current path, in user space; nil if it is empty.
    public var path: CGPath? {
        current.isEmpty ? nil : CGPath(current.elements(in: state.toPicture))
    }

    /// Returns whether painting the current path in a mode would cover a point in user space.
    public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
        guard let path else { return false }
        switch mode {
        case .fill: return path.contains(point)
        case .eoFill: return path.contains(point, using: .evenOdd)
        case .stroke: return strokeContains(point, path)
        case .fillStroke: return path.contains(point) || strokeContains(point, path)
        case .eoFillStroke: return path.contains(point, using: .evenOdd) || strokeContains(point, path)
        }
    }

    private func strokeContains(_ point: CGPoint, _ path: CGPath) -> Bool {
        let dashed = dashed(path.elements)
        return PathStroker.covers(point, dashed, style: state.line, tolerance: CGPath.flatness(path))
    }

    /// Replaces the current path by the outline of its stroke; for the precision see
    /// `CGPath.copy(strokingWithWidth:lineCap:lineJoin:miterLimit:transform:)`.
    public func replacePathWithStrokedPath() {
        let stroked = strokedElements(current.elements(in: state.toPicture))
        current.clear()
        current.add(state.toPicture) { path, _ in path = stroked }
    }

    /// Returns the outline of a stroke in the state's line style.
    func strokedElements(_ elements: PathElements) -> PathElements {
        PathStroker.outline(of: dashed(elements), state.line, tolerance: CGPath.flatness(CGPath(elements)))
    }

    private func dashed(_ elements: PathElements) -> PathElements {
        let dashes = PathDashes(
            elements, phase: state.line.dashOffset, lengths: state.line.dashes,
            tolerance: CGPath.flatness(CGPath(elements)))
        return dashes?.dashes ?? elements
    }
}
