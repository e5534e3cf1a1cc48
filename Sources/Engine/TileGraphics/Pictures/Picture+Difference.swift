import TileGeometry

extension Picture {
    /// Where this picture can look otherwise than an earlier one: the bounds of all that is in one of them only, or in
    /// another place in the order of painting. Elsewhere both are drawn alike, pixel by pixel. Empty when they are
    /// equal; boxes may lie over each other.
    ///
    /// A change within a group is one there, where the groups are else the same.
    ///
    /// Takes a pass over all that is in both, and O(n log n) for n operations.
    ///
    /// - Throws: for pictures of which not all is known, as of bitmaps that views have drawn.
    package func differences(from earlier: Picture) throws(PictureArchiveWriter.Failure) -> [Box] {
        var comparison = PictureComparison()
        try comparison.compare(self, earlier, .identity, within: nil)
        return comparison.boxes
    }
}

private struct PictureComparison {
    private(set) var boxes: [Box] = []
    private var writer = PictureArchiveWriter(naming: RecordNames())

    typealias Failure = PictureArchiveWriter.Failure

    /// - Parameters:
    ///   - transform: from the pictures' plane to the outermost one's.
    ///   - clip: what shows of them, in the outermost plane.
    mutating func compare(
        _ new: Picture, _ old: Picture, _ transform: CGAffineTransform, within clip: Box?
    ) throws(Failure) {
        if new === old { return }
        guard max(new.depth, old.depth) <= PictureArchive.largestDepth else { throw .notKept }
        let (new, old) = (new.operations, old.operations)
        let newNames = try names(new)
        let oldNames = try names(old)
        let (added, removed) = unmatched(newNames, oldNames)
        // Groups that are the same but for what is in them, one after the other.
        var shells: [Shell: [Int]] = [:]
        for index in removed.reversed() {
            if let shell = try shell(old[index]) { shells[shell, default: []].append(index) }
        }
        var paired = Set<Int>()
        for index in added {
            guard let shell = try shell(new[index]), let twin = shells[shell]?.popLast(),
                case .group(let group) = new[index].kind, case .group(let earlier) = old[twin].kind
            else {
                note(new[index].bounds, transform, clip)
                continue
            }
            paired.insert(twin)
            let plane = new[index].transform.concatenating(transform)
            let shown = new[index].bounds.union(old[twin].bounds).applying(transform)
            try compare(group.content, earlier.content, plane, within: clip.map { shown.intersection($0) } ?? shown)
        }
        for index in removed where !paired.contains(index) { note(old[index].bounds, transform, clip) }
    }

    private mutating func note(_ bounds: Box, _ transform: CGAffineTransform, _ clip: Box?) {
        let box = bounds.applying(transform)
        let shown = clip.map { box.intersection($0) } ?? box
        if !shown.isEmpty { boxes.append(shown) }
    }

    private mutating func names(_ operations: ContiguousArray<Operation>) throws(Failure) -> [UInt32] {
        var names: [UInt32] = []
        names.reserveCapacity(operations.count)
        for operation in operations { names.append(try writer.name(operation)) }
        return names
    }

    private struct Shell: Hashable {
        var name: UInt32
        var transform: [Double]
    }

    /// Nil for what is no group, and for a group that changes more than shows in it: a shadow reaches further, and a
    /// shape may follow from the content.
    private mutating func shell(_ operation: Operation) throws(Failure) -> Shell? {
        guard case .group(let group) = operation.kind, group.shadow == nil else { return nil }
        let t = operation.transform
        return Shell(
            name: try writer.nameOfShell(group),
            transform: [t.a, t.b, t.c, t.d, t.tx, t.ty].map { Double($0) })
    }

    /// The places in both lists that are in no longest common sequence that is easily found: of equal names the first
    /// is the first in both, and so on; of the pairs, as many as possible that don't cross.
    private func unmatched(_ new: [UInt32], _ old: [UInt32]) -> (added: [Int], removed: [Int]) {
        var start = 0
        while start < min(new.count, old.count), new[start] == old[start] { start += 1 }
        var end = 0
        while end < min(new.count, old.count) - start, new[new.count - 1 - end] == old[old.count - 1 - end] { end += 1 }
        let (newRange, oldRange) = (start..<new.count - end, start..<old.count - end)
        var places: [UInt32: [Int]] = [:]
        for index in oldRange.reversed() { places[old[index], default: []].append(index) }
        var pairs: [(new: Int, old: Int)] = []
        for index in newRange {
            if let place = places[new[index]]?.popLast() { pairs.append((index, place)) }
        }
        let kept = longestRise(pairs.map(\.old)).map { pairs[$0] }
        let (keptNew, keptOld) = (Set(kept.map(\.new)), Set(kept.map(\.old)))
        return (newRange.filter { !keptNew.contains($0) }, oldRange.filter { !keptOld.contains($0) })
    }

    /// The places of a longest rising subsequence.
    private func longestRise(_ numbers: [Int]) -> [Int] {
        // Of each length, the place of the lowest number that such a sequence can end with.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[place] = ends[low - 1] }
            if low == ends.count { ends.append(place) } else { ends[low] = place }
        }
        var rise: [Int] = []
        var place = ends.last ?? -1
        while place >= 0 {
            rise.append(place)
            place = before[place]
        }
        return rise.reversed()
    }
}
