import SwiftSyntax

/// The changes of one source in a pass, with the notes about them.
final class Changes {
    let source: ParsedSource
    private(set) var edits: [SourceEdit] = []
    private(set) var notes: [Note] = []
    private let utf8: [UInt8]

    init(_ source: ParsedSource) {
        self.source = source
        utf8 = Array(source.text.utf8)
    }

    func note(_ kind: Note.Kind, _ rule: Rule, at node: some SyntaxProtocol, subject: String, message: String) {
        let line = source.line(of: node.positionAfterSkippingLeadingTrivia)
        notes.append(
            Note(kind: kind, rule: rule, file: source.name, line: line, subject: subject, message: message))
    }

    func insert(_ text: String, at position: AbsolutePosition) {
        edits.append(.insert(text, at: position.utf8Offset))
    }

    /// Inserts whole lines before the line of a brace, or before the brace if it is not the first on its line.
    func insertLines(_ text: String, before brace: TokenSyntax) {
        let place = brace.positionAfterSkippingLeadingTrivia.utf8Offset
        var start = place
        while start > 0, isBlank(utf8[start - 1]) { start -= 1 }
        let isFirst = start == 0 || isNewline(utf8[start - 1])
        edits.append(.insert(isFirst ? text : "\n\(text)", at: isFirst ? start : place))
    }

    /// Inserts imports before a statement, and before all other insertions there.
    func insertFirst(_ text: String, at position: AbsolutePosition) {
        edits.insert(.insert(text, at: position.utf8Offset), at: 0)
    }

    func replace(_ node: some SyntaxProtocol, with text: String) {
        edits.append(SourceEdit(range: Self.range(of: node), text: text))
    }

    /// Replaces two nodes and everything between them by a text.
    func replace(from first: some SyntaxProtocol, through last: some SyntaxProtocol, with text: String) {
        edits.append(
            SourceEdit(range: Self.range(of: first).lowerBound..<Self.range(of: last).upperBound, text: text))
    }

    /// Removes the text from the start of a node to the start of another.
    func remove(from first: some SyntaxProtocol, before next: some SyntaxProtocol) {
        edits.append(.remove(Self.range(of: first).lowerBound..<Self.range(of: next).lowerBound))
    }

    /// Removes the blanks after a node on its line.
    func removeSpace(after node: some SyntaxProtocol) {
        let start = Self.range(of: node).upperBound
        var end = start
        while end < utf8.count, isBlank(utf8[end]) { end += 1 }
        if end > start { edits.append(.remove(start..<end)) }
    }

    /// The edits, with the source's line ends.
    var finishedEdits: [SourceEdit] {
        guard source.text.utf8.contains(UInt8(ascii: "\r")) else { return edits }
        return edits.map { edit in
            let unix = edit.text.replacing("\r\n", with: "\n")
            return SourceEdit(range: edit.range, text: unix.replacing("\n", with: "\r\n"))
        }
    }

    /// Whether an earlier rule has replaced the code that contains a node.
    func isReplaced(_ node: some SyntaxProtocol) -> Bool {
        let range = Self.range(of: node)
        return edits.contains {
            $0.range.lowerBound <= range.lowerBound && range.upperBound <= $0.range.upperBound && $0.range != range
        }
    }

    /// Whether an earlier rule has replaced or removed a node, or what contains it.
    func isEdited(_ node: some SyntaxProtocol) -> Bool {
        let range = Self.range(of: node)
        return edits.contains { $0.range.overlaps(range) }
    }

    /// Removes a node and the space before the next token.
    func removeWithSpaceAfter(_ node: some SyntaxProtocol) {
        let range = Self.range(of: node)
        var end = range.upperBound
        while end < utf8.count, isSpace(utf8[end]) { end += 1 }
        edits.append(.remove(range.lowerBound..<end))
    }

    /// Removes a node, and its line if nothing else is on it.
    func removeLine(of node: some SyntaxProtocol) {
        let range = Self.range(of: node)
        var start = range.lowerBound
        while start > 0, isBlank(utf8[start - 1]) { start -= 1 }
        var end = range.upperBound
        while end < utf8.count, isBlank(utf8[end]) { end += 1 }
        let isAlone = (start == 0 || isNewline(utf8[start - 1])) && (end == utf8.count || isNewline(utf8[end]))
        guard isAlone else { return edits.append(.remove(range)) }
        if end < utf8.count, utf8[end] == UInt8(ascii: "\r") { end += 1 }
        if end < utf8.count { end += 1 }
        edits.append(.remove(start..<end))
    }

    /// Encloses whole lines in a condition that is false on Linux. The source then says why the lines are not compiled,
    /// and keeps them.
    func enclose(_ node: some SyntaxProtocol, in condition: String, withComments: Bool = true) {
        let range = Self.range(of: node)
        let start = withComments ? startWithComments(of: node) : range.lowerBound
        var end = range.upperBound
        while end < utf8.count, !isNewline(utf8[end]) { end += 1 }
        edits.append(.insert("#if \(condition)\n", at: start))
        edits.append(.insert("\n#endif", at: end))
    }

    /// Removes the lines of a node and of its comments. Returns the removed text without the last line end.
    func takeLines(of node: some SyntaxProtocol) -> String {
        let start = startWithComments(of: node)
        var end = Self.range(of: node).upperBound
        while end < utf8.count, !isNewline(utf8[end]), utf8[end] != UInt8(ascii: "}") { end += 1 }
        let text = String(decoding: utf8[start..<end], as: UTF8.self)
        if end < utf8.count, utf8[end] == UInt8(ascii: "\r") { end += 1 }
        if end < utf8.count, utf8[end] == UInt8(ascii: "\n") { end += 1 }
        edits.append(.remove(start..<end))
        return text
    }

    /// Returns the beginning of the line of the first comment that belongs to a node: no empty line separates them.
    func startWithComments(of node: some SyntaxProtocol) -> Int {
        let begin = Self.range(of: node).lowerBound
        var start = begin
        for piece in node.leadingTrivia.reversed() {
            if case .newlines(let count) = piece, count > 1 { break }
            if case .carriageReturnLineFeeds(let count) = piece, count > 1 { break }
            start -= piece.sourceLength.utf8Length
        }
        while start < begin, isNewline(utf8[start]) { start += 1 }
        return start
    }

    /// Returns the blanks at the start of a node's line.
    func indentation(of node: some SyntaxProtocol) -> String {
        var start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        while start > 0, !isNewline(utf8[start - 1]) { start -= 1 }
        let end = utf8[start...].firstIndex { !isBlank($0) } ?? utf8.count
        return String(decoding: utf8[start..<end], as: UTF8.self)
    }

    static func range(of node: some SyntaxProtocol) -> Range<Int> {
        node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    private func isNewline(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    private func isSpace(_ byte: UInt8) -> Bool { isBlank(byte) || isNewline(byte) }
}
