/// The elements of a document by `id`. The table stores only element numbers; the ids themselves stay in the document.
///
/// A hash table with open addressing, at most two thirds full. It takes 6 to 12 bytes per element, whereas a dictionary
/// of strings would take a hundred.
struct SVGIDTable {
    private var slots: ContiguousArray<Int32> = []
    private var count = 0

    private static let free: Int32 = -1

    /// The memory held, in bytes.
    var byteCount: Int { slots.count * MemoryLayout<Int32>.stride }

    /// Returns the slot of an id: the one with its element, or the free one where it would be inserted.
    private func slot(_ id: TextBytes, _ idOf: (Int32) -> TextBytes) -> Int {
        // Seeded per process, so that a document cannot be crafted to cause collisions.
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(id))
        var slot = Int(UInt(bitPattern: hasher.finalize()) & UInt(slots.count - 1))
        while slots[slot] != Self.free, !idOf(slots[slot]).elementsEqual(id) { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    /// Adds an element unless another has its id.
    ///
    /// - Complexity: O(length of the id).
    mutating func insert(_ node: Int32, idOf: (Int32) -> TextBytes) {
        if count * 3 >= slots.count * 2 { grow(idOf) }
        let slot = slot(idOf(node), idOf)
        guard slots[slot] == Self.free else { return }
        slots[slot] = node
        count += 1
    }

    /// Returns the element with an id.
    ///
    /// - Complexity: O(length of the id).
    func find(_ id: TextBytes, idOf: (Int32) -> TextBytes) -> Int32? {
        if slots.isEmpty { return nil }
        let node = slots[slot(id, idOf)]
        return node == Self.free ? nil : node
    }

    private mutating func grow(_ idOf: (Int32) -> TextBytes) {
        let known = slots
        slots = ContiguousArray(repeating: Self.free, count: max(16, known.count * 2))
        for node in known where node != Self.free { slots[slot(idOf(node), idOf)] = node }
    }
}
