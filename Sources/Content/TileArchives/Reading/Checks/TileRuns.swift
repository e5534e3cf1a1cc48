import TileFormats

/// A set of tile numbers, stored as runs of consecutive numbers. A complete pyramid is a single run.
struct TileRuns: Sendable {
    private(set) var runs: [Range<UInt64>] = []
    private(set) var count = 0

    /// Appends numbers that start no earlier than the previous ones. Returns false if the first is already present.
    mutating func append(_ numbers: Range<UInt64>) -> Bool {
        if let last = runs.last {
            if numbers.lowerBound < last.upperBound { return false }
            if numbers.lowerBound == last.upperBound {
                runs[runs.count - 1] = last.lowerBound..<numbers.upperBound
                count += numbers.count
                return true
            }
        }
        runs.append(numbers)
        count += numbers.count
        return true
    }

    /// Returns the numbers that are missing.
    func gaps(in numbers: Range<UInt64>) -> [Range<UInt64>] {
        var gaps: [Range<UInt64>] = []
        var next = numbers.lowerBound
        var index = firstRun(endingBehind: next)
        while next < numbers.upperBound {
            guard index < runs.count, runs[index].lowerBound < numbers.upperBound else {
                gaps.append(next..<numbers.upperBound)
                break
            }
            if runs[index].lowerBound > next { gaps.append(next..<runs[index].lowerBound) }
            next = max(next, runs[index].upperBound)
            index += 1
        }
        return gaps
    }

    /// Returns the parts of the runs within a level.
    func runs(ofLevel level: Int) -> [Range<UInt64>] {
        let all = PMTilesTile.first(ofLevel: level)..<PMTilesTile.first(ofLevel: level + 1)
        return runs[firstRun(endingBehind: all.lowerBound)...].prefix { $0.lowerBound < all.upperBound }
            .map { $0.clamped(to: all) }
    }

    private func firstRun(endingBehind number: UInt64) -> Int {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].upperBound <= number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether a number is present.
    ///
    /// - Complexity: O(log n) for n runs.
    func contains(_ number: UInt64) -> Bool {
        let index = firstRun(endingBehind: number)
        return index < runs.count && runs[index].contains(number)
    }
}

extension PMTilesTile {
    /// Returns the number of a tile's parent. The curve visits the four children of a tile consecutively, so
    /// coordinates are not needed.
    static func parent(of number: UInt64, level: Int) -> UInt64 {
        precondition(level > 0, "level 0 has no level above it")
        return first(ofLevel: level - 1) + ((number - first(ofLevel: level)) >> 2)
    }
}
