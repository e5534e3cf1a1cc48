import TileEngine

/// The difference between two lists of accessible elements, for a viewer that has the first.
package struct ElementChanges: Equatable, Sendable {
    /// The elements that are new or changed.
    package var changed: [AccessibleElement] = []
    /// The numbers of removed elements.
    package var removed: [Int] = []
    /// The numbers of all elements in order; nil if none was added and the order of the others is unchanged.
    package var order: [Int]?

    /// Computes the difference.
    ///
    /// - Complexity: O(n + m) for lists of n and m elements.
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
