/// The contents of a snapshot. Its methods throw the errors that UIKit raises.
struct SnapshotContents<Section: Hashable, Item: Hashable> {
    private(set) var sections: [Section] = []
    /// The items of each section.
    private(set) var items: [[Item]] = []
    private(set) var sectionIndexes: [Section: Int] = [:]
    private(set) var sectionOfItem: [Item: Section] = [:]
    var reloadedSections: [Section] = []
    var reloadedItems: [Item] = []
    var reconfiguredItems: [Item] = []

    var allItems: [Item] {
        var all: [Item] = []
        all.reserveCapacity(sectionOfItem.count)
        for each in items { all += each }
        return all
    }

    func index(of section: Section) throws(ListInconsistency) -> Int {
        guard let index = sectionIndexes[section] else {
            throw ListInconsistency("Invalid section identifier for snapshot: \(section) is not in it")
        }
        return index
    }

    func globalIndex(of item: Item) -> Int? {
        guard let place = position(of: item) else { return nil }
        return items[..<place.section].reduce(0) { $0 + $1.count } + place.item
    }

    /// Returns the index of an item's section and the item's index in it.
    func position(of item: Item) -> (section: Int, item: Int)? {
        guard let section = sectionOfItem[item], let index = sectionIndexes[section],
            let position = items[index].firstIndex(of: item)
        else { return nil }
        return (index, position)
    }

    // MARK: Items

    mutating func append(_ new: [Item], to section: Section?) throws(ListInconsistency) {
        guard let target = section ?? sections.last else {
            throw ListInconsistency("There are currently no sections in the data source. Please add a section first.")
        }
        let index = try index(of: target)
        try takeOutForInsertion(new)
        items[index] += new
        note(new, in: target)
    }

    mutating func insert(_ new: [Item], beside anchor: Item, offset: Int) throws(ListInconsistency) {
        guard sectionOfItem[anchor] != nil else {
            throw ListInconsistency("Invalid item identifier specified for insertion: \(anchor) is not in the snapshot")
        }
        guard !new.contains(anchor) else {
            throw ListInconsistency("Attempted to insert an item identifier beside itself: \(anchor)")
        }
        try takeOutForInsertion(new)
        guard let place = position(of: anchor) else { return }
        items[place.section].insert(contentsOf: new, at: place.item + offset)
        note(new, in: sections[place.section])
    }

    mutating func delete(_ gone: [Item]) {
        takeOut(gone)
        forget(Set(gone))
    }

    mutating func move(_ item: Item, beside anchor: Item, offset: Int) throws(ListInconsistency) {
        guard sectionOfItem[item] != nil else {
            throw ListInconsistency("Invalid item identifier specified for move: \(item) is not in the snapshot")
        }
        guard sectionOfItem[anchor] != nil else {
            throw ListInconsistency("Invalid destination item identifier for move: \(anchor) is not in the snapshot")
        }
        guard item != anchor else { return }
        takeOut([item])
        guard let place = position(of: anchor) else { return }
        items[place.section].insert(item, at: place.item + offset)
        sectionOfItem[item] = sections[place.section]
    }

    mutating func mark(
        _ marked: [Item], in list: WritableKeyPath<Self, [Item]>, as verb: String
    ) throws(ListInconsistency) {
        for item in marked where sectionOfItem[item] == nil {
            throw ListInconsistency("Attempted to \(verb) item identifier that does not exist in the snapshot: \(item)")
        }
        append(marked, to: list)
    }

    /// Appends the values that aren't in a list yet.
    private mutating func append<Value: Hashable>(_ new: [Value], to list: WritableKeyPath<Self, [Value]>) {
        var known = Set(self[keyPath: list])
        self[keyPath: list] += new.filter { known.insert($0).inserted }
    }

    private mutating func note(_ new: [Item], in section: Section) {
        sectionOfItem.reserveCapacity(sectionOfItem.count + new.count)
        for item in new { sectionOfItem[item] = section }
    }

    /// Checks items to insert for duplicates, and removes those that already exist.
    private mutating func takeOutForInsertion(_ new: [Item]) throws(ListInconsistency) {
        let duplicates = IdentifierTable(new).duplicates
        guard duplicates.isEmpty else {
            throw ListInconsistency.notUnique("item", duplicates.map { "\(new[$0])" })
        }
        takeOut(new.filter { sectionOfItem[$0] != nil })
    }

