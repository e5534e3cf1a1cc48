/// A selector of a style sheet: its compounds' numbers in the sheet's table. The last is the element's own; each
/// earlier one must match an ancestor.
struct SVGSelector {
    var compounds: Range<Int32>
    /// Ids, classes and elements, each in bits of their own: CSS 2.1, 6.4.3.
    var specificity: UInt32
}

/// The compounds of a style sheet's selectors, with ids and classes as numbers.
struct SVGSelectorTable {
    /// An id's or a class's number. Ids and classes are numbered apart.
    typealias Name = Int32

    struct Compound {
        var element: SVGElement?
        var id: Name?
        /// Numbers in `classes`, ascending there.
        var classes: Range<Int32>
        /// Whether the compound before must match the parent itself.
        var isChildOfPrevious: Bool
    }

    private(set) var compounds: ContiguousArray<Compound> = []
    private(set) var classes: ContiguousArray<Name> = []
    private(set) var idNames: [String: Name] = [:]
    private(set) var classNames: [String: Name] = [:]
    /// Whether any selector asks for ancestors.
    private(set) var asksForAncestors = false

    private static let maxSpecificity = (ids: UInt32(0xFF), others: UInt32(0xFFF))

    /// Adds a selector; nil when no element can match it.
    mutating func add(_ bytes: TextBytes) throws(SVGUnsupported) -> SVGSelector? {
        if bytes.contains(where: { [0x2B, 0x7E, 0x5B, 0x3A].contains($0) }) {
            throw SVGUnsupported("the selector \(String(decoding: bytes, as: UTF8.self))")
        }
        let first = compounds.count
        var counts = (ids: UInt32(0), classes: UInt32(0), elements: UInt32(0))
        var isPossible = true
        var isChild = false
        var at = 0
        while at < bytes.count {
            if bytes[at] <= 0x20 {
                at += 1
            } else if bytes[at] == 0x3E {
                isChild = true
                at += 1
            } else {
                let start = at
                while at < bytes.count, bytes[at] > 0x20, bytes[at] != 0x3E { at += 1 }
                let part = TextBytes(rebasing: bytes[start..<at])
                if !append(part, isChild: isChild, &counts) { isPossible = false }
                isChild = false
            }
        }
        guard isPossible, compounds.count > first else {
            compounds.removeSubrange(first...)
            return nil
        }
        if compounds.count > first + 1 { asksForAncestors = true }
        let specificity =
            min(counts.ids, Self.maxSpecificity.ids) << 24 | min(counts.classes, Self.maxSpecificity.others) << 12
            | min(counts.elements, Self.maxSpecificity.others)
        return SVGSelector(compounds: Int32(first)..<Int32(compounds.count), specificity: specificity)
    }

    /// Adds `element.class#id`.
    ///
    /// - Returns: whether any element can match it.
    private mutating func append(
        _ part: TextBytes, isChild: Bool, _ counts: inout (ids: UInt32, classes: UInt32, elements: UInt32)
    ) -> Bool {
        var compound = Compound(element: nil, id: nil, classes: 0..<0, isChildOfPrevious: isChild)
        var names: [Name] = []
        var isPossible = true
        var at = 0
        while at < part.count {
            let mark = part[at]
            if mark == 0x2E || mark == 0x23 { at += 1 }
            let start = at
            while at < part.count, part[at] != 0x2E, part[at] != 0x23 { at += 1 }
            let name = String(decoding: TextBytes(rebasing: part[start..<at]), as: UTF8.self)
            switch mark {
            case 0x2E:
                counts.classes += 1
                if name.isEmpty { isPossible = false }
                names.append(Self.number(name, &classNames))
            case 0x23:
                counts.ids += 1
                let number = Self.number(name, &idNames)
                if let other = compound.id, other != number { isPossible = false }
                compound.id = number
            case _ where name == "*": break
            default:
                counts.elements += 1
                compound.element = SVGElement(rawValue: name)
                if compound.element == nil { isPossible = false }
            }
        }
        let first = Int32(classes.count)
        classes += Set(names).sorted()
        compound.classes = first..<Int32(classes.count)
        compounds.append(compound)
        return isPossible
    }

    private static func number(_ name: String, _ names: inout [String: Name]) -> Name {
        if let known = names[name] { return known }
        let number = Name(names.count)
        names[name] = number
        return number
    }

    /// By what the elements that a selector may match are found.
    func key(of selector: SVGSelector) -> SVGStyleSheet.Key {
        let own = compounds[Int(selector.compounds.upperBound) - 1]
        if let id = own.id { return .id(id) }
        if !own.classes.isEmpty { return .class(classes[Int(own.classes.lowerBound)]) }
        if let element = own.element { return .element(element) }
        return .any
    }

    /// The same of a selector that asks for nothing else; nil of others.
    func onlyKey(of selector: SVGSelector) -> SVGStyleSheet.Key? {
        guard selector.compounds.count == 1 else { return nil }
        // What says the same twice is more specific.
        return [0, 1, 1 << 12, 1 << 24].contains(selector.specificity) ? key(of: selector) : nil
    }
}
