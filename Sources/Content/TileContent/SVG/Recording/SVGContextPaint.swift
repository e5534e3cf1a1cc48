import TileGeometry
import TileGraphics

/// The paints of the context element, which is the shape with the marker or the `use`: SVG 2, 13.3.
final class SVGContextPaint: Equatable, Sendable {
    let fill: SVGPaint
    let stroke: SVGPaint
    /// The bounding box of the context element, in its user space; nil while that of a `use` is being found, which is
    /// done by drawing it.
    let box: Box?
    /// The transform from the user space of the context element to the document's plane.
    let userSpace: CGAffineTransform

    init(fill: SVGPaint, stroke: SVGPaint, box: Box?, userSpace: CGAffineTransform) {
        (self.fill, self.stroke, self.box, self.userSpace) = (fill, stroke, box, userSpace)
    }

    static func == (a: SVGContextPaint, b: SVGContextPaint) -> Bool {
        a === b || (a.fill == b.fill && a.stroke == b.stroke && a.box == b.box && a.userSpace == b.userSpace)
    }
}

extension SVGRecorder {
    /// Returns the context for the content that an element references; nil if the document does not use context paints.
    func contextPaint(of style: SVGStyle, box: Box?, _ transform: CGAffineTransform) -> SVGContextPaint? {
        guard usesContextPaint else { return nil }
        func resolved(_ paint: SVGPaint) -> SVGPaint {
            switch paint {
            case .contextFill: style.context?.fill ?? .none
            case .contextStroke: style.context?.stroke ?? .none
            case .currentColor, .expression: .color(style.flatColor(paint))
            default: paint
            }
        }
        let (fill, stroke) = (resolved(style.fill), resolved(style.stroke))
        // With flat colors the position does not matter, and the content can be shared.
        guard fill.isServer || stroke.isServer else {
            return SVGContextPaint(fill: fill, stroke: stroke, box: nil, userSpace: .identity)
        }
        return SVGContextPaint(fill: fill, stroke: stroke, box: box, userSpace: transform.concatenating(plane))
    }

    /// Resolves a context paint for an element that is being painted. `userSpace` belongs to that element.
    ///
    /// Gradients and patterns have the geometry of the context element, whereas librsvg 2.54 fits them to each painted
    /// element.
    func contextPaint(
        _ paint: SVGPaint?, opacity: Double, box: Box, _ style: SVGStyle
    ) throws(Failure) -> Paint? {
        guard let paint, let context = style.context else { return nil }
        guard paint.isServer else { return try self.paint(paint, opacity: opacity, box: box, style) }
        // The result is valid only here, not where the same content is drawn in another context.
        shared.circumstances += 1
        // Recording a pattern's content changes it.
        let userSpace = userSpace
        defer { self.userSpace = userSpace }
        guard let made = try self.paint(paint, opacity: opacity, box: context.box ?? box, style) else { return nil }
        // The paint was made for the painted element's own box, in its user space.
        if context.box == nil, isInBoxUnits(paint) { return made }
        let place = userSpace.concatenating(context.userSpace.inverted())
        return place.isInvertible ? made.moved(by: place) : nil
    }

    /// Returns the context for the content of a `use`.
    func contextPaint(ofUse node: Int32, _ style: SVGStyle, _ transform: CGAffineTransform) throws(Failure)
        -> SVGContextPaint?
    {
        guard usesContextPaint else { return nil }
        var box: Box?
        // Paints do not change a box, so uses within are not measured meanwhile.
        if !isMeasuringUse, isInBoxUnits(style.fill) || isInBoxUnits(style.stroke) {
            isMeasuringUse = true
            defer { isMeasuringUse = false }
            box = try ownBox(of: node, style, .fill)
        }
        return contextPaint(of: style, box: box, transform)
    }
}

extension SVGPaint {
    fileprivate var isServer: Bool {
        if case .reference = self { return true }
        return false
    }
}
