import TileGraphics

/// A paint as specified, before references are resolved.
enum SVGPaint: Equatable {
    case none
    case currentColor
    case color(Color)
    /// A color that depends on the element's `color` or color scheme.
    case expression(SVGColorExpression)
    /// The paints of the context element: the shape with the marker, or the `use`.
    case contextFill, contextStroke
    /// A paint server by its id, and the fallback.
    indirect case reference(String, fallback: SVGPaint?)

    /// Parses a paint: SVG 2, 13.2. Nil if it is invalid.
    init?(_ bytes: TextBytes) {
        // Most paints are hexadecimal.
        if let color = SVGColor.hexadecimal(bytes) {
            self = .color(color)
        } else {
            guard let paint = SVGValueParser.parse(bytes, { $0.paint() }) else { return nil }
            self = paint
        }
    }
}

extension SVGValueParser {
    fileprivate mutating func paint() -> SVGPaint? {
        switch token {
        case .identifier("none"):
            advance()
            return SVGPaint.none
        case .identifier("context-fill"):
            advance()
            return .contextFill
        case .identifier("context-stroke"):
            advance()
            return .contextStroke
        case .url, .function("url"): break
        default: return color()
        }
        guard let id = reference() else { return nil }
        if isAtEnd { return .reference(id, fallback: nil) }
        // The fallback must be a color.
        if consume(identifier: "none") { return .reference(id, fallback: SVGPaint.none) }
        return color().map { .reference(id, fallback: $0) }
    }
}

extension SVGStyle {
    /// The properties that colors of this element depend on.
    var colorContext: SVGColorExpression.Context {
        SVGColorExpression.Context(current: color, isDark: colorScheme.isDark)
    }

    /// Returns the flat color of a paint. Paints without one give the element's `color`.
    func flatColor(_ paint: SVGPaint) -> Color {
        switch paint {
        case .color(let color): color
        case .expression(let expression): expression.color(in: colorContext)
        default: color
        }
    }
}

/// The color schemes that a document supports, and the one that it is shown in: CSS Color Adjustment Level 1.
struct SVGColorScheme: Equatable {
    /// Whether dark colors are preferred.
    var prefersDark = false
    private var supportsLight = false
    private var supportsDark = false

    init(prefersDark: Bool = false) { self.prefersDark = prefersDark }

    /// Whether the document is shown in dark colors.
    var isDark: Bool { supportsDark && (prefersDark || !supportsLight) }

    /// Sets the schemes to those that `color-scheme` lists.
    ///
    /// - Returns: Whether the value is valid.
    mutating func set(_ bytes: TextBytes) -> Bool {
        var names: [String]?
        names = SVGValueParser.parse(bytes) { parser in
            var names: [String] = []
            while case .identifier(let name) = parser.token, names.count < 16 {
                names.append(name)
                parser.advance()
            }
            return names
        }
        guard let names, !names.isEmpty, names != ["only"] else { return false }
        guard names == ["normal"] || !names.contains("normal") else { return false }
        supportsLight = names.contains("light")
        supportsDark = names.contains("dark")
        return true
    }
}
