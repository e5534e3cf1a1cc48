/// The cascade: finds the declarations of a style sheet that apply to each element of a document.
///
/// Elements share a context if they have the same name, id and classes (those the sheet uses), pass the same tests, and
/// have parents and previous siblings with the same contexts (if selectors depend on them). Elements in the same
/// context have the same declarations, which are found once per context. Rules that select only by one element name,
/// class or id are not matched one by one: for each key, only the last declaration of each property is kept. The
/// remaining cost is O(contexts × other rules of their keys), and bounded.
final class SVGCascade {
    /// The declarations that apply to an element, weakest first.
    struct Result {
        var normal: [Item] = []
        var important: [Item] = []
        /// Whether custom properties are among them.
        var hasCustomProperties = false
    }

    /// A declaration by its number in the sheet, and the rank of its layer.
    struct Item {
        var declaration: Int32
        var layer: Int32
    }

    let sheet: SVGStyleSheet
    let tree: XMLTree

    /// Everything about an element that affects which selectors match it.
    private struct Context: Hashable {
        /// The parent's context, or −1 if no selector depends on it.
        var parent: Int32
        /// The previous sibling's context, or −1 if there is none or no selector depends on it.
        var previous: Int32
        var own: SVGElementNames
        /// The tests that the element passes, ascending.
        var tests: [Int32]
    }

    private var contexts: ContiguousArray<Context> = []
    /// The tests that can matter for elements with these names.
    private var relevantTests: [SVGElementNames: RelevantTests] = [:]
    /// The number of tests not yet added to `steps`.
    private var testCount = 0
    /// The element on which `:has()` is tested.
    var anchor: Int32 = -1
    /// The positions among siblings, by node; empty until the first request.
    var positions: ContiguousArray<SVGSiblingPosition> = []
    /// The positions among the selected children of a parent.
    var selectedPositions: [SelectedChildren: [Int32: (index: Int32, fromEnd: Int32)]] = [:]
    private var contextNumbers: [Context: Int32] = [:]
    /// The context of each node of the tree, or −1 if not computed yet.
    private var contextsOfNodes: ContiguousArray<Int32>

    /// The children of an element that match a list of selectors.
    struct SelectedChildren: Hashable {
        var parent: Int32
        /// The number of the list's first compound, which no other list has.
        var list: Int32
    }

    private struct Entry {
        var priority: SVGStyleSheet.Priority
        var declaration: Int32
    }

    private var results: [Int32: Result] = [:]
    private var plainEntries: [SVGStyleSheet.Key: [Entry]] = [:]
    /// The number of declarations kept in the two dictionaries above.
    private var keptCount = 0
    /// The maximum of `keptCount`, 16 MB. Beyond it the dictionaries are cleared.
    private static let maxKeptCount = 1 << 20

    /// The total number of compounds matched against elements and of declarations examined.
    private(set) var steps = 0
    private let largestStepCount: Int

    /// Whether the step limit is exceeded.
    var isExhausted: Bool { steps > largestStepCount }

    init(_ sheet: SVGStyleSheet, _ tree: XMLTree, largestStepCount: Int) {
        self.sheet = sheet
        self.tree = tree
        self.largestStepCount = largestStepCount
        contextsOfNodes = ContiguousArray(repeating: -1, count: tree.nodes.count)
    }

    /// Returns the declarations that apply to an element, by their numbers in the sheet.
    ///
    /// - Complexity: O(1) for an element in a known context.
    func declarations(for node: Int32) throws(SVGStyleSheet.TooMuch) -> Result {
        let context = try context(of: node)
        if let known = results[context] { return known }
        let result = try result(for: context)
        keep(result.normal.count + result.important.count + 1)
        results[context] = result
        return result
    }

    private func keep(_ count: Int) {
        if keptCount > Self.maxKeptCount {
            results = [:]
            plainEntries = [:]
            keptCount = 0
        }
        keptCount += count
    }

    func spend(_ count: Int) throws(SVGStyleSheet.TooMuch) {
        steps += count
        if isExhausted { throw complaint }
    }

