/// A set of symbols to process, ordered by number. Choosing the smallest number makes results reproducible and
/// guarantees termination (Bland, 1977).
struct SymbolHeap {
    private var heap: [Int32] = []
    private var isIn: [Bool] = []

    var isEmpty: Bool { heap.isEmpty }

    /// Reserves capacity for symbols.
    ///
    /// - Parameter count: A number above those of all symbols.
    mutating func reserve(_ count: Int) {
        while isIn.count < count { isIn.append(false) }
    }

    mutating func insert(_ symbol: Int32) {
        guard !isIn[Int(symbol)] else { return }
        isIn[Int(symbol)] = true
        heap.append(symbol)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child] < heap[parent] else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func popLeast() -> Int32? {
        guard let least = heap.first else { return nil }
        isIn[Int(least)] = false
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            var parent = 0
            while true {
                var child = 2 * parent + 1
                guard child < heap.count else { break }
                if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
                guard heap[child] < heap[parent] else { break }
                heap.swapAt(child, parent)
                parent = child
            }
        }
        return least
    }
}
