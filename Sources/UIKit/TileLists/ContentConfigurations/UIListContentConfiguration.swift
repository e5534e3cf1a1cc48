public import Foundation
public import TileDrawing
import TileGraphics
public import TileViews

/// What a row, a header or a footer of a list shows: an image, text, and more text below or beside it. Lengths in
/// points.
public struct UIListContentConfiguration: UIContentConfiguration, Hashable {
    /// Which part of a list it is; its states' looks follow it.
    enum Kind: Hashable {
        case cell, sidebar, header, footer
    }

    let kind: Kind

    public var image: UIImage?
    public var imageProperties = ImageProperties()
    public var text: String?
    /// In place of `text`; its own attributes go over the properties'.
    public var attributedText: NSAttributedString?
    public var textProperties: TextProperties
    public var secondaryText: String?
    public var secondaryAttributedText: NSAttributedString?
    public var secondaryTextProperties: TextProperties
    /// Along which axes the margins are at least those that the superview's leave.
    public var axesPreservingSuperviewLayoutMargins: UIAxis = .both
    public var directionalLayoutMargins: NSDirectionalEdgeInsets
    /// Whether the second text stands beside the first where there is room for both.
    public var prefersSideBySideTextAndSecondaryText = false
    public var imageToTextPadding: CGFloat = 16
    public var textToSecondaryTextHorizontalPadding: CGFloat = 6
    public var textToSecondaryTextVerticalPadding: CGFloat = 3
    /// Of all that it shows.
    public var alpha: CGFloat = 1

    init(
        _ kind: Kind, _ text: TextProperties, _ secondary: TextProperties, margins: NSDirectionalEdgeInsets
    ) {
        self.kind = kind
        (textProperties, secondaryTextProperties, directionalLayoutMargins) = (text, secondary, margins)
    }

    public func makeContentView() -> UIView & UIContentView { UIListContentView(configuration: self) }

    /// The same content, as it looks in a state: fainter when it is disabled, and in a sidebar in the color that goes
    /// with the selection's. What the program has set stays.
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

    /// A row.
    public static func cell() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .cell, text(.body), text(.caption1), margins: margins(11))
    }

    /// A row whose second text stands below the first.
    public static func subtitleCell() -> UIListContentConfiguration { cell() }

    /// A row whose second text stands at the trailing edge.
    public static func valueCell() -> UIListContentConfiguration {
        var result = UIListContentConfiguration(
            .cell, text(.body), text(.body, .secondaryLabel), margins: margins(11))
        result.prefersSideBySideTextAndSecondaryText = true
        return result
    }

    public static func plainHeader() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .header, text(.headline), text(.subheadline, .secondaryLabel), margins: margins(7))
    }

    public static func plainFooter() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .footer, text(.subheadline, .secondaryLabel), text(.subheadline, .secondaryLabel), margins: margins(7))
    }

    public static func groupedHeader() -> UIListContentConfiguration {
        var result = UIListContentConfiguration(
            .header, text(.footnote, .secondaryLabel), text(.footnote, .secondaryLabel), margins: margins(7))
        result.textProperties.transform = .uppercase
        return result
    }

    public static func groupedFooter() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .footer, text(.footnote, .secondaryLabel), text(.footnote, .secondaryLabel), margins: margins(7))
    }

    public static func prominentInsetGroupedHeader() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .header, text(.headline), text(.footnote, .secondaryLabel), margins: margins(7))
    }

    public static func extraProminentInsetGroupedHeader() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .header, text(.title3, weight: .bold), text(.footnote, .secondaryLabel), margins: margins(7))
    }

    /// A header as its list has it: as `groupedHeader()`.
    public static func header() -> UIListContentConfiguration { groupedHeader() }
    /// A footer as its list has it: as `groupedFooter()`.
    public static func footer() -> UIListContentConfiguration { groupedFooter() }

    public static func sidebarCell() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .sidebar, text(.body), text(.subheadline, .secondaryLabel), margins: margins(11))
    }

    public static func sidebarSubtitleCell() -> UIListContentConfiguration { sidebarCell() }

    /// Beside a sidebar: its selection is gray.
    public static func accompaniedSidebarCell() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .cell, text(.body), text(.subheadline, .secondaryLabel), margins: margins(11))
    }

    public static func accompaniedSidebarSubtitleCell() -> UIListContentConfiguration { accompaniedSidebarCell() }

    public static func sidebarHeader() -> UIListContentConfiguration {
        UIListContentConfiguration(
            .header, text(.title3, weight: .bold), text(.subheadline, .secondaryLabel), margins: margins(7))
    }
}

/// Of a state, what looks depend on.
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
