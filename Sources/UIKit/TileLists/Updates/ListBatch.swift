import Foundation
import TileGraphics

/// Changes to a list's sections and items, as requested by a program, in any order.
///
/// UIKit's rules apply: deletions, reloads and the sources of moves use indices from before all changes. Insertions and
/// the destinations of moves use indices from after all changes.
struct ListBatch: Hashable {
    /// A move from one position to another.
    struct Move<Place: Hashable>: Hashable {
        var from: Place
        var to: Place
    }

    private(set) var deletedSections = IndexSet()
    private(set) var insertedSections = IndexSet()
    private(set) var reloadedSections = IndexSet()
    private(set) var movedSections: [Move<Int>] = []
    private(set) var deletedItems: [IndexPath] = []
    private(set) var insertedItems: [IndexPath] = []
    private(set) var reloadedItems: [IndexPath] = []
    private(set) var movedItems: [Move<IndexPath>] = []

    init() {}

    var isEmpty: Bool {
        deletedSections.isEmpty && insertedSections.isEmpty && reloadedSections.isEmpty && movedSections.isEmpty
            && deletedItems.isEmpty && insertedItems.isEmpty && reloadedItems.isEmpty && movedItems.isEmpty
    }

    mutating func deleteSections(_ sections: IndexSet) { deletedSections.formUnion(sections) }
    mutating func insertSections(_ sections: IndexSet) { insertedSections.formUnion(sections) }
    mutating func reloadSections(_ sections: IndexSet) { reloadedSections.formUnion(sections) }
    mutating func moveSection(from: Int, to: Int) { movedSections.append(Move(from: from, to: to)) }
    mutating func deleteItems(at paths: [IndexPath]) { deletedItems += paths }
    mutating func insertItems(at paths: [IndexPath]) { insertedItems += paths }
    mutating func reloadItems(at paths: [IndexPath]) { reloadedItems += paths }
    mutating func moveItem(from: IndexPath, to: IndexPath) { movedItems.append(Move(from: from, to: to)) }
}

/// An error in a batch: it contradicts itself or the data source's counts after it. This is a programming error. The
/// text is that of UIKit's NSInternalInconsistencyException.
struct ListInconsistency: Error, Hashable, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }

    /// Ends the program, as UIKit's exception does.
    func raise() -> Never { preconditionFailure("NSInternalInconsistencyException: \(description)") }
}

/// The terms for a list and its items in messages.
struct ListWords: Hashable {
    /// The term for an item, such as row.
    var item: String
    /// The term for the list, such as table view.
    var list: String

    static let table = ListWords(item: "row", list: "table view")
    static let collection = ListWords(item: "item", list: "collection view")
}
