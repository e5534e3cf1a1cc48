import Foundation
import TileGraphics

/// The consistency checks of a batch, in UIKit's order.
struct ListBatchChecks {
    let batch: ListBatch
    let before: [Int]
    let after: [Int]
    let words: ListWords

    init(_ batch: ListBatch, before: [Int], after: [Int], words: ListWords) {
        (self.batch, self.before, self.after, self.words) = (batch, before, after, words)
    }

    func checkSections() throws(ListInconsistency) {
        let reasons = batch.movedSections
        for (verb, sections) in [("delete", batch.deletedSections), ("reload", batch.reloadedSections)] {
            if let last = sections.last, last >= before.count {
                throw ListInconsistency(
                    "attempt to \(verb) section \(last), but there are only \(before.count) sections before the update")
            }
        }
        if let last = batch.insertedSections.last, last >= after.count {
            throw ListInconsistency(
                "attempt to insert section \(last) but there are only \(after.count) sections after the update")
        }
        if let both = batch.deletedSections.intersection(batch.reloadedSections).first {
            throw ListInconsistency("attempt to delete and reload the same section (\(both))")
        }
        var (from, to) = (IndexSet(), IndexSet())
        for move in reasons {
            if move.from < 0 || move.from >= before.count {
                throw ListInconsistency(
                    "attempt to move section \(move.from), but there are only \(before.count) sections before the"
                        + " update")
            }
            if move.to < 0 || move.to >= after.count {
                throw ListInconsistency(
                    "attempt to move section \(move.from) to section \(move.to), but there are only \(after.count)"
                        + " sections after the update")
            }
            if batch.deletedSections.contains(move.from) {
                throw ListInconsistency("attempt to perform a delete and a move from the same section (\(move.from))")
            }
            if batch.insertedSections.contains(move.to) {
                throw ListInconsistency("attempt to perform an insert and a move to the same section (\(move.to))")
            }
            if !from.insert(move.from).inserted {
                throw ListInconsistency("attempt to move section \(move.from) more than once")
            }
            if !to.insert(move.to).inserted {
                throw ListInconsistency("attempt to move more than one section to section \(move.to)")
            }
        }
        let (deleted, inserted) = (batch.deletedSections.count, batch.insertedSections.count)
        guard before.count - deleted + inserted == after.count else {
            throw ListInconsistency(
                "Invalid update: invalid number of sections. The number of sections contained in the \(words.list) after"
                    + " the update (\(after.count)) must be equal to the number of sections contained in the"
                    + " \(words.list) before the update (\(before.count)), plus or minus the number of sections"
                    + " inserted or deleted (\(inserted) inserted, \(deleted) deleted).")
        }
    }

    func checkItems() throws(ListInconsistency) {
        for path in batch.deletedItems { try checkOld(path, verb: "delete", preposition: "from") }
        for path in batch.reloadedItems { try checkOld(path, verb: "reload", preposition: "in") }
        for move in batch.movedItems { try checkOld(move.from, verb: "move", preposition: "from") }
        for path in batch.insertedItems { try checkNew(path, "insert \(words.item) \(path.itemText)") }
        for move in batch.movedItems {
            try checkNew(move.to, "move \(words.item) to \(words.item) \(move.to.itemText)")
        }
        guard !batch.movedItems.isEmpty || !batch.reloadedItems.isEmpty else { return }
        let (deleted, inserted) = (Set(batch.deletedItems), Set(batch.insertedItems))
        if let both = batch.reloadedItems.first(where: deleted.contains) {
            throw ListInconsistency("attempt to delete and reload the same index path (\(both.text))")
        }
        var (from, to) = (Set<IndexPath>(), Set<IndexPath>())
        for move in batch.movedItems {
            if deleted.contains(move.from) {
                throw ListInconsistency(
                    "attempt to perform a delete and a move from the same index path (\(move.from.text))")
            }
            if inserted.contains(move.to) {
                throw ListInconsistency(
                    "attempt to perform an insert and a move to the same index path (\(move.to.text))")
            }
            if !from.insert(move.from).inserted {
                throw ListInconsistency("attempt to move index path (\(move.from.text)) more than once")
            }
            if !to.insert(move.to).inserted {
                throw ListInconsistency("attempt to move more than one \(words.item) to index path (\(move.to.text))")
            }
        }
    }

    private func checkOld(_ path: IndexPath, verb: String, preposition: String) throws(ListInconsistency) {
        try checkForm(path, verb)
        guard before.indices.contains(path.section) else {
            throw ListInconsistency(
                "attempt to \(verb) \(words.item) \(path.item) \(preposition) section \(path.section), but there are only"
                    + " \(before.count) sections before the update")
        }
        guard path.item >= 0, path.item < before[path.section] else {
            throw ListInconsistency(
                "attempt to \(verb) \(words.item) \(path.item) \(preposition) section \(path.section) which only"
                    + " contains \(before[path.section]) \(words.item)s before the update")
        }
    }

    private func checkNew(_ path: IndexPath, _ attempt: String) throws(ListInconsistency) {
        try checkForm(path, "insert")
        guard after.indices.contains(path.section) else {
            throw ListInconsistency(
                "attempt to \(attempt) into section \(path.section), but there are only \(after.count) sections after"
                    + " the update")
        }
        guard path.item >= 0, path.item < after[path.section] else {
            throw ListInconsistency(
                "attempt to \(attempt) into section \(path.section), but there are only \(after[path.section])"
                    + " \(words.item)s in section \(path.section) after the update")
        }
    }

    private func checkForm(_ path: IndexPath, _ verb: String) throws(ListInconsistency) {
        guard path.count == 2 else {
            throw ListInconsistency(
                "attempt to \(verb) index path (\(path.text)), which has \(path.count) numbers: it takes a section and a"
                    + " \(words.item)")
        }
    }

    /// Checks that each remaining section has the number of items that results from the changes.
    func checkCounts(
        oldSection: (Int) -> Int?, shift: (Int) -> IndexShift?
    ) throws(ListInconsistency) {
        for (section, count) in after.enumerated() {
            guard let old = oldSection(section), !batch.reloadedSections.contains(old) else { continue }
            guard before[old] + (shift(old)?.growth ?? 0) != count else { continue }
            let inserted = Set(batch.insertedItems.filter { $0.section == section }).count
            let deleted = Set(batch.deletedItems.filter { $0.section == old }).count
            let movedIn = batch.movedItems.lazy.filter { $0.to.section == section && $0.from.section != old }.count
            let movedOut = batch.movedItems.lazy.filter { $0.from.section == old && $0.to.section != section }.count
            throw ListInconsistency(
                "Invalid update: invalid number of \(words.item)s in section \(section). The number of \(words.item)s"
                    + " contained in an existing section after the update (\(count)) must be equal to the number of"
                    + " \(words.item)s contained in that section before the update (\(before[old])), plus or minus the"
                    + " number of \(words.item)s inserted or deleted from that section (\(inserted) inserted, \(deleted)"
                    + " deleted) and plus or minus the number of \(words.item)s moved into or out of that section"
                    + " (\(movedIn) moved in, \(movedOut) moved out).")
        }
    }
}

extension IndexPath {
    /// The path in the form of UIKit's messages: {length = 2, path = 0 - 3}.
    fileprivate var text: String {
        "{length = \(count), path = \(map(String.init).joined(separator: " - "))}"
    }

    fileprivate var itemText: String { count == 2 ? String(item) : text }
}
