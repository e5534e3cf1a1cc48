/// A reader of the destination and the title of a link: CommonMark 0.31, 6.3.
struct MarkdownDestination {
    private let source: [Unicode.Scalar]
    private let maxParentheses: Int
    private(set) var position: Int
    /// The limit of a destination with its title, so that many unfinished ones cost no more than the text.
    private static let maxLength = 4000
    /// The length of the longest character reference.
    private static let maxReference = 12
    private let end: Int

    init(_ source: [Unicode.Scalar], at position: Int, maxParentheses: Int) {
        (self.source, self.position, self.maxParentheses) = (source, position, maxParentheses)
        end = min(source.count, position + Self.maxLength)
    }

    private var next: Unicode.Scalar? { position < end ? source[position] : nil }

    /// Reads a destination in parentheses, after the opening one; nil if the text is not one.
    mutating func readInline() -> String? {
        skipSpace()
        if next == ")" {
            position += 1
            return ""
        }
        guard let destination = readDestination() else { return nil }
        let isSpaced = skipSpace()
        if isSpaced, next != ")" {
            guard skipTitle() else { return nil }
            skipSpace()
        }
        guard next == ")" else { return nil }
        position += 1
        return destination
    }

    /// Reads the destination of a definition, and its title up to the end of the text; nil if there is more.
    mutating func readDefinition() -> String? {
        skipSpace()
        guard let destination = readDestination() else { return nil }
        let isSpaced = skipSpace()
        if next != nil {
            guard isSpaced, skipTitle() else { return nil }
            skipSpace()
        }
        return position == source.count ? destination : nil
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = position
        while let next, next == " " || next == "\t" || next == "\n" { position += 1 }
        return position > start
    }

    private mutating func readDestination() -> String? {
        var result = String.UnicodeScalarView()
        if next == "<" {
            position += 1
            while let scalar = next, scalar != ">" {
                guard scalar != "\n", scalar != "<" else { return nil }
                result.append(readEscaped(scalar))
            }
            guard next == ">" else { return nil }
            position += 1
            return String(result)
        }
        var depth = 0
        while let scalar = next, scalar.value > 0x20, scalar.value != 0x7F {
            if scalar == "(" {
                depth += 1
                guard depth <= maxParentheses else { return nil }
            } else if scalar == ")" {
                if depth == 0 { break }
                depth -= 1
            }
            result.append(readEscaped(scalar))
        }
        return depth == 0 && !result.isEmpty ? String(result) : nil
    }

    private mutating func readEscaped(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar == "&" {
            let text = String(String.UnicodeScalarView(source[position..<min(end, position + Self.maxReference)]))
            if let (character, count) = HTMLTokens.reference(in: text) {
                position += count
                return character
            }
        }
        position += 1
        guard scalar == "\\", let escaped = next, MarkdownCharacters.isASCIIPunctuation(escaped) else { return scalar }
        position += 1
        return escaped
    }

    private mutating func skipTitle() -> Bool {
        guard let quote = next, quote == "\"" || quote == "'" || quote == "(" else { return false }
        let close: Unicode.Scalar = quote == "(" ? ")" : quote
        position += 1
        while let scalar = next {
            position += 1
            if scalar == "\\", next != nil { position += 1 } else if scalar == close { return true }
            // A title in parentheses contains none.
            if scalar == "(", close == ")" { return false }
        }
        return false
    }
}