    /// The error to report when the step limit is exceeded.
    var complaint: SVGStyleSheet.TooMuch {
        SVGStyleSheet.TooMuch(
            what: "matching its style sheets' selectors to its elements takes more comparisons",
            limit: "\(largestStepCount)")
    }

    // MARK: Contexts

    private func context(of node: Int32) throws(SVGStyleSheet.TooMuch) -> Int32 {
        if contextsOfNodes[Int(node)] >= 0 { return contextsOfNodes[Int(node)] }
        guard sheet.selectors.asksForAncestors else {
            contextsOfNodes[Int(node)] = number(of: try context(of: node, parent: -1, previous: -1))
            return contextsOfNodes[Int(node)]
        }
        var path = [node]
        var ancestor = tree.nodes[Int(node)].parent
        while ancestor >= 0, contextsOfNodes[Int(ancestor)] < 0 {
            path.append(ancestor)
            ancestor = tree.nodes[Int(ancestor)].parent
        }
        var parent = ancestor < 0 ? -1 : contextsOfNodes[Int(ancestor)]
        for each in path.reversed() {
            let above = tree.nodes[Int(each)].parent
            if sheet.selectors.asksForSiblings, above >= 0 {
                // All siblings at once, because each context depends on the previous one.
                var previous: Int32 = -1
                for child in tree.children(of: above) where tree.nodes[Int(child)].element != nil {
                    previous = number(of: try context(of: child, parent: parent, previous: previous))
                    contextsOfNodes[Int(child)] = previous
                }
            } else {
                contextsOfNodes[Int(each)] = number(of: try context(of: each, parent: parent, previous: -1))
            }
            parent = contextsOfNodes[Int(each)]
        }
        return contextsOfNodes[Int(node)]
    }

    private func context(
        of node: Int32, parent: Int32, previous: Int32
    ) throws(SVGStyleSheet.TooMuch) -> Context {
        let own = names(of: node)
        return Context(parent: parent, previous: previous, own: own, tests: try passedTests(node, own))
    }

    /// Returns the tests that an element passes, out of those that can matter for it.
    private func passedTests(
        _ node: Int32, _ own: SVGElementNames
    ) throws(SVGStyleSheet.TooMuch) -> [Int32] {
        guard !sheet.selectors.testing.isEmpty else { return [] }
        let relevant = try relevantTests(of: own)
        if relevant.isEmpty { return [] }
        var passed: [Int32] = []
        var made = relevant.others.count
        for number in relevant.others {
            if try passes(sheet.selectors.tests[Int(number)], node) { passed.append(number) }
        }
        if !relevant.ofAttributes.isEmpty {
            for attribute in tree.attributes(of: node) {
                guard let numbers = relevant.ofAttributes[attribute.name] else { continue }
                made += numbers.count
                for number in numbers {
                    if try passes(sheet.selectors.tests[Int(number)], node) { passed.append(number) }
                }
            }
        }
        testCount += made
        if testCount >= Self.testsPerStep {
            try spend(testCount / Self.testsPerStep)
            testCount %= Self.testsPerStep
        }
        // The passed tests are stored with the element's context.
        try spend(passed.count)
        return passed.count < 2 ? passed : Set(passed).sorted()
    }

    /// The number of tests that cost as much as matching a rule.
    private static let testsPerStep = 4

    private struct RelevantTests {
        /// Tests that require an attribute, by that attribute.
        var ofAttributes: [SVGAttribute: [Int32]] = [:]
        var others: [Int32] = []

        var isEmpty: Bool { ofAttributes.isEmpty && others.isEmpty }
    }

    private func relevantTests(of own: SVGElementNames) throws(SVGStyleSheet.TooMuch) -> RelevantTests {
        if let known = relevantTests[own] { return known }
        let table = sheet.selectors
        var numbers: Set<Int32> = []
        try spend(table.testing.count)
        for number in table.testing {
            let compound = table.compounds[Int(number)]
            if try isMatch(compound, own) { numbers.formUnion(table.testNumbers[compound.testRange]) }
        }
        var result = RelevantTests()
        for number in numbers.sorted() {
            if case .attribute(let attribute) = table.tests[Int(number)], attribute.other == nil {
                for name in attribute.names { result.ofAttributes[name, default: []].append(number) }
            } else {
                result.others.append(number)
            }
        }
        relevantTests[own] = result
        return result
    }

