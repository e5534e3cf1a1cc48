import TileGraphics

/// What a text element holds, by character, with all that its attributes say of each: SVG 2, 11.5, after white space is
/// collapsed.
struct SVGTextContent {
    /// A character that attributes address.
    struct Character {
        /// Where it begins in its piece's text, in bytes of UTF-8.
        var offset: Int32
        var piece: Int32
        var isSpace: Bool
        /// Whether it stands apart from the one before: it has a place of its own, and is no part of a letter.
        var beginsSegment: Bool
        var values = Values()
    }

    /// In user units, and degrees. Not-a-number where no attribute says anything.
    struct Values {
        var x = Double.nan
        var y = Double.nan
        var dx = Double.nan
        var dy = Double.nan
        var rotate = Double.nan
    }

    /// Characters of one style in a row.
    struct Piece {
        var text: String
        var style: SVGStyle
        var characters: Range<Int>
        /// Its `textPath`, a number in `paths`.
        var path: Int?
    }

    /// Characters that are fitted into a length: `textLength`.
    struct Fitting {
        var characters: Range<Int>
        var length: Double
        var stretchesGlyphs: Bool
        /// Fittings within it, which stand before it in the list and are no others'.
        var inner: [Int]
    }

    /// Characters along a path: `textPath`.
    struct Path {
        var node: Int32
        var style: SVGStyle
        var characters: Range<Int>
    }

    var characters: ContiguousArray<Character> = []
    var pieces: [Piece] = []
    /// Inner ones first.
    var fittings: [Fitting] = []
    var paths: [Path] = []
    /// Of the text element.
    var style: SVGStyle
}

/// The lists of positions of the elements that are open, innermost last: each gives its own characters a value each,
/// those of elements within it included, unless these have one of their own.
struct SVGTextLists {
    private struct List {
        var node: Int32
        var values: [Double]
        /// Of the first character that it gives a value.
        var start: Int
        /// Whether the last value holds for all characters after.
        var repeats: Bool
    }

    /// For x, y, dx, dy and rotate.
    private var lists: [[List]] = Array(repeating: [], count: 5)

    mutating func open(_ node: Int32, _ values: [Double], of kind: Int, start: Int) {
        guard !values.isEmpty else { return }
        lists[kind].append(List(node: node, values: values, start: start, repeats: kind == 4))
    }

    mutating func close(_ node: Int32) {
        for kind in lists.indices { while lists[kind].last?.node == node { lists[kind].removeLast() } }
    }

    /// The values of a character, by its number. O(1) on average, as numbers ascend.
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
            // It says nothing of any character that is to come.
            lists[kind].removeLast()
        }
        return .nan
    }
}
