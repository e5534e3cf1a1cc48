public import Foundation
import TileBars
public import TileDrawing
import TileGraphics
public import TileViews

/// What stands where there is no content: an image or a spinner, text, more text, and two buttons, below each other.
/// Lengths in points.
///
///     var configuration = UIContentUnavailableConfiguration.empty()
///     configuration.text = "No Trams"
///     configuration.button = .filled()
///     configuration.button.title = "Reload"
///     configuration.buttonProperties.primaryAction = UIAction { _ in reload() }
///     controller.contentUnavailableConfiguration = configuration
public struct UIContentUnavailableConfiguration: UIContentConfiguration, Hashable {
    /// How the parts stand across.
    public enum Alignment: Int, Sendable {
        case center = 0
        /// At the leading edge.
        case natural = 1
    }

    enum Kind: Hashable {
        case empty, loading, search
    }

    let kind: Kind

    /// A template image has the color of `imageProperties`.
    public var image: UIImage?
    public var imageProperties = ImageProperties()
    /// Of a search: which follows what is searched for, until it is set.
    public var text: String? {
        get { hasOwnText ? ownText : standardText }
        set { (ownText, hasOwnText) = (newValue, true) }
    }
    /// In place of `text`; its own attributes go over the properties'.
    public var attributedText: NSAttributedString?
    public var textProperties = TextProperties(font: Self.font(.title2, .bold), color: .label)
    public var secondaryText: String?
    public var secondaryAttributedText: NSAttributedString?
    public var secondaryTextProperties = TextProperties(font: Self.font(.subheadline), color: .secondaryLabel)
    /// Shown where it has a title or an image.
    public var button = UIButton.Configuration.plain()
    public var buttonProperties = ButtonProperties()
    /// Below the first; shown where it has a title or an image.
    public var secondaryButton = UIButton.Configuration.plain()
    public var secondaryButtonProperties = ButtonProperties()
    public var alignment = Alignment.center
    /// Along which axes the margins are at least those that the superview's leave.
    public var axesPreservingSuperviewLayoutMargins = UIAxis.both
    public var directionalLayoutMargins = NSDirectionalEdgeInsets(top: 16, leading: 16, bottom: 16, trailing: 16)
    public var imageToTextPadding: CGFloat = 14
    public var textToSecondaryTextPadding: CGFloat = 6
    public var textToButtonPadding: CGFloat = 20
    public var buttonToSecondaryButtonPadding: CGFloat = 8
    /// Behind all of it, over the whole view: nothing, at first.
    public var background = UIBackgroundConfiguration.clear()

    private var ownText: String?
    private var hasOwnText = false
    private var standardText: String?

    private init(_ kind: Kind) { self.kind = kind }

    /// Nothing yet: what it says is set by the program.
    public static func empty() -> UIContentUnavailableConfiguration { UIContentUnavailableConfiguration(.empty) }

    /// A wheel that turns, where there is no image, and a text below it.
    public static func loading() -> UIContentUnavailableConfiguration {
        var result = UIContentUnavailableConfiguration(.loading)
        result.standardText = "Loading…"
        result.textProperties = TextProperties(font: font(.subheadline), color: .secondaryLabel)
        result.imageToTextPadding = 10
        return result
    }

    /// A search that has found nothing.
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

    /// 48 points a side, and sharp on the finest screens.
    private static let magnifier = BarSymbolImage.magnifier(side: 48, scale: 3)

    public func makeContentView() -> UIView & UIContentView { UIContentUnavailableView(configuration: self) }

    /// The same content for a state: a search names what it looked for. What the program has set stays.
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