    private func number(of context: Context) -> Int32 {
        if let known = contextNumbers[context] { return known }
        let number = Int32(contexts.count)
        contexts.append(context)
        contextNumbers[context] = number
        return number
    }

    // MARK: Declarations

    private func result(for context: Int32) throws(SVGStyleSheet.TooMuch) -> Result {
        var entries: [Entry] = []
        let own = contexts[Int(context)]
        try add(.any, context, &entries)
        let names = own.own
        if let element = names.element { try add(.element(element), context, &entries) }
        for name in names.classes { try add(.class(name), context, &entries) }
        if let id = names.id { try add(.id(id), context, &entries) }
        // The declarations of one rule keep their order.
        entries.sort { ($0.priority, $0.declaration) < ($1.priority, $1.declaration) }
        var result = Result()
        for entry in strongest(entries) {
            let item = Item(declaration: entry.declaration, layer: SVGStyleSheet.layer(of: entry.priority))
            let declaration = sheet.declarations[Int(entry.declaration)]
            if declaration.property == .customProperty { result.hasCustomProperties = true }
            if declaration.isImportant {
                result.important.append(item)
            } else {
                result.normal.append(item)
            }
        }
        if sheet.layers.count > 1 {
            // Important declarations of the first layer are the strongest. The order within a layer stays.
            let important = result.important.enumerated().sorted {
                $0.element.layer != $1.element.layer
                    ? $0.element.layer > $1.element.layer : $0.offset < $1.offset
            }
            result.important = important.map(\.element)
        }
        return result
    }

    private func add(
        _ key: SVGStyleSheet.Key, _ context: Int32, _ entries: inout [Entry]
    ) throws(SVGStyleSheet.TooMuch) {
        guard let bucket = sheet.buckets[key] else { return }
        if !bucket.plain.isEmpty {
            let plain = try self.plain(key, bucket)
            try spend(plain.count)
            entries += plain
        }
        for number in bucket.others {
            let rule = sheet.rules[Int(number)]
            if try matches(rule.selector, context) { try add(rule.block, rule.priority, &entries) }
        }
    }

    private func add(
        _ block: Int32, _ priority: SVGStyleSheet.Priority, _ entries: inout [Entry]
    ) throws(SVGStyleSheet.TooMuch) {
        let block = sheet.blocks[Int(block)]
        try spend(block.count)
        for declaration in block { entries.append(Entry(priority: priority, declaration: declaration)) }
    }

    /// Returns the strongest declarations of the rules that select only by the key.
    private func plain(
        _ key: SVGStyleSheet.Key, _ bucket: SVGStyleSheet.Bucket
    ) throws(SVGStyleSheet.TooMuch) -> [Entry] {
        if let known = plainEntries[key] { return known }
        var entries: [Entry] = []
        for rule in bucket.plain {
            try add(rule.block, rule.priority, &entries)
            // Reduced along the way, so that a thousand rules of a hundred declarations are not all in memory at once.
            if entries.count > 4096 { entries = strongest(entries) }
        }
        entries = strongest(entries)
        keep(entries.count + 1)
        plainEntries[key] = entries
        return entries
    }

    private func strongest(_ entries: [Entry]) -> [Entry] {
        SVGStrongest.indices(in: entries) { entry in
            SVGStrongest.Slot(
                sheet.declarations[Int(entry.declaration)], layer: SVGStyleSheet.layer(of: entry.priority))
        }.map { entries[$0] }
    }

    // MARK: Matching

