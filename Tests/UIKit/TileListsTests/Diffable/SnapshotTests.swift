import Foundation
import Testing

@testable import TileLists

@Suite("Snapshots of lists")
struct SnapshotTests {
    private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

    private func snapshot(_ sections: [(String, [Int])]) -> Snapshot {
        var snapshot = Snapshot()
        snapshot.appendSections(sections.map(\.0))
        for (section, items) in sections { snapshot.appendItems(items, toSection: section) }
        return snapshot
    }

    private func lines(_ snapshot: Snapshot) -> String {
        snapshot.sectionIdentifiers.map { section in
            section + snapshot.itemIdentifiers(inSection: section).map { "\($0)" }.joined(separator: ",")
        }.joined(separator: " ")
    }

    @Test("items and sections come, go and move")
    func changes() {
        var list = snapshot([("a", [1, 2, 3]), ("b", [4])])
        list.appendItems([5])
        list.insertItems([6, 7], beforeItem: 1)
        list.insertItems([8], afterItem: 3)
        #expect(lines(list) == "a6,7,1,2,3,8 b4,5")
        list.moveItem(4, afterItem: 1)
        list.moveItem(8, beforeItem: 6)
        list.deleteItems([2, 99])
        #expect(lines(list) == "a8,6,7,1,4,3 b5")
        list.insertSections(["c"], beforeSection: "b")
        list.appendItems([9], toSection: "c")
        list.moveSection("a", afterSection: "b")
        #expect(lines(list) == "c9 b5 a8,6,7,1,4,3")
        #expect(
            list.indexOfItem(6) == 3 && list.indexOfSection("a") == 2
                && list.sectionIdentifier(containingItem: 4) == "a")
        #expect(list.numberOfItems == 8 && list.numberOfItems(inSection: "b") == 1 && list.itemIdentifiers.last == 3)
        list.deleteSections(["a"])
        #expect(lines(list) == "c9 b5" && list.indexOfItem(6) == nil)
        list.deleteAllItems()
        #expect(list.numberOfSections == 0)
    }

    @Test("what is inserted and is there already is moved, sections with their items")
    func again() {
        var list = snapshot([("a", [1, 2]), ("b", [3])])
        list.appendItems([1], toSection: "b")
        #expect(lines(list) == "a2 b3,1")
        list.appendSections(["a"])
        #expect(lines(list) == "b3,1 a2")
    }

    @Test("marks stay unless what they are on goes, each once")
    func marks() {
        var list = snapshot([("a", [1, 2, 3])])
        list.reloadItems([1, 2, 1])
        list.reconfigureItems([3])
        list.reloadSections(["a"])
        list.deleteItems([1])
        #expect(list.reloadedItemIdentifiers == [2] && list.reconfiguredItemIdentifiers == [3])
        #expect(list.reloadedSectionIdentifiers == ["a"])
    }

    @Test("a program's mistakes are UIKit's, and change nothing")
    func mistakes() {
        var contents = SnapshotContents<String, Int>()
        let none = #expect(throws: ListInconsistency.self) { try contents.append([1], to: nil) }
        #expect(none?.description == "There are currently no sections in the data source. Please add a section first.")
        try? contents.insertSections(["a"], at: nil)
        let twice = #expect(throws: ListInconsistency.self) { try contents.append([7, 7], to: "a") }
        #expect(
            twice?.description
                == "Fatal: supplied item identifiers are not unique. Duplicate identifiers: {(\n    7\n)}")
        let absent = #expect(throws: ListInconsistency.self) {
            try contents.mark([1], in: \.reloadedItems, as: "reload")
        }
        #expect(
            absent?.description == "Attempted to reload item identifier that does not exist in the snapshot: 1")
        #expect(throws: ListInconsistency.self) { try contents.append([1], to: "b") }
        #expect(throws: ListInconsistency.self) { try contents.insert([1], beside: 2, offset: 0) }
        #expect(throws: ListInconsistency.self) { try contents.markSections(["b"]) }
        #expect(throws: ListInconsistency.self) { try contents.moveSection("a", beside: "b", offset: 0) }
        #expect(contents.allItems.isEmpty && contents.sections == ["a"])
    }

    @Test("a difference leads from any list to any other, over all of few items")
    func allDifferences() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            func any() -> SnapshotContents<String, Int> {
                let sections = ["a", "b", "c"].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
                var items = Array(0..<6).shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random))
                return snapshot(
                    sections.enumerated().map { index, section in
                        let part = Array(
                            items.prefix(index == sections.count - 1 ? items.count : items.count / 2))
                        items.removeFirst(part.count)
                        return (section, part)
                    }
                ).contents
            }
            let (old, new) = (any(), any())
            #expect(applied(SnapshotDifference(from: old, to: new), from: old, like: new) == new.items)
        }
    }

    /// Applies a difference to a list by UIKit's rules: first the deletions by old position, then the rest by new
    /// position.
    private func applied(
        _ difference: SnapshotDifference, from old: SnapshotContents<String, Int>,
        like new: SnapshotContents<String, Int>
    ) -> [[Int]] {
        var gone = Set(difference.deletedItems)
        for move in difference.movedItems { gone.insert(move.from) }
        var stay: [[Int]] = old.items.enumerated().map { section, items in
            items.enumerated().filter { !gone.contains([section, $0.offset]) }.map(\.element)
        }
        let leave = Set(difference.deletedSections + difference.movedSections.map(\.from))
        var arrive: [(Int, [Int])] = difference.movedSections.map { ($0.to, stay[$0.from]) }
        arrive += difference.insertedSections.map { ($0, []) }
        stay = stay.enumerated().filter { !leave.contains($0.offset) }.map(\.element)
        for (index, items) in arrive.sorted(by: { $0.0 < $1.0 }) { stay.insert(items, at: index) }
        var comes: [(IndexPath, Int)] = difference.movedItems.map { ($0.to, old.items[$0.from[0]][$0.from[1]]) }
        comes += difference.insertedItems.map { ($0, new.items[$0[0]][$0[1]]) }
        for section in difference.insertedSections {
            let moved = Set(difference.movedItems.map(\.to))
            for (item, identifier) in new.items[section].enumerated() where !moved.contains([section, item]) {
                comes.append(([section, item], identifier))
            }
        }
        for (place, item) in comes.sorted(by: { $0.0 < $1.0 }) { stay[place[0]].insert(item, at: place[1]) }
        return stay
    }

    @Test("no more moves than needed: one item to the end is one move")
    func fewMoves() {
        let old = snapshot([("a", Array(0..<100))])
        var new = old
        new.moveItem(3, afterItem: 99)
        let difference = SnapshotDifference(from: old.contents, to: new.contents)
        #expect(difference.movedItems == [.init(from: [0, 3], to: [0, 99])])
        #expect(difference.deletedItems.isEmpty && difference.insertedItems.isEmpty)
        #expect(SnapshotDifference(from: old.contents, to: old.contents).isEmpty)
    }

    /// An identifier that counts how often it is hashed.
    private final class Counted: Hashable {
        nonisolated(unsafe) static var hashes = 0  // Only this test's thread has such identifiers.
        let number: Int
        init(_ number: Int) { self.number = number }
        static func == (one: Counted, other: Counted) -> Bool { one.number == other.number }
        func hash(into hasher: inout Hasher) {
            Self.hashes += 1
            hasher.combine(number)
        }
    }

    @Test("a difference hashes each item once")
    func hashes() {
        func list(_ numbers: [Int]) -> SnapshotContents<Int, Counted> {
            var snapshot = NSDiffableDataSourceSnapshot<Int, Counted>()
            snapshot.appendSections([0])
            snapshot.appendItems(numbers.map(Counted.init))
            return snapshot.contents
        }
        let (old, new) = (list(Array(0..<10_000)), list((0..<10_000).filter { $0 % 100 != 0 } + (20_000..<20_100)))
        Counted.hashes = 0
        let difference = SnapshotDifference(from: old, to: new)
        #expect(Counted.hashes == 20_000)
        #expect(difference.deletedItems.count == 100 && difference.insertedItems.count == 100)
        #expect(difference.movedItems.isEmpty)
    }
}
