/// A gap buffer of UTF-16 units. The gap is at the last change, so the cost of typing doesn't depend on the length.
struct TextBuffer {
    private var units: [UInt16] = []
    /// The unused part of `units`.
    private var gap = 0..<0

    init() {}

    init(_ text: some Collection<UInt16>) { units = Array(text) }

    var count: Int { units.count - gap.count }

    subscript(place: Int) -> UInt16 { units[place < gap.lowerBound ? place : place + gap.count] }

    /// Returns the units of a range.
    ///
    /// - Complexity: O(n) for n units of the range.
    func units(in range: Range<Int>) -> [UInt16] {
        if range.upperBound <= gap.lowerBound { return Array(units[range]) }
        if range.lowerBound >= gap.lowerBound {
            return Array(units[range.lowerBound + gap.count..<range.upperBound + gap.count])
        }
        return Array(units[range.lowerBound..<gap.lowerBound])
            + units[gap.upperBound..<range.upperBound + gap.count]
    }

    /// Replaces a range.
    ///
    /// - Complexity: O(n + d) for n new units and a distance d from the last change. Occasionally O(count), when the
    ///   gap is used up; the longer the text, the less often.
    mutating func replace(_ range: Range<Int>, with text: [UInt16]) {
        moveGap(to: range.lowerBound)
        gap = gap.lowerBound..<gap.upperBound + range.count
        if gap.count < text.count { widen(to: text.count) }
        units.replaceSubrange(gap.lowerBound..<gap.lowerBound + text.count, with: text)
        gap = gap.lowerBound + text.count..<gap.upperBound
    }

    private mutating func moveGap(to place: Int) {
        let distance = gap.lowerBound - place
        guard distance != 0 else { return }
        if gap.isEmpty {
            gap = place..<place
            return
        }
        units.withUnsafeMutableBufferPointer { buffer in
            if distance > 0 {
                for step in 1...distance { buffer[gap.upperBound - step] = buffer[gap.lowerBound - step] }
            } else {
                for step in 0..<(-distance) { buffer[gap.lowerBound + step] = buffer[gap.upperBound + step] }
            }
        }
        gap = place..<place + gap.count
    }

    private mutating func widen(to length: Int) {
        let more = length - gap.count + 256 + count / 4
        units.insert(contentsOf: repeatElement(0, count: more), at: gap.upperBound)
        gap = gap.lowerBound..<gap.upperBound + more
    }
}
