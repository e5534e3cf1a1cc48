/// The lengths of dashes and gaps, and a walk along them. Used by paths that are cut into dashes, and by replays, which
/// draw only visible dashes.
struct DashPattern {
    /// The lengths: an even number, at least one above 0.
    let lengths: [Double]
    /// The sum of the lengths.
    let period: Double
    /// The start of an outline in the pattern, from 0 up to the period.
    let offset: Double

    /// Creates a pattern; nil if the lengths make no dashes: empty, one negative, or none above 0.
    init?(_ lengths: [Double], offset: Double) {
        guard !lengths.isEmpty, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), offset.isFinite else { return nil }
        self.lengths = lengths.count % 2 == 0 ? lengths : lengths + lengths
        period = self.lengths.reduce(0, +)
        guard period > 0 else { return nil }
        let rest = offset.truncatingRemainder(dividingBy: period)
        self.offset = rest < 0 ? rest + period : rest
    }

    struct Position {
        var index: Int
        /// The remainder of the current length.
        var left: Double

        var isOn: Bool { index % 2 == 0 }
    }

    /// Returns the position in the pattern at a distance along an outline.
    func position(at distance: Double) -> Position {
        var phase = (offset + distance).truncatingRemainder(dividingBy: period)
        var index = 0
        // A dash without length still has caps.
        while index < lengths.count - 1, phase > lengths[index] || (phase == lengths[index] && phase > 0) {
            phase -= lengths[index]
            index += 1
        }
        return Position(index: index, left: lengths[index] - phase)
    }

    /// Walks along a segment.
    ///
    /// - Parameters:
    ///   - position: The position at `start` before the call, and at `end` after it.
    ///   - meetsEnd: Whether to visit a dash without length at the end. Pass false if the position of the next segment
    ///     is looked up again, which visits the dash there.
    ///   - limit: Decremented for each length. At 0, the current dash or gap continues to the end.
    ///   - visit: Called with the part of a dash, from one distance to another, and whether the dash ends there.
    func walk(
        _ position: inout Position, from start: Double, to end: Double, meetsEnd: Bool, limit: inout Int,
        visit: (_ from: Double, _ to: Double, _ ends: Bool) -> Void
    ) {
        var along = start
        while along < end {
            let next = limit > 0 ? min(end, along + position.left) : end
            // A remainder below the rounding error counts as nothing, or the walk would never pass it.
            var left = next > along ? position.left - (next - along) : 0
            if left < end * 1e-15 { left = 0 }
            if position.isOn { visit(along, next, left <= 0 && limit > 0) }
            position.left = left
            along = next
            while position.left <= 0, limit > 0 {
                limit -= 1
                position.index = (position.index + 1) % lengths.count
                position.left = lengths[position.index]
                if along >= end, position.left > 0 || !meetsEnd { break }
                if position.isOn, position.left == 0 { visit(along, along, true) }
            }
        }
    }
}
