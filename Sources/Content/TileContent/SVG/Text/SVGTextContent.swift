import TileGraphics

/// The characters of a text element with their attribute values, after white space is collapsed: SVG 2, 11.5.
struct SVGTextContent {
    /// A character that attributes can address.
    struct Character {
        /// The offset of the character in the piece's text, in bytes of UTF-8.
        var offset: Int32
        var piece: Int32
        var isSpace: Bool
        /// Whether the letter joins its neighbors, so that it has no spacing.
        var isCursive: Bool
        /// Whether the character starts a new shaping segment: it has its own position and does not combine with the
        /// previous one.
        var beginsSegment: Bool
        var values = Values()
    }

    /// Attribute values in user units and degrees; NaN where an attribute gives no value.
    struct Values {
        var x = Double.nan
        var y = Double.nan
        var dx = Double.nan
        var dy = Double.nan
        var rotate = Double.nan
    }

    /// Returns whether a letter is of a script whose letters join: they have no `letter-spacing`, as in browsers (CSS
    /// Text 4, 8.2.1).
    static func isCursive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Arabic, Syriac, N'Ko, Mandaic; Mongolian; Phags-pa; Arabic's presentation forms; Adlam.
        case 0x600...0x77F, 0x7C0...0x7FF, 0x840...0x8FF, 0x1800...0x18AF, 0xA840...0xA87F, 0xFB50...0xFDFF,
            0xFE70...0xFEFF, 0x1E900...0x1E95F:
            true
        default: false
        }
    }

    /// A run of characters with one style.
    struct Piece {
        var text: String
        var style: SVGStyle
        var characters: Range<Int>
        /// The piece's `textPath`, an index into `paths`.
        var path: Int?
    }

    /// A range of characters with a `textLength`.
    struct Fitting {
        var characters: Range<Int>
        var length: Double
        var stretchesGlyphs: Bool
        /// Nested fittings that precede this one in the list and have no closer parent.
        var inner: [Int]
    }

    /// A range of characters along a path: `textPath`.
    struct Path {
        var node: Int32
        var style: SVGStyle
        var characters: Range<Int>
    }

    var characters: ContiguousArray<Character> = []
    var pieces: [Piece] = []
    /// Fittings, nested ones first.
    var fittings: [Fitting] = []
    var paths: [Path] = []
    /// The style of the text element.
    var style: SVGStyle
}

/// The position lists of the open elements, innermost last. A list gives values to the element's characters, including
/// those of descendants, unless a descendant has its own value.
struct SVGTextLists {
    private struct List {
        var node: Int32
        var values: [Double]
        /// The number of the first character that gets a value.
        var start: Int
        /// Whether the last value applies to all following characters.
        var repeats: Bool
    }

    /// One stack of lists each for x, y, dx, dy and rotate.
    private var lists: [[List]] = Array(repeating: [], count: 5)

    mutating func open(_ node: Int32, _ values: [Double], of kind: Int, start: Int) {
        guard !values.isEmpty else { return }
        lists[kind].append(List(node: node, values: values, start: start, repeats: kind == 4))
    }

    mutating func close(_ node: Int32) {
        for kind in lists.indices { while lists[kind].last?.node == node { lists[kind].removeLast() } }
    }

    /// Returns the values of a character by its number.
    ///
    /// - Complexity: O(1) on average for ascending numbers.
    mutating func values(of number: Int) -> SVGTextContent.Values {
        var result = SVGTextContent.Values()
        result.x = value(0, number)
        result.y = value(1, number)
        result.dx = value(2, number)
        result.dy = value(3, number)
        result.rotate = value(4, number)
        return result
    }

    private mutating func value(_ kind: Int, _ number: Int) -> Double {
        while let list = lists[kind].last {
            let at = number - list.start
            if at < list.values.count { return list.values[at] }
            if list.repeats { return list.values[list.values.count - 1] }
            // The list has no values for later characters.
            lists[kind].removeLast()
        }
        return .nan
    }
}
