import TileGraphics

/// What lies around a place of a text, with the boundaries in it: as much as is needed to find the nearest.
///
/// Text is asked for in growing stretches, so that a boundary near by is found at the same cost in a text of any
/// length. A unit longer than `maxReach` counts as ending there.
struct TextStretch {
    static let firstReach = 256
    static let maxReach = 16_384

    let units: [UInt16]
    let breaks: TextBreaks
    /// Of the first unit, in the text.
    let start: Int
    /// Whether the text begins and ends with it.
    let isAtStart: Bool
    let isAtEnd: Bool

    init(_ units: [UInt16], start: Int, isAtStart: Bool, isAtEnd: Bool) {
        self.units = units
        self.start = start
        self.isAtStart = isAtStart
        self.isAtEnd = isAtEnd
        breaks = TextBreaks(units)
    }

    /// Of a text input, around a position.
    init?(of input: any UITextInput, around offset: Int, reach: Int) {
        let length = input.textLength
        let place = min(max(offset, 0), length)
        let (low, high) = (max(0, place - reach), min(length, place + reach))
        guard let range = input.range(low..<high), let text = input.text(in: range) else { return nil }
        let units = Array(text.utf16)
        // One whose answer is of another length than was asked for can't be told where its boundaries are.
        guard units.count == high - low else { return nil }
        self.init(units, start: low, isAtStart: low == 0, isAtEnd: high == length)
    }

    private var kinds: [TextBreaks.Kinds] { breaks.places }

    static func isNewline(_ unit: UInt16) -> Bool {
        unit == 0x0A || unit == 0x0D || unit == 0x2029 || unit == 0x85 || unit == 0x0C
    }

    /// Whether a unit begins or ends at a place of the stretch.
    func isBoundary(_ place: Int, _ granularity: UITextGranularity, isForward: Bool) -> Bool {
        let isFirst = place == 0 && isAtStart
        let isLast = place == units.count && isAtEnd
        switch granularity {
        case .character: return kinds[place].contains(.caret)
        case .word: return kinds[place].contains(isForward ? .wordEnd : .wordStart)
        case .sentence:
            return isForward
                ? isLast && place > 0 || kinds[place].contains(.sentenceEnd)
                : isFirst && !units.isEmpty || kinds[place].contains(.sentenceStart)
        case .paragraph, .line:
            return isForward
                ? isLast || place < units.count && Self.isNewline(units[place]) && !isWithinCRLF(place)
                : isFirst || place > 0 && Self.isNewline(units[place - 1]) && !isWithinCRLF(place)
        case .document: return isForward ? isLast : isFirst
        }
    }

    private func isWithinCRLF(_ place: Int) -> Bool {
        place > 0 && place < units.count && units[place - 1] == 0x0D && units[place] == 0x0A
    }

    /// The next boundary in a direction; nil when the stretch has none that can be trusted.
    func boundary(from offset: Int, _ granularity: UITextGranularity, isForward: Bool) -> Int? {
        var place = offset - start
        guard (0...units.count).contains(place) else { return nil }
        while isForward ? place < units.count : place > 0 {
            place += isForward ? 1 : -1
            let isEdge = isForward ? place == units.count && !isAtEnd : place == 0 && !isAtStart
            if isEdge { return nil }
            if isBoundary(place, granularity, isForward: isForward) { return place + start }
        }
        return nil
    }

    /// Whether text goes on beyond the stretch in a direction.
    func isCut(isForward: Bool) -> Bool { isForward ? !isAtEnd : !isAtStart }

    /// The unit that a place is in: that which begins there or before when looking forward, that which ends there or
    /// after when looking backward; nil between units.
    func unit(at offset: Int, _ granularity: UITextGranularity, isForward: Bool) -> Range<Int>? {
        let place = offset - start
        guard (0...units.count).contains(place) else { return nil }
        var low = isForward ? place : place - 1
        guard low >= 0 else { return nil }
        while !isBoundary(low, granularity, isForward: false) {
            // A unit that ended before is not the one.
            if granularity != .character, low < place || isForward,
                isBoundary(low, granularity, isForward: true), granularity != .paragraph && granularity != .line
            {
                return nil
            }
            if low == 0 { break }
            low -= 1
        }
        var high = low
        while high < units.count {
            high += 1
            if isBoundary(high, granularity, isForward: true) { break }
            if granularity == .paragraph || granularity == .line, high <= place, Self.isNewline(units[high - 1]) {
                break
            }
        }
        guard isForward ? place < high || granularity == .paragraph || granularity == .line : place <= high else {
            return nil
        }
        return low + start..<high + start
    }
}

extension UITextInput {
    /// In UTF-16 units; 0 for an answer that makes no sense.
    package var textLength: Int { max(0, offset(from: beginningOfDocument, to: endOfDocument)) }

    package func textOffset(of position: UITextPosition) -> Int {
        min(max(0, offset(from: beginningOfDocument, to: position)), textLength)
    }

    /// What lies beyond the text is brought within.
    package func textPosition(at offset: Int) -> UITextPosition? {
        position(from: beginningOfDocument, offset: min(max(0, offset), textLength))
    }

    package func range(_ offsets: Range<Int>) -> UITextRange? {
        guard let start = textPosition(at: offsets.lowerBound), let end = textPosition(at: offsets.upperBound) else {
            return nil
        }
        return textRange(from: start, to: end)
    }

    package func offsets(of range: UITextRange?) -> Range<Int>? {
        guard let range else { return nil }
        let (start, end) = (textOffset(of: range.start), textOffset(of: range.end))
        return min(start, end)..<max(start, end)
    }
}
