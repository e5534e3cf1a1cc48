/// The rules of a document's `style` elements, in cascade order.
///
/// Rules are indexed by the most selective part of their selector's last compound: an id, else a class, else an element
/// name, else nothing. `SVGCascade` finds an element's declarations in the index.
struct SVGStyleSheet {
    struct Declaration {
        var property: SVGAttribute
        var isImportant: Bool
        /// Whether the reader supports the value.
        var isSupported: Bool
        fileprivate var value: Range<Int32>
    }

    /// The declarations in a pair of braces: the last valid one for each property, weakest first.
    typealias Block = Range<Int32>

    /// A selector with its declarations.
    struct Rule {
        var selector: SVGSelector
        var block: Int32
        var priority: Priority
    }

    /// The cascade priority: ids, then classes and attributes, then elements, then order.
    typealias Priority = UInt64

    /// The key under which a rule is indexed.
    enum Key: Hashable {
        case any
        case element(SVGElement)
        case `class`(SVGSelectorTable.Name)
        case id(SVGSelectorTable.Name)
    }

    /// The rules of one key, weakest first.
    struct Bucket {
        /// Rules without other conditions, which apply to every element with the key.
        var plain: ContiguousArray<(priority: Priority, block: Int32)> = []
        /// The numbers of rules with other conditions.
        var others: ContiguousArray<Int32> = []
    }

    private(set) var buckets: [Key: Bucket] = [:]
    private(set) var rules: ContiguousArray<Rule> = []
    private(set) var blocks: ContiguousArray<Block> = []
    private(set) var declarations: ContiguousArray<Declaration> = []
    private(set) var selectors = SVGSelectorTable()
    private var values: [UInt8] = []
    private var selectorCount = 0

    var isEmpty: Bool { buckets.isEmpty }

    /// The preferences that `@media` is evaluated with.
    var preferences = DrawingPreferences()

    /// Sentences about the sheets for the document's owner.
    private(set) var notes: Set<String> = []
    /// An exceeded limit of a style sheet.
    struct TooMuch: Error {
        var what: String
        var limit: String
    }

    /// The maximum number of selectors, and of their compounds, in all sheets: a hundred times the largest known sheets
    /// of drawings. Each takes up to 200 bytes, in total the 64 MB that opening any document may take.
    static let largestSelectorCount = 250_000

    func withValue<Result>(of declaration: Declaration, _ body: (TextBytes) -> Result) -> Result {
        values.withUnsafeBufferPointer { values in
            body(
                TextBytes(
                    rebasing: values[Int(declaration.value.lowerBound)..<Int(declaration.value.upperBound)]))
        }
    }

    // MARK: Reading

    /// Adds the rules of one sheet.
    ///
    /// - Complexity: O(bytes).
    mutating func add(_ text: TextBytes) throws(TooMuch) {
        let plain = SVGStyleComments.removedWithMarks(from: text)
        var tooMuch: TooMuch?
        plain.withUnsafeBufferPointer { bytes in
            do throws(TooMuch) { try read(bytes) } catch { tooMuch = error }
        }
        if let tooMuch { throw tooMuch }
    }

    /// The maximum nesting of rules.
    private static let maxRuleDepth = 8

    private mutating func read(_ bytes: TextBytes, depth: Int = 0) throws(TooMuch) {
        var at = 0
        while at < bytes.count {
            let start = at
            while at < bytes.count, bytes[at] != 0x7B, bytes[at] != 0x3B { at += 1 }
            guard at < bytes.count else { return }
            let prelude = Self.trimmed(bytes, start..<at)
            let isBlock = bytes[at] == 0x7B
            at += 1
            let isAtRule = prelude.first == 0x40
            if isAtRule {
                let end = isBlock ? Self.end(ofBlock: bytes, from: at) : at
                let name = prelude.prefix { $0 > 0x20 && $0 != 0x28 }
                // Longer text is not a valid query and need not be reported.
                let words = prelude.dropFirst(name.count).prefix(SVGMediaQuery.maxLength + 1)
                let rest = SVGStyle.trimmed(TextBytes(rebasing: words))
                switch SVGStyle.trimmed(TextBytes(rebasing: name)).lowercased() {
                case "@media" where isBlock && depth < Self.maxRuleDepth && SVGMediaQuery.matches(rest, preferences):
                    try read(TextBytes(rebasing: bytes[at..<end]), depth: depth + 1)
                case "@import": notes.insert("An external style sheet is not read: \(rest.prefix(80)).")
                case "@font-face": notes.insert("Web fonts (@font-face) are not read.")
                // Other at-rules do not apply to a still picture, or neither librsvg nor this reader supports them.
                default: break
                }
                at = min(bytes.count, isBlock ? end + 1 : at)
                continue
            }
            guard isBlock else { continue }
            let open = at
            while at < bytes.count, bytes[at] != 0x7D { at += 1 }
            guard at < bytes.count else { return }
            try add(TextBytes(rebasing: bytes[open..<at]), of: prelude)
            at += 1
        }
    }

