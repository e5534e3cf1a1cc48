/// The range of a paragraph in a text, in UTF-8 bytes, without its terminator.
struct TextParagraphRange {
    var range: Range<Int>
    /// Whether the preceding terminator ended a paragraph, and not only a line (U+2028).
    var isAfterParagraph: Bool
    /// Whether the following terminator ends the paragraph.
    var endsParagraph: Bool

    /// Returns all paragraphs, at least one. Terminators follow Unicode's rules for new lines (UAX 14: BK, CR, LF, NL).
    /// Text after the last terminator is a paragraph even if it is empty.
    static func all(in string: String) -> [TextParagraphRange] {
        var string = string
        return string.withUTF8 { bytes in
            var found: [TextParagraphRange] = []
            var start = 0
            var isAfterParagraph = true
            var at = 0
            while at < bytes.count {
                let (length, isSoft) = end(bytes, at)
                if length == 0 {
                    at += 1
                    continue
                }
                found.append(
                    TextParagraphRange(
                        range: start..<at, isAfterParagraph: isAfterParagraph, endsParagraph: !isSoft))
                isAfterParagraph = !isSoft
                at += length
                start = at
            }
            found.append(
                TextParagraphRange(range: start..<at, isAfterParagraph: isAfterParagraph, endsParagraph: true))
            return found
        }
    }

    /// Returns the number of bytes of a line or paragraph terminator at a position; 0 if there is none.
    @inline(__always)
    private static func end(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> (length: Int, isSoft: Bool) {
        let byte = bytes[at]
        switch byte {
        case 0x0A, 0x0C: return (1, false)
        // A vertical tab only ends a line.
        case 0x0B: return (1, true)
        case 0x0D: return (at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1, false)
        case 0xC2: return at + 1 < bytes.count && bytes[at + 1] == 0x85 ? (2, false) : (0, false)
        case 0xE2:
            guard at + 2 < bytes.count, bytes[at + 1] == 0x80 else { return (0, false) }
            return bytes[at + 2] == 0xA8 ? (3, true) : bytes[at + 2] == 0xA9 ? (3, false) : (0, false)
        default: return (0, false)
        }
    }

    /// The range as indices of `string`.
    func `in`(_ string: String) -> Range<String.Index> {
        let utf8 = string.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        return start..<utf8.index(start, offsetBy: range.count)
    }
}
