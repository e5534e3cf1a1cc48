/// The numbers of a list that stay in place when as few as possible are moved. This is a longest increasing
/// subsequence, found by patience sorting (Fredman, "On computing the length of longest increasing subsequences",
/// 1975).
enum LongestIncrease {
    /// Returns for each number whether it is in the subsequence.
    ///
    /// - Complexity: O(n) for a list that already increases, else O(n log n).
    static func members(of numbers: [Int32]) -> [Bool] {
        guard zip(numbers, numbers.dropFirst()).contains(where: { $0 >= $1 }) else {
            return [Bool](repeating: true, count: numbers.count)
        }
        // For each length, the position of the smallest end of an increasing subsequence.
        var ends: [Int32] = []
        var previous = [Int32](repeating: -1, count: numbers.count)
        for (position, number) in numbers.enumerated() {
            var (low, high) = (0, ends.count)
            if let last = ends.last, numbers[Int(last)] < number { low = high }
            while low < high {
                let middle = (low + high) / 2
                if numbers[Int(ends[middle])] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[position] = ends[low - 1] }
            if low == ends.count { ends.append(Int32(position)) } else { ends[low] = Int32(position) }
        }
        var members = [Bool](repeating: false, count: numbers.count)
        var position = ends.last ?? -1
        while position >= 0 {
            members[Int(position)] = true
            position = previous[Int(position)]
        }
        return members
    }
}
