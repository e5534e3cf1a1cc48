import Foundation

/// A parser of the text inside a paragraph of Markdown: CommonMark 0.31, chapter 6, and strikethrough. It needs time
/// proportional to the text.
struct MarkdownInlines {
    private typealias Characters = MarkdownCharacters

    /// The treatment of white space.
    enum Whitespace {
        /// Ends of lines are spaces.
        case folded
        /// Ends of lines and runs of spaces stay.
        case preserved
    }

    /// A stretch of text in one style.
    struct Segment {
        var text: String
        var intent: InlinePresentationIntent = []
        var link: String?
        var image: String?
        /// The text of an image, which describes it.
        var isAlternate = false
    }

    /// A place for which a delimiter counts.
    private struct Delimiter {
        var node: Int
        var character: Unicode.Scalar
        var count: Int
        let originalCount: Int
        let canOpen: Bool
        let canClose: Bool
        var previous: Int?
        var next: Int?
    }

    private struct Bracket {
        var node: Int
        var isImage: Bool
        /// The last delimiter before the bracket.
        var delimiter: Int?
        /// The place after the bracket in the text.
        var position: Int
    }

    private enum Mark {
        case intent(InlinePresentationIntent)
        case link(String)
        case image(String)
    }

    /// The nesting of parentheses in a destination and the length of a label, as in CommonMark's own parser.
    private static let maxParentheses = 32
    private static let maxLabel = 999

    private let source: [Unicode.Scalar]
    private let whitespace: Whitespace
    private let definitions: [String: String]
    private var position = 0
    private var nodes: [Segment] = []
    private var plain = String.UnicodeScalarView()
    private var delimiters: [Delimiter] = []
    private var lastDelimiter: Int?
    private var brackets: [Bracket] = []
    /// The number of brackets from the first on that cannot begin a link, because one is inside.
    private var inactiveCount = 0
    /// The marks over nodes: from the first node to before the last.
    private var marks: [(first: Int, end: Int, mark: Mark)] = []
    /// The starts of runs of backticks, by length.
    private var ticks: [Int: [Int]] = [:]
    /// The position from which no `>` follows.
    private var lastAngle = -1

    /// - Parameter definitions: the destinations of links by their labels, in lowercase.
    static func segments(_ text: String, _ whitespace: Whitespace, definitions: [String: String] = [:]) -> [Segment] {
        var parser = MarkdownInlines(text, whitespace, definitions)
        parser.parse()
        return parser.result()
    }

    private init(_ text: String, _ whitespace: Whitespace, _ definitions: [String: String]) {
        source = Array(text.unicodeScalars)
        (self.whitespace, self.definitions) = (whitespace, definitions)
        var index = 0
        while index < source.count {
            if source[index] == "`" {
                let start = index
                while index < source.count, source[index] == "`" { index += 1 }
                ticks[index - start, default: []].append(start)
            } else {
                if source[index] == ">" { lastAngle = index }
                index += 1
            }
        }
    }

    private func scalar(_ index: Int) -> Unicode.Scalar? { source.indices.contains(index) ? source[index] : nil }

    private mutating func parse() {
        while let scalar = scalar(position) {
            switch scalar {
            case "\\": readEscape()
            case "`": readCode()
            case "*", "_", "~": readDelimiter(scalar)
            case "[": readBracket(isImage: false)
            case "!" where self.scalar(position + 1) == "[": readBracket(isImage: true)
            case "]": closeBracket()
            case "<": readAngle()
            case "&": readReference()
            case "\n": readLineEnd()
            default:
                plain.append(scalar)
                position += 1
            }
        }
        flush()
        matchDelimiters(after: nil)
        for delimiter in delimiters where delimiter.count < delimiter.originalCount {
            nodes[delimiter.node].text = String(repeating: String(delimiter.character), count: delimiter.count)
        }
    }

    // MARK: Text

