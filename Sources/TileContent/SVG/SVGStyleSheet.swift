import Foundation

/// The rules of a document's `style` elements: CSS 2.1 selectors of elements, classes, ids and attributes, joined by
/// descendant and child combinators.
struct SVGStyleSheet {
    struct Declaration {
        var property: SVGAttribute
        var value: [UInt8]
        var isImportant: Bool
    }

    private struct Rule {
        /// The last compound is the element's own; each earlier one must match an ancestor.
        var selector: [Compound]
        var declarations: [Declaration]
        /// Ids, then classes and attributes, then elements.
        var specificity: Int
    }

    private struct Compound {
        var element: String?
        var id: String?
        var classes: [String] = []
        /// Whether the compound before must match the parent itself.
        var isChildOfPrevious = false
    }

    /// Weakest first, once finished.
    private var rules: [Rule] = []
    /// Numbers of rules by what their last compound asks for first: an id, else a class, else an element.
    private var rulesByID: [String: [Int]] = [:]
    private var rulesByClass: [String: [Int]] = [:]
    private var rulesByElement: [String: [Int]] = [:]
    private var otherRules: [Int] = []

    var isEmpty: Bool { rules.isEmpty }

    /// What of the sheets the reader does not do, the first of it, and the declarations that stand there.
    private(set) var unsupported: SVGUnsupported?
    private(set) var unsupportedDeclarations: [Declaration] = []

