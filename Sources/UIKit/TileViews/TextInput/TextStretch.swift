import TileGraphics

/// A section of a text around a position, with its boundaries, as long as needed to find the nearest boundary.
///
/// Text is read in sections of increasing length, so finding a near boundary has the same cost in texts of any length.
/// A unit longer than `maxReach` is treated as ending there.
struct TextStretch {
    static let firstReach = 256
    static let maxReach = 16_384

    let units: [UInt16]
    let breaks: TextBreaks
    /// The offset of the first unit in the text.
    let start: Int
    /// Whether the section includes the beginning or the end of the text.
    let isAtStart: Bool
    let isAtEnd: Bool

    init(_ units: [UInt16], start: Int, isAtStart: Bool, isAtEnd: Bool) {
        self.units = units
        self.start = start
        self.isAtStart = isAtStart
        self.isAtEnd = isAtEnd
        breaks = TextBreaks(units)
    }

    /// Reads a section of a text input around an offset.
    init?(of input: any UITextInput, around offset: Int, reach: Int) {
        let length = input.textLength
        let place = min(max(offset, 0), length)
        let (low, high) = (max(0, place - reach), min(length, place + reach))
        guard let range = input.range(low..<high), let text = input.text(in: range) else { return nil }
        let units = Array(text.utf16)
        // If the text has another length than its range, boundaries cannot be mapped to positions.
        guard units.count == high - low else { return nil }
        self.init(units, start: low, isAtStart: low == 0, isAtEnd: high == length)
    }

    private var kinds: [TextBreaks.Kinds] { breaks.places }

    static func isNewline(_ unit: UInt16) -> Bool {
        unit == 0x0A || unit == 0x0D || unit == 0x2029 || unit == 0x85 || unit == 0x0C
    }

    /// Returns whether a unit begins or ends at a position in the section.
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

    /// Returns the next boundary in a direction, or nil if the section has none that is reliable.
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

    /// Returns whether the text continues beyond the section in a direction.
    func isCut(isForward: Bool) -> Bool { isForward ? !isAtEnd : !isAtStart }

    /// Returns the unit that contains a position. If it is at a boundary, the unit after it is returned for the forward
    /// direction and the one before it otherwise. Returns nil between units.
    func unit(at offset: Int, _ granularity: UITextGranularity, isForward: Bool) -> Range<Int>? {
        let place = offset - start
        guard (0...units.count).contains(place) else { return nil }
        var low = isForward ? place : place - 1
        guard low >= 0 else { return nil }
        while !isBoundary(low, granularity, isForward: false) {
            // The unit before has ended already.
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
    /// The length in UTF-16 units; 0 if the text returns a negative value.
    package var textLength: Int { max(0, offset(from: beginningOfDocument, to: endOfDocument)) }

    package func textOffset(of position: UITextPosition) -> Int {
        min(max(0, offset(from: beginningOfDocument, to: position)), textLength)
    }

    /// Returns the position at an offset, clamped to the text.
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
