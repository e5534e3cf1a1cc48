import TileGeometry

extension Picture {
    /// Returns where this picture may look different from an earlier one: the bounds of everything that is in only one
    /// of them, or at another position in the paint order. Elsewhere both are drawn identically, pixel by pixel. Empty
    /// if they are equal; boxes may overlap.
    ///
    /// A change within a group is reported inside it if the groups are otherwise equal.
    ///
    /// - Complexity: A pass over both pictures, and O(n log n) for n operations.
    ///
    /// - Throws: An error for pictures that cannot be compared, for example with bitmaps that views have drawn.
    package func differences(from earlier: Picture) throws(PictureArchiveWriter.Failure) -> [Box] {
        var comparison = PictureComparison()
        try comparison.compare(self, earlier, transform: .identity, within: nil)
        return comparison.boxes
    }
}

private struct PictureComparison {
    private(set) var boxes: [Box] = []
    private var writer = PictureArchiveWriter(naming: RecordNames())

    typealias Failure = PictureArchiveWriter.Failure

    /// - Parameters:
    ///   - transform: Maps the pictures' plane to the outermost one's.
    ///   - clip: The visible area, in the outermost plane.
    mutating func compare(
        _ new: Picture, _ old: Picture, transform: CGAffineTransform, within clip: Box?
    ) throws(Failure) {
        if new === old { return }
        guard max(new.depth, old.depth) <= PictureArchive.largestDepth else { throw .notKept }
        // How far lines with a width in pixels reach depends on the scale.
        guard new.pixelReach == 0, old.pixelReach == 0 else { throw .notKept }
        let (new, old) = (new.operations, old.operations)
        let newNames = try names(new)
        let oldNames = try names(old)
        let (added, removed) = unmatched(newNames, oldNames)
        // Pairs groups that are equal except for their contents, in order.
        var shells: [Shell: [Int]] = [:]
        for index in removed.reversed() {
            if let shell = try shell(old[index]) { shells[shell, default: []].append(index) }
        }
        var paired = Set<Int>()
        for index in added {
            guard let shell = try shell(new[index]), let twin = shells[shell]?.popLast(),
                case .group(let group) = new[index].kind, case .group(let earlier) = old[twin].kind
            else {
                note(new[index].bounds, transform: transform, clip: clip)
                continue
            }
            paired.insert(twin)
            let plane = new[index].transform.concatenating(transform)
            let shown = new[index].bounds.union(old[twin].bounds).applying(transform)
            try compare(
                group.content, earlier.content, transform: plane, within: clip.map { shown.intersection($0) } ?? shown)
        }
        for index in removed where !paired.contains(index) { note(old[index].bounds, transform: transform, clip: clip) }
    }

    private mutating func note(_ bounds: Box, transform: CGAffineTransform, clip: Box?) {
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

    /// Returns nil if the operation is not a group, or if the group changes more than its visible content: a shadow
    /// extends further, and a shape may depend on the content.
    private mutating func shell(_ operation: Operation) throws(Failure) -> Shell? {
        guard case .group(let group) = operation.kind, group.shadow == nil else { return nil }
        let t = operation.transform
        return Shell(
            name: try writer.nameOfShell(group),
            transform: [t.a, t.b, t.c, t.d, t.tx, t.ty].map { Double($0) })
    }

    /// Returns the positions in both lists outside a long common subsequence: the first of equal names in one list is
    /// matched to the first in the other, and so on, and of the pairs as many as possible are kept that don't cross.
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

    /// Returns the positions of a longest increasing subsequence.
    private func longestRise(_ numbers: [Int]) -> [Int] {
        // For each length, the position of the lowest number that ends such a sequence.
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
