import Foundation

/// One section of a flow layout, with items side by side in lines. Lengths are along the scroll axis and breadths
/// across it, both in points. Positions are relative to the section's start.
struct FlowSection {
    /// The insets, spacings, header and footer of a section.
    struct Metrics: Equatable {
        var headerLength: CGFloat = 0
        var footerLength: CGFloat = 0
        var insetBefore: CGFloat = 0
        var insetAfter: CGFloat = 0
        /// The insets across the scroll axis, at the start and the end of a line.
        var insetStart: CGFloat = 0
        var insetEnd: CGFloat = 0
        var lineSpacing: CGFloat = 10
        var itemSpacing: CGFloat = 10
    }

    struct Extent: Equatable {
        var length: CGFloat
        var breadth: CGFloat
    }

    struct Line {
        var first: Int
        var count: Int
        var offset: CGFloat
        var length: CGFloat
        /// The position of the first item across the scroll axis, and the space between items.
        var start: CGFloat
        var spacing: CGFloat
    }

    enum Items {
        /// Items of one size; nothing is stored per item.
        case uniform(count: Int, Extent)
        case measured([Extent])
    }

    let metrics: Metrics
    private(set) var items: Items
    let count: Int
    /// The breadth available to items.
    private let breadth: CGFloat
    /// The number of items per line, if all items have the same size.
    private let perLine: Int
    private var lines: [Line] = []
    /// The start of the first line, and the total length of all lines.
    let itemsOffset: CGFloat
    private(set) var itemsLength: CGFloat = 0

    var length: CGFloat { itemsOffset + itemsLength + metrics.insetAfter + metrics.footerLength }
    var footerOffset: CGFloat { length - metrics.footerLength }

    /// Creates a section and breaks its items into lines.
    ///
    /// - Complexity: O(1) for items of one size, else O(n) for n items.
    init(_ metrics: Metrics, items: Items, breadth: CGFloat) {
        self.metrics = metrics
        self.items = items
        self.breadth = max(0, breadth - metrics.insetStart - metrics.insetEnd)
        itemsOffset = metrics.headerLength + metrics.insetBefore
        switch items {
        case .uniform(let count, let extent):
            self.count = count
            perLine = Self.fit(extent.breadth, metrics.itemSpacing, in: self.breadth)
            let lineCount = (count + perLine - 1) / perLine
            if lineCount > 0 {
                itemsLength = CGFloat(lineCount) * extent.length + CGFloat(lineCount - 1) * metrics.lineSpacing
            }
        case .measured(let extents):
            count = extents.count
            perLine = 1
            breakLines(extents)
        }
    }

    /// The overflow to ignore when a line is filled, because sums of fractions aren't exact.
    private static let tolerance: CGFloat = 1e-6

    private static func fit(_ item: CGFloat, _ spacing: CGFloat, in breadth: CGFloat) -> Int {
        guard item + spacing > 0 else { return .max / 4 }
        let most = ((breadth + spacing + tolerance) / (item + spacing)).rounded(.down)
        return max(1, Int(min(most, 1e9)))
    }

    private mutating func breakLines(_ extents: [Extent]) {
        var (first, used, thickness, offset): (Int, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        func close(before end: Int, isLast: Bool) -> Line {
            let count = end - first
            let free = max(0, breadth - (used - CGFloat(count - 1) * metrics.itemSpacing))
            var (start, spacing) = (metrics.insetStart, metrics.itemSpacing)
            if !isLast {
                if count > 1 { spacing = free / CGFloat(count - 1) } else { start += free / 2 }
            }
            return Line(first: first, count: count, offset: offset, length: thickness, start: start, spacing: spacing)
        }
        for (index, extent) in extents.enumerated() {
            if index > first, used + metrics.itemSpacing + extent.breadth > breadth + Self.tolerance {
                lines.append(close(before: index, isLast: false))
                offset += thickness + metrics.lineSpacing
                (first, used, thickness) = (index, 0, 0)
            }
            used += (index > first ? metrics.itemSpacing : 0) + extent.breadth
            thickness = max(thickness, extent.length)
        }
        guard !extents.isEmpty else { return }
        lines.append(lastLine(extents, from: first, close(before: extents.count, isLast: true)))
        itemsLength = offset + thickness
    }

    /// Returns the last line. It is spaced like a full line if all items have the same breadth.
    private func lastLine(_ extents: [Extent], from first: Int, _ line: Line) -> Line {
        guard let one = extents.first?.breadth, extents.allSatisfy({ $0.breadth == one }) else { return line }
        var line = line
        let full = Self.fit(one, metrics.itemSpacing, in: breadth)
        (line.start, line.spacing) = placement(full: full, one)
        return line
    }

    /// Returns the start and the spacing of lines whose items have the same breadth.
    private func placement(full: Int, _ one: CGFloat) -> (start: CGFloat, spacing: CGFloat) {
        if full == 1 { return (metrics.insetStart + max(0, (breadth - one) / 2), metrics.itemSpacing) }
        return (metrics.insetStart, spacing(full: full, one))
    }

    private func spacing(full: Int, _ one: CGFloat) -> CGFloat {
        guard full > 1, full < .max / 4 else { return metrics.itemSpacing }
        return (breadth - CGFloat(full) * one) / CGFloat(full - 1)
    }

    // MARK: Queries

    private var lineCount: Int {
        if case .uniform(let count, _) = items { return (count + perLine - 1) / perLine }
        return lines.count
    }

    private func line(_ index: Int) -> Line {
        guard case .uniform(let count, let extent) = items else { return lines[index] }
        let placement = placement(full: perLine, extent.breadth)
        return Line(
            first: index * perLine, count: min(perLine, count - index * perLine),
            offset: CGFloat(index) * (extent.length + metrics.lineSpacing), length: extent.length,
            start: placement.start, spacing: placement.spacing)
    }

    private func extent(_ item: Int) -> Extent {
        switch items {
        case .uniform(_, let extent): extent
        case .measured(let extents): extents[item]
        }
    }

    /// The position of an item: its offset, its start across the scroll axis, and its size.
    typealias Place = (offset: CGFloat, start: CGFloat, extent: Extent)

    /// Returns the position of an item.
    ///
    /// - Complexity: O(log n + m) for n lines and m items in the item's line.
    func position(of item: Int) -> Place {
        if case .uniform = items { return position(of: item, in: line(item / perLine)) }
        var (low, high) = (0, lines.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lines[middle].first <= item { low = middle } else { high = middle }
        }
        return position(of: item, in: lines[low])
    }

    private func position(of item: Int, in line: Line) -> Place {
        let extent = extent(item)
        var start = line.start + CGFloat(item - line.first) * line.spacing
        if case .uniform = items {
            start += CGFloat(item - line.first) * extent.breadth
        } else {
            for before in line.first..<item { start += self.extent(before).breadth }
        }
        return (itemsOffset + line.offset + (line.length - extent.length) / 2, start, extent)
    }

    /// Returns the items of all lines at least partly in a range.
    ///
    /// - Complexity: O(log n) for n lines.
    func items(in range: ClosedRange<CGFloat>) -> Range<Int> {
        let (from, to) = (range.lowerBound - itemsOffset, range.upperBound - itemsOffset)
        let first = firstLine { line in line.offset + line.length >= from }
        let end = firstLine { line in line.offset > to }
        guard first < end else { return 0..<0 }
        let last = line(end - 1)
        return line(first).first..<(last.first + last.count)
    }

    private func firstLine(where isPast: (Line) -> Bool) -> Int {
        var (low, high) = (0, lineCount)
        while low < high {
            let middle = (low + high) / 2
            if isPast(line(middle)) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
