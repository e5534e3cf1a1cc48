/// An evaluator of `@supports` conditions: CSS Conditional Rules Level 4.
///
/// A declaration is supported if the reader draws its property and its value.
struct SVGSupportsQuery {
    private let bytes: TextBytes
    private var at = 0
    private var depth = 0
    private static let maxDepth = 32
    /// The maximum length of a condition, in bytes. A longer one is not supported.
    private static let maxLength = 2000

    /// Whether a condition, without comments, is met. An invalid one is not.
    static func isSupported(_ text: [UInt8]) -> Bool {
        guard text.count <= maxLength else { return false }
        return text.withUnsafeBufferPointer { bytes in
            var query = SVGSupportsQuery(bytes: bytes)
            let result = query.condition()
            query.skipSpace()
            return query.at == bytes.count && result == true
        }
    }

    private init(bytes: TextBytes) { self.bytes = bytes }

    private mutating func skipSpace() { at = CSSText.endOfSpace(bytes, from: at) }

    /// Reads a word that is followed by a space or a parenthesis of its own.
    private mutating func word(_ word: StaticString) -> Bool {
        let end = CSSText.endOfName(bytes, from: at)
        guard CSSText.equals(bytes[at..<end], word), end >= bytes.count || bytes[end] != 0x28 else { return false }
        at = end
        return true
    }

    /// Returns whether a condition is met; nil if it is invalid.
    private mutating func condition() -> Bool? {
        guard depth < Self.maxDepth else { return nil }
        depth += 1
        defer { depth -= 1 }
        skipSpace()
        if word("not") { return part().map { !$0 } }
        guard var result = part() else { return nil }
        var joint: Bool?
        while true {
            skipSpace()
            let isAnd = word("and")
            guard isAnd || word("or") else { return result }
            guard joint == nil || joint == isAnd, let next = part() else { return nil }
            joint = isAnd
            result = isAnd ? result && next : result || next
        }
    }

    /// Reads a condition in parentheses, a declaration in parentheses, or a function.
    private mutating func part() -> Bool? {
        skipSpace()
        let nameEnd = CSSText.endOfName(bytes, from: at)
        let name = at..<nameEnd
        guard nameEnd < bytes.count, bytes[nameEnd] == 0x28, let end = closing(nameEnd) else { return nil }
        let content = TextBytes(rebasing: bytes[nameEnd + 1..<end])
        defer { at = min(bytes.count, end + 1) }
        if name.isEmpty {
            var inner = SVGSupportsQuery(bytes: content)
            inner.depth = depth
            let result = inner.condition()
            inner.skipSpace()
            if let result, inner.at == content.count { return result }
            return Self.isDeclarationSupported(content)
        }
        return CSSText.equals(bytes[name], "selector") && SVGSelectorParser.isSupported(content)
    }

    /// Returns the index of the parenthesis that closes the one at `start`, or of the end of the text.
    private func closing(_ start: Int) -> Int? {
        var brackets = CSSBrackets()
        var index = start
        while index < bytes.count {
            if bytes[index] == 0x22 || bytes[index] == 0x27 {
                index = CSSText.endOfString(bytes, from: index).at
                continue
            }
            guard brackets.note(bytes[index]) else { return nil }
            if brackets.isEmpty { return index }
            index += 1
        }
        return index
    }

    private static func isDeclarationSupported(_ bytes: TextBytes) -> Bool {
        // A declaration in parentheses ends without a semicolon.
        if bytes.last(where: { $0 > 0x20 }) == 0x3B { return false }
        var statements = CSSStatements(bytes)
        guard case .declaration(let syntax)? = statements.next(in: .declarations),
            let declaration = SVGDeclarations.Declaration(syntax), statements.next(in: .declarations) == nil
        else { return false }
        return declaration.withValue { value in
            if declaration.property == .customProperty || SVGVariableReference.isMentioned(in: value) {
                return SVGVariableReference.areValid(in: value)
            }
            var style = SVGStyle()
            do throws(SVGUnsupported) {
                return try style.apply(declaration.property, value, parent: SVGStyle(), from: .sheet)
            } catch {
                return false
            }
        }
    }
}
