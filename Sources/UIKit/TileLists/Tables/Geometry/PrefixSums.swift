/// Prefix sums of a list of lengths that can change: a Fenwick tree.
///
/// P. M. Fenwick, "A new data structure for cumulative frequency tables", 1994.
struct PrefixSums {
    private var tree: [Double]
    private(set) var total = 0.0

    /// Creates the sums of a list of lengths.
    ///
    /// - Complexity: O(n).
    init(_ lengths: [Double]) {
        tree = lengths
        total = lengths.reduce(0, +)
        for index in tree.indices {
            let parent = index | (index + 1)
            if parent < tree.count { tree[parent] += tree[index] }
        }
    }

    var count: Int { tree.count }

    /// Returns the sum of the first `count` lengths.
    ///
    /// - Complexity: O(log n).
    func sum(ofFirst count: Int) -> Double {
        var (sum, index) = (0.0, count)
        while index > 0 {
            sum += tree[index - 1]
            index &= index - 1
        }
        return sum
    }

    /// Adds to the length at a position.
    ///
    /// - Complexity: O(log n).
    mutating func add(_ change: Double, at position: Int) {
        total += change
        var index = position
        while index < tree.count {
            tree[index] += change
            index |= index + 1
        }
    }

    /// Returns the first index whose end is past a length, and its start. A length past the total yields the last
    /// index.
    ///
    /// - Complexity: O(log n).
    func index(at length: Double) -> (index: Int, start: Double) {
        var (index, sum) = (0, 0.0)
        var step = tree.isEmpty ? 0 : 1 << (Int.bitWidth - 1 - tree.count.leadingZeroBitCount)
        while step > 0 {
            let next = index + step
            if next <= tree.count, sum + tree[next - 1] <= length {
                index = next
                sum += tree[next - 1]
            }
            step /= 2
        }
        if index >= tree.count, !tree.isEmpty { return (tree.count - 1, self.sum(ofFirst: tree.count - 1)) }
        return (index, sum)
    }
}
