import Foundation
import TileGraphics

/// The difference between two snapshots: deletions by their old positions, insertions by their new ones, and moves.
/// Items and sections that keep their relative order aren't included.
struct SnapshotDifference: Equatable {
    struct Move<Place: Equatable>: Equatable {
        let from: Place
        let to: Place
    }

    var deletedSections: [Int] = []
    var insertedSections: [Int] = []
    var movedSections: [Move<Int>] = []
    /// The deleted items, except those of deleted sections.
    var deletedItems: [IndexPath] = []
    /// The inserted items, except those of inserted sections.
    var insertedItems: [IndexPath] = []
    var movedItems: [Move<IndexPath>] = []

    var isEmpty: Bool { self == SnapshotDifference() }

    /// Computes the difference between two snapshots.
    ///
    /// - Complexity: O(n) for n items in both, with two hashes each, and O(m log m) for the m items of sections whose
    ///   order has changed.
    init<Section: Hashable, Item: Hashable>(
        from old: SnapshotContents<Section, Item>, to new: SnapshotContents<Section, Item>
    ) {
        // The old index of each new section, and the reverse.
        let oldOfNew = new.sections.map { old.sectionIndexes[$0] }
        var newOfOld = [Int?](repeating: nil, count: old.sections.count)
        for (index, before) in oldOfNew.enumerated() { if let before { newOfOld[before] = index } }
        diffSections(oldOfNew, newOfOld)
        diffItems(from: old, to: new, newOfOld, oldOfNew)
    }

    private init() {}

    private mutating func diffSections(_ oldOfNew: [Int?], _ newOfOld: [Int?]) {
        deletedSections = newOfOld.indices.filter { newOfOld[$0] == nil }
        insertedSections = oldOfNew.indices.filter { oldOfNew[$0] == nil }
        let common = oldOfNew.indices.filter { oldOfNew[$0] != nil }
        let stays = LongestIncrease.members(of: common.map { Int32(oldOfNew[$0] ?? 0) })
        for (index, stays) in zip(common, stays) where !stays {
            movedSections.append(Move(from: oldOfNew[index] ?? 0, to: index))
        }
    }

    private mutating func diffItems<Section: Hashable, Item: Hashable>(
        from old: SnapshotContents<Section, Item>, to new: SnapshotContents<Section, Item>, _ newOfOld: [Int?],
        _ oldOfNew: [Int?]
    ) {
        // Sections that share storage or have equal items don't change.
        var isSame = [Bool](repeating: false, count: new.sections.count)
        for (index, before) in oldOfNew.enumerated() {
            if let before { isSame[index] = old.items[before] == new.items[index] }
        }
        let changedOld = old.sections.indices.filter { index in newOfOld[index].map { !isSame[$0] } ?? true }
        var places: [(section: Int32, item: Int32)] = []
        var candidates: [Item] = []
        let count = changedOld.reduce(0) { $0 + old.items[$1].count }
        places.reserveCapacity(count)
        candidates.reserveCapacity(count)
        for section in changedOld {
            candidates += old.items[section]
            for item in old.items[section].indices { places.append((Int32(section), Int32(item))) }
        }
        let table = IdentifierTable(candidates)
        var survives = [Bool](repeating: false, count: count)
        for (section, items) in new.items.enumerated() where !isSame[section] {
            var stayers: [Int32] = []
            var stayerPlaces: [Int32] = []
            for (item, identifier) in items.enumerated() {
                guard let position = table.position(of: identifier) else {
                    if oldOfNew[section] != nil { insertedItems.append(IndexPath(item: item, section: section)) }
                    continue
                }
                survives[position] = true
                let place = places[position]
                if oldOfNew[section] == Int(place.section) {
                    stayers.append(place.item)
                    stayerPlaces.append(Int32(item))
                } else {
                    movedItems.append(
                        Move(
                            from: IndexPath(item: Int(place.item), section: Int(place.section)),
                            to: IndexPath(item: item, section: section)))
                }
            }
            for (index, stays) in LongestIncrease.members(of: stayers).enumerated() where !stays {
                movedItems.append(
                    Move(
                        from: IndexPath(item: Int(stayers[index]), section: oldOfNew[section] ?? 0),
                        to: IndexPath(item: Int(stayerPlaces[index]), section: section)))
            }
        }
        for (position, place) in places.enumerated()
        where !survives[position] && newOfOld[Int(place.section)] != nil {
            deletedItems.append(IndexPath(item: Int(place.item), section: Int(place.section)))
        }
    }
}
