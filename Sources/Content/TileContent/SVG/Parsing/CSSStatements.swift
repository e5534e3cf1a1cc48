/// A reader of the rules and declarations of a style sheet or of a style attribute, in place. It recovers from errors
/// as CSS Syntax Level 3, section 5, specifies.
///
/// The caller reads a rule's block by calling `next` with the block's kind, or skips it with `skipBlock`.
///
/// - Complexity: O(bytes) for a whole sheet. Every byte is scanned once; nothing is scanned again after an error.
struct CSSStatements {
    /// The kind of the list that a statement is in.
    enum List {
        /// The rules of a whole sheet.
        case sheet
        /// The rules in a block, such as that of `@media`.
        case rules
        /// The declarations and nested rules in the block of a style rule.
        case style
        /// The declarations in a block without rules, or of a style attribute.
        case declarations
    }

    enum Statement {
        case declaration(Declaration)
        /// A rule, read up to and including its opening brace.
        case rule(prelude: TextBytes)
        /// An at-rule, read up to and including its opening brace or its semicolon.
        case atRule(name: TextBytes, prelude: TextBytes, hasBlock: Bool)
    }

    struct Declaration {
        /// The name as written.
        var name: TextBytes
        /// The value without spaces around it and without `!important`.
        var value: TextBytes
        var isImportant: Bool
        /// Whether it declares a custom property.
        var isCustom: Bool
        /// Whether the value must be cleaned by `CSSText.plain`.
        var needsCleaning: Bool
    }

    private let bytes: TextBytes
    /// The position of the next statement.
    private(set) var at = 0
    private var scan = Scan()

    /// The findings of a scan.
    private struct Scan {
        /// The last exclamation mark outside of brackets, or −1.
        var mark = -1
        var needsCleaning = false
        /// Whether there is an invalid string or URL, or a bracket that closes nothing.
        var isInvalid = false
    }

    init(_ bytes: TextBytes) { self.bytes = bytes }

    /// Returns the number of line breaks in a part of the text.
    func lineBreaks(in range: Range<Int>) -> Int { bytes[range].reduce(0) { $1 == 0x0A ? $0 + 1 : $0 } }

    /// Returns the next statement; nil at the end of the list. The closing brace of a block is read.
    mutating func next(in list: List) -> Statement? {
        while true {
            at = CSSText.endOfSpace(bytes, from: at)
            guard at < bytes.count else { return nil }
            switch bytes[at] {
            case 0x3B where list == .style || list == .declarations:
                at += 1
                continue
            case 0x7D where list != .sheet:
                // A brace that closes nothing ends a style attribute: parse a block's contents, 5.4.4.
                at += 1
                return nil
            case 0x3C where list == .sheet && bytes[at...].starts(with: "<!--".utf8):
                at += 4
                continue
            case 0x2D where list == .sheet && bytes[at...].starts(with: "-->".utf8):
                at += 3
                continue
            case 0x40 where CSSText.endOfName(bytes, from: at + 1) > at + 1:
                if let rule = atRule(in: list) { return rule }
            default:
                if let statement = ruleOrDeclaration(in: list) { return statement }
            }
        }
    }

    /// Reads the rest of a block.
    mutating func skipBlock() {
        var brackets = CSSBrackets()
        brackets.note(0x7B)
        scan(&brackets, stopsAtBlock: false, stopsAtSemicolon: false, stopsAtEnd: false, isWithin: true)
    }

    private mutating func atRule(in list: List) -> Statement? {
        let nameStart = at + 1
        at = CSSText.endOfName(bytes, from: nameStart)
        let name = nameStart..<at
        let start = at
        var brackets = CSSBrackets()
        scan = Scan()
        let stop = scan(&brackets, stopsAtBlock: true, stopsAtSemicolon: true, stopsAtEnd: list != .sheet)
        let prelude = trimmed(start..<at)
        let hasBlock = stop == 0x7B
        if hasBlock || stop == 0x3B { at += 1 }
        if hasBlock, list == .declarations {
            skipBlock()
            return nil
        }
        return .atRule(name: TextBytes(rebasing: bytes[name]), prelude: prelude, hasBlock: hasBlock)
    }

