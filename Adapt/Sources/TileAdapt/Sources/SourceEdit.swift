/// A replacement of a part of a text, by offsets in its UTF-8. The rest of the text stays the same, and with it
/// comments and formatting.
struct SourceEdit {
    let range: Range<Int>
    let text: String

    /// Returns an insertion before the byte at an offset.
    static func insert(_ text: String, at offset: Int) -> SourceEdit { SourceEdit(range: offset..<offset, text: text) }

    static func remove(_ range: Range<Int>) -> SourceEdit { SourceEdit(range: range, text: "") }
}

extension SourceEdit {
    /// Returns the text with all edits applied. Edits at the same offset are applied in the order of the list. An edit
    /// that overlaps an earlier one is left out.
    static func apply(_ edits: [SourceEdit], to text: String) -> (text: String, map: OffsetMap) {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var map = OffsetMap()
        var end = 0
        for edit in ordered(edits) where edit.range.lowerBound >= end {
            result += bytes[end..<edit.range.lowerBound]
            map.add(old: edit.range.lowerBound, new: result.count)
            result += edit.text.utf8
            end = edit.range.upperBound
            map.add(old: end, new: result.count)
        }
        result += bytes[end...]
        return (String(decoding: result, as: UTF8.self), map)
    }

    private static func ordered(_ edits: [SourceEdit]) -> [SourceEdit] {
        edits.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }.map(\.element)
    }
}

/// Maps offsets of a new text to the old text, so that notes name the lines of the original file.
struct OffsetMap {
    private var pieces: [(old: Int, new: Int)] = [(0, 0)]

    mutating func add(old: Int, new: Int) { pieces.append((old, new)) }

    /// - Complexity: O(edits).
    func old(of new: Int) -> Int {
        guard let piece = pieces.last(where: { $0.new <= new }) else { return new }
        return piece.old + (new - piece.new)
    }
}