    private mutating func flush() {
        guard !plain.isEmpty else { return }
        nodes.append(Segment(text: String(plain)))
        plain = String.UnicodeScalarView()
    }

    private mutating func append(_ text: String, _ intent: InlinePresentationIntent) {
        flush()
        nodes.append(Segment(text: text, intent: intent))
    }

    private mutating func readEscape() {
        position += 1
        guard let next = scalar(position) else { return plain.append("\\") }
        if next == "\n", whitespace == .folded {
            position += 1
            append("\n", .lineBreak)
        } else if Characters.isASCIIPunctuation(next) {
            plain.append(next)
            position += 1
        } else {
            plain.append("\\")
        }
    }

    private mutating func readLineEnd() {
        position += 1
        guard whitespace == .folded else { return plain.append("\n") }
        var spaces = 0
        while plain.last == " " {
            plain.removeLast()
            spaces += 1
        }
        while let next = scalar(position), next == " " || next == "\t" || next == "\n" { position += 1 }
        if spaces >= 2 { append("\n", .lineBreak) } else { append(" ", .softBreak) }
    }

    private mutating func readCode() {
        let start = position
        while scalar(position) == "`" { position += 1 }
        let length = position - start
        let starts = ticks[length] ?? []
        // The first run of the same length after this one ends the code.
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < position { low = middle + 1 } else { high = middle }
        }
        guard low < starts.count else {
            plain.append(contentsOf: source[start..<position])
            return
        }
        var code = source[position..<starts[low]].map { $0 == "\n" && whitespace == .folded ? " " : $0 }
        if code.first == " ", code.last == " ", code.contains(where: { $0 != " " }) {
            code = Array(code[1..<(code.count - 1)])
        }
        position = starts[low] + length
        append(Characters.string(code), .code)
    }

    private mutating func readReference() {
        let rest = Characters.string(source[position..<min(position + 16, source.count)])
        guard let (scalar, count) = HTMLTokens.reference(in: rest) else {
            plain.append("&")
            position += 1
            return
        }
        plain.append(scalar)
        position += count
    }

    /// Reads an address or a tag of HTML between angle brackets.
    private mutating func readAngle() {
        guard position < lastAngle,
            let end = source[position...lastAngle].dropFirst().firstIndex(where: { $0 == ">" || $0 == "<" }),
            source[end] == ">"
        else {
            plain.append("<")
            position += 1
            return
        }
        let content = Characters.string(source[(position + 1)..<end])
        let scheme = content.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        let isAddress =
            scheme.count >= 2 && scheme.count <= 32 && scheme.first?.isLetter == true
            && content[scheme.endIndex...].first == ":"
            && !content.contains { $0.isWhitespace }
        let isMail = content.contains("@") && !content.contains { $0.isWhitespace || $0 == "\\" || $0 == "/" }
        if isAddress || isMail {
            flush()
            nodes.append(Segment(text: content, link: isAddress ? content : "mailto:\(content)"))
        } else if let first = content.unicodeScalars.first,
            "/!?".unicodeScalars.contains(first) || first.isASCII && first.properties.isAlphabetic
        {
            append("<\(content)>", .inlineHTML)
        } else {
            plain.append("<")
            position += 1
            return
        }
        position = end + 1
    }

    // MARK: Links

    private mutating func readBracket(isImage: Bool) {
        flush()
        position += isImage ? 2 : 1
        brackets.append(
            Bracket(
                node: nodes.count, isImage: isImage, delimiter: lastDelimiter, position: position))
        nodes.append(Segment(text: isImage ? "![" : "["))
    }

    private mutating func closeBracket() {
        let labelEnd = position
        position += 1
        guard let bracket = brackets.popLast() else { return plain.append("]") }
        let isActive = bracket.isImage || brackets.count >= inactiveCount
        inactiveCount = min(inactiveCount, brackets.count)
        guard isActive, let destination = destination(after: bracket, labelEnd) else {
            return plain.append("]")
        }
        flush()
        nodes[bracket.node].text = ""
        matchDelimiters(after: bracket.delimiter)
        marks.append((bracket.node, nodes.count, bracket.isImage ? .image(destination) : .link(destination)))
        guard !bracket.isImage else { return }
        // Links don't contain links.
        inactiveCount = brackets.count
    }

    private mutating func destination(after bracket: Bracket, _ labelEnd: Int) -> String? {
        if scalar(position) == "(" {
            var reader = MarkdownDestination(source, at: position + 1, maxParentheses: Self.maxParentheses)
            if let destination = reader.readInline() {
                position = reader.position
                return destination
            }
        }
        guard !definitions.isEmpty else { return nil }
        var label = bracket.position..<labelEnd
        var end = position
        if scalar(position) == "[", let close = source[(position + 1)...].prefix(Self.maxLabel + 1).firstIndex(of: "]")
        {
            if close > position + 1 { label = (position + 1)..<close }
            end = close + 1
        }
        guard label.count <= Self.maxLabel, !source[label].contains(where: { $0 == "[" || $0 == "]" }),
            let found = definitions[Self.label(source[label])]
        else { return nil }
        position = end
        return found
    }

    /// Returns a label in the form in which labels are compared.
    static func label(_ scalars: some Collection<Unicode.Scalar>) -> String {
        Characters.string(scalars).lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    // MARK: Emphasis

    private mutating func readDelimiter(_ character: Unicode.Scalar) {
        flush()
        let start = position
        while scalar(position) == character { position += 1 }
        let count = position - start
        let before = scalar(start - 1) ?? " "
        let after = scalar(position) ?? " "
        let isLeft =
            !Characters.isSpace(after)
            && (!Characters.isPunctuation(after) || Characters.isSpace(before) || Characters.isPunctuation(before))
        let isRight =
            !Characters.isSpace(before)
            && (!Characters.isPunctuation(before) || Characters.isSpace(after) || Characters.isPunctuation(after))
        var canOpen = isLeft
        var canClose = isRight
        if character == "_" {
            canOpen = isLeft && (!isRight || Characters.isPunctuation(before))
            canClose = isRight && (!isLeft || Characters.isPunctuation(after))
        }
        nodes.append(Segment(text: String(repeating: String(character), count: count)))
        guard canOpen || canClose, character != "~" || count <= 2 else { return }
        let delimiter = Delimiter(
            node: nodes.count - 1, character: character, count: count, originalCount: count, canOpen: canOpen,
            canClose: canClose, previous: lastDelimiter)
        if let lastDelimiter { delimiters[lastDelimiter].next = delimiters.count }
        lastDelimiter = delimiters.count
        delimiters.append(delimiter)
    }

    private struct OpenersKey: Hashable {
        var character: Unicode.Scalar
        var canOpen: Bool
        var remainder: Int
    }

    /// Matches the delimiters after one: CommonMark's "process emphasis".
    private mutating func matchDelimiters(after bottom: Int?) {
        var bottoms: [OpenersKey: Int] = [:]
        let floor = bottom ?? -1
        var current = firstDelimiter(after: bottom)
        while let closer = current {
            guard delimiters[closer].canClose else {
                current = delimiters[closer].next
                continue
            }
            let key = OpenersKey(
                character: delimiters[closer].character, canOpen: delimiters[closer].canOpen,
                remainder: delimiters[closer].character == "~"
                    ? delimiters[closer].originalCount : delimiters[closer].originalCount % 3)
            let limit = max(floor, bottoms[key] ?? -1)
            var opener = delimiters[closer].previous
            while let candidate = opener, candidate > limit, !matches(candidate, closer) {
                opener = delimiters[candidate].previous
            }
            if let found = opener, found > limit {
                let isExhausted = match(found, closer)
                current = isExhausted ? delimiters[closer].next : closer
                if isExhausted { remove(closer) }
            } else {
                bottoms[key] = delimiters[closer].previous ?? -1
                let next = delimiters[closer].next
                if !delimiters[closer].canOpen { remove(closer) }
                current = next
            }
        }
        // Delimiters inside a link do not match ones outside.
        while let last = lastDelimiter, last > floor { remove(last) }
    }

    private func firstDelimiter(after bottom: Int?) -> Int? {
        if let bottom { return delimiters[bottom].next }
        var first = lastDelimiter
        while let previous = first.flatMap({ delimiters[$0].previous }) { first = previous }
        return first
    }

    private func matches(_ opener: Int, _ closer: Int) -> Bool {
        let (a, b) = (delimiters[opener], delimiters[closer])
        guard a.canOpen, a.character == b.character else { return false }
        if a.character == "~" { return a.count == b.count }
        let isOdd = (b.canOpen || a.canClose) && (a.originalCount + b.originalCount) % 3 == 0
        return !isOdd || (a.originalCount % 3 == 0 && b.originalCount % 3 == 0)
    }

    /// Marks the text between two delimiters, and returns whether the closing one is used up.
    private mutating func match(_ opener: Int, _ closer: Int) -> Bool {
        // The delimiters between match nothing.
        var between = delimiters[closer].previous
        while let index = between, index != opener {
            between = delimiters[index].previous
            remove(index)
        }
        let isTilde = delimiters[opener].character == "~"
        let used = isTilde ? delimiters[opener].count : min(delimiters[opener].count, delimiters[closer].count, 2)
        let intent: InlinePresentationIntent =
            isTilde ? .strikethrough : used == 2 ? .stronglyEmphasized : .emphasized
        marks.append((delimiters[opener].node + 1, delimiters[closer].node, .intent(intent)))
        for index in [opener, closer] {
            delimiters[index].count -= used
        }
        if delimiters[opener].count == 0 { remove(opener) }
        return delimiters[closer].count == 0
    }

    private mutating func remove(_ index: Int) {
        let (previous, next) = (delimiters[index].previous, delimiters[index].next)
        if let previous { delimiters[previous].next = next }
        if let next { delimiters[next].previous = previous }
        if lastDelimiter == index { lastDelimiter = previous }
    }

    // MARK: Result

    /// Returns the text with all marks applied.
    private func result() -> [Segment] {
        var starts: [[Int]] = Array(repeating: [], count: nodes.count + 1)
        var ends: [[Int]] = Array(repeating: [], count: nodes.count + 1)
        for (index, mark) in marks.enumerated() where mark.first < mark.end {
            starts[mark.first].append(index)
            ends[mark.end].append(index)
        }
        var counts: [UInt: Int] = [:]
        var links: [String] = []
        var images: [String] = []
        var result: [Segment] = []
        for (index, node) in nodes.enumerated() {
            for mark in ends[index] { change(marks[mark].mark, by: -1, &counts, &links, &images) }
            for mark in starts[index].reversed() { change(marks[mark].mark, by: 1, &counts, &links, &images) }
            guard !node.text.isEmpty else { continue }
            var segment = node
            for (intent, count) in counts where count > 0 {
                segment.intent.insert(InlinePresentationIntent(rawValue: intent))
            }
            // The innermost link counts; around an image, the outermost image does.
            segment.link = node.link ?? links.last
            segment.image = images.first
            segment.isAlternate = !images.isEmpty
            result.append(segment)
        }
        return result
    }

    private func change(
        _ mark: Mark, by step: Int, _ counts: inout [UInt: Int], _ links: inout [String], _ images: inout [String]
    ) {
        switch mark {
        case .intent(let intent): counts[intent.rawValue, default: 0] += step
        case .link(let address): if step > 0 { links.append(address) } else { links.removeLast() }
        case .image(let address): if step > 0 { images.append(address) } else { images.removeLast() }
        }
    }
}
