import Foundation

/// A parser of the blocks of a Markdown document: CommonMark 0.31, chapters 4 and 5, and GitHub's tables. Blocks of
/// HTML are read as paragraphs.
struct MarkdownBlocks {
    enum Content {
        /// Text whose marks mean something.
        case inline(String)
        /// Text that stands as it is.
        case literal(String)
    }

    struct Block {
        /// The blocks around the text, the innermost first.
        var types: [PresentationIntent.IntentType]
        var content: Content
    }

    /// The nesting beyond which markers of lists and quotes are text.
    static let maxDepth = 32
    /// The character for a thematic break, as on iOS.
    private static let breakText = "\u{2E3B}"

    private(set) var blocks: [Block] = []
    /// The destinations of links by their labels.
    private(set) var definitions: [String: String] = [:]
    private var identity = 0

    init(_ text: String) {
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        read(lines.map(MarkdownLine.init)[...], [], depth: 0)
    }

    private mutating func type(_ kind: PresentationIntent.Kind) -> PresentationIntent.IntentType {
        identity += 1
        return PresentationIntent.IntentType(kind: kind, identity: identity)
    }

    /// Reads the lines of a container.
    private mutating func read(
        _ lines: ArraySlice<MarkdownLine>, _ outer: [PresentationIntent.IntentType], depth: Int
    ) {
        var paragraph: [String] = []
        var index = lines.startIndex
        while index < lines.endIndex {
            let line = lines[index]
            if line.isBlank {
                end(&paragraph, outer)
                index += 1
            } else if line.indent >= 4, paragraph.isEmpty {
                index = readIndentedCode(lines, index, outer)
            } else if line.indent >= 4 {
                paragraph.append(line.content)
                index += 1
            } else if let fence = line.fence {
                end(&paragraph, outer)
                index = readFencedCode(lines, index, fence, outer)
            } else if let (level, text) = line.heading {
                end(&paragraph, outer)
                blocks.append(Block(types: [type(.header(level: level))] + outer, content: .inline(text)))
                index += 1
            } else if let level = line.underlineLevel, !paragraph.isEmpty {
                end(&paragraph, outer, as: .header(level: level))
                index += 1
            } else if line.isBreak {
                end(&paragraph, outer)
                blocks.append(Block(types: [type(.thematicBreak)] + outer, content: .literal(Self.breakText)))
                index += 1
            } else if line.quoted != nil, depth < Self.maxDepth {
                end(&paragraph, outer)
                index = readQuote(lines, index, outer, depth: depth)
            } else if let marker = line.marker, paragraph.isEmpty || marker.canInterrupt, depth < Self.maxDepth {
                end(&paragraph, outer)
                index = readList(lines, index, marker, outer, depth: depth)
            } else if paragraph.isEmpty, let table = MarkdownTable(lines, at: index) {
                append(table, outer)
                index = table.end
            } else {
                paragraph.append(line.content)
                index += 1
            }
        }
        end(&paragraph, outer)
    }

    // MARK: Paragraphs

    /// Ends a paragraph, which an underline makes a heading.
    private mutating func end(
        _ paragraph: inout [String], _ outer: [PresentationIntent.IntentType],
        as kind: PresentationIntent.Kind = .paragraph
    ) {
        let text = takeText(&paragraph)
        guard !text.isEmpty else { return }
        blocks.append(Block(types: [type(kind)] + outer, content: .inline(text)))
    }

    /// Returns the text of a paragraph's lines without the definitions at its start, and empties them.
    private mutating func takeText(_ paragraph: inout [String]) -> String {
        let count = paragraph.prefix { define($0) }.count
        let text = paragraph.dropFirst(count).joined(separator: "\n").trimmingCharacters(in: .whitespaces)
        paragraph = []
        return text
    }

    /// Reads a definition of a link, `[label]: destination "title"`.
    private mutating func define(_ line: String) -> Bool {
        guard line.first == "[", let close = line.range(of: "]:") else { return false }
        let label = MarkdownInlines.label(line[line.index(after: line.startIndex)..<close.lowerBound].unicodeScalars)
        var reader = MarkdownDestination(Array(line[close.upperBound...].unicodeScalars), at: 0, maxParentheses: 32)
        guard !label.isEmpty, let destination = reader.readDefinition() else { return false }
        if definitions[label] == nil { definitions[label] = destination }
        return true
    }

    // MARK: Code

    private mutating func readIndentedCode(
        _ lines: ArraySlice<MarkdownLine>, _ start: Int, _ outer: [PresentationIntent.IntentType]
    ) -> Int {
        var end = start
        var index = start
        while index < lines.endIndex, lines[index].isBlank || lines[index].indent >= 4 {
            index += 1
            if !lines[index - 1].isBlank { end = index }
        }
        appendCode(lines[start..<end].map { $0.dropping(4).text }, language: nil, outer)
        return end
    }

