public import Foundation
import TileGraphics
import TileViews

/// An object that positions the views of a collection. Subclasses override the methods that they need.
///
/// `prepare()` is called once after each invalidation, before all other methods. The cost per frame is proportional to
/// the number of attributes returned, provided that `layoutAttributesForElements(in:)` doesn't visit elements outside
/// the rectangle.
open class UICollectionViewLayout: NSObject, NSCoding, UpdateTracking {
    public override init() {}
    public required init?(coder: NSCoder) {}
    open func encode(with coder: NSCoder) {}

    /// The collection that uses the layout; nil while no collection does.
    open internal(set) weak var collectionView: UICollectionView?

    package final var updateTrackings: UpdateTrackings?
    package final var updateInbox: UpdateInbox? { collectionView?.updateInbox }

    final var decorationClasses: [String: UICollectionReusableView.Type] = [:]
    /// The update that is being animated.
    final var animatedUpdate: CollectionUpdate? { didSet { newUpdate = animatedUpdate } }
    /// The same update until the layout has converted its data to the new index paths.
    private var newUpdate: CollectionUpdate?

    /// Whether the collection already knows of the invalidation for which `invalidateLayout()` is being called.
    private var isInvalidated = false

    /// Returns the update by which to convert stored index paths. Each update is returned once.
    final func takeNewUpdate() -> CollectionUpdate? {
        defer { newUpdate = nil }
        return newUpdate
    }

    /// Whether views are asked for their preferred sizes.
    var sizesItself: Bool { false }

    /// Whether the attributes depend on the scroll offset, although a change of the offset doesn't invalidate the
    /// layout.
    var followsOffset: Bool { false }

    /// Whether the layout mirrors its own attributes where required.
    var mirrorsItself: Bool { false }

    /// Returns the bounds that show the same elements at the same positions as the given ones; nil if unknown.
    func settledBounds(around bounds: CGRect) -> SettledBounds? { nil }

    open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }
    open class var invalidationContextClass: AnyClass { UICollectionViewLayoutInvalidationContext.self }

    // MARK: Invalidation

    /// Invalidates the layout, which is recomputed before the next frame.
    open func invalidateLayout() {
        if !isInvalidated { invalidateLayout(with: makeContext()) }
    }

    /// Invalidates parts of the layout, which are recomputed before the next frame.
    open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
        collectionView?.layoutWasInvalidated(self, context)
    }

    /// Invalidates the layout for new bounds. As in UIKit, `invalidateLayout()` is called after
    /// `invalidateLayout(with:)`, so that a layout that overrides only that can discard what it has computed.
    final func invalidateLayout(forBounds context: UICollectionViewLayoutInvalidationContext) {
        invalidateLayout(with: context)
        isInvalidated = true
        defer { isInvalidated = false }
        invalidateLayout()
    }

    final func makeContext() -> UICollectionViewLayoutInvalidationContext {
        let kind = type(of: self).invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type
        return (kind ?? UICollectionViewLayoutInvalidationContext.self).init()
    }

    /// Creates attributes of the layout's attributes class.
    final func makeAttributes(_ key: ElementKey) -> UICollectionViewLayoutAttributes {
        let kind = type(of: self).layoutAttributesClass as? UICollectionViewLayoutAttributes.Type
        let attributes = (kind ?? UICollectionViewLayoutAttributes.self).init()
        attributes.indexPath = key.indexPath
        attributes.representedElementCategory = key.category
        attributes.representedElementKind = key.kind
        return attributes
    }

    /// Whether new bounds invalidate the layout; false by default. A layout that returns false is queried for a larger
    /// area than the visible one during scrolling, and not again until the content has scrolled past that area.
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }

    open func invalidationContext(
        forBoundsChange newBounds: CGRect
    ) -> UICollectionViewLayoutInvalidationContext { makeContext() }

    /// Whether to invalidate the layout for a view's preferred attributes; false by default.
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

    /// Prepares the layout before its attributes are queried. The default implementation does nothing.
    open func prepare() {}

    /// The size of the whole content, in points.
    open var collectionViewContentSize: CGSize { .zero }

    /// Returns the attributes of all elements that intersect a rectangle of the content. The rectangle may be larger
    /// than the visible area. During scrolling, returned elements outside the rectangle are ignored.
    open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForDecorationView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }

    /// Returns the offset at which scrolling ends after a drag. `velocity` is in points per millisecond.
    open func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
    ) -> CGPoint { targetContentOffset(forProposedContentOffset: proposedContentOffset) }

    /// Returns the content offset after a change of the layout or of the items.
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
        collectionView?.delegateTargetOffset(for: proposedContentOffset) ?? proposedContentOffset
    }

    /// The layout direction that the layout was designed for.
    open var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
    /// Whether the collection mirrors the layout in an interface of the opposite direction; false by default. The
    /// layout itself doesn't change: the collection mirrors the rectangles that it queries and the attributes that it
    /// receives.
    open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }

    // MARK: Updates

    /// Prepares for items to be inserted, deleted and moved. The layout has already been prepared for the state after
    /// the updates.
    open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}
    /// Finishes the updates, within their animation.
    open func finalizeCollectionViewUpdates() {}

    open func prepare(forAnimatedBoundsChange oldBounds: CGRect) {}
    open func finalizeAnimatedBoundsChange() {}

    open func prepareForTransition(to newLayout: UICollectionViewLayout) {}
    open func prepareForTransition(from oldLayout: UICollectionViewLayout) {}
    open func finalizeLayoutTransition() {}

    /// Returns the initial attributes of an item that an update makes visible. Nil means its final attributes, faded
    /// out if the item is new.
    open func initialLayoutAttributesForAppearingItem(
        at itemIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { animatedUpdate?.initial(for: .cell(itemIndexPath), in: self) }

    /// Returns the final attributes of an item that an update removes. By default, it keeps its position from before
    /// the update.
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

    /// Returns the index paths of supplementary and decoration views to remove or add with an update.
    open func indexPathsToDeleteForSupplementaryView(ofKind elementKind: String) -> [IndexPath] { [] }
    open func indexPathsToDeleteForDecorationView(ofKind elementKind: String) -> [IndexPath] { [] }
    open func indexPathsToInsertForSupplementaryView(ofKind elementKind: String) -> [IndexPath] { [] }
    open func indexPathsToInsertForDecorationView(ofKind elementKind: String) -> [IndexPath] { [] }

    // MARK: Interactive movement

    /// Returns the index path for an interactively moved item: by default, that of the item under the finger.
    open func targetIndexPath(
        forInteractivelyMovingItem previousIndexPath: IndexPath, withPosition position: CGPoint
    ) -> IndexPath { collectionView?.indexPathForItem(at: position) ?? previousIndexPath }

    /// Returns the attributes of an interactively moved item: in front of the others, with its center at the finger.
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

    /// Registers a class for decoration views of a kind.
    open func register(_ viewClass: AnyClass?, forDecorationViewOfKind elementKind: String) {
        decorationClasses[elementKind] = viewClass as? UICollectionReusableView.Type
    }
}
