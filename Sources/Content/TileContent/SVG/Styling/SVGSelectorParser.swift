import TileGraphics

/// The parser of selector lists: Selectors Level 4 and CSS Nesting, as far as they apply to still pictures. As in CSS,
/// one invalid selector invalidates the list, except in `:is()` and `:where()`.
struct SVGSelectorParser {
    let bytes: TextBytes
    private let surroundings: Surroundings
    var at = 0
    var depth = 0
    /// Whether the parentheses of `:has()` are open.
    var isInHas = false
    /// Whether the complex selector being parsed contains `&`.
    private var mentionsParent = false
    /// The maximum nesting of lists.
    private static let maxDepth = 8

    /// The text around a selector that it depends on.
    struct Surroundings {
        /// The selectors of the enclosing style rule, which `&` stands for; nil outside of style rules.
        var parents: [SVGSelector]?
        var namespaces = SVGSelectorNamespaces()
        /// Whether lists forgive invalid selectors where CSS says so.
        var forgives = true
    }

    /// The kind of a list in parentheses.
    enum Kind {
        /// Invalid selectors are dropped.
        case forgiving
        case strict
        /// The selectors begin with combinators.
        case relative
    }

    init(_ bytes: TextBytes, in surroundings: Surroundings = Surroundings()) {
        self.bytes = bytes
        self.surroundings = surroundings
    }

    /// Whether the text is one valid selector.
    static func isSupported(_ bytes: TextBytes) -> Bool {
        var parser = SVGSelectorParser(bytes, in: Surroundings(forgives: false))
        var table = SVGSelectorTable()
        parser.skipSpace()
        return parser.complex(&table) != nil && parser.at == bytes.count
    }

    var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    mutating func consume(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        at += 1
        return true
    }

    /// Skips spaces and comments.
    ///
    /// - Returns: Whether there was any space.
    @discardableResult
    mutating func skipSpace() -> Bool {
        var hasSpace = false
        while let byte = peek {
            if byte <= 0x20 {
                hasSpace = true
                at += 1
            } else if CSSText.isComment(bytes, at: at) {
                at = CSSText.endOfComment(bytes, from: at)
            } else {
                break
            }
        }
        return hasSpace
    }

    private mutating func skipComments() {
        while at < bytes.count, CSSText.isComment(bytes, at: at) { at = CSSText.endOfComment(bytes, from: at) }
    }

    /// Returns the selectors of a rule that an element can match; nil if the list is invalid.
    mutating func list(_ table: inout SVGSelectorTable) -> [SVGSelector]? {
        var result: [SVGSelector] = []
        repeat {
            skipSpace()
            // A trailing comma is an error, as in browsers.
            let selector = surroundings.parents == nil ? complex(&table) : nested(&table)
            guard let (parts, weight) = selector else { return nil }
            if let selector = table.add(parts, weight) { result.append(selector) }
            if table.isOverfull { return nil }
        } while consume(0x2C)
        return at == bytes.count ? result : nil
    }

    /// Parses a list and its closing parenthesis, which the end of the text implies.
    mutating func list(_ kind: Kind, in table: inout SVGSelectorTable) -> [SVGSelector]? {
        guard depth < Self.maxDepth else { return nil }
        depth += 1
        defer { depth -= 1 }
        var result: [SVGSelector] = []
        repeat {
            skipSpace()
            let start = at
            let count = table.compounds.count
            let outer = mentionsParent
            if let (parts, weight) = kind == .relative ? relative(&table) : complex(&table),
                peek == nil || peek == 0x2C || peek == 0x29
            {
                if let selector = table.add(parts, weight) { result.append(selector) }
            } else {
                guard kind == .forgiving, surroundings.forgives else { return nil }
                table.drop(from: count)
                mentionsParent = outer
                at = start
                skipArgument()
            }
            if table.isOverfull { return nil }
        } while consume(0x2C)
        return consume(0x29) || at == bytes.count ? result : nil
    }

    /// Skips an invalid selector of a list in parentheses.
    private mutating func skipArgument() {
        var brackets = CSSBrackets()
        while let byte = peek {
            if brackets.isEmpty, byte == 0x2C || byte == 0x29 { return }
            switch byte {
            case 0x22, 0x27: at = CSSText.endOfString(bytes, from: at).at
            case 0x5C: at = min(bytes.count, at + 2)
            default:
                brackets.note(byte)
                at += 1
            }
        }
    }

    private typealias Complex = (parts: [SVGSelectorTable.Parts], weight: SVGSelectorTable.Weight)

    /// Parses a combinator, if there is one.
    private mutating func combinator() -> SVGSelectorTable.Joint? {
        let joint: SVGSelectorTable.Joint
        switch peek {
        case 0x3E: joint = .child
        case 0x2B: joint = .next
        case 0x7E: joint = .later
        default: return nil
        }
        at += 1
        skipSpace()
        return joint
    }

    /// Parses a selector of a nested rule. It is relative to `&` unless it contains `&`.
    private mutating func nested(_ table: inout SVGSelectorTable) -> Complex? {
        let joint = combinator()
        mentionsParent = false
        guard var (parts, weight) = complex(&table) else { return nil }
        guard joint != nil || !mentionsParent else { return (parts, weight) }
        parts[0].joint = joint ?? .descendant
        var parent = SVGSelectorTable.Parts()
        addParent(to: &parent, weight: &weight, in: &table)
        return ([parent] + parts, weight)
    }