    /// Adds the rules of one sheet.
    mutating func add(_ text: String) {
        var rest = Substring(Self.withoutComments(text))
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == ";" }) {
            let prelude = rest[..<open].trimmingCharacters(in: .whitespacesAndNewlines)
            if prelude.hasPrefix("@") {
                let name = prelude.prefix { !$0.isWhitespace }
                // Font faces need outside files, and character sets are settled by now.
                guard name == "@charset" || name == "@font-face" || name == "@namespace" else {
                    unsupported = unsupported ?? SVGUnsupported("\(name) in a style sheet")
                    rest = rest[rest.index(after: open)...]
                    continue
                }
                if rest[open] == ";" {
                    rest = rest[rest.index(after: open)...]
                    continue
                }
            } else if rest[open] == ";" {
                rest = rest[rest.index(after: open)...]
                continue
            }
            guard let close = rest[open...].firstIndex(of: "}") else { return }
            if !prelude.hasPrefix("@") {
                let declarations = Self.declarations(rest[rest.index(after: open)..<close])
                for selector in prelude.split(separator: ",") {
                    let compounds: [Compound]
                    do throws(SVGUnsupported) {
                        compounds = try Self.compounds(selector)
                    } catch {
                        unsupported = unsupported ?? error
                        unsupportedDeclarations += declarations
                        continue
                    }
                    let specificity = compounds.reduce(0) {
                        $0 + ($1.id == nil ? 0 : 10000) + $1.classes.count * 100 + ($1.element == nil ? 0 : 1)
                    }
                    rules.append(Rule(selector: compounds, declarations: declarations, specificity: specificity))
                }
            }
            rest = rest[rest.index(after: close)...]
        }
    }

    /// To be called behind the last sheet. O(n log n) in the rules.
    mutating func finish() {
        // Stable: of equal specificity the later rule wins.
        rules = rules.enumerated().sorted { ($0.element.specificity, $0.offset) < ($1.element.specificity, $1.offset) }
            .map(\.element)
        for (index, rule) in rules.enumerated() {
            guard let last = rule.selector.last else { continue }
            if let id = last.id {
                rulesByID[id, default: []].append(index)
            } else if let name = last.classes.first {
                rulesByClass[name, default: []].append(index)
            } else if let element = last.element {
                rulesByElement[element, default: []].append(index)
            } else {
                otherRules.append(index)
            }
        }
    }

    static func hasComment(_ bytes: TextBytes) -> Bool {
        var last: UInt8 = 0
        for byte in bytes {
            if byte == 0x2A, last == 0x2F { return true }
            last = byte
        }
        return false
    }

    static func withoutComments(_ text: String) -> String {
        var result = ""
        var rest = Substring(text)
        while let open = rest.range(of: "/*") {
            result += rest[..<open.lowerBound]
            guard let close = rest[open.upperBound...].range(of: "*/") else { return result }
            rest = rest[close.upperBound...]
        }
        return (result + rest).replacingOccurrences(of: "<!--", with: "").replacingOccurrences(of: "-->", with: "")
    }

    /// `name: value; name: value`, in a sheet or a style attribute.
    static func declarations(_ text: Substring) -> [Declaration] {
        text.split(separator: ";").compactMap { part in
            guard let colon = part.firstIndex(of: ":") else { return nil }
            let name = part[..<colon].trimmingCharacters(in: .whitespacesAndNewlines)
            var value = part[part.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
            guard let property = SVGAttribute(rawValue: name) else { return nil }
            var isImportant = false
            if let mark = value.range(of: "!important", options: [.caseInsensitive, .backwards]) {
                isImportant = true
                value = value[..<mark.lowerBound].trimmingCharacters(in: .whitespacesAndNewlines)
            }
            return Declaration(property: property, value: Array(value.utf8), isImportant: isImportant)
        }
    }

    private static func compounds(_ selector: Substring) throws(SVGUnsupported) -> [Compound] {
        var result: [Compound] = []
        var isChild = false
        let spaced = selector.replacingOccurrences(of: ">", with: " > ")
        for part in spaced.split(whereSeparator: \.isWhitespace) {
            if part == ">" {
                isChild = true
                continue
            }
            if part.contains(where: { "+~[:".contains($0) }) {
                throw SVGUnsupported("the selector \(selector.trimmingCharacters(in: .whitespacesAndNewlines))")
            }
            var compound = Compound()
            compound.isChildOfPrevious = isChild
            isChild = false
            var rest = part
            while !rest.isEmpty {
                let mark = rest.first!
                let body = (mark == "." || mark == "#") ? rest.dropFirst() : rest
                let name = String(body.prefix { $0 != "." && $0 != "#" })
                switch mark {
                case ".": compound.classes.append(name)
                case "#": compound.id = name
                default: if name != "*" { compound.element = name }
                }
                rest = body.dropFirst(name.count)
            }
            result.append(compound)
        }
        return result
    }

    /// The declarations that apply to an element, weakest first.
    func declarations(for node: Int32, in tree: XMLTree) -> [Declaration] {
        var candidates = otherRules
        if !rulesByElement.isEmpty, let element = tree.nodes[Int(node)].element {
            candidates += rulesByElement[element.rawValue] ?? []
        }
        if !rulesByClass.isEmpty, let value = tree.value(node, .class) {
            for name in Self.classes(value) { candidates += rulesByClass[String(name)] ?? [] }
        }
        if !rulesByID.isEmpty, let value = tree.value(node, .id) {
            candidates += rulesByID[String(decoding: value, as: UTF8.self)] ?? []
        }
        guard !candidates.isEmpty else { return [] }
        candidates.sort()
        var result: [Declaration] = []
        var last = -1
        // A class named twice gives its rules twice.
        for index in candidates where index != last {
            last = index
            var steps = Self.largestStepCount
            let selector = rules[index].selector
            if matches(selector, selector.count - 1, node, tree, &steps) { result += rules[index].declarations }
        }
        return result
    }

    /// Ancestors tried for one rule and element: a selector of many descendants in a deep document could try more than
    /// there are atoms.
    private static let largestStepCount = 4096

    private static func classes(_ value: TextBytes) -> [Substring] {
        String(decoding: value, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    }

    private func matches(
        _ selector: [Compound], _ index: Int, _ node: Int32, _ tree: XMLTree, _ steps: inout Int
    ) -> Bool {
        steps -= 1
        guard node >= 0, steps > 0 else { return false }
        let compound = selector[index]
        if let element = compound.element, tree.nodes[Int(node)].element?.rawValue != element { return false }
        if let id = compound.id, tree.value(node, .id).map({ String(decoding: $0, as: UTF8.self) }) != id {
            return false
        }
        if !compound.classes.isEmpty {
            guard let value = tree.value(node, .class) else { return false }
            let classes = Self.classes(value)
            guard compound.classes.allSatisfy({ name in classes.contains { $0 == name } }) else { return false }
        }
        if index == 0 { return true }
        var ancestor = tree.nodes[Int(node)].parent
        if compound.isChildOfPrevious { return matches(selector, index - 1, ancestor, tree, &steps) }
        while ancestor >= 0 {
            if matches(selector, index - 1, ancestor, tree, &steps) { return true }
            ancestor = tree.nodes[Int(ancestor)].parent
        }
        return false
    }
}
