/// The parser of selector lists: Selectors Level 4 and CSS Nesting, as far as they apply to still pictures. As in CSS,
/// one invalid selector invalidates the list, except in `:is()` and `:where()`.
struct SVGSelectorParser {
    private let bytes: TextBytes
    private let surroundings: Surroundings
    private var at = 0
    private var depth = 0
    /// Whether the parentheses of `:has()` are open.
    private var isInHas = false
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
    private enum Kind {
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

    private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        at += 1
        return true
    }

    /// Skips spaces and comments.
    ///
    /// - Returns: Whether there was any space.
    @discardableResult
    private mutating func skipSpace() -> Bool {
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
    private mutating func list(_ table: inout SVGSelectorTable, _ kind: Kind) -> [SVGSelector]? {
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
        addParent(&parent, &weight, &table)
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
        _ parts: inout SVGSelectorTable.Parts, _ weight: inout SVGSelectorTable.Weight, _ table: inout SVGSelectorTable
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
                addParent(&parts, &weight, &table)
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

    // MARK: Pseudo-classes

    private mutating func pseudo(
        _ parts: inout SVGSelectorTable.Parts, _ table: inout SVGSelectorTable,
        _ weight: inout SVGSelectorTable.Weight
    ) -> Bool {
        let isElement = consume(0x3A)
        guard let name = identifier()?.lowercased() else { return false }
        if isElement || Self.oldPseudoElements.contains(name) {
            // A drawing has no `::before`, `::after` or first line. `:is()` and `:not()` contain no pseudo-elements.
            guard depth == 0 else { return false }
            weight.elements &+= 1
            parts.isPossible = false
            parts.isPseudoElement = true
            if consume(0x28) { return Self.pseudoElementFunctions.contains(name) && skipToParenthesis() }
            return Self.pseudoElements.contains(name) || Self.oldPseudoElements.contains(name)
                || name.hasPrefix("-webkit-")
        }
        if consume(0x28) { return function(name, &parts, &table, &weight) }
        weight.classes &+= 1
        switch name {
        case "root", "scope": parts.tests.append(.root)
        case "empty": parts.tests.append(.empty)
        // The reader knows no element of another kind.
        case "defined": break
        case "link", "any-link", "-webkit-any-link": parts.tests.append(.link)
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
        case "not", "is", "where", "-webkit-any":
            let isForgiving = name == "is" || name == "where"
            guard let list = list(&table, isForgiving ? .forgiving : .strict) else { return false }
            parts.tests.append(name == "not" ? .not(list) : .any(list))
            if name != "where" {
                weight += SVGSelectorTable.Weight(packed: list.map(\.specificity).max() ?? 0)
            }
            return true
        case "dir":
            skipSpace()
            guard let direction = identifier() else { return false }
            skipSpace()
            weight.classes &+= 1
            // Without HTML's attribute every element is written from left to right.
            if direction.lowercased() != "ltr" { parts.tests.append(.never) }
            return consume(0x29)
        case "state", "host", "host-context", "active-view-transition-type":
            weight.classes &+= 1
            parts.tests.append(.never)
            return skipToParenthesis()
        case "has":
            guard !isInHas else { return false }
            isInHas = true
            defer { isInHas = false }
            guard let list = list(&table, .relative) else { return false }
            parts.tests.append(.has(list))
            weight += SVGSelectorTable.Weight(packed: list.map(\.specificity).max() ?? 0)
            return true
        case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
            guard let (a, b, hasList) = formula() else { return false }
            weight.classes &+= 1
            let (isOfType, isFromEnd) = (name.hasSuffix("type"), name.contains("last"))
            guard hasList else {
                parts.tests.append(.position(a: a, b: b, isOfType: isOfType, isFromEnd: isFromEnd))
                return true
            }
            guard !isOfType, let list = list(&table, .strict) else { return false }
            weight += SVGSelectorTable.Weight(packed: list.map(\.specificity).max() ?? 0)
            parts.tests.append(.positionAmong(list, a: a, b: b, isFromEnd: isFromEnd))
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
        "active", "autofill", "checked", "current", "default", "disabled", "enabled", "focus", "focus-visible",
        "focus-within", "fullscreen", "future", "host", "hover", "in-range", "indeterminate", "interest-source",
        "invalid", "modal", "open", "optional", "out-of-range", "past", "picture-in-picture", "placeholder-shown",
        "popover-open", "read-only", "read-write", "required", "target", "target-after", "target-before",
        "target-current", "user-invalid", "user-valid", "valid", "visited", "xr-overlay", "active-view-transition",
        "-webkit-autofill", "-webkit-drag", "-webkit-full-screen",
    ]
    /// The pseudo-elements of CSS 2.1, which may have a single colon.
    private static let oldPseudoElements: Set<String> = ["before", "after", "first-line", "first-letter"]
    /// Other pseudo-elements that Chromium knows.
    private static let pseudoElements: Set<String> = [
        "backdrop", "checkmark", "column", "cue", "details-content", "file-selector-button", "grammar-error", "marker",
        "permission-icon", "picker-icon", "placeholder", "scroll-marker", "scroll-marker-group", "search-text",
        "selection", "spelling-error", "target-text", "view-transition",
    ]
    /// Pseudo-elements with arguments that Chromium knows.
    private static let pseudoElementFunctions: Set<String> = [
        "cue", "highlight", "part", "picker", "scroll-button", "slotted", "view-transition-group",
        "view-transition-group-children", "view-transition-image-pair", "view-transition-new", "view-transition-old",
    ]

    /// Parses `an + b` and its closing parenthesis, or `an + b of`.
    private mutating func formula() -> (a: Int, b: Int, hasList: Bool)? {
        var text = ""
        var hasList = false
        while let byte = peek, byte != 0x29, text.utf8.count < 40 {
            if byte | 0x20 == 0x6F, text.last?.isWhitespace == true, text.contains(where: { !$0.isWhitespace }) {
                // "odd" contains the letter, too.
                let end = CSSText.endOfName(bytes, from: at)
                guard CSSText.equals(bytes[at..<end], "of") else { return nil }
                at = end
                hasList = true
                break
            }
            text.unicodeScalars.append(Unicode.Scalar(byte))
            at += 1
        }
        guard hasList || consume(0x29) else { return nil }
        return Self.formula(text).map { ($0.a, $0.b, hasList) }
    }

    private static func formula(_ text: String) -> (a: Int, b: Int)? {
        var text = text
        text = text.trimmingSpace.lowercased()
        if text == "odd" { return (2, 1) }
        if text == "even" { return (2, 0) }
        func number(_ text: Substring) -> Int? {
            let text = String(text).trimmingSpace
            guard let value = Int(text.hasPrefix("+") ? String(text.dropFirst()) : text), value.magnitude < 1 << 30,
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

    private mutating func escape(_ result: inout [UInt8]) -> Bool { CSSText.unescape(bytes, &at, into: &result) }

    /// Parses a string. As in CSS, the end of the text closes it.
    private mutating func string() -> String? {
        guard let quote = peek, quote == 0x22 || quote == 0x27 else { return nil }
        let start = at
        let (end, ending) = CSSText.endOfString(bytes, from: at)
        guard ending != .invalid else { return nil }
        at = end
        return String(decoding: CSSText.string(TextBytes(rebasing: bytes[start..<end])), as: UTF8.self)
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
