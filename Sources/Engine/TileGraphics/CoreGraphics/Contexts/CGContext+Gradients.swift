public import Foundation
import TileGeometry

extension CGContext {
    /// Paints the clip with a gradient along a line. A line without length paints nothing.
    public func drawLinearGradient(
        _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
    ) {
        guard startPoint.isFinite, endPoint.isFinite, startPoint != endPoint else { return checkIsOpen() }
        paint(
            .linear(
                x1: Double(startPoint.x), y1: Double(startPoint.y), x2: Double(endPoint.x), y2: Double(endPoint.y)),
            gradient.stops(options, alpha: state.alpha))
    }

    /// Paints the clip with a gradient between two circles. A negative radius, or two equal circles, paint nothing.
    public func drawRadialGradient(
        _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
        options: CGGradientDrawingOptions
    ) {
        guard startCenter.isFinite, endCenter.isFinite, startRadius.isFinite, endRadius.isFinite, startRadius >= 0,
            endRadius >= 0, startCenter != endCenter || startRadius != endRadius
        else { return checkIsOpen() }
        paint(
            .radial(
                focusX: Double(startCenter.x), focusY: Double(startCenter.y), focusRadius: Double(startRadius),
                centerX: Double(endCenter.x), centerY: Double(endCenter.y), radius: Double(endRadius)),
            gradient.stops(options, alpha: state.alpha))
    }

    /// Paints the clip with a gradient around a point.
    ///
    /// - Parameter angle: The direction of the first color, in radians from the x axis towards the y axis; the others
    ///   follow in the same direction.
    public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
        guard center.isFinite, angle.isFinite else { return checkIsOpen() }
        let stops = gradient.stops([.drawsBeforeStartLocation, .drawsAfterEndLocation], alpha: state.alpha)
        paint(.conic(centerX: Double(center.x), centerY: Double(center.y), angle: Double(angle)), stops)
    }

    /// Paints the clip with the colors of a shading function.
    public func drawShading(_ shading: CGShading) { paint(shading.geometry, shading.stops(alpha: state.alpha)) }

    private func paint(_ geometry: Gradient.Geometry, _ stops: [Gradient.Stop]) {
        guard state.toPicture.isInvertible else { return checkIsOpen() }
        fillClip(
            with: .gradient(Gradient(geometry: geometry, spread: .pad, stops: stops, transform: state.toPicture)))
    }
}
