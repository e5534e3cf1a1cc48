/// Finds the declarations that a style sheet has for the elements of a document.
///
/// Elements of one name, id and classes (as far as the sheet knows them) whose ancestors are alike as well stand in the
/// same context, and have the same declarations: they are found once for each context. Rules that ask for nothing but
/// an element's name, one class or its id are not tried: of all those of one key, only the last declaration of each
/// property is kept. What is left is O(contexts × other rules of their keys), and bounded.
final class SVGCascade {
    /// Weakest first.
    struct Result {
        var normal: [Int32] = []
        var important: [Int32] = []
    }

    let sheet: SVGStyleSheet
    private let tree: XMLTree

    /// All that a selector can tell of an element.
    private struct Context: Hashable {
        /// Its parent's context, or −1 where nothing asks for it.
        var parent: Int32
        var element: SVGElement?
        /// Nil for one that no selector names.
        var id: SVGSelectorTable.Name?
        /// Those that selectors name, ascending.
        var classes: [SVGSelectorTable.Name]
    }

    private var contexts: ContiguousArray<Context> = []
    private var contextNumbers: [Context: Int32] = [:]
    /// The context of each node of the tree, or −1 while it is not known.
    private var contextsOfNodes: ContiguousArray<Int32>

    private struct Entry {
        var priority: SVGStyleSheet.Priority
        var declaration: Int32
    }

    private var results: [Int32: Result] = [:]
    private var plainEntries: [SVGStyleSheet.Key: [Entry]] = [:]
    /// Declarations in the two above.
    private var keptCount = 0
    /// They are forgotten beyond: 16 MB.
    private static let maxKeptCount = 1 << 20

    /// Compounds tried on elements and declarations looked through, in all.
    private(set) var steps = 0
    private let largestStepCount: Int

    /// Whether it took more steps than it may.
    var isExhausted: Bool { steps > largestStepCount }

    init(_ sheet: SVGStyleSheet, _ tree: XMLTree, largestStepCount: Int) {
        self.sheet = sheet
        self.tree = tree
        self.largestStepCount = largestStepCount
        contextsOfNodes = ContiguousArray(repeating: -1, count: tree.nodes.count)
    }

