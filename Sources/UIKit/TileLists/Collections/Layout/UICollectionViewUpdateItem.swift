public import Foundation

/// One of the changes that a layout is told of before they are shown.
open class UICollectionViewUpdateItem: NSObject {
    public enum Action: Int, Sendable {
        case insert = 0
        case delete = 1
        case reload = 2
        case move = 3
        case none = 4
    }

    /// Nil for what is inserted. The item is `NSNotFound` where a whole section changes.
    open private(set) var indexPathBeforeUpdate: IndexPath?
    /// Nil for what is deleted.
    open private(set) var indexPathAfterUpdate: IndexPath?
    open private(set) var updateAction: Action

    init(_ action: Action, before: IndexPath?, after: IndexPath?) {
        updateAction = action
        indexPathBeforeUpdate = before
        indexPathAfterUpdate = after
    }
}
