public import Foundation
public import TileDrawing

/// One item of a group: how large it is, and the space around it.
open class NSCollectionLayoutItem: NSObject, NSCopying {
    public final let layoutSize: NSCollectionLayoutSize
    /// Views that belong to each item: badges.
    open internal(set) var supplementaryItems: [NSCollectionLayoutSupplementaryItem]
    /// What the item's view leaves of its place, in points. Sides that views say have none.
    open var contentInsets = NSDirectionalEdgeInsets.zero
    /// Space outside of the item.
    open var edgeSpacing: NSCollectionLayoutEdgeSpacing?

    public convenience init(layoutSize: NSCollectionLayoutSize) {
        self.init(layoutSize: layoutSize, supplementaryItems: [])
    }

    public init(layoutSize: NSCollectionLayoutSize, supplementaryItems: [NSCollectionLayoutSupplementaryItem]) {
        (self.layoutSize, self.supplementaryItems) = (layoutSize, supplementaryItems)
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A view that belongs to an item or a group, at a place of it.
open class NSCollectionLayoutSupplementaryItem: NSCollectionLayoutItem {
    public final let elementKind: String
    public final let containerAnchor: NSCollectionLayoutAnchor
    public final let itemAnchor: NSCollectionLayoutAnchor?
    /// What is higher lies in front.
    open var zIndex = 1

    public init(
        layoutSize: NSCollectionLayoutSize, elementKind: String, containerAnchor: NSCollectionLayoutAnchor,
        itemAnchor: NSCollectionLayoutAnchor? = nil
    ) {
        (self.elementKind, self.containerAnchor, self.itemAnchor) = (elementKind, containerAnchor, itemAnchor)
        super.init(layoutSize: layoutSize, supplementaryItems: [])
    }
}

/// A view at the edge of a section or of the whole layout: a header or a footer.
open class NSCollectionLayoutBoundarySupplementaryItem: NSCollectionLayoutSupplementaryItem {
    public final let alignment: NSRectAlignment
    public final let offset: CGPoint
    /// Whether the content leaves room for it; else it lies over it.
    open var extendsBoundary = true
    /// Whether it stays at the edge of what is visible while its section is.
    open var pinToVisibleBounds = false

    public convenience init(
        layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment
    ) { self.init(layoutSize: layoutSize, elementKind: elementKind, alignment: alignment, absoluteOffset: .zero) }

    /// The offset in points, right and down.
    public init(
        layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment, absoluteOffset: CGPoint
    ) {
        (self.alignment, offset) = (alignment, absoluteOffset)
        super.init(
            layoutSize: layoutSize, elementKind: elementKind, containerAnchor: NSCollectionLayoutAnchor(edges: []))
    }
}

/// A view that the layout itself puts behind a section.
open class NSCollectionLayoutDecorationItem: NSCollectionLayoutItem {
    public final let elementKind: String
    /// What is higher lies in front.
    open var zIndex = 0

    private init(elementKind: String) {
        self.elementKind = elementKind
        super.init(
            layoutSize: NSCollectionLayoutSize(
                widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)),
            supplementaryItems: [])
    }

    /// Behind all of a section, with its insets.
    open class func background(elementKind: String) -> Self {
        guard let made = NSCollectionLayoutDecorationItem(elementKind: elementKind) as? Self else {
            ListInconsistency("\(self) can't be made by NSCollectionLayoutDecorationItem's own methods").raise()
        }
        return made
    }
}

/// Where something is at a rect: at one of its edges or corners.
public enum NSRectAlignment: Int, Sendable {
    case none = 0
    case top = 1
    case topLeading = 2
    case leading = 3
    case bottomLeading = 4
    case bottom = 5
    case bottomTrailing = 6
    case trailing = 7
    case topTrailing = 8
}
