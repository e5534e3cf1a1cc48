/// Elements by their `id`, as their numbers alone: what they are called stands in the document.
///
/// A hash table with open addressing, at most two thirds full: 6 to 12 bytes an element, where a dictionary of strings
/// takes a hundred.
struct SVGIDTable {
    private var slots: ContiguousArray<Int32> = []
    private var count = 0

    private static let free: Int32 = -1

    /// Memory held, in bytes.
    var byteCount: Int { slots.count * MemoryLayout<Int32>.stride }

    /// The place of an id: where its element stands, or would.
    private func slot(_ id: TextBytes, _ idOf: (Int32) -> TextBytes) -> Int {
        // With the process's own seed: whoever wrote the document does not know what collides.
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(id))
        var slot = Int(UInt(bitPattern: hasher.finalize()) & UInt(slots.count - 1))
        while slots[slot] != Self.free, !idOf(slots[slot]).elementsEqual(id) { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    /// Adds an element unless another has its id. O(length of the id).
    mutating func insert(_ node: Int32, idOf: (Int32) -> TextBytes) {
        if count * 3 >= slots.count * 2 { grow(idOf) }
        let slot = slot(idOf(node), idOf)
        guard slots[slot] == Self.free else { return }
        slots[slot] = node
        count += 1
    }

    /// O(length of the id).
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
