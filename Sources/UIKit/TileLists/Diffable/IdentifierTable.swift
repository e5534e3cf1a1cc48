/// Where each identifier of a list is: a hash table with open addressing whose slots are positions in the list.
///
/// Each identifier is hashed once. The table is one allocation, and holds no copies of the identifiers.
struct IdentifierTable<Identifier: Hashable> {
    private let identifiers: [Identifier]
    /// Positions, and `empty`.
    private var slots: [Int32]
    private let mask: Int
    /// The positions of identifiers that were in the list before.
    private(set) var duplicates: [Int] = []

    private static var empty: Int32 { -1 }

    /// - Complexity: O(n) hashes and comparisons for n identifiers.
    init(_ identifiers: [Identifier]) {
        precondition(identifiers.count < Int(Int32.max), "a list has at most \(Int32.max - 1) identifiers")
        self.identifiers = identifiers
        var capacity = 8
        while capacity < identifiers.count * 2 { capacity *= 2 }
        mask = capacity - 1
        slots = [Int32](repeating: Self.empty, count: capacity)
        for index in identifiers.indices {
            var slot = identifiers[index].hashValue & mask
            var isNew = true
            while slots[slot] != Self.empty {
                if identifiers[Int(slots[slot])] == identifiers[index] {
                    isNew = false
                    break
                }
                slot = (slot + 1) & mask
            }
            if isNew { slots[slot] = Int32(index) } else { duplicates.append(index) }
        }
    }

    /// The position of an identifier; nil where it is not in the list.
    ///
    /// - Complexity: one hash.
    func position(of identifier: Identifier) -> Int? {
        var slot = identifier.hashValue & mask
        while slots[slot] != Self.empty {
            let position = Int(slots[slot])
            if identifiers[position] == identifier { return position }
            slot = (slot + 1) & mask
        }
        return nil
    }
}
