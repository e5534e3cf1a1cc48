/// Pseudo-classes and pseudo-elements.
extension SVGSelectorParser {
    /// Parses a pseudo-class or a pseudo-element after its colon.
    ///
    /// - Returns: False if it is invalid.
    mutating func pseudo(
        _ parts: inout SVGSelectorTable.Parts, weight: inout SVGSelectorTable.Weight, in table: inout SVGSelectorTable
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
        if consume(0x28) { return function(name, &parts, weight: &weight, in: &table) }
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
        _ name: String, _ parts: inout SVGSelectorTable.Parts, weight: inout SVGSelectorTable.Weight,
        in table: inout SVGSelectorTable
    ) -> Bool {
        switch name {
        case "not", "is", "where", "-webkit-any":
            let isForgiving = name == "is" || name == "where"
            guard let list = list(isForgiving ? .forgiving : .strict, in: &table) else { return false }
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
            guard let list = list(.relative, in: &table) else { return false }
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
            guard !isOfType, let list = list(.strict, in: &table) else { return false }
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
}

extension String {
    fileprivate var trimmingSpace: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
