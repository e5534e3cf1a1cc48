public import TileDrawing
import TileViews

/// The traits of a tree of views that is shown in several ways, such as in light and dark or for narrow and wide
/// screens.
///
///     static let content = ViewSource(board())
///     static let variants = [ViewSource(board(), traits: ViewTraits(style: .dark))]
public struct ViewTraits: Hashable, Sendable {
    /// The interface style. An unspecified style is light.
    public var style: UIUserInterfaceStyle
    public var width: UIUserInterfaceSizeClass
    public var height: UIUserInterfaceSizeClass
    /// The text size. If unspecified, it is the size for readers who haven't set one.
    public var textSize: UIContentSizeCategory
    public var direction: UITraitEnvironmentLayoutDirection

    public init(
        style: UIUserInterfaceStyle = .unspecified, width: UIUserInterfaceSizeClass = .unspecified,
        height: UIUserInterfaceSizeClass = .unspecified, textSize: UIContentSizeCategory = .unspecified,
        direction: UITraitEnvironmentLayoutDirection = .unspecified
    ) {
        (self.style, self.width, self.height) = (style, width, height)
        (self.textSize, self.direction) = (textSize, direction)
    }

    /// The traits as the query of a URL: `style=dark`, `width=compact`, `text=XXL`, `direction=rtl`. Unspecified traits
    /// are omitted.
    public var query: [String: String] {
        var query: [String: String] = [:]
        switch style {
        case .light: query["style"] = "light"
        case .dark: query["style"] = "dark"
        case .unspecified: break
        }
        for (name, sizeClass) in [("width", width), ("height", height)] {
            switch sizeClass {
            case .compact: query[name] = "compact"
            case .regular: query[name] = "regular"
            case .unspecified: break
            }
        }
        if textSize != .unspecified { query["text"] = textSize.shortName }
        switch direction {
        case .leftToRight: query["direction"] = "ltr"
        case .rightToLeft: query["direction"] = "rtl"
        case .unspecified: break
        }
        return query
    }

    func apply(to overrides: inout any UITraitOverrides) {
        if style != .unspecified { overrides.userInterfaceStyle = style }
        if width != .unspecified { overrides.horizontalSizeClass = width }
        if height != .unspecified { overrides.verticalSizeClass = height }
        if textSize != .unspecified { overrides.preferredContentSizeCategory = textSize }
        if direction != .unspecified { overrides.layoutDirection = direction }
    }
}

extension UIContentSizeCategory {
    /// The name without the common prefix of all names.
    fileprivate var shortName: String {
        let prefix = "UICTContentSizeCategory"
        return rawValue.hasPrefix(prefix) ? String(rawValue.dropFirst(prefix.count)) : rawValue
    }
}
