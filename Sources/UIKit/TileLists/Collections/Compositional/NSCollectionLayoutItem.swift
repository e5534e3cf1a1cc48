public import Foundation
public import TileDrawing

/// One item of a group, with its size and the space around it.
open class NSCollectionLayoutItem: NSObject, NSCopying {
    public final let layoutSize: NSCollectionLayoutSize
    /// The supplementary views of each item, such as badges.
    open internal(set) var supplementaryItems: [NSCollectionLayoutSupplementaryItem]
    /// The insets between the item's space and its view, in points. They are ignored along axes on which the view
    /// determines its size.
    open var contentInsets = NSDirectionalEdgeInsets.zero
    /// The space outside the item.
    open var edgeSpacing: NSCollectionLayoutEdgeSpacing?

    public convenience init(layoutSize: NSCollectionLayoutSize) {
        self.init(layoutSize: layoutSize, supplementaryItems: [])
    }

    public init(layoutSize: NSCollectionLayoutSize, supplementaryItems: [NSCollectionLayoutSupplementaryItem]) {
        (self.layoutSize, self.supplementaryItems) = (layoutSize, supplementaryItems)
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A supplementary view anchored to an item or a group.
open class NSCollectionLayoutSupplementaryItem: NSCollectionLayoutItem {
    public final let elementKind: String
    public final let containerAnchor: NSCollectionLayoutAnchor
    public final let itemAnchor: NSCollectionLayoutAnchor?
    /// The stacking order; views with higher values are in front.
    open var zIndex = 1

    public init(
        layoutSize: NSCollectionLayoutSize, elementKind: String, containerAnchor: NSCollectionLayoutAnchor,
        itemAnchor: NSCollectionLayoutAnchor? = nil
    ) {
        (self.elementKind, self.containerAnchor, self.itemAnchor) = (elementKind, containerAnchor, itemAnchor)
        super.init(layoutSize: layoutSize, supplementaryItems: [])
    }
}

/// A supplementary view at the edge of a section or of the whole layout: a header or a footer.
open class NSCollectionLayoutBoundarySupplementaryItem: NSCollectionLayoutSupplementaryItem {
    public final let alignment: NSRectAlignment
    public final let offset: CGPoint
    /// Whether the content makes room for the view. If false, the view overlaps the content.
    open var extendsBoundary = true
    /// Whether the view stays at the visible edge while its section is visible.
    open var pinToVisibleBounds = false

    public convenience init(
        layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment
    ) { self.init(layoutSize: layoutSize, elementKind: elementKind, alignment: alignment, absoluteOffset: .zero) }

    /// Creates a boundary view with an offset in points, positive to the right and down.
    public init(
        layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment, absoluteOffset: CGPoint
    ) {
        (self.alignment, offset) = (alignment, absoluteOffset)
        super.init(
            layoutSize: layoutSize, elementKind: elementKind, containerAnchor: NSCollectionLayoutAnchor(edges: []))
    }
}

/// A decoration view that the layout itself adds behind a section.
open class NSCollectionLayoutDecorationItem: NSCollectionLayoutItem {
    public final let elementKind: String
    /// The stacking order; views with higher values are in front.
    open var zIndex = 0

    private init(elementKind: String) {
        self.elementKind = elementKind
        super.init(
            layoutSize: NSCollectionLayoutSize(
                widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)),
            supplementaryItems: [])
    }

    /// Creates a background of the whole section, inset by `contentInsets`.
    open class func background(elementKind: String) -> Self {
        guard let made = NSCollectionLayoutDecorationItem(elementKind: elementKind) as? Self else {
            ListInconsistency("\(self) can't be made by NSCollectionLayoutDecorationItem's own methods").raise()
        }
        return made
    }
}

/// An alignment with an edge or a corner of a rectangle.
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
