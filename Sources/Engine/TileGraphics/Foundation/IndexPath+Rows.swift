public import Foundation

extension IndexPath {
    /// Creates an index path for a row of a section in a table.
    public init(row: Int, section: Int) { self = [section, row] }

    /// Creates an index path for an item of a section in a collection.
    public init(item: Int, section: Int) { self = [section, item] }

    /// The section: the first index. Traps if there are not two indices.
    public var section: Int {
        get { pair.0 }
        set { self = [newValue, pair.1] }
    }

    /// The row: the second index. Traps if there are not two indices.
    public var row: Int {
        get { pair.1 }
        set { self = [pair.0, newValue] }
    }

    /// The item: the second index. Traps if there are not two indices.
    public var item: Int {
        get { row }
        set { row = newValue }
    }

    private var pair: (Int, Int) {
        precondition(count == 2, "an index path of \(count) numbers has no section and row; it takes two")
        return (self[startIndex], self[index(after: startIndex)])
    }
}

/// UIKit's additions to Foundation's class, used by early Swift sources.
extension NSIndexPath {
    /// The section: the first index.
    public var section: Int { index(atPosition: 0) }

    /// The row: the second index.
    public var row: Int { index(atPosition: 1) }

    /// The item: the second index.
    public var item: Int { row }
}
