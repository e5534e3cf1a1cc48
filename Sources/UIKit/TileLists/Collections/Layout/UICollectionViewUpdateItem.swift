public import Foundation

/// One of the changes that a layout is informed of before they are animated.
open class UICollectionViewUpdateItem: NSObject {
    public enum Action: Int, Sendable {
        case insert = 0
        case delete = 1
        case reload = 2
        case move = 3
        case none = 4
    }

    /// The index path before the update; nil for an insertion. The item is `NSNotFound` if a whole section changes.
    open private(set) var indexPathBeforeUpdate: IndexPath?
    /// The index path after the update; nil for a deletion.
    open private(set) var indexPathAfterUpdate: IndexPath?
    open private(set) var updateAction: Action

    init(_ action: Action, before: IndexPath?, after: IndexPath?) {
        updateAction = action
        indexPathBeforeUpdate = before
        indexPathAfterUpdate = after
    }
}
