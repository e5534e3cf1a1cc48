public import Foundation
import TileBars
public import TileDrawing
import TileGraphics
public import TileViews

/// A placeholder for missing content: an image or an activity indicator, a text, a secondary text and two buttons, from
/// top to bottom. Lengths are in points.
///
///     var configuration = UIContentUnavailableConfiguration.empty()
///     configuration.text = "No Trams"
///     configuration.button = .filled()
///     configuration.button.title = "Reload"
///     configuration.buttonProperties.primaryAction = UIAction { _ in reload() }
///     controller.contentUnavailableConfiguration = configuration
public struct UIContentUnavailableConfiguration: UIContentConfiguration, Hashable {
    /// The horizontal alignment of the parts.
    public enum Alignment: Int, Sendable {
        case center = 0
        /// Aligned with the leading edge.
        case natural = 1
    }

    enum Kind: Hashable {
        case empty, loading, search
    }

    let kind: Kind

    /// The image. A template image has the color of `imageProperties`.
    public var image: UIImage?
    public var imageProperties = ImageProperties()
    /// The text. In a search configuration, it contains the searched text until it is set.
    public var text: String? {
        get { hasOwnText ? ownText : standardText }
        set { (ownText, hasOwnText) = (newValue, true) }
    }
    /// The text with attributes, which replaces `text`. Its attributes override `textProperties`.
    public var attributedText: NSAttributedString?
    public var textProperties = TextProperties(font: Self.font(.title2, .bold), color: .label)
    public var secondaryText: String?
    public var secondaryAttributedText: NSAttributedString?
    public var secondaryTextProperties = TextProperties(font: Self.font(.subheadline), color: .secondaryLabel)
    /// The configuration of the button, which is visible if it has a title or an image.
    public var button = UIButton.Configuration.plain()
    public var buttonProperties = ButtonProperties()
    /// The configuration of the second button, below the first, which is visible if it has a title or an image.
    public var secondaryButton = UIButton.Configuration.plain()
    public var secondaryButtonProperties = ButtonProperties()
    public var alignment = Alignment.center
    /// The axes along which the margins are at least those of the superview.
    public var axesPreservingSuperviewLayoutMargins = UIAxis.both
    public var directionalLayoutMargins = NSDirectionalEdgeInsets(top: 16, leading: 16, bottom: 16, trailing: 16)
    public var imageToTextPadding: CGFloat = 14
    public var textToSecondaryTextPadding: CGFloat = 6
    public var textToButtonPadding: CGFloat = 20
    public var buttonToSecondaryButtonPadding: CGFloat = 8
    /// The background behind the whole view; clear by default.
    public var background = UIBackgroundConfiguration.clear()

    private var ownText: String?
    private var hasOwnText = false
    private var standardText: String?

    private init(_ kind: Kind) { self.kind = kind }

    /// Returns an empty configuration, whose texts the program sets.
    public static func empty() -> UIContentUnavailableConfiguration { UIContentUnavailableConfiguration(.empty) }

    /// Returns a configuration for loading content, with a text below an activity indicator or an image.
    public static func loading() -> UIContentUnavailableConfiguration {
        var result = UIContentUnavailableConfiguration(.loading)
        result.standardText = "Loading…"
        result.textProperties = TextProperties(font: font(.subheadline), color: .secondaryLabel)
        result.imageToTextPadding = 10
        return result
    }

    /// Returns a configuration for a search without results.
    public static func search() -> UIContentUnavailableConfiguration {
        var result = UIContentUnavailableConfiguration(.search)
        result.image = magnifier
        result.standardText = "No Results"
        result.secondaryText = "Check the spelling or try a new search."
        return result
    }

    private static func font(_ style: UIFont.TextStyle, _ weight: UIFont.Weight? = nil) -> UIFont {
        let font = UIFont.preferredFont(forTextStyle: style)
        return weight.map { UIFont.systemFont(ofSize: font.pointSize, weight: $0) } ?? font
    }

    /// An image of 48 points per side, with a scale that is sharp on all screens.
    private static let magnifier = BarSymbolImage.magnifier(side: 48, scale: 3)

    public func makeContentView() -> UIView & UIContentView { UIContentUnavailableView(configuration: self) }

    /// Returns the configuration for a state. A search configuration includes the searched text. A text that the
    /// program has set is kept.
    public func updated(for state: any UIConfigurationState) -> UIContentUnavailableConfiguration {
        guard kind == .search, !hasOwnText, let state = state as? UIContentUnavailableConfigurationState else {
            return self
        }
        var result = self
        let text = state.searchText ?? ""
        result.standardText = text.isEmpty ? "No Results" : "No Results for “\(text)”"
        return result
    }
}
