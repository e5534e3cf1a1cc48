/// The name, id and classes of an element, which selectors match first.
struct SVGElementNames: Hashable {
    var element: SVGElement?
    /// The id; nil if no selector uses it.
    var id: SVGSelectorTable.Name?
    /// The classes that selectors use, ascending.
    var classes: [SVGSelectorTable.Name]
}

/// The position of an element among its siblings, counted from 1 from either end, and among siblings of the same type.
struct SVGSiblingPosition {
    var index: Int32 = 0
    var fromEnd: Int32 = 0
    var ofType: Int32 = 0
    var ofTypeFromEnd: Int32 = 0
}

// Tests of the element itself, not of its context.

extension SVGCascade {
    func names(of node: Int32) -> SVGElementNames {
        var names = SVGElementNames(element: tree.nodes[Int(node)].element?.selected, id: nil, classes: [])
        if !sheet.selectors.idNames.isEmpty, let value = tree.value(node, .id) {
            names.id = sheet.selectors.idNames[String(decoding: value, as: UTF8.self)]
        }
        if !sheet.selectors.classNames.isEmpty, let value = tree.value(node, .class) {
            var numbers: Set<SVGSelectorTable.Name> = []
            for name in value.split(whereSeparator: { $0 <= 0x20 }) {
                if let number = sheet.selectors.classNames[String(decoding: name, as: UTF8.self)] {
                    numbers.insert(number)
                }
            }
            names.classes = numbers.sorted()
        }
        return names
    }

    /// Returns whether an element passes a test.
    func passes(_ test: SVGElementTest, _ node: Int32) throws(SVGStyleSheet.TooMuch) -> Bool {
        switch test {
        case .attribute(let attribute):
            if let other = attribute.other, let value = tree.keptValue(node, other) {
                try spend(value.count / 64)
                if attribute.matches(value) { return true }
            }
            for name in attribute.names {
                if let value = tree.value(node, name) {
                    // Matching a word compares each byte of the value.
                    try spend(value.count / 64)
                    if attribute.matches(value) { return true }
                }
            }
            return false
        case .position(let a, let b, let isOfType, let isFromEnd):
            let position = position(of: node)
            let index =
                isOfType
                ? isFromEnd ? position.ofTypeFromEnd : position.ofType
                : isFromEnd ? position.fromEnd : position.index
            let steps = Int(index) - b
            return a == 0 ? steps == 0 : steps % a == 0 && steps / a >= 0
        case .positionAmong(let list, let a, let b, let isFromEnd):
            guard let position = try position(of: node, among: list) else { return false }
            let steps = Int(isFromEnd ? position.fromEnd : position.index) - b
            return a == 0 ? steps == 0 : steps % a == 0 && steps / a >= 0
        case .root: return tree.nodes[Int(node)].parent < 0
        case .empty: return tree.nodes[Int(node)].firstChild < 0
        case .link:
            return tree.nodes[Int(node)].element?.selected == .a
                && (tree.value(node, .href) ?? tree.value(node, .xlinkHref)) != nil
        case .language(let ranges):
            var at = node
            while at >= 0 {
                if let value = tree.value(at, .xmlLang) {
                    try spend(ranges.count + value.count / 64)
                    let language = SVGStyle.trimmed(value).lowercased()
                    return ranges.contains { language == $0 || language.hasPrefix("\($0)-") }
                }
                at = tree.nodes[Int(at)].parent
            }
            return false
        case .not(let list): return try !matches(list, node)
        case .any(let list): return try matches(list, node)
        case .has(let list):
            let outer = anchor
            anchor = node
            defer { anchor = outer }
            for selector in list where selector.compounds.count <= Self.maxCompounds {
                if try has(selector, node) { return true }
            }
            return false
        case .never: return false
        }
    }

    private func matches(_ list: [SVGSelector], _ node: Int32) throws(SVGStyleSheet.TooMuch) -> Bool {
        for selector in list where selector.compounds.count <= Self.maxCompounds {
            if try matches(Int(selector.compounds.upperBound) - 1, selector, node) { return true }
        }
        return false
    }

