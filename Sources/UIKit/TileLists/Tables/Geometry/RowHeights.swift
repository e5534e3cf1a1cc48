/// The heights of a section's rows in points, either known or estimated.
///
/// Rows that haven't been measured have the standard height and take a quarter of a byte each. Rows are grouped in
/// blocks of 64; a block with an individual height takes eight more bytes per row. Changing a height and finding a row
/// by its position are O(log n).
struct RowHeights {
    private(set) var count: Int
    /// The height of rows without an individual height.
    private(set) var standard: Double
    /// Whether the standard height is final and not an estimate.
    private let isStandardKnown: Bool
    /// The heights of each block, with a minus sign for estimates. Nil if all rows have the standard height.
    private var blocks: [[Double]?]
    private var sums: PrefixSums

    private static let size = 64

    /// Creates rows of equal height.
    ///
    /// - Complexity: O(n / 64).
    init(count: Int, standard: Double, isKnown: Bool) {
        (self.count, self.standard, isStandardKnown) = (count, standard, isKnown)
        let size = Self.size
        blocks = Array(repeating: nil, count: (count + size - 1) / size)
        sums = PrefixSums(
            blocks.indices.map { Double(min(size, count - $0 * size)) * standard })
    }

    /// Creates rows with the heights that a closure returns.
    ///
    /// - Complexity: O(n).
    init(count: Int, standard: Double, isKnown: Bool, _ height: (Int) -> Double) {
        (self.count, self.standard, isStandardKnown) = (count, standard, isKnown)
        let size = Self.size
        let blocks = stride(from: 0, to: count, by: size).map { start in
            (start..<min(start + size, count)).map { isKnown ? height($0) : -height($0) }
        }
        self.blocks = blocks
        sums = PrefixSums(blocks.map(Self.sum))
    }

    private static func sum(_ block: [Double]) -> Double { block.reduce(0) { $0 + abs($1) } }

    var total: Double { sums.total }

    subscript(row: Int) -> Double {
        blocks[row / Self.size].map { abs($0[row % Self.size]) } ?? standard
    }

    /// Whether a row's height is known and not an estimate.
    func isKnown(_ row: Int) -> Bool {
        blocks[row / Self.size].map { $0[row % Self.size].sign == .plus } ?? isStandardKnown
    }

    /// Whether any row's height is an estimate.
    ///
    /// - Complexity: O(n / 64 + m) for m rows in blocks that have heights of their own.
    var hasEstimates: Bool {
        blocks.contains { block in block.map { $0.contains { $0.sign == .minus } } ?? !isStandardKnown }
    }

    /// Sets the height of a row. Returns the growth.
    ///
    /// - Complexity: O(log n).
    @discardableResult
    mutating func set(_ height: Double, isKnown: Bool = true, for row: Int) -> Double {
        let (index, place) = (row / Self.size, row % Self.size)
        let change = height - self[row]
        own(index)
        blocks[index]?[place] = isKnown ? height : -height
        if change != 0 { sums.add(change, at: index) }
        return change
    }

    private mutating func own(_ index: Int) {
        guard blocks[index] == nil else { return }
        let count = min(Self.size, count - index * Self.size)
        blocks[index] = Array(repeating: isStandardKnown ? standard : -standard, count: count)
    }

    /// Turns all known heights of individual rows into estimates, after a change of the rows' width.
    ///
    /// - Complexity: O(n) for n rows in blocks that have heights of their own.
    mutating func forget() {
        for index in blocks.indices {
            guard let block = blocks[index] else { continue }
            blocks[index] = block.map { -abs($0) }
        }
    }

    /// Returns the start of a row, relative to the first row.
    ///
    /// - Complexity: O(log n).
    func start(of row: Int) -> Double {
        let (index, place) = (row / Self.size, row % Self.size)
        var start = sums.sum(ofFirst: index)
        guard index < blocks.count else { return start }
        if let block = blocks[index] {
            for other in 0..<place { start += abs(block[other]) }
        } else {
            start += Double(place) * standard
        }
        return start
    }

    /// Returns the first row that ends below a position, and its start. A position below all rows yields the last one.
    /// There must be at least one row.
    ///
    /// - Complexity: O(log n).
    func row(at place: Double) -> (row: Int, start: Double) {
        var (index, start) = sums.index(at: place)
        // The sums of the tree and of a block may differ by rounding.
        if index > 0, blocks[index].map(Self.sum) ?? standard == 0 { start = sums.sum(ofFirst: index) }
        let first = index * Self.size
        let last = min(Self.size, count - first) - 1
        guard let block = blocks[index] else {
            let step = standard > 0 ? min(max(Int((place - start) / standard), 0), last) : last
            return (first + step, start + Double(step) * standard)
        }
        index = 0
        while index < last, start + abs(block[index]) <= place {
            start += abs(block[index])
            index += 1
        }
        return (first + index, start)
    }

    /// Returns the heights after a change of the rows. Remaining rows keep theirs.
    ///
    /// - Complexity: O(n / 64 + m log k) for m rows in blocks that have heights of their own, and k changes.
    func shifted(by shift: IndexShift, to newCount: Int) -> RowHeights {
        var new = RowHeights(count: newCount, standard: standard, isKnown: isStandardKnown)
        for (index, block) in blocks.enumerated() {
            guard let block else { continue }
            for (place, height) in block.enumerated() {
                guard let row = shift.forward(index * Self.size + place), row < newCount else { continue }
                let target = row / Self.size
                new.own(target)
                new.blocks[target]?[row % Self.size] = height
            }
        }
        new.sums = PrefixSums(
            new.blocks.enumerated().map { index, block in
                block.map(Self.sum) ?? Double(min(Self.size, newCount - index * Self.size)) * standard
            })
        return new
    }
}