    private mutating func ruleOrDeclaration(in list: List) -> Statement? {
        let start = at
        let nameEnd = CSSText.endOfName(bytes, from: at)
        var valueStart = nameEnd
        var isDeclaration = false
        if nameEnd > start {
            valueStart = CSSText.endOfSpace(bytes, from: nameEnd)
            isDeclaration = valueStart < bytes.count && bytes[valueStart] == 0x3A
        }
        let isCustom = isDeclaration && isCustomName(start..<nameEnd)
        at = isDeclaration ? valueStart + 1 : valueStart
        var brackets = CSSBrackets()
        scan = Scan()
        let mayBeDeclaration = list == .style || list == .declarations
        let isBlockPart = list == .declarations || (list == .style && isCustom)
        let stop = scan(
            &brackets, stopsAtBlock: !isBlockPart, stopsAtSemicolon: mayBeDeclaration,
            stopsAtEnd: list == .style || list == .rules)
        let end = at
        if stop == 0x7B {
            at += 1
            if isCustom {
                // A custom property outside of a style rule.
                skipBlock()
                return nil
            }
            return .rule(prelude: trimmed(start..<end))
        }
        if stop == 0x3B { at += 1 }
        guard isDeclaration, mayBeDeclaration, !scan.isInvalid else { return nil }
        return declaration(start..<nameEnd, valueStart + 1..<end, isCustom: isCustom)
    }

    private func declaration(_ name: Range<Int>, _ whole: Range<Int>, isCustom: Bool) -> Statement? {
        var value = whole
        var isImportant = false
        if scan.mark >= 0 {
            isImportant = self.isImportant(scan.mark + 1..<whole.upperBound)
            if isImportant {
                value = whole.lowerBound..<scan.mark
            } else if isCustom {
                return nil
            }
        }
        return .declaration(
            Declaration(
                name: TextBytes(rebasing: bytes[name]), value: trimmed(value), isImportant: isImportant,
                isCustom: isCustom, needsCleaning: scan.needsCleaning))
    }

    /// Whether a name begins with two hyphens and has more letters.
    private func isCustomName(_ name: Range<Int>) -> Bool {
        let start = name.lowerBound
        return name.count > 2 && bytes[start] == 0x2D && bytes[start + 1] == 0x2D
    }

    private func isImportant(_ range: Range<Int>) -> Bool {
        let part = TextBytes(rebasing: bytes[range])
        let start = CSSText.endOfSpace(part, from: 0)
        let end = CSSText.endOfName(part, from: start)
        return CSSText.endOfSpace(part, from: end) == part.count
            && CSSText.equals(CSSText.name(TextBytes(rebasing: part[start..<end])), "important")
    }

    private func trimmed(_ range: Range<Int>) -> TextBytes {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        return TextBytes(rebasing: bytes[start..<end])
    }

    /// Reads to a byte that ends a prelude or a value outside of brackets, strings, URLs and comments.
    ///
    /// - Parameters:
    ///   - brackets: The brackets that are open.
    ///   - stopsAtBlock: Whether an opening brace ends it.
    ///   - stopsAtEnd: Whether a closing brace ends it.
    ///   - isWithin: Whether to stop after the last of `brackets` is closed.
    /// - Returns: The byte at which it stopped, which is not read; nil at the end of the text.
    @discardableResult
    private mutating func scan(
        _ brackets: inout CSSBrackets, stopsAtBlock: Bool, stopsAtSemicolon: Bool, stopsAtEnd: Bool,
        isWithin: Bool = false
    ) -> UInt8? {
        while at < bytes.count {
            let byte = bytes[at]
            switch byte {
            case 0x3B where stopsAtSemicolon && brackets.isEmpty: return byte
            case 0x7B where stopsAtBlock && brackets.isEmpty: return byte
            case 0x7D where stopsAtEnd && brackets.isEmpty: return byte
            case 0x28 where CSSText.isURL(bytes, parenthesis: at):
                let (end, ending) = CSSText.endOfURL(bytes, from: at + 1)
                note(ending)
                at = end
                continue
            case 0x28, 0x5B, 0x7B, 0x29, 0x5D, 0x7D:
                if !brackets.note(byte) { scan.isInvalid = true }
                if isWithin, brackets.isEmpty {
                    at += 1
                    return byte
                }
            case 0x22, 0x27:
                let (end, ending) = CSSText.endOfString(bytes, from: at)
                note(ending)
                at = end
                continue
            case 0x5C:
                scan.needsCleaning = true
                at += 1
            case 0x2F where CSSText.isComment(bytes, at: at):
                scan.needsCleaning = true
                at = CSSText.endOfComment(bytes, from: at)
                continue
            case 0x21 where brackets.isEmpty: scan.mark = at
            default: break
            }
            at += 1
        }
        at = bytes.count
        if !brackets.isEmpty { scan.needsCleaning = true }
        return nil
    }

    private mutating func note(_ ending: CSSText.Ending) {
        switch ending {
        case .closed: break
        case .unclosed: scan.needsCleaning = true
        case .invalid: scan.isInvalid = true
        }
    }
}
