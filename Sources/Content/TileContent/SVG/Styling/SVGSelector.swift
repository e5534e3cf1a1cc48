/// A selector of a style sheet, as the range of its compounds in the sheet's table. The last compound matches the
/// element itself. Each earlier one must match an ancestor or a sibling, according to the combinator of the following
/// one.
struct SVGSelector: Hashable {
    var compounds: Range<Int32>
    /// The counts of ids, classes and elements, in separate bit fields: CSS 2.1, 6.4.3.
    var specificity: UInt32
}

/// The compounds of a style sheet's selectors, with ids and classes as numbers.
struct SVGSelectorTable {
    /// The number of an id or class. Ids and classes are numbered separately.
    typealias Name = Int32

    /// A combinator: the relation between an element and the one that matches the preceding compound.
    enum Joint { case descendant, child, next, later }

    struct Compound {
        var element: SVGElement?
        var id: Name?
        /// Indices in `classes`, whose values are ascending.
        var classes: Range<Int32>
        /// Indices in `testNumbers`.
        var tests: Range<Int32>
        var joint: Joint
        /// Whether it matches the element that `:has()` is tested on, and no other.
        var isAnchor = false
    }

    private(set) var compounds: ContiguousArray<Compound> = []
    private(set) var classes: ContiguousArray<Name> = []
    /// Indices in `tests`.
    private(set) var testNumbers: ContiguousArray<Int32> = []
    /// The distinct tests of all selectors.
    private(set) var tests: [SVGElementTest] = []
    private var knownTests: [SVGElementTest: Int32] = [:]
    private(set) var idNames: [String: Name] = [:]
    private(set) var classNames: [String: Name] = [:]
    /// Attributes in selectors that the reader does not know.
    private(set) var attributeNames: [String: Name] = [:]
    /// Compounds with tests, of selectors that are not nested in others.
    private(set) var testing: [Int32] = []
    /// Whether any selector depends on ancestors or siblings.
    private(set) var asksForAncestors = false
    private(set) var asksForSiblings = false

    private static let maxSpecificity = (ids: UInt32(0xFF), others: UInt32(0xFFF))

    /// A compound selector while it is parsed.
    struct Parts {
        var element: SVGElement?
        var ids: [String] = []
        var classes: [String] = []
        var tests: [SVGElementTest] = []
        var joint = Joint.descendant
        /// A selector that the element must match, too: that of the enclosing rule.
        var parent: SVGSelector?
        var isAnchor = false
        var isPseudoElement = false
        /// Whether any element can match it.
        var isPossible = true
    }

    /// The specificity of a selector.
    struct Weight {
        var ids: UInt32 = 0
        var classes: UInt32 = 0
        var elements: UInt32 = 0

        var packed: UInt32 {
            min(ids, SVGSelectorTable.maxSpecificity.ids) << 24
                | min(classes, SVGSelectorTable.maxSpecificity.others) << 12
                | min(elements, SVGSelectorTable.maxSpecificity.others)
        }

        init() {}

        init(packed: UInt32) { (ids, classes, elements) = (packed >> 24, packed >> 12 & 0xFFF, packed & 0xFFF) }

        static func += (a: inout Weight, b: Weight) {
            (a.ids, a.classes, a.elements) = (a.ids &+ b.ids, a.classes &+ b.classes, a.elements &+ b.elements)
        }
    }

    /// Whether there are more compounds than `SVGStyleSheet.largestSelectorCount`.
    private(set) var isOverfull = false
    private var readCount = 0

    /// Adds the selectors of a rule. Returns nil, and adds none, if one of them is invalid, which invalidates the rule.
    ///
    /// - Parameter parents: The selectors of the enclosing style rule.
    mutating func add(
        _ bytes: TextBytes, in parents: [SVGSelector]? = nil, _ namespaces: SVGSelectorNamespaces = .init()
    ) -> [SVGSelector]? {
        var parser = SVGSelectorParser(
            bytes, in: SVGSelectorParser.Surroundings(parents: parents, namespaces: namespaces))
        let count = compounds.count
        guard let list = parser.list(&self) else {
            drop(from: count)
            return nil
        }
        for selector in list {
            let own = compounds[Int(selector.compounds.lowerBound)..<Int(selector.compounds.upperBound)]
            if own.count > 1 { asksForAncestors = true }
            if own.contains(where: { $0.joint == .next || $0.joint == .later }) { asksForSiblings = true }
            for number in selector.compounds where !compounds[Int(number)].tests.isEmpty { testing.append(number) }
        }
        return list
    }

