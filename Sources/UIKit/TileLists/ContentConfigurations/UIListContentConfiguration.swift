public import Foundation
public import TileDrawing
import TileGraphics
public import TileViews

/// The content of a row, header or footer of a list: an image, a text, and a secondary text below or beside it. Lengths
/// are in points.
public struct UIListContentConfiguration: UIContentConfiguration, Hashable {
    /// The part of a list that the content is for. It determines the appearance by state.
    enum Kind: Hashable {
        case cell, sidebar, header, footer
    }

    let kind: Kind

    public var image: UIImage?
    public var imageProperties = ImageProperties()
    public var text: String?
    /// The text with attributes, which replaces `text`. Its attributes override `textProperties`.
    public var attributedText: NSAttributedString?
    public var textProperties: TextProperties
    public var secondaryText: String?
    public var secondaryAttributedText: NSAttributedString?
    public var secondaryTextProperties: TextProperties
    /// The axes along which the margins are at least those of the superview.
    public var axesPreservingSuperviewLayoutMargins: UIAxis = .both
    public var directionalLayoutMargins: NSDirectionalEdgeInsets
    /// Whether the secondary text is placed beside the text, if both fit.
    public var prefersSideBySideTextAndSecondaryText = false
    public var imageToTextPadding: CGFloat = 16
    public var textToSecondaryTextHorizontalPadding: CGFloat = 6
    public var textToSecondaryTextVerticalPadding: CGFloat = 3
    /// The opacity of the whole content.
    public var alpha: CGFloat = 1

    init(
        _ kind: Kind, _ text: TextProperties, secondary: TextProperties, margins: NSDirectionalEdgeInsets
    ) {
        self.kind = kind
        (textProperties, secondaryTextProperties, directionalLayoutMargins) = (text, secondary, margins)
    }

    public func makeContentView() -> UIView & UIContentView { UIListContentView(configuration: self) }

    /// Returns the content in its appearance for a state: fainter if disabled, and white if selected in a sidebar.
    /// Colors that the program has set are kept.
    public func updated(for state: any UIConfigurationState) -> UIListContentConfiguration {
        var result = self
        let states = ConfigurationStates(state)
        result.textProperties.stateColor = nil
        result.secondaryTextProperties.stateColor = nil
        if states.isDisabled {
            result.textProperties.stateColor = .tertiaryLabel
            result.secondaryTextProperties.stateColor = .tertiaryLabel
        } else if kind == .sidebar, states.isSelected {
            result.textProperties.stateColor = .white
            result.secondaryTextProperties.stateColor = .white
        }
        return result
    }
}

extension UIListContentConfiguration {
    private static func margins(_ vertical: CGFloat, _ leading: CGFloat = 16) -> NSDirectionalEdgeInsets {
        NSDirectionalEdgeInsets(top: vertical, leading: leading, bottom: vertical, trailing: 8)
    }

    private static func text(
        _ style: UIFont.TextStyle, _ color: UIColor = .label, weight: UIFont.Weight? = nil
    ) -> TextProperties {
        let font = UIFont.preferredFont(forTextStyle: style)
        return TextProperties(
            font: weight.map { UIFont.systemFont(ofSize: font.pointSize, weight: $0) } ?? font, color: color)
    }

    /// Returns the content of a row.
    public static func cell() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .cell, text(.body), secondary: text(.caption1), margins: margins(11))
    }

    /// Returns the content of a row with the secondary text below the text.
    public static func subtitleCell() -> UIListContentConfiguration { cell() }

    /// Returns the content of a row with the secondary text at the trailing edge.
    public static func valueCell() -> UIListContentConfiguration {
        var result = UIListContentConfiguration(
            .cell, text(.body), secondary: text(.body, .secondaryLabel), margins: margins(11))
        result.prefersSideBySideTextAndSecondaryText = true
        return result
    }

    public static func plainHeader() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .header, text(.headline), secondary: text(.subheadline, .secondaryLabel), margins: margins(7))
    }

    public static func plainFooter() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .footer, text(.subheadline, .secondaryLabel), secondary: text(.subheadline, .secondaryLabel),
            margins: margins(7))
    }

    public static func groupedHeader() -> UIListContentConfiguration {
        var result = UIListContentConfiguration(
            .header, text(.footnote, .secondaryLabel), secondary: text(.footnote, .secondaryLabel), margins: margins(7))
        result.textProperties.transform = .uppercase
        return result
    }

    public static func groupedFooter() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .footer, text(.footnote, .secondaryLabel), secondary: text(.footnote, .secondaryLabel), margins: margins(7))
    }

    public static func prominentInsetGroupedHeader() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .header, text(.headline), secondary: text(.footnote, .secondaryLabel), margins: margins(7))
    }

    public static func extraProminentInsetGroupedHeader() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .header, text(.title3, weight: .bold), secondary: text(.footnote, .secondaryLabel), margins: margins(7))
    }

    /// Returns the content of a header, the same as `groupedHeader()`.
    public static func header() -> UIListContentConfiguration { groupedHeader() }
    /// Returns the content of a footer, the same as `groupedFooter()`.
    public static func footer() -> UIListContentConfiguration { groupedFooter() }

    public static func sidebarCell() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .sidebar, text(.body), secondary: text(.subheadline, .secondaryLabel), margins: margins(11))
    }

    public static func sidebarSubtitleCell() -> UIListContentConfiguration { sidebarCell() }

    /// Returns the content of a row in a list that accompanies a sidebar. Its selection is gray.
    public static func accompaniedSidebarCell() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .cell, text(.body), secondary: text(.subheadline, .secondaryLabel), margins: margins(11))
    }

    public static func accompaniedSidebarSubtitleCell() -> UIListContentConfiguration { accompaniedSidebarCell() }

    public static func sidebarHeader() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .header, text(.title3, weight: .bold), secondary: text(.subheadline, .secondaryLabel), margins: margins(7))
    }
}

/// The states that the appearance depends on.
struct ConfigurationStates {
    var isDisabled = false
    var isHighlighted = false
    var isSelected = false
    var isSwiped = false
    var isEditing = false
    var isReordering = false

    init(_ state: any UIConfigurationState) {
        if let state = state as? UICellConfigurationState {
            isDisabled = state.isDisabled
            isHighlighted = state.isHighlighted
            isSelected = state.isSelected
            isSwiped = state.isSwiped
            isEditing = state.isEditing
            isReordering = state.isReordering
        } else if let state = state as? UIViewConfigurationState {
            isDisabled = state.isDisabled
            isHighlighted = state.isHighlighted
            isSelected = state.isSelected
        }
    }
}
