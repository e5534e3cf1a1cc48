public import Foundation
public import TileDrawing

/// Items in a row, in a column, or in custom positions. The section repeats the group until it holds all items.
open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
    enum Arrangement {
        case horizontal, vertical
        case custom(NSCollectionLayoutGroupCustomItemProvider)
    }

    let arrangement: Arrangement
    /// The items of the group; empty for a custom group.
    open private(set) var subitems: [NSCollectionLayoutItem]
    /// The number of equal items, if the group was created with one.
    let count: Int?
    /// The supplementary views of each group.
    open override var supplementaryItems: [NSCollectionLayoutSupplementaryItem] {
        get { super.supplementaryItems }
        set { super.supplementaryItems = newValue }
    }
    /// The space between items.
    open var interItemSpacing: NSCollectionLayoutSpacing?

    private init(
        _ size: NSCollectionLayoutSize, _ arrangement: Arrangement, subitems: [NSCollectionLayoutItem], count: Int?
    ) {
        (self.arrangement, self.subitems, self.count) = (arrangement, subitems, count.map { max(1, $0) })
        super.init(layoutSize: size, supplementaryItems: [])
    }

    private class func make(
        _ size: NSCollectionLayoutSize, _ arrangement: Arrangement, subitems: [NSCollectionLayoutItem],
        count: Int? = nil
    ) -> Self {
        guard let made = NSCollectionLayoutGroup(size, arrangement, subitems: subitems, count: count) as? Self else {
            ListInconsistency("\(self) can't be made by NSCollectionLayoutGroup's own methods").raise()
        }
        return made
    }

    /// Creates a group with items from leading to trailing, repeated as often as they fit.
    open class func horizontal(layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]) -> Self {
        make(layoutSize, .horizontal, subitems: subitems)
    }

    /// Creates a group that repeats the item `count` times. All items have equal widths and fill the group.
    open class func horizontal(
        layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
    ) -> Self { make(layoutSize, .horizontal, subitems: [subitem], count: count) }

    /// Creates a group that repeats the item `count` times. All items have equal widths and fill the group.
    open class func horizontal(
        layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int
    ) -> Self { make(layoutSize, .horizontal, subitems: [subitem], count: count) }

    /// Creates a group with items from top to bottom, repeated as often as they fit.
    open class func vertical(layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]) -> Self {
        make(layoutSize, .vertical, subitems: subitems)
    }

    /// Creates a group that repeats the item `count` times. All items have equal heights and fill the group.
    open class func vertical(
        layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
    ) -> Self { make(layoutSize, .vertical, subitems: [subitem], count: count) }

    /// Creates a group that repeats the item `count` times. All items have equal heights and fill the group.
    open class func vertical(
        layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int
    ) -> Self { make(layoutSize, .vertical, subitems: [subitem], count: count) }

    /// Creates a group with the items that a closure positions.
    open class func custom(
        layoutSize: NSCollectionLayoutSize, itemProvider: @escaping NSCollectionLayoutGroupCustomItemProvider
    ) -> Self { make(layoutSize, .custom(itemProvider), subitems: []) }

    /// Returns a readable description of the group's structure, one part per line.
    open func visualDescription() -> String { description(indent: 0) }

    private func description(indent: Int) -> String {
        let pad = String(repeating: "  ", count: indent)
        let name =
            switch arrangement {
            case .horizontal: "horizontal"
            case .vertical: "vertical"
            case .custom: "custom"
            }
        return
            ([pad + name + (count.map { " × \($0)" } ?? "")]
            + subitems.map { item in
                (item as? NSCollectionLayoutGroup)?.description(indent: indent + 1) ?? pad + "  item"
            }).joined(separator: "\n")
    }
}

public typealias NSCollectionLayoutGroupCustomItemProvider =
    (_ layoutEnvironment: any NSCollectionLayoutEnvironment) -> [NSCollectionLayoutGroupCustomItem]

/// The frame of an item in a custom group, in the group's coordinates.
open class NSCollectionLayoutGroupCustomItem: NSObject, NSCopying {
    public final let frame: CGRect
    public final let zIndex: Int

    public convenience init(frame: CGRect) { self.init(frame: frame, zIndex: 0) }

    public init(frame: CGRect, zIndex: Int) { (self.frame, self.zIndex) = (frame, zIndex) }

    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The container that items, groups or sections are laid out in.
public protocol NSCollectionLayoutContainer: AnyObject {
    /// The size of the container, in points.
    var contentSize: CGSize { get }
    /// The size of the container without its insets.
    var effectiveContentSize: CGSize { get }
    var contentInsets: NSDirectionalEdgeInsets { get }
    var effectiveContentInsets: NSDirectionalEdgeInsets { get }
}

/// The environment that a section is laid out for.
public protocol NSCollectionLayoutEnvironment: AnyObject {
    var container: any NSCollectionLayoutContainer { get }
    var traitCollection: UITraitCollection { get }
}

final class LayoutContainer: NSCollectionLayoutContainer {
    let contentSize: CGSize
    let contentInsets: NSDirectionalEdgeInsets
    var effectiveContentInsets: NSDirectionalEdgeInsets { contentInsets }
    var effectiveContentSize: CGSize {
        CGSize(
            width: max(0, contentSize.width - contentInsets.leading - contentInsets.trailing),
            height: max(0, contentSize.height - contentInsets.top - contentInsets.bottom))
    }

    init(_ size: CGSize, insets: NSDirectionalEdgeInsets = .zero) { (contentSize, contentInsets) = (size, insets) }
}

final class LayoutEnvironment: NSCollectionLayoutEnvironment {
    let container: any NSCollectionLayoutContainer
    let traitCollection: UITraitCollection

    init(_ container: LayoutContainer, _ traits: UITraitCollection) {
        (self.container, traitCollection) = (container, traits)
    }
}