    /// Removes the compounds of selectors that turned out to be invalid.
    mutating func drop(from count: Int) { compounds.removeSubrange(count...) }

    /// Adds a selector; nil if no element can match it.
    mutating func add(_ parts: [Parts], _ weight: Weight) -> SVGSelector? {
        guard !parts.isEmpty, parts.allSatisfy(\.isPossible) else { return nil }
        let first = compounds.count
        for (index, part) in parts.enumerated() {
            guard let compound = compound(part, isFirst: index == 0) else {
                drop(from: first)
                return nil
            }
            compounds.append(compound)
        }
        if compounds.count > SVGStyleSheet.largestSelectorCount { isOverfull = true }
        return SVGSelector(compounds: Int32(first)..<Int32(compounds.count), specificity: weight.packed)
    }

    /// Returns a compound, after adding those that precede it in the selector of an enclosing rule; nil if no element
    /// can match it.
    private mutating func compound(_ part: Parts, isFirst: Bool) -> Compound? {
        var part = part
        var own = Compound(classes: 0..<0, tests: 0..<0, joint: part.joint, isAnchor: part.isAnchor)
        var inherited: (classes: [Name], tests: [Int32]) = ([], [])
        var id: Name?
        if let parent = part.parent {
            if parent.compounds.count == 1 || (isFirst && parent.compounds.count <= Self.maxCopiedCount) {
                let last = compounds[Int(parent.compounds.upperBound) - 1]
                chargeReading(last.classes.count + last.tests.count)
                for index in parent.compounds.dropLast() { compounds.append(compounds[Int(index)]) }
                if parent.compounds.count > 1 { own.joint = last.joint }
                own.element = last.element
                id = last.id
                inherited = (
                    Array(classes[Int(last.classes.lowerBound)..<Int(last.classes.upperBound)]),
                    Array(testNumbers[Int(last.tests.lowerBound)..<Int(last.tests.upperBound)])
                )
            } else {
                part.tests.append(.any([parent]))
            }
        }
        if let element = part.element {
            guard own.element == nil || own.element == element else { return nil }
            own.element = element
        }
        for name in part.ids {
            let number = Self.number(name, &idNames)
            guard id == nil || id == number else { return nil }
            id = number
        }
        own.id = id
        let firstClass = Int32(classes.count)
        classes += Set(part.classes.map { Self.number($0, &classNames) } + inherited.classes).sorted()
        own.classes = firstClass..<Int32(classes.count)
        let firstTest = Int32(testNumbers.count)
        testNumbers += Set(part.tests.map { number(of: $0) } + inherited.tests).sorted()
        own.tests = firstTest..<Int32(testNumbers.count)
        return own
    }

    /// Counts the parts of enclosing selectors that a nested rule reads or copies.
    mutating func chargeReading(_ count: Int) {
        readCount += count
        if readCount > Self.largestReadCount { isOverfull = true }
    }

    /// The maximum number of parts of enclosing selectors that all nested rules may read.
    private static let largestReadCount = 4_000_000

    /// The maximum number of compounds that a nested rule copies from the enclosing rule's selector.
    private static let maxCopiedCount = 16

    private mutating func number(of test: SVGElementTest) -> Int32 {
        if let known = knownTests[test] { return known }
        let number = Int32(tests.count)
        tests.append(test)
        knownTests[test] = number
        return number
    }

    private static func number(_ name: String, _ names: inout [String: Name]) -> Name {
        if let known = names[name] { return known }
        let number = Name(names.count)
        names[name] = number
        return number
    }

    /// Returns the number of an attribute that the reader does not know.
    mutating func attribute(_ name: String) -> Name { Self.number(name, &attributeNames) }

    /// Returns the key under which a selector is indexed.
    func key(of selector: SVGSelector) -> SVGStyleSheet.Key {
        let own = compounds[Int(selector.compounds.upperBound) - 1]
        if let id = own.id { return .id(id) }
        if !own.classes.isEmpty { return .class(classes[Int(own.classes.lowerBound)]) }
        if let element = own.element { return .element(element) }
        return .any
    }

    /// Returns the key of a selector without any other condition; nil for other selectors.
    func onlyKey(of selector: SVGSelector) -> SVGStyleSheet.Key? {
        guard selector.compounds.count == 1, compounds[Int(selector.compounds.lowerBound)].tests.isEmpty else {
            return nil
        }
        // A selector that repeats a condition has a higher specificity.
        return [0, 1, 1 << 12, 1 << 24].contains(selector.specificity) ? key(of: selector) : nil
    }
}
