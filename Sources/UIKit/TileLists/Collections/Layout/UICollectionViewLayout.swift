public import Foundation
import TileGraphics
import TileViews

/// Says where the views of a collection are. For subclasses, which override what they need.
///
/// `prepare()` comes before all questions, once after each invalidation. The questions of a frame cost what the answers
/// hold, if `layoutAttributesForElements(in:)` does not look at what is elsewhere.
open class UICollectionViewLayout: NSObject, NSCoding {
    public override init() {}
    public required init?(coder: NSCoder) {}
    open func encode(with coder: NSCoder) {}

    /// The collection that it is of; nil before it is one's.
    open internal(set) weak var collectionView: UICollectionView?

    final var decorationClasses: [String: UICollectionReusableView.Type] = [:]
    /// The change that is being shown.
    final var animatedUpdate: CollectionUpdate? { didSet { newUpdate = animatedUpdate } }
    /// The same, until what the layout knows by place is known by its new one.
    private var newUpdate: CollectionUpdate?

    /// The change by which places are to be taken over; each once.
    final func takeNewUpdate() -> CollectionUpdate? {
        defer { newUpdate = nil }
        return newUpdate
    }

    /// Whether views are asked for their sizes.
    var sizesItself: Bool { false }

    /// Whether what it says depends on the offset, without its being invalidated when that changes.
    var followsOffset: Bool { false }

    /// Whether it mirrors itself, where it wants that.
    var mirrorsItself: Bool { false }

    /// In which bounds the same shows, at the same places, as in these; nil where that is not known.
    func settledBounds(around bounds: CGRect) -> SettledBounds? { nil }

