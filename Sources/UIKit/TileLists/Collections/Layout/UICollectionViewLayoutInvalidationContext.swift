public import Foundation

/// What of a layout is to be found anew.
open class UICollectionViewLayoutInvalidationContext: NSObject {
    public required override init() {}

    /// All, and the data source is asked for its counts: it was reloaded.
    open internal(set) var invalidateEverything = false
    /// The counts have changed.
    open internal(set) var invalidateDataSourceCounts = false

    open private(set) var invalidatedItemIndexPaths: [IndexPath]?
    open private(set) var invalidatedSupplementaryIndexPaths: [String: [IndexPath]]?
    open private(set) var invalidatedDecorationIndexPaths: [String: [IndexPath]]?

    /// By how much the content offset is to move, in points.
    open var contentOffsetAdjustment = CGPoint.zero
    /// By how much the content's size is to change, in points.
    open var contentSizeAdjustment = CGSize.zero

    /// While items are moved by hand: where they were, where they go, and where the finger is.
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
