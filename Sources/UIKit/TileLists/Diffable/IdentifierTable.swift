/// The position of each identifier in a list: a hash table with open addressing and list positions as slots.
///
/// Each identifier is hashed once. The table is a single allocation and holds no copies of the identifiers.
struct IdentifierTable<Identifier: Hashable> {
    private let identifiers: [Identifier]
    /// List positions, or `empty`.
    private var slots: [Int32]
    private let mask: Int
    /// The positions of identifiers that occur earlier in the list.
    private(set) var duplicates: [Int] = []

    private static var empty: Int32 { -1 }

    /// Creates the table of a list's identifiers.
    ///
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

    /// Returns the position of an identifier; nil if it isn't in the list.
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
