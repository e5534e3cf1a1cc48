public import Foundation
public import TileGeometry

/// A path that is being built.
///
/// What has a coordinate that is not finite is left out, and so is a segment without a current point: Core Graphics
/// does the same and says so in its log.
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
        elements.curve(control1.applying(transform), control2.applying(transform), end.applying(transform))
    }

    /// Leads back to the subpath's first point.
    public func closeSubpath() { elements.close() }

    public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) { elements.rect(rect, transform) }

    public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        for rect in rects { elements.rect(rect, transform) }
    }

    /// A subpath of lines from the first point to the last.
    public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
        guard let first = points.first else { return }
        elements.move(first.applying(transform))
        for point in points.dropFirst() { elements.line(point.applying(transform)) }
    }

    public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        elements.ellipse(rect, transform)
    }

    /// A rect with elliptical corners; the radii are cut to half the sides (Core Graphics traps there).
    public func addRoundedRect(
        in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
    ) {
        elements.roundedRect(rect, cornerWidth, cornerHeight, transform)
    }

    /// An arc from `startAngle` over `delta` radians; a line leads to its start.
    public func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
    ) {
        elements.arc(center, radius, startAngle, delta: delta, transform)
    }

    /// An arc between two angles; a line leads to its start. For the sense of `clockwise` see `CGPath`.
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {
        let delta = PathElements.turn(from: startAngle, to: endAngle, clockwise: clockwise)
        elements.arc(center, radius, startAngle, delta: delta, transform)
    }

    /// An arc that touches the line from the current point to `tangent1End` and the one on to `tangent2End`.
    ///
    /// - Parameter transform: for the arc; the current point is taken to be mapped already, and mapped back when
    ///   possible.
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