    /// Removes items, with one pass over each affected section.
    private mutating func takeOut(_ gone: [Item]) {
        var touched: [Section: Set<Item>] = [:]
        for item in gone {
            guard let section = sectionOfItem.removeValue(forKey: item) else { continue }
            touched[section, default: []].insert(item)
        }
        for (section, gone) in touched {
            guard let index = sectionIndexes[section] else { continue }
            items[index].removeAll { gone.contains($0) }
        }
    }

    private mutating func forget(_ gone: Set<Item>) {
        if !reloadedItems.isEmpty { reloadedItems.removeAll { gone.contains($0) } }
        if !reconfiguredItems.isEmpty { reconfiguredItems.removeAll { gone.contains($0) } }
    }

    // MARK: Sections

    mutating func insertSections(_ new: [Section], at anchor: (section: Section, offset: Int)?)
        throws(ListInconsistency)
    {
        let duplicates = IdentifierTable(new).duplicates
        guard duplicates.isEmpty else { throw ListInconsistency.notUnique("section", duplicates.map { "\(new[$0])" }) }
        if let anchor {
            _ = try index(of: anchor.section)
            guard !new.contains(anchor.section) else {
                throw ListInconsistency("Attempted to insert a section identifier beside itself: \(anchor.section)")
            }
        }
        // A section that already exists keeps its items.
        let held = new.map { section in sectionIndexes[section].map { items[$0] } ?? [] }
        removeSections(Set(new))
        var index = sections.count
        if let anchor, let found = sections.firstIndex(of: anchor.section) { index = found + anchor.offset }
        sections.insert(contentsOf: new, at: index)
        items.insert(contentsOf: held, at: index)
        indexSections()
    }

    mutating func deleteSections(_ gone: [Section]) {
        let gone = Set(gone)
        var lost = Set<Item>()
        for section in gone {
            guard let index = sectionIndexes[section] else { continue }
            for item in items[index] {
                sectionOfItem[item] = nil
                lost.insert(item)
            }
        }
        removeSections(gone)
        reloadedSections.removeAll { gone.contains($0) }
        forget(lost)
    }

    mutating func moveSection(_ section: Section, beside anchor: Section, offset: Int) throws(ListInconsistency) {
        _ = try (index(of: section), index(of: anchor))
        if section != anchor { try insertSections([section], at: (anchor, offset)) }
    }

    mutating func markSections(_ marked: [Section]) throws(ListInconsistency) {
        for section in marked where sectionIndexes[section] == nil {
            throw ListInconsistency(
                "Attempted to reload section identifier that does not exist in the snapshot: \(section)")
        }
        append(marked, to: \.reloadedSections)
    }

    private mutating func removeSections(_ gone: Set<Section>) {
        guard gone.contains(where: { sectionIndexes[$0] != nil }) else { return }
        items = zip(sections, items).filter { !gone.contains($0.0) }.map(\.1)
        sections.removeAll { gone.contains($0) }
        indexSections()
    }

    private mutating func indexSections() {
        sectionIndexes = Dictionary(uniqueKeysWithValues: sections.enumerated().map { ($0.element, $0.offset) })
    }

    // MARK: Replacing

    /// Replaces the items of a section. Items from other sections are moved.
    mutating func replaceItems(of section: Section, with new: [Item]) throws(ListInconsistency) {
        let index = try index(of: section)
        let (old, kept) = (items[index], Set(new))
        for item in old { sectionOfItem[item] = nil }
        items[index] = []
        forget(Set(old.filter { !kept.contains($0) }))
        try append(new, to: section)
    }

    /// Clears the marks for reloading and reconfiguring.
    mutating func clearMarks() { (reloadedSections, reloadedItems, reconfiguredItems) = ([], [], []) }
}

extension SnapshotContents: Sendable where Section: Sendable, Item: Sendable {}

extension ListInconsistency {
    static func notUnique(_ noun: String, _ duplicates: [String]) -> ListInconsistency {
        ListInconsistency(
            "Fatal: supplied \(noun) identifiers are not unique. Duplicate identifiers: {(\n    "
                + duplicates.joined(separator: ",\n    ") + "\n)}")
    }
}
