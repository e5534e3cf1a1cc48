/// The rules of a document's `style` elements, in the order in which they count.
///
/// Rules lie by what their selector's last compound asks for first: an id, else a class, else an element, else
/// anything. `SVGCascade` finds an element's declarations in them.
struct SVGStyleSheet {
    struct Declaration {
        var property: SVGAttribute
        var isImportant: Bool
        /// Whether the reader can do what it asks for.
        var isSupported: Bool
        fileprivate var value: Range<Int32>
    }

    /// The declarations of a pair of braces: for each property the last that is valid, weakest first.
    typealias Block = Range<Int32>

    /// A selector, with the declarations that it stands before.
    struct Rule {
        var selector: SVGSelector
        var block: Int32
        var priority: Priority
    }

    /// Ids, then classes and attributes, then elements, then what stands later.
    typealias Priority = UInt64

    /// By what an element is found first.
    enum Key: Hashable {
        case any
        case element(SVGElement)
        case `class`(SVGSelectorTable.Name)
        case id(SVGSelectorTable.Name)
    }

    /// Rules of one key, weakest first.
    struct Bucket {
        /// Those that ask for nothing else: of an element with the key all of them apply.
        var plain: ContiguousArray<(priority: Priority, block: Int32)> = []
        /// Numbers of those that do.
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

    /// What `@media` is answered by.
    var preferences = DrawingPreferences()

    /// What the owner should know of the sheets. Sentences.
    private(set) var notes: Set<String> = []
    /// What a sheet has too much of.
    struct TooMuch: Error {
        var what: String
        var limit: String
    }

    /// Selectors, and compounds in them, of all sheets: a hundred times what the largest sheets of drawings have. What
    /// is kept of them takes up to 200 bytes each, the 64 MB that opening any document may take.
    static let largestSelectorCount = 250_000

    func withValue<Result>(of declaration: Declaration, _ body: (TextBytes) -> Result) -> Result {
        values.withUnsafeBufferPointer { values in
            body(
                TextBytes(
                    rebasing: values[Int(declaration.value.lowerBound)..<Int(declaration.value.upperBound)]))
        }
    }

    // MARK: Reading

    /// Adds the rules of one sheet. O(bytes).
    mutating func add(_ text: TextBytes) throws(TooMuch) {
        let plain = SVGStyleComments.removedWithMarks(from: text)
        var tooMuch: TooMuch?
        plain.withUnsafeBufferPointer { bytes in
            do throws(TooMuch) { try read(bytes) } catch { tooMuch = error }
        }
        if let tooMuch { throw tooMuch }
    }

    /// Rules within rules within rules, most of which nobody writes.
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
                // What is longer is no query, and not worth saying.
                let words = prelude.dropFirst(name.count).prefix(SVGMediaQuery.maxLength + 1)
                let rest = SVGStyle.trimmed(TextBytes(rebasing: words))
                switch SVGStyle.trimmed(TextBytes(rebasing: name)).lowercased() {
                case "@media" where isBlock && depth < Self.maxRuleDepth && SVGMediaQuery.matches(rest, preferences):
                    try read(TextBytes(rebasing: bytes[at..<end]), depth: depth + 1)
                case "@import": notes.insert("An external style sheet is not read: \(rest.prefix(80)).")
                case "@font-face": notes.insert("Web fonts (@font-face) are not read.")
                // What is left says nothing of a still picture, or librsvg and this reader take no notice.
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

    /// Where the brace is that closes the one before `start`, or the end.
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
            // Repeated in one list it says the same.
            if buckets[key]?.plain.last?.block != block {
                buckets[key, default: Bucket()].plain.append((priority, block))
            }
        } else {
            buckets[selectors.key(of: selector), default: Bucket()].others.append(Int32(rules.count))
            rules.append(Rule(selector: selector, block: block, priority: priority))
        }
    }

    /// Keeps what of a block may change anything.
    ///
    /// - Returns: the block's number.
    private mutating func append(_ text: TextBytes) -> Int32 {
        var found: [(declaration: SVGDeclarations.Declaration, isSupported: Bool)] = []
        var scratch = SVGStyle()
        let parent = SVGStyle()
        for declaration in SVGDeclarations(text) {
            do throws(SVGUnsupported) {
                guard try scratch.apply(declaration.property, declaration.value, parent: parent) else { continue }
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

/// Which declarations count where several are of one property.
enum SVGStrongest {
    struct Slot: Hashable {
        /// Nil for whatever is not supported: the first of those is the reason why a document is not read.
        var property: SVGAttribute?
        var isImportant: Bool
    }

    /// The last of each slot, and of what is not supported the first, in order. O(n).
    static func indices<Element>(in elements: [Element], slot: (Element) -> Slot) -> [Int] {
        var last: [Slot: Int] = [:]
        for index in elements.indices {
            let slot = slot(elements[index])
            if slot.property != nil || last[slot] == nil { last[slot] = index }
        }
        return last.values.sorted()
    }
}
