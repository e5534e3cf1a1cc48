import TileGraphics

/// Properties that few elements have. They are not inherited, and kept apart so that other styles stay small.
struct SVGRareStyle: Equatable, Sendable {
    /// The geometry properties by name, and the lengths of boxes. A nil value is `auto`, `none` or `normal`.
    var geometry: [SVGAttribute: SVGLength?] = [:]
    /// The outline that the `d` property gives.
    var outline: SVGOutlineProperty?
    var transform = SVGTransformStyle()
    /// The shape that `clip-path` gives, if it is no reference.
    var clipShape: SVGClipShape?
    /// The masks, if there are several or if one is used in another way than its element says.
    var masks: [SVGMaskLayer] = []
    /// The properties of boxes of HTML.
    var box = HTMLBoxStyle.initial
}

/// A mask in the list of the `mask` property.
struct SVGMaskLayer: Equatable, Sendable {
    /// The id of the `mask` element.
    var id: String
    /// Whether the mask's alpha counts instead of its luminance; nil if the element decides.
    var isAlpha: Bool?
}

/// A value of the `d` property.
enum SVGOutlineProperty: Equatable, Sendable {
    case none
    case path(SVGClipShape.Outline)
}

/// A box for properties that most elements do not have. It is shared until it is changed.
final class SVGRareStyleBox: Equatable, Sendable {
    let style: SVGRareStyle

    init(_ style: SVGRareStyle) { self.style = style }

    static func == (a: SVGRareStyleBox, b: SVGRareStyleBox) -> Bool { a === b || a.style == b.style }
}