    /// The declarations that apply to an element, by their numbers in the sheet. O(1) for an element in a known
    /// context.
    func declarations(for node: Int32) throws(SVGStyleSheet.TooMuch) -> Result {
        let context = context(of: node)
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

    private func spend(_ count: Int) throws(SVGStyleSheet.TooMuch) {
        steps += count
        if isExhausted { throw complaint }
    }

    /// What is wrong when it is exhausted.
    var complaint: SVGStyleSheet.TooMuch {
        SVGStyleSheet.TooMuch(
            what: "matching its style sheets' selectors to its elements takes more comparisons",
            limit: "\(largestStepCount)")
    }

    // MARK: Contexts

    private func context(of node: Int32) -> Int32 {
        if contextsOfNodes[Int(node)] >= 0 { return contextsOfNodes[Int(node)] }
        var path = [node]
        if sheet.selectors.asksForAncestors {
            var ancestor = tree.nodes[Int(node)].parent
            while ancestor >= 0, contextsOfNodes[Int(ancestor)] < 0 {
                path.append(ancestor)
                ancestor = tree.nodes[Int(ancestor)].parent
            }
            var parent = ancestor < 0 ? -1 : contextsOfNodes[Int(ancestor)]
            for each in path.reversed() {
                parent = number(of: context(of: each, parent: parent))
                contextsOfNodes[Int(each)] = parent
            }
        } else {
            contextsOfNodes[Int(node)] = number(of: context(of: node, parent: -1))
        }
        return contextsOfNodes[Int(node)]
    }

    private func context(of node: Int32, parent: Int32) -> Context {
        var context = Context(parent: parent, element: tree.nodes[Int(node)].element, id: nil, classes: [])
        if !sheet.selectors.idNames.isEmpty, let value = tree.value(node, .id) {
            context.id = sheet.selectors.idNames[String(decoding: value, as: UTF8.self)]
        }
        if !sheet.selectors.classNames.isEmpty, let value = tree.value(node, .class) {
            var numbers: Set<SVGSelectorTable.Name> = []
            for name in value.split(whereSeparator: { $0 <= 0x20 }) {
                if let number = sheet.selectors.classNames[String(decoding: name, as: UTF8.self)] {
                    numbers.insert(number)
                }
            }
            context.classes = numbers.sorted()
        }
        return context
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
        if let element = own.element { try add(.element(element), context, &entries) }
        for name in own.classes { try add(.class(name), context, &entries) }
        if let id = own.id { try add(.id(id), context, &entries) }
        // A rule's own declarations stand in order.
        entries.sort { ($0.priority, $0.declaration) < ($1.priority, $1.declaration) }
        var result = Result()
        for entry in strongest(entries) {
            if sheet.declarations[Int(entry.declaration)].isImportant {
                result.important.append(entry.declaration)
            } else {
                result.normal.append(entry.declaration)
            }
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

    /// What is left of the rules that ask for nothing but the key.
    private func plain(
        _ key: SVGStyleSheet.Key, _ bucket: SVGStyleSheet.Bucket
    ) throws(SVGStyleSheet.TooMuch) -> [Entry] {
        if let known = plainEntries[key] { return known }
        var entries: [Entry] = []
        for rule in bucket.plain {
            try add(rule.block, rule.priority, &entries)
            // In between as well, so that a thousand rules of a hundred declarations are not all there at once.
            if entries.count > 4096 { entries = strongest(entries) }
        }
        entries = strongest(entries)
        keep(entries.count + 1)
        plainEntries[key] = entries
        return entries
    }

    private func strongest(_ entries: [Entry]) -> [Entry] {
        SVGStrongest.indices(in: entries) { entry in
            let declaration = sheet.declarations[Int(entry.declaration)]
            return SVGStrongest.Slot(
                property: declaration.isSupported ? declaration.property : nil, isImportant: declaration.isImportant)
        }.map { entries[$0] }
    }

    // MARK: Matching

    /// Whether a selector matches an element and its ancestors. O(depth × compounds in a row that are joined by `>`).
    private func matches(_ selector: SVGSelector, _ context: Int32) throws(SVGStyleSheet.TooMuch) -> Bool {
        let first = Int(selector.compounds.lowerBound)
        guard var found = try chain(Int(selector.compounds.upperBound) - 1, first, context) else { return false }
        while found.compound > first {
            // The nearest ancestor will do: it leaves the most to the compounds before.
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

    /// Goes up compounds that are joined by `>` as it goes up from an element.
    ///
    /// - Returns: the first of them and what it matched; nil when one does not match.
    private func chain(
        _ last: Int, _ first: Int, _ context: Int32
    ) throws(SVGStyleSheet.TooMuch) -> (compound: Int, context: Int32)? {
        var compound = last
        var at = context
        while at >= 0, try isMatch(sheet.selectors.compounds[compound], contexts[Int(at)]) {
            if compound == first || !sheet.selectors.compounds[compound].isChildOfPrevious { return (compound, at) }
            compound -= 1
            at = contexts[Int(at)].parent
        }
        return nil
    }

    private func isMatch(
        _ compound: SVGSelectorTable.Compound, _ context: Context
    ) throws(SVGStyleSheet.TooMuch) -> Bool {
        try spend(1)
        if let element = compound.element, context.element != element { return false }
        if let id = compound.id, context.id != id { return false }
        if compound.classes.isEmpty { return true }
        try spend(compound.classes.count + context.classes.count)
        // Both ascend.
        var at = 0
        for index in compound.classes {
            let wanted = sheet.selectors.classes[Int(index)]
            while at < context.classes.count, context.classes[at] < wanted { at += 1 }
            guard at < context.classes.count, context.classes[at] == wanted else { return false }
        }
        return true
    }
}
