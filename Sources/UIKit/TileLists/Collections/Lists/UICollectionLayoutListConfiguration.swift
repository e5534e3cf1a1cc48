public import Foundation
public import TileDrawing

/// The configuration of a section or a layout that looks like a table.
public struct UICollectionLayoutListConfiguration {
    public enum Appearance: Int, Sendable {
        case plain = 0
        case grouped = 1
        case insetGrouped = 2
        case sidebar = 3
        case sidebarPlain = 4
    }

    public enum HeaderMode: Int, Sendable {
        case none = 0
        case supplementary = 1
        /// The first item of a section is styled as its header.
        case firstItemInSection = 2
    }

    public enum FooterMode: Int, Sendable {
        case none = 0
        case supplementary = 1
    }

    public typealias SwipeActionsConfigurationProvider = (_ indexPath: IndexPath) -> UISwipeActionsConfiguration?
    public typealias ItemSeparatorHandler =
        (_ indexPath: IndexPath, _ sectionSeparatorConfiguration: UIListSeparatorConfiguration)
        -> UIListSeparatorConfiguration

    public let appearance: Appearance
    public var showsSeparators: Bool
    /// The appearance of separators.
    public var separatorConfiguration: UIListSeparatorConfiguration
    /// A closure that returns the separator appearance of an item.
    public var itemSeparatorHandler: ItemSeparatorHandler?
    /// The background color of the list; nil for that of the appearance.
    public var backgroundColor: UIColor?
    public var headerMode = HeaderMode.none
    public var footerMode = FooterMode.none
    /// The padding above headers, in points; nil for that of the appearance.
    public var headerTopPadding: CGFloat?
    /// The actions revealed by swiping a row from its leading edge. `trailingSwipeActionsConfigurationProvider` is for
    /// the trailing edge.
    public var leadingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?
    public var trailingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?

    public init(appearance: Appearance) {
        self.appearance = appearance
        showsSeparators = appearance == .plain || appearance == .grouped || appearance == .insetGrouped
        separatorConfiguration = UIListSeparatorConfiguration(listAppearance: appearance)
    }

    /// The effective background color of the list.
    var shownBackground: UIColor {
        if let backgroundColor { return backgroundColor }
        return switch appearance {
        case .plain, .sidebarPlain: .systemBackground
        case .grouped, .insetGrouped: .systemGroupedBackground
        case .sidebar: .secondarySystemBackground
        }
    }
}

/// The appearance of the lines between the cells of a list.
public struct UIListSeparatorConfiguration: Hashable {
    public enum Visibility: Int, Sendable {
        case automatic = 0
        case visible = 1
        case hidden = 2
    }

    /// A value for insets that aligns a separator with the content.
    public static let automaticInsets = NSDirectionalEdgeInsets(
        top: .greatestFiniteMagnitude, leading: .greatestFiniteMagnitude, bottom: .greatestFiniteMagnitude,
        trailing: .greatestFiniteMagnitude)

    public var topSeparatorVisibility = Visibility.automatic
    public var bottomSeparatorVisibility = Visibility.automatic
    public var topSeparatorInsets = UIListSeparatorConfiguration.automaticInsets
    public var bottomSeparatorInsets = UIListSeparatorConfiguration.automaticInsets
    public var color = UIColor.separator
    /// The color of separators between adjacent selected cells.
    public var multipleSelectionColor = UIColor.separator

    public init(listAppearance: UICollectionLayoutListConfiguration.Appearance) {}
}

/// The position of a cell in its list, and the resulting appearance.
struct ListPlace: Equatable {
    let appearance: UICollectionLayoutListConfiguration.Appearance
    let isFirst: Bool
    let isLast: Bool
    /// Whether the cell is styled as the section's header.
    let isHeader: Bool
    let separators: UIListSeparatorConfiguration?
}

/// The list behavior of a section.
final class ListSection {
    let configuration: UICollectionLayoutListConfiguration
    init(_ configuration: UICollectionLayoutListConfiguration) { self.configuration = configuration }

    func listPlace(of path: IndexPath, count: Int) -> ListPlace {
        let hasHeaderItem = configuration.headerMode == .firstItemInSection
        var separators: UIListSeparatorConfiguration?
        if configuration.showsSeparators {
            let own = configuration.separatorConfiguration
            separators = configuration.itemSeparatorHandler?(path, own) ?? own
        }
        return ListPlace(
            appearance: configuration.appearance, isFirst: path.item == (hasHeaderItem ? 1 : 0),
            isLast: path.item == count - 1, isHeader: hasHeaderItem && path.item == 0, separators: separators)
    }
}

extension NSCollectionLayoutSection {
    /// Creates a section of rows with the width of the list. Each row determines its own height.
    public static func list(
        using configuration: UICollectionLayoutListConfiguration,
        layoutEnvironment: any NSCollectionLayoutEnvironment
    ) -> NSCollectionLayoutSection {
        func size(_ estimate: CGFloat) -> NSCollectionLayoutSize {
            NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(estimate))
        }
        let group = NSCollectionLayoutGroup.vertical(
            layoutSize: size(44), subitems: [NSCollectionLayoutItem(layoutSize: size(44))])
        let section = NSCollectionLayoutSection(group: group)
        let appearance = configuration.appearance
        let isPlain = appearance == .plain || appearance == .sidebarPlain
        if appearance == .insetGrouped || appearance == .sidebar {
            section.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
        }
        let hasHeader = configuration.headerMode == .supplementary
        if hasHeader {
            let header = NSCollectionLayoutBoundarySupplementaryItem(
                layoutSize: size(isPlain ? 28 : 38), elementKind: UICollectionView.elementKindSectionHeader,
                alignment: .top)
            header.pinToVisibleBounds = appearance == .plain
            if header.pinToVisibleBounds { header.zIndex = 2 }
            section.boundarySupplementaryItems.append(header)
        }
        if configuration.footerMode == .supplementary {
            section.boundarySupplementaryItems.append(
                NSCollectionLayoutBoundarySupplementaryItem(
                    layoutSize: size(28), elementKind: UICollectionView.elementKindSectionFooter, alignment: .bottom))
        }
        if !isPlain {
            // Groups are separated by space.
            section.spaceBefore = configuration.headerTopPadding ?? (hasHeader ? 0 : 35)
        } else if hasHeader {
            section.spaceBefore = configuration.headerTopPadding ?? 0
        }
        section.list = ListSection(configuration)
        return section
    }
}

extension UICollectionViewCompositionalLayout {
    /// Creates a layout in which all sections are lists.
    public static func list(
        using configuration: UICollectionLayoutListConfiguration
    ) -> UICollectionViewCompositionalLayout {
        UICollectionViewCompositionalLayout { _, environment in
            NSCollectionLayoutSection.list(using: configuration, layoutEnvironment: environment)
        }
    }
}
