/// The rules of a document's style sheets, in cascade order.
///
/// Rules are indexed by the most selective part of their selector's last compound: an id, else a class, else an element
/// name, else nothing. `SVGCascade` finds an element's declarations in the index.
struct SVGStyleSheet {
    struct Declaration {
        var property: SVGAttribute
        /// The number of a custom property's name in `customNames`; −1 for other properties.
        var custom: Int32 = -1
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

    /// The cascade priority: the layer, then ids, then classes and attributes, then elements, then order.
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
    var selectors = SVGSelectorTable()
    var layers = SVGCascadeLayers()
    /// The names of custom properties that the sheets declare.
    private(set) var customNames: [[UInt8]] = []
    private var customNumbers: [[UInt8]: Int32] = [:]
    private var values: [UInt8] = []
    private var selectorCount = 0

    var isEmpty: Bool { buckets.isEmpty }

    /// The preferences that `@media` is evaluated with.
    var preferences = DrawingPreferences()
    /// Whether anything in the document refers to custom properties. Otherwise they are not kept.
    var keepsCustomProperties = false

    /// Whether a declaration reverts to the layer below its own.
    var revertsLayers = false

    /// Sentences about the sheets for the document's owner.
    var notes: Set<String> = []
    /// The rules that are not honored.
    var omissions = SVGOmissions()
    /// The declarations that are not honored, for elements that they would apply to.
    private(set) var omitted: [(name: String, scope: SVGOmittedProperty.Scope, line: Int?)] = []
    /// The maximum number of such declarations that are kept.
    private static let maxOmitted = 4096
    /// The `@font-face` rules with their lines.
    private(set) var fontFaces: [(face: SVGFontFace, line: Int?)] = []
    /// An exceeded limit of a style sheet.
    struct TooMuch: Error {
        var what: String
        var limit: String
    }

    /// The maximum number of selectors, and of their compounds, in all sheets: a hundred times the largest known sheets
    /// of drawings. Each takes up to 200 bytes, in total the 64 MB that opening any document may take.
    static let largestSelectorCount = 250_000

    // The bits of a priority, from the lowest: the order, for which 18 suffice, 32 of a selector's specificity, and 14
    // of the layer.
    private static let orderBits = 18
    private static let layerShift = 50

    /// Returns the rank of the layer in a priority.
    static func layer(of priority: Priority) -> Int32 { Int32(priority >> layerShift) }

    func withValue<Result>(of declaration: Declaration, _ body: (TextBytes) -> Result) -> Result {
        values.withUnsafeBufferPointer { values in
            body(
                TextBytes(
                    rebasing: values[Int(declaration.value.lowerBound)..<Int(declaration.value.upperBound)]))
        }
    }

    // MARK: Reading

    /// Adds the rules of one sheet. `finish` must be called after the last.
    ///
    /// - Complexity: O(bytes).
    mutating func add(_ text: TextBytes, firstLine: Int? = nil) throws(TooMuch) {
        var reader = SVGStyleSheetReader(self, firstLine: firstLine)
        // The reader has the only copy while it reads.
        self = SVGStyleSheet()
        defer { self = reader.sheet }
        try reader.read(text)
    }

    /// Adds a rule for each selector of a list.
    mutating func add(_ list: [SVGSelector], _ found: [Declaration], layer: SVGCascadeLayers.Number) throws(TooMuch) {
        try checkSelectors(list.count)
        let block = append(found)
        for selector in list {
            selectorCount += 1
            append(selector, block, layer: layer)
        }
    }

    /// Throws if there would be too many selectors.
    func checkSelectors(_ count: Int = 0) throws(TooMuch) {
        guard selectorCount + count <= Self.largestSelectorCount,
            selectors.compounds.count <= Self.largestSelectorCount, !selectors.isOverfull
        else { throw TooMuch(what: "its style sheets have too many selectors", limit: "\(Self.largestSelectorCount)") }
    }

