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

    /// Adds the selectors of a list. Returns nil, and adds none, if one of them is invalid, which invalidates the rule.
    mutating func add(_ bytes: TextBytes) -> [SVGSelector]? {
        var parser = SVGSelectorParser(bytes)
        let count = compounds.count
        guard let list = parser.list(&self, isNested: false) else {
            compounds.removeSubrange(count...)
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

    /// Adds a selector; nil if no element can match it.
    mutating func add(_ parts: [Parts], _ weight: Weight) -> SVGSelector? {
        guard !parts.isEmpty, parts.allSatisfy(\.isPossible) else { return nil }
        let first = Int32(compounds.count)
        for part in parts {
            guard Set(part.ids).count <= 1 else {
                compounds.removeSubrange(Int(first)...)
                return nil
            }
            let firstClass = Int32(classes.count)
            classes += Set(part.classes.map { Self.number($0, &classNames) }).sorted()
            let firstTest = Int32(testNumbers.count)
            testNumbers += Set(part.tests.map { number(of: $0) }).sorted()
            compounds.append(
                Compound(
                    element: part.element, id: part.ids.first.map { Self.number($0, &idNames) },
                    classes: firstClass..<Int32(classes.count), tests: firstTest..<Int32(testNumbers.count),
                    joint: part.joint))
        }
        return SVGSelector(compounds: first..<Int32(compounds.count), specificity: weight.packed)
    }

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
