public import Foundation
public import TileGeometry

/// A path under construction.
///
/// Elements with a non-finite coordinate are skipped, and so are segments without a current point, as in Core Graphics,
/// which also logs a message.
public final class CGMutablePath: CGPath {
    public init() { super.init(PathElements()) }

    override init(_ elements: PathElements) { super.init(elements) }

    /// Starts a subpath.
    public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
        elements.move(point.applying(transform))
    }

    public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
        elements.line(point.applying(transform))
    }

    public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
        elements.quadratic(control.applying(transform), end.applying(transform))
    }

    public func addCurve(
        to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
    ) {
        elements.curve(
            control1: control1.applying(transform), control2: control2.applying(transform), end: end.applying(transform)
        )
    }

    /// Closes the subpath with a line to its first point.
    public func closeSubpath() { elements.close() }

    public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) { elements.rect(rect, transform) }

    public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        for rect in rects { elements.rect(rect, transform) }
    }

    /// Adds a subpath of lines through the points.
    public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
        guard let first = points.first else { return }
        elements.move(first.applying(transform))
        for point in points.dropFirst() { elements.line(point.applying(transform)) }
    }

    public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        elements.ellipse(rect, transform)
    }

    /// Adds a rect with elliptical corners. The radii are limited to half the sides (Core Graphics traps there).
    public func addRoundedRect(
        in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
    ) {
        elements.roundedRect(rect, cornerWidth, cornerHeight: cornerHeight, transform: transform)
    }

    /// Adds an arc from `startAngle` over `delta` radians, with a line to its start.
    public func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
    ) {
        elements.arc(center, radius, start: startAngle, delta: delta, transform: transform)
    }

    /// Adds an arc between two angles, with a line to its start. For the direction of `clockwise` see `CGPath`.
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {
        let delta = PathElements.turn(from: startAngle, to: endAngle, clockwise: clockwise)
        elements.arc(center, radius, start: startAngle, delta: delta, transform: transform)
    }

    /// Adds an arc tangent to the line from the current point to `tangent1End` and to the line from there to
    /// `tangent2End`.
    ///
    /// - Parameter transform: Applied to the arc. The current point counts as already transformed, and is mapped back
    ///   if possible.
    public func addArc(
        tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
    ) {
        elements.arc(
            from: currentPoint.applying(transform.inverted()), tangent1: tangent1End, tangent2: tangent2End,
            radius: radius, transform)
    }

    public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
        elements.append(path.elements, transform)
    }
}
