/// The parser of selector lists: Selectors Level 4, as far as it applies to still pictures. As in CSS, one invalid
/// selector invalidates the list.
struct SVGSelectorParser {
    private let bytes: TextBytes
    private var at = 0
    private var depth = 0
    /// The maximum nesting of lists.
    private static let maxDepth = 8

    /// Creates a parser.
    ///
    /// - Parameter bytes: The text, without comments.
    init(_ bytes: TextBytes) { self.bytes = bytes }

    private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        at += 1
        return true
    }

    /// - Returns: Whether there was any space.
    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = at
        while let byte = peek, byte <= 0x20 { at += 1 }
        return at > start
    }

    /// Returns the selectors that an element can match; nil if the list is invalid.
    ///
    /// - Parameter isNested: Whether a parenthesis ends the list.
    mutating func list(_ table: inout SVGSelectorTable, isNested: Bool) -> [SVGSelector]? {
        guard depth < Self.maxDepth else { return nil }
        depth += 1
        defer { depth -= 1 }
        var result: [SVGSelector] = []
        repeat {
            skipSpace()
            // A trailing comma is an error, as in browsers and librsvg.
            guard let (parts, weight) = complex(&table) else { return nil }
            if let selector = table.add(parts, weight) { result.append(selector) }
        } while consume(0x2C)
        if isNested { return consume(0x29) ? result : nil }
        return at == bytes.count ? result : nil
    }

    private mutating func complex(
        _ table: inout SVGSelectorTable
    ) -> (parts: [SVGSelectorTable.Parts], weight: SVGSelectorTable.Weight)? {
        var weight = SVGSelectorTable.Weight()
        guard let first = compound(&table, &weight) else { return nil }
        var parts = [first]
        while true {
            let hasSpace = skipSpace()
            var joint = SVGSelectorTable.Joint.descendant
            switch peek {
            case nil, 0x2C, 0x29: return (parts, weight)
            case 0x3E: joint = .child
            case 0x2B: joint = .next
            case 0x7E: joint = .later
            default: if !hasSpace { return nil }
            }
            if joint != .descendant {
                at += 1
                skipSpace()
            }
            guard var next = compound(&table, &weight) else { return nil }
            next.joint = joint
            parts.append(next)
        }
    }

    private mutating func compound(
        _ table: inout SVGSelectorTable, _ weight: inout SVGSelectorTable.Weight
    ) -> SVGSelectorTable.Parts? {
        var parts = SVGSelectorTable.Parts()
        let start = at
        if consume(0x2A) {
            // "*|rect": any namespace.
            if consume(0x7C), !consume(0x2A) { guard type(&parts, &weight) else { return nil } }
        } else if let byte = peek, Self.mayBegin(byte) {
            guard type(&parts, &weight), peek != 0x7C else { return nil }
        }
        while let byte = peek {
            switch byte {
            case 0x23:
                at += 1
                guard let name = identifier() else { return nil }
                weight.ids &+= 1
                parts.ids.append(name)
            case 0x2E:
                at += 1
                guard let name = identifier() else { return nil }
                weight.classes &+= 1
                parts.classes.append(name)
            case 0x5B:
                at += 1
                guard let test = attribute(&table) else { return nil }
                weight.classes &+= 1
                parts.tests.append(test)
            case 0x3A:
                at += 1
                guard pseudo(&parts, &table, &weight) else { return nil }
            default: return at > start ? parts : nil
            }
        }
        return at > start ? parts : nil
    }

    private mutating func type(
        _ parts: inout SVGSelectorTable.Parts, _ weight: inout SVGSelectorTable.Weight
    ) -> Bool {
        guard let name = identifier() else { return false }
        weight.elements &+= 1
        parts.element = SVGElement(rawValue: name)
        if parts.element == nil { parts.isPossible = false }
        return true
    }

    // MARK: Attributes

    /// Parses the content of an attribute selector's brackets.
    private mutating func attribute(_ table: inout SVGSelectorTable) -> SVGElementTest? {
        skipSpace()
        var isOfAnyNamespace = false
        if consume(0x2A) {
            guard consume(0x7C) else { return nil }
            isOfAnyNamespace = true
        } else {
            _ = consume(0x7C)
        }
        guard let name = identifier() else { return nil }
        skipSpace()
        let known = SVGAttribute(rawValue: name).flatMap { name.contains(":") ? nil : $0 }
        var names = known.map { [$0] } ?? []
        if isOfAnyNamespace {
            names += [SVGAttribute(rawValue: "xlink:\(name)"), SVGAttribute(rawValue: "xml:\(name)")].compactMap { $0 }
        }
        var test = SVGElementTest.Attribute(
            names: names, other: known == nil ? table.attribute(name) : nil, comparison: .exists, value: [],
            ignoresCase: false)
        if consume(0x5D) { return .attribute(test) }
        switch peek {
        case 0x3D: test.comparison = .equals
        case 0x7E: test.comparison = .word
        case 0x7C: test.comparison = .hyphenated
        case 0x5E: test.comparison = .prefix
        case 0x24: test.comparison = .suffix
        case 0x2A: test.comparison = .substring
        default: return nil
        }
        at += 1
        if test.comparison != .equals { guard consume(0x3D) else { return nil } }
        skipSpace()
        guard let value = string() ?? identifier() else { return nil }
        test.value = Array(value.utf8)
        skipSpace()
        if let flag = peek, flag | 0x20 == 0x69 || flag | 0x20 == 0x73 {
            at += 1
            test.ignoresCase = flag | 0x20 == 0x69
            skipSpace()
        }
        return consume(0x5D) ? .attribute(test) : nil
    }

    // MARK: Pseudo-classes

    private mutating func pseudo(
        _ parts: inout SVGSelectorTable.Parts, _ table: inout SVGSelectorTable,
        _ weight: inout SVGSelectorTable.Weight
    ) -> Bool {
        let isElement = consume(0x3A)
        guard let name = identifier()?.lowercased() else { return false }
        if isElement || Self.pseudoElements.contains(name) {
            // A drawing has no `::before`, `::after` or first line.
            weight.elements &+= 1
            parts.isPossible = false
            if consume(0x28) { return skipToParenthesis() }
            return true
        }
        if consume(0x28) { return function(name, &parts, &table, &weight) }
        weight.classes &+= 1
        switch name {
        case "root", "scope": parts.tests.append(.root)
        case "empty": parts.tests.append(.empty)
        case "link", "any-link": parts.tests.append(.link)
        case "first-child": parts.tests.append(.position(a: 0, b: 1, isOfType: false, isFromEnd: false))
        case "last-child": parts.tests.append(.position(a: 0, b: 1, isOfType: false, isFromEnd: true))
        case "first-of-type": parts.tests.append(.position(a: 0, b: 1, isOfType: true, isFromEnd: false))
        case "last-of-type": parts.tests.append(.position(a: 0, b: 1, isOfType: true, isFromEnd: true))
        case "only-child", "only-of-type":
            for isFromEnd in [false, true] {
                parts.tests.append(.position(a: 0, b: 1, isOfType: name == "only-of-type", isFromEnd: isFromEnd))
            }
        case _ where Self.states.contains(name): parts.tests.append(.never)
        default: return false
        }
        return true
    }

    /// Parses a functional pseudo-class after its opening parenthesis.
    private mutating func function(
        _ name: String, _ parts: inout SVGSelectorTable.Parts, _ table: inout SVGSelectorTable,
        _ weight: inout SVGSelectorTable.Weight
    ) -> Bool {
        switch name {
        case "not", "is", "where", "matches":
            guard let list = list(&table, isNested: true) else { return false }
            parts.tests.append(name == "not" ? .not(list) : .any(list))
            if name != "where" {
                weight += SVGSelectorTable.Weight(packed: list.map(\.specificity).max() ?? 0)
            }
            return true
        case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
            guard let (a, b) = formula() else { return false }
            weight.classes &+= 1
            parts.tests.append(
                .position(a: a, b: b, isOfType: name.hasSuffix("type"), isFromEnd: name.contains("last")))
            return true
        case "lang":
            var languages: [String] = []
            repeat {
                skipSpace()
                guard let language = string() ?? identifier() else { return false }
                languages.append(language.lowercased())
                skipSpace()
            } while consume(0x2C)
            weight.classes &+= 1
            parts.tests.append(.language(languages))
            return consume(0x29)
        default: return false
        }
    }

    /// Pseudo-classes that never match in a still picture.
    private static let states: Set<String> = [
        "hover", "active", "focus", "focus-visible", "focus-within", "visited", "target", "target-within", "checked",
        "disabled", "enabled", "indeterminate", "current", "past", "future", "fullscreen",
    ]
    /// The pseudo-elements of CSS 2.1, which may have a single colon.
    private static let pseudoElements: Set<String> = ["before", "after", "first-line", "first-letter"]

    /// Parses `an + b` and its closing parenthesis.
    private mutating func formula() -> (a: Int, b: Int)? {
        var text = ""
        while let byte = peek, byte != 0x29, text.utf8.count < 40 {
            text.unicodeScalars.append(Unicode.Scalar(byte))
            at += 1
        }
        guard consume(0x29) else { return nil }
        text = text.trimmingSpace.lowercased()
        if text == "odd" { return (2, 1) }
        if text == "even" { return (2, 0) }
        func number(_ text: Substring) -> Int? {
            let text = String(text).trimmingSpace
            guard let value = Int(text.hasPrefix("+") ? String(text.dropFirst()) : text), abs(value) < 1 << 30,
                !text.hasPrefix("+-"), !text.hasPrefix("++")
            else { return nil }
            return value
        }
        guard let end = text.firstIndex(of: "n") else { return number(text[...]).map { (0, $0) } }
        let factor = text[..<end]
        guard let a = factor.isEmpty || factor == "+" ? 1 : factor == "-" ? -1 : number(factor),
            factor.last.map({ !$0.isWhitespace }) ?? true
        else { return nil }
        let rest = String(text[text.index(after: end)...]).trimmingSpace
        if rest.isEmpty { return (a, 0) }
        guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
        guard let b = number(rest.dropFirst()), b >= 0, !rest.dropFirst().contains("+") else { return nil }
        return (a, sign == "-" ? -b : b)
    }

    // MARK: Words

    /// Parses a list of font families, each a string or space-separated identifiers. Nil if it is invalid.
    mutating func families() -> [String]? {
        var names: [String] = []
        repeat {
            skipSpace()
            if let name = string() {
                names.append(name)
                skipSpace()
            } else {
                var words: [String] = []
                while let word = identifier() {
                    words.append(word)
                    skipSpace()
                }
                if words.isEmpty { return nil }
                names.append(words.joined(separator: " "))
            }
        } while consume(0x2C)
        return at == bytes.count ? names : nil
    }

    private static func mayBegin(_ byte: UInt8) -> Bool {
        (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == 0x5F || byte == 0x2D || byte >= 0x80 || byte == 0x5C
    }

    private mutating func identifier() -> String? {
        var result: [UInt8] = []
        while let byte = peek {
            if byte == 0x5C {
                guard escape(&result) else { return nil }
            } else if Self.mayBegin(byte) || (byte &- 0x30 < 10 && !result.isEmpty && result != [0x2D]) {
                result.append(byte)
                at += 1
            } else {
                break
            }
        }
        return result.isEmpty || result == [0x2D] ? nil : String(decoding: result, as: UTF8.self)
    }

    /// Parses an escape sequence: CSS Syntax 3, 4.3.7.
    private mutating func escape(_ result: inout [UInt8]) -> Bool {
        at += 1
        guard let byte = peek, byte != 0x0A else { return false }
        var value: UInt32 = 0
        var count = 0
        while count < 6, let digit = peek.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) {
            value = value << 4 | UInt32(digit)
            count += 1
            at += 1
        }
        if count == 0 {
            result.append(byte)
            at += 1
            return true
        }
        if let space = peek, space <= 0x20 { at += 1 }
        result += Array(String(Unicode.Scalar(value == 0 ? 0xFFFD : value) ?? "\u{FFFD}").utf8)
        return true
    }

    /// Parses a string. As in CSS, the end of the text closes it.
    private mutating func string() -> String? {
        guard let quote = peek, quote == 0x22 || quote == 0x27 else { return nil }
        at += 1
        var result: [UInt8] = []
        while let byte = peek {
            if byte == quote {
                at += 1
                return String(decoding: result, as: UTF8.self)
            }
            if byte == 0x5C {
                guard escape(&result) else { return nil }
            } else {
                result.append(byte)
                at += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func skipToParenthesis() -> Bool {
        while let byte = peek, byte != 0x29 {
            if byte == 0x28 { return false }
            at += 1
        }
        return consume(0x29)
    }
}

extension String {
    fileprivate var trimmingSpace: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
