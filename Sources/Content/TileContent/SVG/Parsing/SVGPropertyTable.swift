/// A lookup table of properties by name that needs no string.
enum SVGPropertyTable {
    /// Returns the property with a name in any case.
    static func property(_ name: TextBytes) -> SVGAttribute? { table[hash(name)] }

    /// Returns the property with a name in any case that browsers support and this reader does not.
    static func omitted(_ name: TextBytes) -> SVGOmittedProperty? { omittedTable[hash(name)] }

    /// All properties, including shorthands.
    static let all: [SVGAttribute] = names.map { SVGAttribute(rawValue: $0)! }.filter { $0 != .all }

    /// The FNV-1a hash. The names in the table have distinct hashes, which is checked when the table is built.
    private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { value = (value ^ UInt64(CSSText.lower(byte))) &* 0x100_0000_01B3 }
        return value
    }

    private static let names = [
        "fill", "stroke", "color", "opacity", "display", "visibility", "overflow", "mask", "filter", "marker",
        "direction",
        "fill-opacity", "fill-rule", "stroke-opacity", "stroke-width", "stroke-linecap", "stroke-linejoin",
        "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "stop-color", "stop-opacity", "clip-path",
        "clip-rule", "marker-start", "marker-mid", "marker-end", "font-family", "font-size", "font-style",
        "font-weight",
        "font-stretch", "font-variant", "font-variant-ligatures", "font-variant-caps", "font-variant-numeric",
        "font-variant-east-asian", "font-variant-position", "font-feature-settings", "font-kerning", "font",
        "text-anchor", "text-decoration", "letter-spacing", "word-spacing",
        "writing-mode", "unicode-bidi", "baseline-shift", "dominant-baseline", "shape-rendering", "text-rendering",
        "paint-order", "image-rendering", "transform", "mix-blend-mode", "isolation", "enable-background",
        "flood-color", "flood-opacity", "lighting-color", "color-interpolation-filters",
        "all", "alignment-baseline", "mask-type", "transform-origin", "transform-box", "translate", "rotate", "scale",
        "color-scheme", "line-height", "white-space", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d",
        "background", "background-color", "vector-effect",
        "background-image", "background-position", "background-size", "background-repeat", "margin-top",
        "margin-right", "margin-bottom", "margin-left", "padding-top", "padding-right", "padding-bottom",
        "padding-left", "border-top", "border-right", "border-bottom", "border-left", "border-width",
        "border-top-width", "border-right-width", "border-bottom-width", "border-left-width", "border-style",
        "border-top-style", "border-right-style", "border-bottom-style", "border-left-style", "border-color",
        "border-top-color", "border-right-color", "border-bottom-color", "border-left-color", "border-radius",
        "border-top-left-radius", "border-top-right-radius", "border-bottom-right-radius",
        "border-bottom-left-radius", "border-collapse", "border-spacing", "box-sizing", "min-width", "min-height",
        "max-width", "max-height", "z-index", "flex-direction", "flex-wrap", "flex-flow", "flex-grow", "flex-shrink",
        "flex-basis", "justify-content", "align-items", "align-self", "align-content", "row-gap", "column-gap",
        "text-align", "text-indent", "text-transform", "text-decoration-line", "text-decoration-color",
        "text-decoration-style", "vertical-align", "overflow-wrap", "word-wrap", "word-break", "tab-size",
        "list-style", "list-style-type", "table-layout", "border", "margin", "padding", "position", "left", "top",
        "right", "bottom", "inset", "flex", "gap", "order",
    ]

    private static let table = Dictionary(
        uniqueKeysWithValues: names.map { (hash($0.utf8), SVGAttribute(rawValue: $0)!) })

    private static let omittedTable = Dictionary(
        uniqueKeysWithValues: SVGOmittedProperty.all.map { (hash($0.name.utf8), $0) })
}
