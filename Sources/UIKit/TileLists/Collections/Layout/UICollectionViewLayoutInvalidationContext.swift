public import Foundation

/// The parts of a layout to recompute.
open class UICollectionViewLayoutInvalidationContext: NSObject {
    public required override init() {}

    /// Whether everything is recomputed and the data source is asked again for its counts, after a reload.
    open internal(set) var invalidateEverything = false
    /// Whether the counts have changed.
    open internal(set) var invalidateDataSourceCounts = false

    open private(set) var invalidatedItemIndexPaths: [IndexPath]?
    open private(set) var invalidatedSupplementaryIndexPaths: [String: [IndexPath]]?
    open private(set) var invalidatedDecorationIndexPaths: [String: [IndexPath]]?

    /// The change to the content offset, in points.
    open var contentOffsetAdjustment = CGPoint.zero
    /// The change to the content size, in points.
    open var contentSizeAdjustment = CGSize.zero

    /// The previous and the target index paths during interactive movement. `interactiveMovementTarget` is the position
    /// of the finger.
    open internal(set) var previousIndexPathsForInteractivelyMovingItems: [IndexPath]?
    open internal(set) var targetIndexPathsForInteractivelyMovingItems: [IndexPath]?
    open internal(set) var interactiveMovementTarget = CGPoint.zero

    open func invalidateItems(at indexPaths: [IndexPath]) {
        invalidatedItemIndexPaths = (invalidatedItemIndexPaths ?? []) + indexPaths
    }

    open func invalidateSupplementaryElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
        invalidatedSupplementaryIndexPaths = (invalidatedSupplementaryIndexPaths ?? [:])
            .merging([elementKind: indexPaths], uniquingKeysWith: +)
    }

    open func invalidateDecorationElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
        invalidatedDecorationIndexPaths = (invalidatedDecorationIndexPaths ?? [:])
            .merging([elementKind: indexPaths], uniquingKeysWith: +)
    }
}
