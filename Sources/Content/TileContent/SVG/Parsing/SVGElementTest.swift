/// A condition of a selector other than name, id and classes: Selectors Level 4, 6 and 13.
enum SVGElementTest: Hashable {
    /// A test of an attribute.
    case attribute(Attribute)
    /// Whether the position among siblings is a·n + b for some n.
    case position(a: Int, b: Int, isOfType: Bool, isFromEnd: Bool)
    /// Whether the element is among the selected children of its parent, and its position among these is a·n + b.
    case positionAmong([SVGSelector], a: Int, b: Int, isFromEnd: Bool)
    case root
    case empty
    case link
    case language([String])
    case not([SVGSelector])
    case any([SVGSelector])
    /// Whether a selector, whose first compound is the element itself, matches another element.
    case has([SVGSelector])
    /// A state that no element of a still picture has, such as `:hover`.
    case never

    struct Attribute: Hashable {
        /// The known attributes that the selector may refer to.
        var names: [SVGAttribute]
        /// The number in the selector table of an attribute that the reader does not know.
        var other: SVGSelectorTable.Name?
        var comparison: Comparison
        var value: [UInt8]
        var ignoresCase: Bool
    }

    enum Comparison { case exists, equals, word, hyphenated, prefix, suffix, substring }
}

extension SVGElementTest.Attribute {
    /// Whether a value passes the test.
    ///
    /// - Complexity: O(bytes).
    func matches(_ given: TextBytes) -> Bool {
        switch comparison {
        case .exists: return true
        case .equals: return isEqual(given[...])
        case .word:
            return !value.isEmpty && !value.contains { $0 <= 0x20 }
                && given.split(whereSeparator: { $0 <= 0x20 }).contains { isEqual($0) }
        case .hyphenated:
            return isEqual(given[...])
                || (given.count > value.count && given[value.count] == 0x2D && isEqual(given[..<value.count]))
        case .prefix: return !value.isEmpty && given.count >= value.count && isEqual(given[..<value.count])
        case .suffix:
            return !value.isEmpty && given.count >= value.count && isEqual(given[(given.count - value.count)...])
        case .substring: return isFound(in: given)
        }
    }

    /// Whether the value contains the text. The Knuth–Morris–Pratt algorithm, because a document may be crafted to make
    /// the naive search slow.
    private func isFound(in given: TextBytes) -> Bool {
        guard !value.isEmpty, given.count >= value.count else { return false }
        func same(_ a: UInt8, _ b: UInt8) -> Bool { a == b || (ignoresCase && Self.lower(a) == Self.lower(b)) }
        // For each byte, the length of the longest proper prefix of the value that ends there.
        var borders = [Int](repeating: 0, count: value.count)
        var length = 0
        for index in value.indices.dropFirst() {
            while length > 0, !same(value[index], value[length]) { length = borders[length - 1] }
            if same(value[index], value[length]) { length += 1 }
            borders[index] = length
        }
        length = 0
        for byte in given {
            while length > 0, !same(byte, value[length]) { length = borders[length - 1] }
            if same(byte, value[length]) { length += 1 }
            if length == value.count { return true }
        }
        return false
    }

    private static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

    private func isEqual(_ part: Slice<TextBytes>) -> Bool {
        guard part.count == value.count else { return false }
        if !ignoresCase { return part.elementsEqual(value) }
        return zip(part, value).allSatisfy { Self.lower($0) == Self.lower($1) }
    }
}
