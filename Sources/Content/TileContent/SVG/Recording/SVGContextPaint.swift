import TileGeometry
import TileGraphics

/// The paints of whatever has something drawn: the shape that a marker is on, or a `use`. SVG 2, 13.3.
final class SVGContextPaint: Equatable, Sendable {
    let fill: SVGPaint
    let stroke: SVGPaint
    /// Of the shape, in its user space; nil of a `use`, whose box is not known before what is in it.
    let box: Box?
    /// From the user space of the element to the document's plane.
    let userSpace: CGAffineTransform

    init(fill: SVGPaint, stroke: SVGPaint, box: Box?, userSpace: CGAffineTransform) {
        (self.fill, self.stroke, self.box, self.userSpace) = (fill, stroke, box, userSpace)
    }

    static func == (a: SVGContextPaint, b: SVGContextPaint) -> Bool {
        a === b || (a.fill == b.fill && a.stroke == b.stroke && a.box == b.box && a.userSpace == b.userSpace)
    }
}

extension SVGRecorder {
    /// What an element's paints are to what it has drawn; nil when the document does not ask for it.
    func contextPaint(of style: SVGStyle, box: Box?, _ transform: CGAffineTransform) -> SVGContextPaint? {
        guard usesContextPaint else { return nil }
        func resolved(_ paint: SVGPaint) -> SVGPaint {
            switch paint {
            case .contextFill: style.context?.fill ?? .none
            case .contextStroke: style.context?.stroke ?? .none
            case .currentColor: .color(style.color)
            default: paint
            }
        }
        let (fill, stroke) = (resolved(style.fill), resolved(style.stroke))
        // Where all is flat it does not matter where it is, and what is drawn can be shared.
        guard fill.isServer || stroke.isServer else {
            return SVGContextPaint(fill: fill, stroke: stroke, box: nil, userSpace: .identity)
        }
        return SVGContextPaint(fill: fill, stroke: stroke, box: box, userSpace: transform.concatenating(plane))
    }

    /// A paint of the context, for an element that is being painted; `userSpace` is its own.
    ///
    /// Gradients and patterns lie as they do on the context's element: librsvg 2.54 lays them out anew on each.
    func contextPaint(
        _ paint: SVGPaint?, opacity: Double, box: Box, _ style: SVGStyle
    ) throws(Failure) -> Paint? {
        guard let paint, let context = style.context else { return nil }
        guard paint.isServer else { return try self.paint(paint, opacity: opacity, box: box, style) }
        // It holds only here, wherever else the same is drawn.
        shared.circumstances += 1
        guard let made = try self.paint(paint, opacity: opacity, box: context.box ?? box, style) else { return nil }
        // A box of its own is in its own space.
        if context.box == nil, isInBoxUnits(paint) { return made }
        let place = userSpace.concatenating(context.userSpace.inverted())
        return place.isInvertible ? made.moved(by: place) : nil
    }

    private func isInBoxUnits(_ paint: SVGPaint) -> Bool {
        guard case .reference(let id, _) = paint, let server = tree.node(withID: id) else { return false }
        let units = tree.nodes[Int(server)].element == .pattern ? SVGAttribute.patternUnits : .gradientUnits
        return tree.value(server, units).map(SVGStyle.trimmed) != "userSpaceOnUse"
    }
}

extension SVGPaint {
    fileprivate var isServer: Bool {
        if case .reference = self { return true }
        return false
    }
}