    /// Whether a selector of `:has()` matches an element below the anchor or after it.
    private func has(_ selector: SVGSelector, _ anchor: Int32) throws(SVGStyleSheet.TooMuch) -> Bool {
        let last = Int(selector.compounds.upperBound) - 1
        let joint = sheet.selectors.compounds[Int(selector.compounds.lowerBound) + 1].joint
        // Nodes are in document order: an element's descendants follow it, and then its siblings.
        var candidate = anchor
        let isBetweenSiblings = joint.isBetweenSiblings
        var next = isBetweenSiblings ? tree.nodes[Int(anchor)].nextSibling : tree.nodes[Int(anchor)].firstChild
        while next >= 0 {
            candidate = next
            if tree.nodes[Int(candidate)].element != nil {
                try spend(1)
                if try matches(last, selector, candidate) { return true }
            }
            next = tree.nodes[Int(candidate)].firstChild
            while next < 0, candidate != anchor {
                next = tree.nodes[Int(candidate)].nextSibling
                if next >= 0 { break }
                candidate = tree.nodes[Int(candidate)].parent
                if candidate < 0 || candidate == (isBetweenSiblings ? tree.nodes[Int(anchor)].parent : anchor) {
                    return false
                }
            }
        }
        return false
    }

    /// Whether the compounds up to one match an element and its surroundings, with backtracking.
    private func matches(
        _ number: Int, _ selector: SVGSelector, _ node: Int32
    ) throws(SVGStyleSheet.TooMuch) -> Bool {
        let compound = sheet.selectors.compounds[number]
        if compound.isAnchor { return node == anchor }
        // The element's names are looked up each time.
        try spend(4)
        guard try isMatch(compound, names(of: node)) else { return false }
        for test in sheet.selectors.testNumbers[compound.testRange] {
            guard try passes(sheet.selectors.tests[Int(test)], node) else { return false }
        }
        if number == Int(selector.compounds.lowerBound) { return true }
        if compound.joint.isBetweenSiblings {
            let siblings = try siblings(before: node)
            for sibling in compound.joint == .next ? siblings.suffix(1) : siblings[...] {
                if try matches(number - 1, selector, sibling) { return true }
            }
            return false
        }
        var ancestor = tree.nodes[Int(node)].parent
        while ancestor >= 0 {
            if try matches(number - 1, selector, ancestor) { return true }
            if compound.joint == .child { return false }
            ancestor = tree.nodes[Int(ancestor)].parent
        }
        return false
    }

    private func siblings(before node: Int32) throws(SVGStyleSheet.TooMuch) -> [Int32] {
        let parent = tree.nodes[Int(node)].parent
        var result: [Int32] = []
        guard parent >= 0 else { return [] }
        for child in tree.children(of: parent) where tree.nodes[Int(child)].element != nil {
            if child == node { break }
            result.append(child)
        }
        try spend(result.count)
        return result
    }

    /// The position of an element among the siblings that match a list; nil if it does not match itself.
    private func position(
        of node: Int32, among list: [SVGSelector]
    ) throws(SVGStyleSheet.TooMuch) -> (index: Int32, fromEnd: Int32)? {
        guard let first = list.first else { return nil }
        let key = SelectedChildren(parent: tree.nodes[Int(node)].parent, list: first.compounds.lowerBound)
        if let known = selectedPositions[key] { return known[node] }
        var children = [node]
        if key.parent >= 0 { children = tree.children(of: key.parent).filter { tree.nodes[Int($0)].element != nil } }
        var selected: [Int32] = []
        for child in children {
            if try matches(list, child) { selected.append(child) }
        }
        try spend(selected.count)
        var positions: [Int32: (index: Int32, fromEnd: Int32)] = [:]
        for (offset, child) in selected.enumerated() {
            positions[child] = (Int32(offset + 1), Int32(selected.count - offset))
        }
        selectedPositions[key] = positions
        return positions[node]
    }

    /// The position of an element among its siblings. The first request computes the positions of all siblings.
    ///
    /// - Complexity: O(1) on average.
    private func position(of node: Int32) -> SVGSiblingPosition {
        if positions.isEmpty { positions = ContiguousArray(repeating: SVGSiblingPosition(), count: tree.nodes.count) }
        if positions[Int(node)].index > 0 { return positions[Int(node)] }
        let parent = tree.nodes[Int(node)].parent
        guard parent >= 0 else {
            positions[Int(node)] = SVGSiblingPosition(index: 1, fromEnd: 1, ofType: 1, ofTypeFromEnd: 1)
            return positions[Int(node)]
        }
        var count: Int32 = 0
        var counts: [SVGElement: Int32] = [:]
        for child in tree.children(of: parent) {
            guard let element = tree.nodes[Int(child)].element else { continue }
            count += 1
            counts[element, default: 0] += 1
            positions[Int(child)].index = count
            positions[Int(child)].ofType = counts[element, default: 0]
        }
        for child in tree.children(of: parent) {
            guard let element = tree.nodes[Int(child)].element else { continue }
            positions[Int(child)].fromEnd = count + 1 - positions[Int(child)].index
            positions[Int(child)].ofTypeFromEnd = counts[element, default: 0] + 1 - positions[Int(child)].ofType
        }
        return positions[Int(node)]
    }
}
