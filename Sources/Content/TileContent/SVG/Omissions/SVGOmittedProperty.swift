/// The properties and values that browsers support in drawings and this reader does not.
///
/// A property that browsers ignore too is not listed, nor one that does not change a still picture. Support is that of
/// Chromium 156 (`CSS.supports`).
struct SVGOmittedProperty {
    /// The elements for which a property is not supported.
    enum Scope {
        case all
        /// Elements of SVG. HTML in a `foreignObject` has the property.
        case svg
        /// Elements of HTML. The property has no effect on others.
        case html

        /// Returns whether an element is one of them.
        func contains(isHTML: Bool) -> Bool {
            switch self {
            case .all: true
            case .svg: !isHTML
            case .html: isHTML
            }
        }
    }

    let name: String
    let scope: Scope
    /// The values without an effect, which editors write to be sure.
    private let harmless: [String]

    /// Returns whether a value changes the picture.
    func isEffective(_ value: TextBytes) -> Bool {
        if value.count <= 12, SVGWideKeyword(value) != nil { return false }
        return !harmless.contains { $0.utf8.elementsEqual(value.lazy.map(CSSText.lower)) }
    }

    /// Whether the property changes lines of text only, which few texts have. Inkscape writes it for all texts.
    var isOfLines: Bool { name.hasPrefix("text-decoration-") && name != "text-decoration-line" }

    /// Returns whether a style attribute may ask for lines of text.
    static func mentionsLines(_ style: TextBytes) -> Bool {
        let text = SVGStyle.lowercased(style)
        return text.contains("underline") || text.contains("overline") || text.contains("line-through")
    }

    /// All properties that are not supported.
    static let all: [SVGOmittedProperty] = everywhere + ofSVG + ofHTML

    private static let everywhere = list(
        .all,
        [
            ("font-palette", ["normal"]),
            ("font-size-adjust", ["none"]), ("font-variant-alternates", ["normal"]),
            ("font-variant-emoji", ["normal"]),
            ("font-variation-settings", ["normal"]), ("image-orientation", ["from-image"]),
            ("color-interpolation", ["srgb", "auto"]), ("mask-clip", []), ("mask-composite", ["add"]),
            ("mask-image", ["none"]), ("-webkit-mask", ["none"]), ("-webkit-mask-image", ["none"]),
            ("offset", ["none"]), ("offset-path", ["none"]), ("text-decoration-thickness", ["auto", "from-font"]),
            ("text-orientation", ["mixed"]), ("text-shadow", ["none"]), ("text-underline-offset", ["auto"]),
            ("text-underline-position", ["auto"]), ("white-space-collapse", ["collapse"]),
            ("zoom", ["1", "100%", "normal"]),
        ])

    private static let ofSVG = list(
        .svg,
        [
            ("text-decoration-color", []), ("text-decoration-line", ["none"]), ("text-decoration-style", ["solid"]),
            ("text-transform", ["none"]),
        ])

    private static let ofHTML = list(
        .html,
        [
            ("backdrop-filter", ["none"]), ("box-shadow", ["none"]), ("columns", ["auto"]),
            ("column-count", ["auto"]), ("float", ["none"]), ("grid-template", ["none"]),
            ("grid-template-areas", ["none"]), ("grid-template-columns", ["none"]), ("list-style-image", ["none"]),
            ("text-overflow", ["clip"]),
        ])

    private static func list(_ scope: Scope, _ items: [(name: String, harmless: [String])]) -> [SVGOmittedProperty] {
        items.map { SVGOmittedProperty(name: $0.name, scope: scope, harmless: $0.harmless) }
    }

    /// Returns whether a property that the reader knows is not supported for some elements.
    static func isKnown(_ property: SVGAttribute) -> Bool { known.contains(property) }

    private static let known = Set(
        all.compactMap { item in Array(item.name.utf8).withUnsafeBufferPointer { SVGPropertyTable.property($0) } })

    /// Returns the elements for which values of a property that the reader knows are not supported.
    static func scope(of property: SVGAttribute) -> Scope { property == .textDecoration ? .svg : .all }

    /// Returns whether the reader accepts values of a property that it shows in part only.
    static func mayBeReadInPart(_ property: SVGAttribute) -> Bool {
        switch property {
        case .textDecoration, .filter, .clipPath, .mask: true
        default: false
        }
    }

    /// Returns whether browsers support a value of a property that this reader refuses or reads in part, or SVG 2 has a
    /// value that changes the picture and that browsers do not support.
    ///
    /// - Parameter value: A value that the reader refused, or any of a property that may be read in part.
    static func isSupportedByBrowsers(_ value: TextBytes, of property: SVGAttribute) -> Bool {
        // Most attributes have other names, and need no text.
        switch property {
        case .clipPath, .filter, .mask, .fontStretch, .fontStyle, .textDecoration, .transform, .vectorEffect: break
        default: return false
        }
        // The most frequent value.
        if value.starts(with: "url(#".utf8) { return false }
        let text = SVGStyle.lowercased(value)
        func contains(anyOf words: [String]) -> Bool { words.contains { text.contains($0) } }
        switch property {
        case .clipPath: return contains(anyOf: ["shape(", "xywh(", "rect("]) || hasExternalReference(text)
        case .filter: return hasExternalReference(text)
        case .mask: return hasExternalReference(text) || text.contains("gradient(")
        case .fontStretch: return text.hasSuffix("%")
        case .fontStyle: return text.hasPrefix("oblique ")
        case .textDecoration: return text.split(separator: " ").contains { decorationStyles.contains(String($0)) }
        case .transform:
            return contains(anyOf: [
                "matrix3d(", "3d(", "translatez(", "rotatex(", "rotatey(", "scalez(", "perspective(",
            ])
        case .vectorEffect: return contains(anyOf: ["non-scaling-size", "non-rotation", "fixed-position"])
        default: return false
        }
    }

    private static func hasExternalReference(_ text: String) -> Bool {
        guard let start = text.range(of: "url(")?.upperBound else { return false }
        let address = text[start...].drop { $0 == " " || $0 == "\"" || $0 == "'" }
        return !address.isEmpty && !address.hasPrefix("#") && !address.hasPrefix(")")
    }

    private static let decorationStyles: Set<String> = ["double", "dotted", "dashed", "wavy"]
}