    /// Whether a selector matches an element with its ancestors and siblings.
    ///
    /// - Complexity: O(depth × consecutive compounds joined by `>`); with sibling combinators O(compounds × ancestors
    ///   and siblings).
    private func matches(_ selector: SVGSelector, _ context: Int32) throws(SVGStyleSheet.TooMuch) -> Bool {
        if sheet.selectors.asksForSiblings,
            selector.compounds.contains(where: { sheet.selectors.compounds[Int($0)].joint.isBetweenSiblings })
        {
            guard selector.compounds.count <= Self.maxCompounds else { return false }
            var failed: Set<Attempt> = []
            return try matches(Int(selector.compounds.upperBound) - 1, selector, context, &failed)
        }
        let first = Int(selector.compounds.lowerBound)
        guard var found = try chain(Int(selector.compounds.upperBound) - 1, first, context) else { return false }
        while found.compound > first {
            // The nearest matching ancestor suffices, because it leaves the most ancestors for the remaining compounds.
            var ancestor = contexts[Int(found.context)].parent
            var next: (compound: Int, context: Int32)?
            while ancestor >= 0 {
                next = try chain(found.compound - 1, first, ancestor)
                if next != nil { break }
                ancestor = contexts[Int(ancestor)].parent
            }
            guard let next else { return false }
            found = next
        }
        return true
    }

    /// Matches consecutive compounds joined by `>` against an element and its ancestors.
    ///
    /// - Returns: The first of these compounds and the context that it matched; nil if one does not match.
    private func chain(
        _ last: Int, _ first: Int, _ context: Int32
    ) throws(SVGStyleSheet.TooMuch) -> (compound: Int, context: Int32)? {
        var compound = last
        var at = context
        while at >= 0, try isMatch(sheet.selectors.compounds[compound], contexts[Int(at)]) {
            if compound == first || sheet.selectors.compounds[compound].joint != .child { return (compound, at) }
            compound -= 1
            at = contexts[Int(at)].parent
        }
        return nil
    }

    /// The maximum number of compounds in a selector with sibling combinators, because each is a recursive call. A
    /// longer selector matches nothing.
    static let maxCompounds = 1000

    private struct Attempt: Hashable {
        var compound: Int
        var context: Int32
    }

    /// - Parameter failed: The attempts that are known to fail.
    private func matches(
        _ compound: Int, _ selector: SVGSelector, _ context: Int32, _ failed: inout Set<Attempt>
    ) throws(SVGStyleSheet.TooMuch) -> Bool {
        guard context >= 0 else { return false }
        let attempt = Attempt(compound: compound, context: context)
        if failed.contains(attempt) { return false }
        let own = sheet.selectors.compounds[compound]
        if try isMatch(own, contexts[Int(context)]) {
            if compound == Int(selector.compounds.lowerBound) { return true }
            var at = context
            repeat {
                at = own.joint.isBetweenSiblings ? contexts[Int(at)].previous : contexts[Int(at)].parent
                try spend(1)
                if try matches(compound - 1, selector, at, &failed) { return true }
            } while at >= 0 && (own.joint == .descendant || own.joint == .later)
        }
        failed.insert(attempt)
        return false
    }

    private func isMatch(
        _ compound: SVGSelectorTable.Compound, _ context: Context
    ) throws(SVGStyleSheet.TooMuch) -> Bool {
        guard try isMatch(compound, context.own) else { return false }
        if compound.tests.isEmpty { return true }
        try spend(compound.tests.count)
        return sheet.selectors.testNumbers[compound.testRange].allSatisfy { number in
            context.tests.contains(number)
        }
    }

    /// Whether an element's name, id and classes match a compound.
    func isMatch(
        _ compound: SVGSelectorTable.Compound, _ own: SVGElementNames
    ) throws(SVGStyleSheet.TooMuch) -> Bool {
        try spend(1)
        if let element = compound.element, own.element != element { return false }
        if let id = compound.id, own.id != id { return false }
        if compound.classes.isEmpty { return true }
        try spend(compound.classes.count + own.classes.count)
        // Both lists are ascending.
        var at = 0
        for index in compound.classes {
            let wanted = sheet.selectors.classes[Int(index)]
            while at < own.classes.count, own.classes[at] < wanted { at += 1 }
            guard at < own.classes.count, own.classes[at] == wanted else { return false }
        }
        return true
    }
}

extension SVGSelectorTable.Compound {
    var testRange: Range<Int> { Int(tests.lowerBound)..<Int(tests.upperBound) }
}

extension SVGSelectorTable.Joint {
    var isBetweenSiblings: Bool { self == .next || self == .later }
}
