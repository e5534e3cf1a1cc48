public import Foundation

extension IndexPath {
    /// A row of a section, as tables have it.
    public init(row: Int, section: Int) { self = [section, row] }

    /// An item of a section, as collections have it.
    public init(item: Int, section: Int) { self = [section, item] }

    /// The first number. Traps when there are not two.
    public var section: Int {
        get { pair.0 }
        set { self = [newValue, pair.1] }
    }

    /// The second number. Traps when there are not two.
    public var row: Int {
        get { pair.1 }
        set { self = [pair.0, newValue] }
    }

    /// The second number. Traps when there are not two.
    public var item: Int {
        get { row }
        set { row = newValue }
    }

    private var pair: (Int, Int) {
        precondition(count == 2, "an index path of \(count) numbers has no section and row; it takes two")
        return (self[startIndex], self[index(after: startIndex)])
    }
}

/// As UIKit adds to Foundation's class, too: sources from Swift's first years cast to it.
extension NSIndexPath {
    /// The first number.
    public var section: Int { index(atPosition: 0) }

    /// The second number.
    public var row: Int { index(atPosition: 1) }

    /// The second number.
    public var item: Int { row }
}
