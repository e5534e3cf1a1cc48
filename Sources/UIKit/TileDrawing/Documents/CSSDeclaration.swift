import Foundation

/// A property and its value, both in lowercase and without surrounding space.
struct CSSDeclaration: Sendable {
    var property: String
    var value: Substring

    /// Reads declarations separated by semicolons, as in a `style` attribute.
    static func list(_ text: Substring) -> [CSSDeclaration] {
        text.split(separator: ";").compactMap { part in
            guard let colon = part.firstIndex(of: ":") else { return nil }
            let property = part[..<colon].trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
            var value = part[part.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
            if let mark = value.range(of: "!") {
                value = value[..<mark.lowerBound].trimmingCharacters(in: .whitespaces)
            }
            return CSSDeclaration(property: property, value: value[...])
        }
    }
}

/// The rules of a document's style sheets whose selectors are one element, class, identifier, or `element.class`.
/// Other selectors and all at-rules are ignored.
struct CSSRules {
    private struct Declared {
        var declaration: CSSDeclaration
        var order: Int
    }

    /// The maximum number of selectors kept.
    private static let maxSelectors = 10_000

    /// The last declaration of each property that text has, by selector. So an element costs no more with many rules.
    private var rules: [String: [String: Declared]] = [:]
    private var count = 0

    mutating func add(_ sheet: String) {
        // Sheets in old documents are comments, too.
        let characters = Self.withoutComments(sheet[...]).replacing("<!--", with: "").replacing("-->", with: "")
        var rest = characters[...]
        while let open = rest.firstIndex(of: "{") {
            var selectors = rest[..<open]
            // At-rules without a block.
            if let end = selectors.lastIndex(of: ";") { selectors = selectors[selectors.index(after: end)...] }
            rest = rest[rest.index(after: open)...]
            if selectors.contains("@") {
                rest = Self.skipAtRule(rest)
                continue
            }
            guard let close = rest.firstIndex(of: "}") else { return }
            // The last of each property, so that many selectors with many declarations take no more time.
            var seen: Set<String> = []
            let declarations = Array(
                CSSDeclaration.list(rest[..<close]).reversed()
                    .filter { HTMLTextStyle.properties.contains($0.property) && seen.insert($0.property).inserted }
                    .reversed())
            rest = rest[rest.index(after: close)...]
            for selector in selectors.split(separator: ",") { add(selector, declarations) }
        }
    }

    private mutating func add(_ selector: Substring, _ declarations: [CSSDeclaration]) {
        let name = selector.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        guard rules.count < Self.maxSelectors, !name.isEmpty, name.allSatisfy({ !" >+~:[*".contains($0) }) else {
            return
        }
        for declaration in declarations {
            rules[name, default: [:]][declaration.property] = Declared(declaration: declaration, order: count)
            count += 1
        }
    }

    /// Returns the declarations for an element, the strongest last: classes and identifiers win over elements, and
    /// among equals the later one wins.
    func declarations(for tag: HTMLTokens.Tag) -> [CSSDeclaration] {
        guard !rules.isEmpty else { return [] }
        var selectors = [(tag.name, 1)]
        for name in tag.attributes["class"]?.lowercased().split(separator: " ").prefix(16) ?? [] {
            selectors += [(".\(name)", 10), ("\(tag.name).\(name)", 11)]
        }
        if let name = tag.attributes["id"]?.lowercased() {
            selectors += [("#\(name)", 100), ("\(tag.name)#\(name)", 101)]
        }
        var found: [(specificity: Int, declared: Declared)] = []
        for (selector, specificity) in selectors {
            for declared in (rules[selector] ?? [:]).values { found.append((specificity, declared)) }
        }
        found.sort { ($0.specificity, $0.declared.order) < ($1.specificity, $1.declared.order) }
        return found.map(\.declared.declaration)
    }

    private static func withoutComments(_ text: Substring) -> String {
        var result = ""
        var rest = text
        while let start = rest.range(of: "/*") {
            result += rest[..<start.lowerBound]
            guard let end = rest[start.upperBound...].range(of: "*/") else { return result }
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    /// Returns the text after a block such as `@media`, which may have blocks inside.
    private static func skipAtRule(_ text: Substring) -> Substring {
        var depth = 1
        for index in text.indices {
            if text[index] == "{" { depth += 1 } else if text[index] == "}" { depth -= 1 }
            if depth == 0 { return text[text.index(after: index)...] }
        }
        return text[text.endIndex...]
    }
}