    open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }
    open class var invalidationContextClass: AnyClass { UICollectionViewLayoutInvalidationContext.self }

    // MARK: Invalidation

    /// Has the layout found anew before the next frame.
    open func invalidateLayout() { invalidateLayout(with: makeContext()) }

    /// Has parts of the layout found anew before the next frame.
    open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
        collectionView?.layoutWasInvalidated(self, context)
    }

    final func makeContext() -> UICollectionViewLayoutInvalidationContext {
        let kind = type(of: self).invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type
        return (kind ?? UICollectionViewLayoutInvalidationContext.self).init()
    }

    /// Attributes of the class that the layout has for them.
    final func makeAttributes(_ key: ElementKey) -> UICollectionViewLayoutAttributes {
        let kind = type(of: self).layoutAttributesClass as? UICollectionViewLayoutAttributes.Type
        let attributes = (kind ?? UICollectionViewLayoutAttributes.self).init()
        attributes.indexPath = key.indexPath
        attributes.representedElementCategory = key.category
        attributes.representedElementKind = key.kind
        return attributes
    }

    /// Whether other bounds make the layout another: no, by default. A layout that answers no is asked for more than
    /// shows while content moves, and not again before that has been passed.
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }

    open func invalidationContext(
        forBoundsChange newBounds: CGRect
    ) -> UICollectionViewLayoutInvalidationContext { makeContext() }

    /// Whether a view may have the attributes that it prefers: no, by default.
    open func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool { false }

    open func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutInvalidationContext {
        let context = makeContext()
        switch originalAttributes.representedElementCategory {
        case .cell: context.invalidateItems(at: [originalAttributes.indexPath])
        case .supplementaryView:
            context.invalidateSupplementaryElements(
                ofKind: originalAttributes.representedElementKind ?? "", at: [originalAttributes.indexPath])
        case .decorationView:
            context.invalidateDecorationElements(
                ofKind: originalAttributes.representedElementKind ?? "", at: [originalAttributes.indexPath])
        }
        return context
    }

    // MARK: Places

    /// Finds what the questions need. Nothing by default.
    open func prepare() {}

    /// The extent of all, in points.
    open var collectionViewContentSize: CGSize { .zero }

    /// All that shows in a rect of the content, which may be larger than what is visible. What it gives that does not
    /// show there counts for nothing while content moves.
    open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForDecorationView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }

    /// Where content comes to rest after a drag; `velocity` in points a millisecond.
    open func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
    ) -> CGPoint { targetContentOffset(forProposedContentOffset: proposedContentOffset) }

    /// Where content is after a change of the layout or of items.
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
        collectionView?.delegateTargetOffset(for: proposedContentOffset) ?? proposedContentOffset
    }

    /// The direction that the layout was made for.
    open var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
    /// Whether the collection mirrors the layout in an interface of the other direction: no, by default. The layout
    /// goes on as it was made: the collection mirrors the rects that it asks for and what the layout answers.
    open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }

    // MARK: Updates

    /// Items are about to come, go and move; the layout is prepared for what is then.
    open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}
    /// Within the animation of the changes.
    open func finalizeCollectionViewUpdates() {}

    open func prepare(forAnimatedBoundsChange oldBounds: CGRect) {}
    open func finalizeAnimatedBoundsChange() {}

    open func prepareForTransition(to newLayout: UICollectionViewLayout) {}
    open func prepareForTransition(from oldLayout: UICollectionViewLayout) {}
    open func finalizeLayoutTransition() {}

    /// How an item looks at first that comes into view by a change; nil for as it will be, faded out if it is new.
    open func initialLayoutAttributesForAppearingItem(
        at itemIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { animatedUpdate?.initial(for: .cell(itemIndexPath), in: self) }

    /// How an item looks at last that goes by a change; its place is the one before.
    open func finalLayoutAttributesForDisappearingItem(
        at itemIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { animatedUpdate?.final(for: .cell(itemIndexPath)) }

    open func initialLayoutAttributesForAppearingSupplementaryElement(
        ofKind elementKind: String, at elementIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        let key = ElementKey(category: .supplementaryView, kind: elementKind, indexPath: elementIndexPath)
        return animatedUpdate?.initial(for: key, in: self)
    }

    open func finalLayoutAttributesForDisappearingSupplementaryElement(
        ofKind elementKind: String, at elementIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        animatedUpdate?.final(
            for: ElementKey(category: .supplementaryView, kind: elementKind, indexPath: elementIndexPath))
    }

    open func initialLayoutAttributesForAppearingDecorationElement(
        ofKind elementKind: String, at decorationIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        let key = ElementKey(category: .decorationView, kind: elementKind, indexPath: decorationIndexPath)
        return animatedUpdate?.initial(for: key, in: self)
    }

    open func finalLayoutAttributesForDisappearingDecorationElement(
        ofKind elementKind: String, at decorationIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        animatedUpdate?.final(
            for: ElementKey(category: .decorationView, kind: elementKind, indexPath: decorationIndexPath))
    }

    /// Views besides cells that go, and that come, with a change.
    open func indexPathsToDeleteForSupplementaryView(ofKind elementKind: String) -> [IndexPath] { [] }
    open func indexPathsToDeleteForDecorationView(ofKind elementKind: String) -> [IndexPath] { [] }
    open func indexPathsToInsertForSupplementaryView(ofKind elementKind: String) -> [IndexPath] { [] }
    open func indexPathsToInsertForDecorationView(ofKind elementKind: String) -> [IndexPath] { [] }

    // MARK: Moving by hand

    /// Where an item goes that is held at a point of the content: where the item under it is, by default.
    open func targetIndexPath(
        forInteractivelyMovingItem previousIndexPath: IndexPath, withPosition position: CGPoint
    ) -> IndexPath { collectionView?.indexPathForItem(at: position) ?? previousIndexPath }

    /// How an item looks that is held: in front of the rest, with its centre at the finger.
    open func layoutAttributesForInteractivelyMovingItem(
        at indexPath: IndexPath, withTargetPosition position: CGPoint
    ) -> UICollectionViewLayoutAttributes {
        let attributes = layoutAttributesForItem(at: indexPath)?.copied() ?? makeAttributes(.cell(indexPath))
        attributes.center = position
        attributes.zIndex = Int(Int16.max)
        return attributes
    }

    open func invalidationContext(
        forInteractivelyMovingItems targetIndexPaths: [IndexPath], withTargetPosition targetPosition: CGPoint,
        previousIndexPaths: [IndexPath], previousPosition: CGPoint
    ) -> UICollectionViewLayoutInvalidationContext {
        let context = makeContext()
        context.targetIndexPathsForInteractivelyMovingItems = targetIndexPaths
        context.previousIndexPathsForInteractivelyMovingItems = previousIndexPaths
        context.interactiveMovementTarget = targetPosition
        return context
    }

    open func invalidationContextForEndingInteractiveMovementOfItems(
        toFinalIndexPaths indexPaths: [IndexPath], previousIndexPaths: [IndexPath], movementCancelled: Bool
    ) -> UICollectionViewLayoutInvalidationContext {
        let context = makeContext()
        context.targetIndexPathsForInteractivelyMovingItems = indexPaths
        context.previousIndexPathsForInteractivelyMovingItems = previousIndexPaths
        return context
    }

    // MARK: Decorations

    /// The class of the views of a kind that the layout itself adds.
    open func register(_ viewClass: AnyClass?, forDecorationViewOfKind elementKind: String) {
        decorationClasses[elementKind] = viewClass as? UICollectionReusableView.Type
    }
}
