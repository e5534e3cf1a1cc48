import Foundation
import TileGraphics

/// Changes to a list's sections and items, as a program says them, in any order.
///
/// UIKit's rules: what is deleted, reloaded and moved is named by where it was before all of them, what is inserted,
/// and
/// where something is moved to, by where it is after all of them.
struct ListBatch: Hashable {
    /// Something that goes from one place to another.
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

/// A batch that contradicts itself, or what the data source says after it: a mistake of the program's. The text is
/// UIKit's, of its NSInternalInconsistencyException.
struct ListInconsistency: Error, Hashable, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }

    /// Ends the program, as UIKit's exception does.
    func raise() -> Never { preconditionFailure("NSInternalInconsistencyException: \(description)") }
}

/// What a list calls its parts in messages.
struct ListWords: Hashable {
    /// Of its items: row.
    var item: String
    /// Of itself: table view.
    var list: String

    static let table = ListWords(item: "row", list: "table view")
    static let collection = ListWords(item: "item", list: "collection view")
}