    private mutating func readFencedCode(
        _ lines: ArraySlice<MarkdownLine>, _ start: Int, _ fence: MarkdownLine.Fence,
        _ outer: [PresentationIntent.IntentType]
    ) -> Int {
        let indent = lines[start].indent
        var index = start + 1
        while index < lines.endIndex, !lines[index].closes(fence) { index += 1 }
        appendCode(lines[(start + 1)..<index].map { $0.dropping(indent).text }, language: fence.language, outer)
        return min(index + 1, lines.endIndex)
    }

    private mutating func appendCode(
        _ lines: [String], language: String?, _ outer: [PresentationIntent.IntentType]
    ) {
        let text = lines.map { $0 + "\n" }.joined()
        guard !text.isEmpty else { return }
        blocks.append(Block(types: [type(.codeBlock(languageHint: language))] + outer, content: .literal(text)))
    }

    // MARK: Containers

    private mutating func readQuote(
        _ lines: ArraySlice<MarkdownLine>, _ start: Int, _ outer: [PresentationIntent.IntentType], depth: Int
    ) -> Int {
        var inner: [MarkdownLine] = []
        var end = LastBlock()
        var index = start
        while index < lines.endIndex {
            if lines[index].indent < 4, let quoted = lines[index].quoted {
                end.add(quoted)
                inner.append(quoted)
            } else if lines[index].continuesParagraph, end.isParagraph {
                inner.append(lines[index].continuing)
            } else {
                break
            }
            index += 1
        }
        let quote = type(.blockQuote)
        read(inner[...], [quote] + outer, depth: depth + 1)
        return index
    }

    private mutating func readList(
        _ lines: ArraySlice<MarkdownLine>, _ start: Int, _ first: MarkdownLine.Marker,
        _ outer: [PresentationIntent.IntentType], depth: Int
    ) -> Int {
        let list = type(first.number == nil ? .unorderedList : .orderedList)
        var ordinal = first.number ?? 1
        var index = start
        while index < lines.endIndex, lines[index].indent < 4, !lines[index].isBreak,
            let marker = lines[index].marker, marker.kind == first.kind
        {
            let (inner, end) = item(lines, index, marker)
            let item = type(.listItem(ordinal: ordinal))
            read(inner[...], [item, list] + outer, depth: depth + 1)
            ordinal += 1
            index = end
        }
        return index
    }

    /// Returns the lines of a list's item, and the place after it.
    private func item(
        _ lines: ArraySlice<MarkdownLine>, _ start: Int, _ marker: MarkdownLine.Marker
    ) -> ([MarkdownLine], end: Int) {
        var inner = [lines[start].dropping(marker.width)]
        var end = LastBlock()
        end.add(inner[0])
        var index = start + 1
        while index < lines.endIndex {
            let line = lines[index]
            if line.isBlank {
                // An item may begin with one blank line.
                if inner.count == 1, inner[0].isBlank { break }
                end.add(line)
                inner.append(line)
            } else if line.indent >= marker.width {
                inner.append(line.dropping(marker.width))
                end.add(inner[inner.count - 1])
            } else if line.continuesParagraph, end.isParagraph {
                inner.append(line.continuing)
            } else {
                break
            }
            index += 1
        }
        while let last = inner.last, inner.count > 1, last.isBlank { inner.removeLast() }
        // Blank lines between two items belong to neither.
        while index < lines.endIndex, lines[index].isBlank { index += 1 }
        return (inner, index)
    }

    /// The last block of a container that is being read. Blocks inside nested containers are recognized by their last
    /// line alone.
    private struct LastBlock {
        private enum State {
            case none
            case paragraph
            case code(fence: MarkdownLine.Fence?)
        }

        private var state = State.none

        var isParagraph: Bool { if case .paragraph = state { true } else { false } }

        mutating func add(_ line: MarkdownLine) {
            if case .code(let fence?) = state {
                if line.closes(fence) { state = .none }
            } else if line.isBlank {
                if case .paragraph = state { state = .none }
            } else if line.indent >= 4 {
                if !isParagraph { state = .code(fence: nil) }
            } else if let fence = line.fence {
                state = .code(fence: fence)
            } else {
                state = line.isParagraph ? .paragraph : .none
            }
        }
    }

    private mutating func append(_ table: MarkdownTable, _ outer: [PresentationIntent.IntentType]) {
        let whole = type(.table(columns: table.columns))
        for (row, cells) in table.rows.enumerated() {
            let type = type(row == 0 ? .tableHeaderRow : .tableRow(rowIndex: row))
            for (column, cell) in cells.enumerated() where !cell.isEmpty {
                let types = [self.type(.tableCell(columnIndex: column)), type, whole] + outer
                blocks.append(Block(types: types, content: .inline(cell)))
            }
        }
    }
}
