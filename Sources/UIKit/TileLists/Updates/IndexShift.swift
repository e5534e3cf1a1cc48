/// The mapping of indices in a list when some elements are removed and others added.
///
/// `removed` are indices before the change, `added` indices after it. Other elements keep their order. The storage is
/// two sorted arrays, so that the size depends on the number of changes and not on the length of the list.
struct IndexShift: Hashable {
    private let removed: [Int]
    private let added: [Int]

    /// Creates a mapping.
    ///
    /// - Parameters:
    ///   - removed: indices before, each once, in any order.
    ///   - added: indices after, each once, in any order.
    init(removed: some Sequence<Int>, added: some Sequence<Int>) {
        self.removed = removed.sorted()
        self.added = added.sorted()
    }

    var isIdentity: Bool { removed.isEmpty && added.isEmpty }

    /// The difference between the number of elements after and before.
    var growth: Int { added.count - removed.count }

    /// Returns the new index for an old one; nil if the element is removed.
    ///
    /// - Complexity: O(log k) for k changes.
    func forward(_ index: Int) -> Int? { Self.map(index, removing: removed, adding: added) }

    /// Returns the old index for a new one; nil if the element is added.
    ///
    /// - Complexity: O(log k) for k changes.
    func backward(_ index: Int) -> Int? { Self.map(index, removing: added, adding: removed) }

    /// Maps an index past the removed indices `out` and the added ones `into`.
    private static func map(_ index: Int, removing out: [Int], adding into: [Int]) -> Int? {
        let rank = out.firstIndex(notBefore: index)
        if rank < out.count, out[rank] == index { return nil }
        let left = index - rank
        // into[i] - i never decreases: it is the number of remaining elements before the i-th added one.
        var (low, high) = (0, into.count)
        while low < high {
            let middle = (low + high) / 2
            if into[middle] - middle <= left { low = middle + 1 } else { high = middle }
        }
        return left + low
    }
}

extension [Int] {
    /// Returns the first index of a sorted array whose element is not less than a number.
    fileprivate func firstIndex(notBefore number: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
