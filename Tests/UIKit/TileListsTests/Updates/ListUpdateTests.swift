import Foundation
import Testing
import TileGraphics

@testable import TileLists

@Suite("Batches of changes")
struct ListUpdateTests {
    private func update(
        _ before: [Int], _ after: [Int], words: ListWords = .table, change: (inout ListBatch) -> Void
    ) -> Result<ListUpdate, ListInconsistency> {
        var batch = ListBatch()
        change(&batch)
        do throws(ListInconsistency) {
            return .success(try ListUpdate(batch, before: before, after: after, words: words))
        } catch {
            return .failure(error)
        }
    }

    private func message(_ result: Result<ListUpdate, ListInconsistency>) -> String? {
        if case .failure(let failure) = result { failure.description } else { nil }
    }

    /// The positions of a few items in named sections, determined by hand.
    @Test("Deletes and reloads count by where things were, inserts by where they will be")
    func order() throws {
        // Before: [a b c] [d e]. The item a is deleted, x is inserted at its position and y at the end, and e moves to
        // the front.
        let result = update([3, 2], [5, 1]) {
            $0.insertItems(at: [IndexPath(row: 1, section: 0), IndexPath(row: 4, section: 0)])
            $0.deleteItems(at: [IndexPath(row: 0, section: 0)])
            $0.moveItem(from: IndexPath(row: 1, section: 1), to: IndexPath(row: 0, section: 0))
            $0.reloadItems(at: [IndexPath(row: 2, section: 0)])
        }
        let update = try result.get()
        // After: [e x b c y] [d].
        #expect(update.newPath(of: IndexPath(row: 0, section: 0)) == nil)
        #expect(update.newPath(of: IndexPath(row: 1, section: 0)) == IndexPath(row: 2, section: 0))
        #expect(update.newPath(of: IndexPath(row: 2, section: 0)) == IndexPath(row: 3, section: 0))
        #expect(update.newPath(of: IndexPath(row: 0, section: 1)) == IndexPath(row: 0, section: 1))
        #expect(update.newPath(of: IndexPath(row: 1, section: 1)) == IndexPath(row: 0, section: 0))
        #expect(update.oldPath(of: IndexPath(row: 0, section: 0)) == IndexPath(row: 1, section: 1))
        #expect(update.oldPath(of: IndexPath(row: 1, section: 0)) == nil)
        #expect(update.oldPath(of: IndexPath(row: 4, section: 0)) == nil)
        #expect(update.reloadedItems == [IndexPath(row: 2, section: 0)])
    }

    @Test("Sections that are moved, deleted and inserted take their items along")
    func sections() throws {
        // Before: A3 B2 C1 D4. A is deleted, D moves to the front, N is inserted at the end, and B loses its first row.
        let update = try update([3, 2, 1, 4], [4, 1, 1, 7]) {
            $0.deleteSections(IndexSet(integer: 0))
            $0.moveSection(from: 3, to: 0)
            $0.insertSections(IndexSet(integer: 3))
            $0.deleteItems(at: [IndexPath(row: 0, section: 1), IndexPath(row: 2, section: 0)])
        }.get()
        #expect((0..<4).map(update.newSection) == [nil, 1, 2, 0])
        #expect((0..<4).map(update.oldSection) == [3, 1, 2, nil])
        #expect(update.newPath(of: IndexPath(row: 1, section: 1)) == IndexPath(row: 0, section: 1))
        #expect(update.newPath(of: IndexPath(row: 3, section: 3)) == IndexPath(row: 3, section: 0))
        #expect(update.newPath(of: IndexPath(row: 1, section: 0)) == nil)
        #expect(update.oldPath(of: IndexPath(row: 3, section: 3)) == nil)
        // An item that is deleted with its section isn't reported separately.
        #expect(update.deletedItems == [IndexPath(row: 0, section: 1)])
    }

    @Test("A reloaded section may have any number of items, and none of them was there before")
    func reloadedSection() throws {
        let update = try update([3, 2], [9, 2]) { $0.reloadSections(IndexSet(integer: 0)) }.get()
        #expect(update.newSection(of: 0) == 0)
        #expect(update.newPath(of: IndexPath(row: 0, section: 0)) == nil)
        #expect(update.oldPath(of: IndexPath(row: 0, section: 0)) == nil)
        #expect(update.newPath(of: IndexPath(row: 1, section: 1)) == IndexPath(row: 1, section: 1))
        #expect(update.movesNothing)
    }

    @Test("A count that does not follow from the changes is told in UIKit's words")
    func wrongCount() {
        let wrong = update([3], [4]) { $0.deleteItems(at: [IndexPath(row: 0, section: 0)]) }
        #expect(
            message(wrong) == """
                Invalid update: invalid number of rows in section 0. The number of rows contained in an existing section \
                after the update (4) must be equal to the number of rows contained in that section before the update \
                (3), plus or minus the number of rows inserted or deleted from that section (0 inserted, 1 deleted) and \
                plus or minus the number of rows moved into or out of that section (0 moved in, 0 moved out).
                """)
        let sections = update([3], [3, 1], words: .collection) { _ in }
        #expect(
            message(sections) == """
                Invalid update: invalid number of sections. The number of sections contained in the collection view \
                after the update (2) must be equal to the number of sections contained in the collection view before \
                the update (1), plus or minus the number of sections inserted or deleted (0 inserted, 0 deleted).
                """)
    }

    @Test(
        "What can't be is told, not tried",
        arguments: [
            ("attempt to delete row 5 from section 0 which only contains 3 rows before the update", 0),
            ("attempt to insert row 9 into section 0, but there are only 3 rows in section 0 after the update", 1),
            ("attempt to delete section 4, but there are only 1 sections before the update", 2),
            ("attempt to insert section 4 but there are only 1 sections after the update", 3),
            (
                "attempt to perform a delete and a move from the same index path ({length = 2, path = 0 - 1})", 4
            ),
            ("attempt to delete and reload the same index path ({length = 2, path = 0 - 2})", 5),
            ("attempt to move more than one row to index path ({length = 2, path = 0 - 0})", 6),
            (
                "attempt to reload index path ({length = 1, path = 7}), which has 1 numbers: it takes a section and a row",
                7
            ),
            ("attempt to move section 0 to section 3, but there are only 1 sections after the update", 8),
        ])
    func contradictions(text: String, number: Int) {
        func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }
        let result = update([3], [3]) {
            switch number {
            case 0: $0.deleteItems(at: [path(5)])
            case 1: $0.insertItems(at: [path(9)])
            case 2: $0.deleteSections(IndexSet(integer: 4))
            case 3: $0.insertSections(IndexSet(integer: 4))
            case 4:
                $0.deleteItems(at: [path(1)])
                $0.moveItem(from: path(1), to: path(0))
            case 5:
                $0.deleteItems(at: [path(2)])
                $0.reloadItems(at: [path(2)])
            case 6:
                $0.moveItem(from: path(1), to: path(0))
                $0.moveItem(from: path(2), to: path(0))
            case 7: $0.reloadItems(at: [[7]])
            default: $0.moveSection(from: 0, to: 3)
            }
        }
        #expect(message(result) == text)
    }

    @Test("One row told of twice counts once")
    func twice() throws {
        let update = try update([3], [2]) {
            $0.deleteItems(at: [IndexPath(row: 0, section: 0), IndexPath(row: 0, section: 0)])
        }.get()
        #expect(update.newPath(of: IndexPath(row: 2, section: 0)) == IndexPath(row: 1, section: 0))
    }
}
