import SwiftParser
import SwiftSyntax

/// A source with its syntax tree. Each pass creates a new one.
final class ParsedSource {
    let name: String
    let text: String
    let tree: SourceFileSyntax
    /// The maps from offsets back to the original text. The first map is that of the first pass.
    let maps: [OffsetMap]
    /// The offset of each line of the original text.
    private let lineStarts: [Int]

    init(_ source: SourceText) {
        name = source.name
        text = source.text
        tree = Parser.parse(source: source.text)
        maps = []
        lineStarts = Self.lineStarts(of: source.text)
    }

    private init(_ previous: ParsedSource, text: String, map: OffsetMap) {
        name = previous.name
        self.text = text
        tree = Parser.parse(source: text)
        maps = previous.maps + [map]
        lineStarts = previous.lineStarts
    }

    /// Returns the source after a pass, or itself if there were no edits.
    func applying(_ edits: [SourceEdit]) -> ParsedSource {
        guard !edits.isEmpty else { return self }
        let (text, map) = SourceEdit.apply(edits, to: text)
        return ParsedSource(self, text: text, map: map)
    }

    /// Returns the line in the original text, from 1.
    func line(of position: AbsolutePosition) -> Int {
        let offset = maps.reversed().reduce(position.utf8Offset) { $1.old(of: $0) }
        var low = 0
        var high = lineStarts.count
        while low < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return max(low, 1)
    }

    private static func lineStarts(of text: String) -> [Int] {
        var starts = [0]
        for (offset, byte) in text.utf8.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
        return starts
    }
}