    /// Returns the index of the closing brace for the one before `start`, or the end.
    private static func end(ofBlock bytes: TextBytes, from start: Int) -> Int {
        var open = 1
        var at = start
        while at < bytes.count {
            if bytes[at] == 0x7B { open += 1 }
            if bytes[at] == 0x7D {
                open -= 1
                if open == 0 { return at }
            }
            at += 1
        }
        return at
    }

    /// Adds a rule.
    private mutating func add(_ text: TextBytes, of prelude: TextBytes) throws(TooMuch) {
        guard let list = selectors.add(prelude) else { return }
        let block = append(text)
        for selector in list {
            selectorCount += 1
            append(selector, block)
        }
        guard selectorCount <= Self.largestSelectorCount, selectors.compounds.count <= Self.largestSelectorCount
        else { throw TooMuch(what: "its style sheets have too many selectors", limit: "\(Self.largestSelectorCount)") }
    }

    private mutating func append(_ selector: SVGSelector, _ block: Int32) {
        guard !blocks[Int(block)].isEmpty else { return }
        let priority = Priority(selector.specificity) << 32 | Priority(selectorCount)
        if let key = selectors.onlyKey(of: selector) {
            // A selector repeated in one list has no further effect.
            if buckets[key]?.plain.last?.block != block {
                buckets[key, default: Bucket()].plain.append((priority, block))
            }
        } else {
            buckets[selectors.key(of: selector), default: Bucket()].others.append(Int32(rules.count))
            rules.append(Rule(selector: selector, block: block, priority: priority))
        }
    }

    /// Stores the effective declarations of a block.
    ///
    /// - Returns: The block's number.
    private mutating func append(_ text: TextBytes) -> Int32 {
        var found: [(declaration: SVGDeclarations.Declaration, isSupported: Bool)] = []
        var scratch = SVGStyle()
        let parent = SVGStyle()
        for declaration in SVGDeclarations(text) {
            do throws(SVGUnsupported) {
                guard
                    try scratch.apply(declaration.property, declaration.value, parent: parent, from: .sheet)
                else { continue }
                found.append((declaration, true))
            } catch {
                found.append((declaration, false))
            }
        }
        let kept = SVGStrongest.indices(in: found) {
            SVGStrongest.Slot(
                property: $0.isSupported ? $0.declaration.property : nil, isImportant: $0.declaration.isImportant)
        }
        let first = Int32(declarations.count)
        for index in kept { append(found[index].declaration, isSupported: found[index].isSupported) }
        blocks.append(first..<Int32(declarations.count))
        return Int32(blocks.count - 1)
    }

    private mutating func append(_ declaration: SVGDeclarations.Declaration, isSupported: Bool) {
        declarations.append(
            Declaration(
                property: declaration.property, isImportant: declaration.isImportant, isSupported: isSupported,
                value: keep(declaration.value)))
    }

    private mutating func keep(_ value: TextBytes) -> Range<Int32> {
        let start = Int32(values.count)
        values += value
        return start..<Int32(values.count)
    }

    private static func trimmed(_ bytes: TextBytes, _ range: Range<Int>) -> TextBytes {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        return TextBytes(rebasing: bytes[start..<end])
    }
}

/// Selection of the effective declarations when several set one property.
enum SVGStrongest {
    struct Slot: Hashable {
        /// The property; nil for an unsupported value. The first of these is reported as the reason for using librsvg.
        var property: SVGAttribute?
        var isImportant: Bool
    }

    /// Returns the indices of the last declaration in each slot, and of the first unsupported one, in order.
    ///
    /// - Complexity: O(n).
    static func indices<Element>(in elements: [Element], slot: (Element) -> Slot) -> [Int] {
        var last: [Slot: Int] = [:]
        for index in elements.indices {
            let slot = slot(elements[index])
            if slot.property != nil || last[slot] == nil { last[slot] = index }
        }
        return last.values.sorted()
    }
}
