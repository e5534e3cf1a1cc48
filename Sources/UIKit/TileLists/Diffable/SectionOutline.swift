/// The items of a section snapshot as a tree. Its methods throw the errors that UIKit raises. Nothing recurses, because
/// a tree can be as deep as it has items.
struct SectionOutline<Item: Hashable> {
    private(set) var roots: [Item] = []
    private(set) var children: [Item: [Item]] = [:]
    /// The parent of each item; an inner nil for a root.
    private(set) var parents: [Item: Item?] = [:]
    private(set) var expanded: Set<Item> = []

    func contains(_ item: Item) -> Bool { parents[item] != nil }

    private func parent(of item: Item) throws(ListInconsistency) -> Item? {
        guard let parent = parents[item] else {
            throw ListInconsistency("Item identifier is not in the section snapshot: \(item)")
        }
        return parent
    }

    private func list(of parent: Item?) -> [Item] { parent.map { children[$0] ?? [] } ?? roots }

    private mutating func setList(_ list: [Item], of parent: Item?) {
        if let parent { children[parent] = list.isEmpty ? nil : list } else { roots = list }
    }

    // MARK: Changes

    private func check(_ new: [Item]) throws(ListInconsistency) {
        let duplicates = IdentifierTable(new).duplicates.map { new[$0] } + new.filter { contains($0) }
        guard duplicates.isEmpty else { throw ListInconsistency.notUnique("item", duplicates.map { "\($0)" }) }
    }

    mutating func append(_ new: [Item], to parent: Item?) throws(ListInconsistency) {
        if let parent { _ = try self.parent(of: parent) }
        try check(new)
        if let parent { children[parent, default: []] += new } else { roots += new }
        for item in new { parents[item] = .some(parent) }
    }

    mutating func insert(_ new: [Item], beside anchor: Item, offset: Int) throws(ListInconsistency) {
        let parent = try parent(of: anchor)
        try check(new)
        insertItems(new, beside: anchor, offset: offset, under: parent)
        for item in new { parents[item] = .some(parent) }
    }

    mutating func insert(_ other: SectionOutline, beside anchor: Item, offset: Int) throws(ListInconsistency) {
        let parent = try parent(of: anchor)
        try check(Array(other.parents.keys))
        insertItems(other.roots, beside: anchor, offset: offset, under: parent)
        adopt(other, under: parent)
    }

    mutating func replaceChildren(of parent: Item, with other: SectionOutline) throws(ListInconsistency) {
        _ = try self.parent(of: parent)
        delete(children[parent] ?? [])
        try check(Array(other.parents.keys))
        setList(other.roots, of: parent)
        adopt(other, under: parent)
    }

    private mutating func insertItems(_ new: [Item], beside anchor: Item, offset: Int, under parent: Item?) {
        var siblings = list(of: parent)
        siblings.insert(contentsOf: new, at: (siblings.firstIndex(of: anchor) ?? siblings.count) + offset)
        setList(siblings, of: parent)
    }

    /// Adopts the descendants of another outline, whose roots are already in place.
    private mutating func adopt(_ other: SectionOutline, under parent: Item?) {
        for (item, above) in other.parents { parents[item] = .some(above ?? parent) }
        children.merge(other.children) { $1 }
        expanded.formUnion(other.expanded)
    }

    mutating func delete(_ gone: [Item]) {
        var touched: [Item?: Set<Item>] = [:]
        for item in gone { if let parent = parents[item] { touched[parent, default: []].insert(item) } }
        for (parent, gone) in touched { setList(list(of: parent).filter { !gone.contains($0) }, of: parent) }
        var rest = gone.filter { contains($0) }
        while let item = rest.popLast() {
            rest += children.removeValue(forKey: item) ?? []
            parents[item] = nil
            expanded.remove(item)
        }
    }

    mutating func setExpanded(_ items: [Item], _ isExpanded: Bool) throws(ListInconsistency) {
        for item in items {
            _ = try parent(of: item)
            if isExpanded { expanded.insert(item) } else { expanded.remove(item) }
        }
    }

    // MARK: Contents

    func items(onlyVisible: Bool) -> [Item] {
        var found: [Item] = []
        found.reserveCapacity(onlyVisible ? roots.count : parents.count)
        var rest = Array(roots.reversed())
        while let item = rest.popLast() {
            found.append(item)
            guard let below = children[item], !onlyVisible || expanded.contains(item) else { continue }
            rest += below.reversed()
        }
        return found
    }

    func isVisible(_ item: Item) -> Bool {
        guard var parent = parents[item] else { return false }
        while let each = parent {
            guard expanded.contains(each) else { return false }
            parent = parents[each] ?? nil
        }
        return true
    }

    func level(of item: Item) throws(ListInconsistency) -> Int {
        var (level, parent) = (0, try parent(of: item))
        while let each = parent {
            level += 1
            parent = parents[each] ?? nil
        }
        return level
    }

    func part(below parent: Item, includingParent: Bool) throws(ListInconsistency) -> SectionOutline {
        _ = try self.parent(of: parent)
        var part = SectionOutline()
        part.roots = includingParent ? [parent] : children[parent] ?? []
        var rest: [(item: Item, parent: Item?)] = part.roots.map { ($0, nil) }
        while let (item, above) = rest.popLast() {
            part.parents[item] = .some(above)
            if expanded.contains(item) { part.expanded.insert(item) }
            guard let below = children[item] else { continue }
            part.children[item] = below
            rest += below.map { ($0, item) }
        }
        return part
    }
}

extension SectionOutline: Sendable where Item: Sendable {}
