import TileEngine

/// What makes one reading of a content another: what a viewer that has the first is told.
package struct ElementChanges: Equatable, Sendable {
    /// Those that are new, or are otherwise now.
    package var changed: [AccessibleElement] = []
    /// By their numbers.
    package var removed: [Int] = []
    /// Of all, by their numbers; nil where those that are left are in the order in which they were.
    package var order: [Int]?

    /// - Complexity: linear in both.
    package init(from old: [AccessibleElement], to new: [AccessibleElement]) {
        let known = Dictionary(old.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        let numbers = Set(new.map(\.number))
        changed = new.filter { known[$0.number] != $0 }
        removed = old.map(\.number).filter { !numbers.contains($0) }
        let order = new.map(\.number)
        if order != old.map(\.number).filter(numbers.contains) { self.order = order }
    }

    package var isEmpty: Bool { changed.isEmpty && removed.isEmpty && order == nil }
}
