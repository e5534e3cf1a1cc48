import Foundation

/// The values of a symbol configuration. What is nil or unspecified comes from the configuration below it.
struct SymbolSettings: Hashable, Sendable {
    enum Size: Hashable, Sendable {
        case points(CGFloat)
        case style(UIFont.TextStyle)
    }

    enum Coloring: Hashable, Sendable {
        case monochrome
        /// A color for the primary level, and paler ones made from it.
        case hierarchical(UIColor)
        /// A color for each level; the last one for levels beyond.
        case palette([UIColor])
        case multicolor
    }

    var size: Size?
    var weight = UIImage.SymbolWeight.unspecified
    var scale = UIImage.SymbolScale.unspecified
    var coloring: Coloring?

    /// These settings with what the other ones specify.
    func applying(_ other: SymbolSettings) -> SymbolSettings {
        var result = self
        result.size = other.size ?? size
        if other.weight != .unspecified { result.weight = other.weight }
        if other.scale != .unspecified { result.scale = other.scale }
        result.coloring = other.coloring ?? coloring
        return result
    }

    // MARK: Sizes

    /// The size of symbols without one: that of body text in the default category.
    private static let defaultPointSize: CGFloat = 17
    /// The largest size in points. In pixels, such a symbol takes 16 MB at one pixel per point.
    static let maxPointSize: CGFloat = 2000

    /// The size of the font that the symbol matches, in points.
    func pointSize(for traits: UITraitCollection?) -> CGFloat {
        switch size {
        case .points(let points): points
        case .style(let style): UIFont.preferredFont(forTextStyle: style, compatibleWith: traits).pointSize
        case nil: Self.defaultPointSize
        }
    }

    /// The weight; that of the text style's font if only a style is specified.
    var resolvedWeight: UIImage.SymbolWeight {
        if weight != .unspecified { return weight }
        if case .style(let style) = size, style == .headline { return .semibold }
        return .regular
    }
}