    private mutating func append(_ selector: SVGSelector, _ block: Int32, layer: SVGCascadeLayers.Number) {
        guard !blocks[Int(block)].isEmpty else { return }
        let priority =
            Priority(layer) << Self.layerShift | Priority(selector.specificity) << Self.orderBits
            | Priority(selectorCount)
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
    private mutating func append(_ found: [Declaration]) -> Int32 {
        let first = Int32(declarations.count)
        for index in SVGStrongest.indices(in: found, slot: { SVGStrongest.Slot($0) }) {
            declarations.append(found[index])
        }
        blocks.append(first..<Int32(declarations.count))
        return Int32(blocks.count - 1)
    }

    /// Returns a declaration for `add`, with its value kept.
    mutating func declaration(
        _ property: SVGAttribute, _ value: TextBytes, isImportant: Bool, isSupported: Bool = true
    ) -> Declaration {
        let start = Int32(values.count)
        values += value
        return Declaration(
            property: property, isImportant: isImportant, isSupported: isSupported,
            value: start..<Int32(values.count))
    }

    /// Returns a declaration for `add` that has no effect but to be noted.
    mutating func omitted(_ name: String, in scope: SVGOmittedProperty.Scope, line: Int?) -> Declaration {
        if omitted.count < Self.maxOmitted {
            omitted.append((name.count > 80 ? String(name.prefix(80)) : name, scope, line))
        }
        return Declaration(
            property: .omitted, custom: Int32(omitted.count - 1), isImportant: false, isSupported: true, value: 0..<0)
    }

    mutating func add(_ face: SVGFontFace, line: Int?) {
        if fontFaces.count < SVGFontFace.maxCount {
            fontFaces.append((face, line))
        } else {
            omissions.note(.atRule, face.name(.tooLarge), line: line)
        }
    }

    /// Returns the number of a custom property's name.
    mutating func custom(_ name: [UInt8]) -> Int32 {
        if let known = customNumbers[name] { return known }
        let number = Int32(customNames.count)
        customNames.append(name)
        customNumbers[name] = number
        return number
    }

    /// Puts the rules in the order of their layers, which is known at the end of all sheets.
    ///
    /// - Complexity: O(n · log n) if there are layers, otherwise O(1).
    mutating func finish() {
        guard layers.count > 1 else { return }
        let ranks = layers.ranks
        let rest: Priority = 1 << Self.layerShift - 1
        func ranked(_ priority: Priority) -> Priority {
            priority & rest | Priority(ranks[Int(Self.layer(of: priority))]) << Self.layerShift
        }
        for index in rules.indices { rules[index].priority = ranked(rules[index].priority) }
        for key in buckets.keys {
            guard var plain = buckets[key]?.plain else { continue }
            for index in plain.indices { plain[index].priority = ranked(plain[index].priority) }
            plain.sort { $0.priority < $1.priority }
            buckets[key]?.plain = plain
        }
    }
}

/// Selection of the effective declarations when several set one property.
enum SVGStrongest {
    struct Slot: Hashable {
        /// The property; nil for an unsupported value. The first of these is reported as the reason for using librsvg.
        var property: SVGAttribute?
        var custom: Int32
        var isImportant: Bool
        /// The rank of the layer: a value in a layer may revert to that of another.
        var layer: Int32

        init(_ declaration: SVGStyleSheet.Declaration, layer: Int32 = 0) {
            property = declaration.isSupported ? declaration.property : nil
            custom = declaration.custom
            isImportant = declaration.isImportant
            self.layer = layer
        }
    }

    /// Returns the indices of the last declaration in each slot, and of the first unsupported one, in order.
    ///
    /// - Complexity: O(n).
    static func indices<Element>(in elements: [Element], slot: (Element) -> Slot) -> [Int] {
        if elements.count < 2 { return Array(elements.indices) }
        var last: [Slot: Int] = [:]
        for index in elements.indices {
            let slot = slot(elements[index])
            if slot.property != nil || last[slot] == nil { last[slot] = index }
        }
        return last.values.sorted()
    }
}
