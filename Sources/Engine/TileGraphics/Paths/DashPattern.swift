/// Lengths on and off in turn, and how they are walked along an outline: by paths that are cut into dashes, and by
/// replays, which draw only those that show.
struct DashPattern {
    /// An even number of them; at least one is above 0.
    let lengths: [Double]
    /// All of them together.
    let period: Double
    /// Where in them an outline begins, from 0 up to the period.
    let offset: Double

    /// Nil when the lengths make no dashes: none, a negative one, or none above 0.
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
        /// Of the length under way.
        var left: Double

        var isOn: Bool { index % 2 == 0 }
    }

    /// Where in the pattern one is so far along an outline.
    func position(at distance: Double) -> Position {
        var phase = (offset + distance).truncatingRemainder(dividingBy: period)
        var index = 0
        // A dash of no length still has its caps.
        while index < lengths.count - 1, phase > lengths[index] || (phase == lengths[index] && phase > 0) {
            phase -= lengths[index]
            index += 1
        }
        return Position(index: index, left: lengths[index] - phase)
    }

    /// Goes along a stretch.
    ///
    /// - Parameters:
    ///   - position: at `start`; then at `end`.
    ///   - meetsEnd: whether a dash without length that lies at the end is visited. Who looks up the position anew for
    ///     what comes next visits it there.
    ///   - limit: counts down from length to length. At 0 the one under way goes on to the end.
    ///   - visit: is told of what lies on a dash, from where to where, and whether the dash ends there.
    func walk(
        _ position: inout Position, from start: Double, to end: Double, meetsEnd: Bool, limit: inout Int,
        visit: (_ from: Double, _ to: Double, _ ends: Bool) -> Void
    ) {
        var along = start
        while along < end {
            let next = limit > 0 ? min(end, along + position.left) : end
            // Less than a rounding error of the way is nothing, or it would never be gone along.
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
