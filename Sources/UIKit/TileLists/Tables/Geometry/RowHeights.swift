/// The heights of a section's rows, in points: those that are known, and estimates of the others.
///
/// Rows that nobody has looked at have the standard height, and take a quarter of a byte each; in blocks of 64, those
/// around rows with a height of their own take eight more. A change of one height, and what is asked for by place, is
/// O(log n).
struct RowHeights {
    private(set) var count: Int
    /// Of rows without a height of their own.
    private(set) var standard: Double
    /// Whether the standard height is what such rows have, and no estimate.
    private let isStandardKnown: Bool
    /// A block's heights; an estimate has the minus sign. Nil for all as they are by standard.
    private var blocks: [[Double]?]
    private var sums: PrefixSums

    private static let size = 64

    /// Rows of one height.
    ///
    /// - Complexity: O(n / 64).
    init(count: Int, standard: Double, isKnown: Bool) {
        (self.count, self.standard, isStandardKnown) = (count, standard, isKnown)
        let size = Self.size
        blocks = Array(repeating: nil, count: (count + size - 1) / size)
        sums = PrefixSums(
            blocks.indices.map { Double(min(size, count - $0 * size)) * standard })
    }

    /// Rows of the heights that a closure says.
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

    /// Whether a row's height is no estimate.
    func isKnown(_ row: Int) -> Bool {
        blocks[row / Self.size].map { $0[row % Self.size].sign == .plus } ?? isStandardKnown
    }

    /// Whether a row's height is an estimate.
    ///
    /// - Complexity: O(n / 64 + m) for m rows in blocks that have heights of their own.
    var hasEstimates: Bool {
        blocks.contains { block in block.map { $0.contains { $0.sign == .minus } } ?? !isStandardKnown }
    }

    /// Gives a row a height. Returns by how much it grew.
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

    /// What is known becomes an estimate: rows have another width.
    ///
    /// - Complexity: O(n) for n rows in blocks that have heights of their own.
    mutating func forget() {
        for index in blocks.indices {
            guard let block = blocks[index] else { continue }
            blocks[index] = block.map { -abs($0) }
        }
    }

    /// Where a row begins, from where the first does.
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

    /// The first row that ends below a place, and where it begins; the last one for what lies below all. There must be
    /// rows.
    ///
    /// - Complexity: O(log n).
    func row(at place: Double) -> (row: Int, start: Double) {
        var (index, start) = sums.index(at: place)
        // Sums of a tree and of a block may differ by a rounding.
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

    /// The heights after a change: rows that stay keep theirs.
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