    /// Parses a selector of `:has()`, which begins at the element itself.
    private mutating func relative(_ table: inout SVGSelectorTable) -> Complex? {
        let joint = combinator()
        guard let (complex, weight) = complex(&table) else { return nil }
        var parts = complex
        parts[0].joint = joint ?? .descendant
        var anchor = SVGSelectorTable.Parts()
        anchor.isAnchor = true
        return ([anchor] + parts, weight)
    }

    /// Adds `&` to a compound.
    private func addParent(
        to parts: inout SVGSelectorTable.Parts, weight: inout SVGSelectorTable.Weight, in table: inout SVGSelectorTable
    ) {
        guard let parents = surroundings.parents else {
            // Outside of style rules it is the root, without specificity.
            return parts.tests.append(.root)
        }
        table.chargeReading(parents.count)
        weight += SVGSelectorTable.Weight(packed: parents.map(\.specificity).max() ?? 0)
        if parents.count == 1, parts.parent == nil {
            parts.parent = parents[0]
        } else {
            parts.tests.append(.any(parents))
        }
    }

    private mutating func complex(_ table: inout SVGSelectorTable) -> Complex? {
        var weight = SVGSelectorTable.Weight()
        guard let first = compound(&table, &weight) else { return nil }
        var parts = [first]
        while true {
            let hasSpace = skipSpace()
            switch peek {
            case nil, 0x2C, 0x29: return (parts, weight)
            default: break
            }
            let joint = combinator()
            // Nothing follows a pseudo-element.
            guard joint != nil || hasSpace, parts.last?.isPseudoElement == false,
                var next = compound(&table, &weight)
            else { return nil }
            next.joint = joint ?? .descendant
            parts.append(next)
        }
    }

    private mutating func compound(
        _ table: inout SVGSelectorTable, _ weight: inout SVGSelectorTable.Weight
    ) -> SVGSelectorTable.Parts? {
        var parts = SVGSelectorTable.Parts()
        skipComments()
        let start = at
        guard type(&parts, &weight) else { return nil }
        while true {
            skipComments()
            guard let byte = peek else { break }
            if parts.isPseudoElement, byte == 0x23 || byte == 0x2E || byte == 0x5B || byte == 0x3A || byte == 0x26 {
                return nil
            }
            switch byte {
            case 0x26:
                at += 1
                mentionsParent = true
                addParent(to: &parts, weight: &weight, in: &table)
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
                guard pseudo(&parts, weight: &weight, in: &table) else { return nil }
            default: return at > start ? parts : nil
            }
        }
        return at > start ? parts : nil
    }

    /// Parses an element's name with its namespace, if there is one.
    ///
    /// - Returns: False if it is invalid.
    private mutating func type(
        _ parts: inout SVGSelectorTable.Parts, _ weight: inout SVGSelectorTable.Weight
    ) -> Bool {
        var namespace = surroundings.namespaces.standard
        var name: String?
        var isAny = consume(0x2A)
        if !isAny, let byte = peek, Self.mayBegin(byte) {
            guard let word = identifier() else { return false }
            name = word
        }
        if consume(0x7C) {
            if isAny {
                namespace = nil
            } else if let prefix = name {
                guard let known = surroundings.namespaces.prefixes[prefix] else { return false }
                namespace = known
            } else {
                // No namespace.
                namespace = .other
            }
            name = nil
            isAny = consume(0x2A)
            if !isAny {
                guard let word = identifier() else { return false }
                name = word
            }
        } else if !isAny, name == nil, depth > 0 {
            // In `:is()` and `:not()`, a compound without a name is of any namespace.
            return true
        }
        if namespace == .other { parts.isPossible = false }
        if let name {
            weight.elements &+= 1
            parts.element = SVGElement(rawValue: name)
            if parts.element == nil { parts.isPossible = false }
        }
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

    // MARK: Words

    /// Parses a list of font families, each a string or space-separated identifiers. Nil if it is invalid.
    ///
    /// - Parameter keepsQuotes: Whether the name of a generic family in quotation marks, which is an ordinary name,
    ///   keeps them. In Chromium, "system-ui" is the system's font nevertheless.
    mutating func families(keepsQuotes: Bool = false) -> [String]? {
        var names: [String] = []
        repeat {
            skipSpace()
            if let name = string() {
                let isQuoted = keepsQuotes && FontFamilies.isGeneric(name.lowercased()) && name != "system-ui"
                names.append(isQuoted ? "\"\(name)\"" : name)
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

    mutating func identifier() -> String? {
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

    private mutating func escape(_ result: inout [UInt8]) -> Bool { CSSText.unescape(bytes, &at, into: &result) }

    /// Parses a string. As in CSS, the end of the text closes it.
    mutating func string() -> String? {
        guard let quote = peek, quote == 0x22 || quote == 0x27 else { return nil }
        let start = at
        let (end, ending) = CSSText.endOfString(bytes, from: at)
        guard ending != .invalid else { return nil }
        at = end
        return String(decoding: CSSText.string(TextBytes(rebasing: bytes[start..<end])), as: UTF8.self)
    }

    mutating func skipToParenthesis() -> Bool {
        while let byte = peek, byte != 0x29 {
            if byte == 0x28 { return false }
            at += 1
        }
        return consume(0x29)
    }
}
