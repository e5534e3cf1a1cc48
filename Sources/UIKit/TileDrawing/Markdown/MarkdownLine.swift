import Foundation

/// A line of a Markdown document.
struct MarkdownLine {
    /// The fence around code.
    struct Fence {
        var character: Character
        var count: Int
        var language: String?
    }

    /// The marker of a list's item.
    struct Marker {
        /// The character that items of one list share.
        var kind: Character
        /// The number of an item of an ordered list.
        var number: Int?
        /// The columns up to the item's text.
        var width: Int
        /// Whether the item may follow a paragraph directly.
        var canInterrupt: Bool
    }

    /// The text, with spaces in place of the tabs in its indent.
    let text: String
    /// The number of spaces at the start.
    let indent: Int
    /// Whether the line continues a paragraph from outside its container. Such a line underlines nothing.
    var isLazy = false

    init(_ line: Substring) {
        guard let first = line.first, first == " " || first == "\t" else {
            (text, indent) = (String(line), 0)
            return
        }
        var columns = 0
        var rest = line
        while let character = rest.first, character == " " || character == "\t" {
            columns += character == "\t" ? 4 - columns % 4 : 1
            rest = rest.dropFirst()
        }
        (text, indent) = (String(repeating: " ", count: columns) + rest, columns)
    }

    var isBlank: Bool { text.utf8.count == indent }

    /// The text without its indent.
    var content: String { String(text.dropFirst(indent)) }

    /// Returns the line without the indent of a container, which may be less than `count` columns.
    func dropping(_ count: Int) -> MarkdownLine { MarkdownLine(text.dropFirst(max(count, 0))) }

    /// The level and the text of a heading.
    var heading: (level: Int, text: String)? {
        let content = content
        let level = content.prefix { $0 == "#" }.count
        guard (1...6).contains(level) else { return nil }
        var rest = content.dropFirst(level)
        guard rest.isEmpty || rest.first == " " || rest.first == "\t" else { return nil }
        rest = rest.trimmingSuffix { $0 == " " || $0 == "\t" }
        let closed = rest.trimmingSuffix { $0 == "#" }
        if closed.isEmpty || closed.last == " " || closed.last == "\t" { rest = closed }
        return (level, rest.trimmingCharacters(in: .whitespaces))
    }

    /// The level of the heading that the line underlines.
    var underlineLevel: Int? {
        let content = content.trimmingSuffix { $0 == " " || $0 == "\t" }
        guard !isLazy, indent < 4, let first = content.first, first == "=" || first == "-" else { return nil }
        return content.allSatisfy { $0 == first } ? first == "=" ? 1 : 2 : nil
    }

    /// Whether the line is a thematic break.
    var isBreak: Bool {
        let marks = content.filter { $0 != " " && $0 != "\t" }
        guard let first = marks.first, "*-_".contains(first) else { return false }
        return marks.count >= 3 && marks.allSatisfy { $0 == first }
    }

    var fence: Fence? {
        let content = content
        guard let first = content.first, first == "`" || first == "~" else { return nil }
        let count = content.prefix { $0 == first }.count
        let info = content.dropFirst(count).trimmingCharacters(in: .whitespaces)
        guard count >= 3, first == "~" || !info.contains("`") else { return nil }
        return Fence(
            character: first, count: count, language: info.split(separator: " ").first.map(String.init))
    }

    func closes(_ fence: Fence) -> Bool {
        let content = content.trimmingSuffix { $0 == " " || $0 == "\t" }
        return indent < 4 && content.count >= fence.count && content.allSatisfy { $0 == fence.character }
    }

    /// The line inside a block quote.
    var quoted: MarkdownLine? {
        guard text.dropFirst(indent).first == ">" else { return nil }
        let rest = text.dropFirst(indent + 1)
        return MarkdownLine(rest.first == " " ? rest.dropFirst() : rest)
    }

    var marker: Marker? {
        let content = content
        guard let first = content.first else { return nil }
        var length = 1
        var kind = first
        var number: Int?
        if !"-+*".contains(first) {
            let digits = content.prefix(10).prefix { $0.isASCII && $0.isNumber }
            guard (1...9).contains(digits.count), let value = Int(digits) else { return nil }
            guard let end = content.dropFirst(digits.count).first, end == "." || end == ")" else { return nil }
            (length, kind, number) = (digits.count + 1, end, value)
        }
        let rest = content.dropFirst(length)
        let spaces = rest.prefix { $0 == " " }.count
        let isEmpty = rest.allSatisfy { $0 == " " || $0 == "\t" }
        guard isEmpty || spaces > 0 || rest.first == "\t" else { return nil }
        // More than four spaces belong to code inside the item.
        let gap = isEmpty || spaces > 4 || spaces == 0 ? 1 : spaces
        return Marker(
            kind: kind, number: number, width: indent + length + gap,
            canInterrupt: !isEmpty && (number == nil || number == 1))
    }

    /// Whether the line is text of a paragraph that began on an earlier line, outside the paragraph's container.
    var continuesParagraph: Bool {
        !isBlank && (indent >= 4 || (fence == nil && heading == nil && !isBreak && quoted == nil && marker == nil))
    }

    /// Returns the line as one that continues a paragraph from outside its container.
    var continuing: MarkdownLine {
        var line = self
        line.isLazy = true
        return line
    }

    /// Whether a paragraph may continue after the line, if the line isn't code.
    var isParagraph: Bool { isParagraph(depth: 0) }

    private func isParagraph(depth: Int) -> Bool {
        guard !isBlank, fence == nil, heading == nil, !isBreak else { return false }
        guard indent < 4, depth < MarkdownBlocks.maxDepth else { return true }
        if let quoted { return quoted.isParagraph(depth: depth + 1) }
        if let marker { return dropping(marker.width).isParagraph(depth: depth + 1) }
        return true
    }
}

extension StringProtocol {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> SubSequence {
        var end = endIndex
        while end > startIndex, predicate(self[index(before: end)]) { end = index(before: end) }
        return self[..<end]
    }
}
