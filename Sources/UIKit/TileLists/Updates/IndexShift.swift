/// Where what stays of a list goes, when some of it is taken out and other things come in, by index.
///
/// `removed` are indices before, `added` indices after; what is neither keeps its order. Two sorted arrays, so that a
/// list of a million takes no more room than what changes in it.
struct IndexShift: Hashable {
    private let removed: [Int]
    private let added: [Int]

    /// - Parameters:
    ///   - removed: indices before, each once, in any order.
    ///   - added: indices after, each once, in any order.
    init(removed: some Sequence<Int>, added: some Sequence<Int>) {
        self.removed = removed.sorted()
        self.added = added.sorted()
    }

    var isIdentity: Bool { removed.isEmpty && added.isEmpty }

    /// How many more there are after than before.
    var growth: Int { added.count - removed.count }

    /// Where an index before is after; nil for one that is removed.
    ///
    /// - Complexity: O(log k) for k changes.
    func forward(_ index: Int) -> Int? { Self.map(index, removed, added) }

    /// Where an index after was before; nil for one that is added.
    ///
    /// - Complexity: O(log k) for k changes.
    func backward(_ index: Int) -> Int? { Self.map(index, added, removed) }

    /// Leaves out those of `out`, and makes room for those of `in`.
    private static func map(_ index: Int, _ out: [Int], _ into: [Int]) -> Int? {
        let rank = out.firstIndex(notBefore: index)
        if rank < out.count, out[rank] == index { return nil }
        let left = index - rank
        // into[i] - i never falls: it counts what stays before the i-th that comes in.
        var (low, high) = (0, into.count)
        while low < high {
            let middle = (low + high) / 2
            if into[middle] - middle <= left { low = middle + 1 } else { high = middle }
        }
        return left + low
    }
}

extension [Int] {
    /// The first index of a sorted array whose element is not less than a number.
    fileprivate func firstIndex(notBefore number: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
