import TileGeometry

/// A box of the layout of HTML: CSS Display Level 3. Coordinates are relative to the border box of the parent.
final class HTMLBox {
    enum Kind {
        /// A block with blocks or lines in it.
        case block
        case flex
        case table
        case tableGroup
        case tableRow
        case tableCell
        case tableCaption
        /// An `img` or an `svg`.
        case replaced
    }

    /// The element; −1 for an anonymous box.
    let node: Int32
    let style: SVGStyle
    let kind: Kind
    /// The lines of `text-decoration` that apply to the text in the box.
    let decorations: [HTMLDecoration]
    /// Blocks, items, or parts of a table.
    var children: [HTMLBox] = []
    /// The content of lines, if there are no children.
    var inlines: [HTMLInline] = []
    /// The number or shape of a list item.
    var marker: HTMLMarker?
    /// Whether the box is positioned by `left`, `top`, `right` and `bottom` alone.
    var isOutOfFlow = false
    /// Whether margins of the content do not collapse with those outside.
    var isFormattingRoot = false

    /// The boxes out of the flow whose positions refer to this one.
    var positioned: [HTMLBox] = []

    // The results of layout.
    var x = 0.0
    var y = 0.0
    var width = 0.0
    var height = 0.0
    var border = HTMLSides(repeating: 0.0)
    var padding = HTMLSides(repeating: 0.0)
    /// The margins; `auto` is 0.
    var margin = HTMLSides(repeating: 0.0)
    /// The shift of the content down, by `vertical-align` in a cell.
    var contentY = 0.0
    /// The height of the captions of a table, which are above its border.
    var captionHeight = 0.0
    /// The borders that a cell shares with its neighbors, if borders collapse.
    var sharedBorders: HTMLSides<HTMLBorder>?
    /// The shift of `position: relative`.
    var shiftX = 0.0
    var shiftY = 0.0
    /// The box that the position of a box out of the flow refers to. The container holds the box.
    weak var container: HTMLBox?
    /// The position in the container, if one is specified.
    var containerX: Double?
    var containerY: Double?
    /// The position of the border box in the user space of the `foreignObject`.
    var pageX = 0.0
    var pageY = 0.0
    var lines: [HTMLLine] = []
    var marginAbove = HTMLMargin()
    var marginBelow = HTMLMargin()
    /// Whether margins collapse through the box because nothing is in it.
    var isEmptyBlock = false
    /// The constraint of the last layout.
    var constraint: HTMLConstraint?
    /// The narrowest and the widest width of the border box, if known.
    var widths: HTMLWidths?
    var paragraph: HTMLParagraph?
    /// The size of an image or a drawing by itself, if known.
    var naturalSize: SVGRecorder.NaturalSize?
    /// The number of columns and rows that a cell spans.
    var columnSpan = 1
    var rowSpan = 1

    init(_ node: Int32, _ style: SVGStyle, _ kind: Kind, decorations: [HTMLDecoration] = []) {
        (self.node, self.style, self.kind, self.decorations) = (node, style, kind, decorations)
    }

    /// The extent of border and padding.
    var edges: HTMLSides<Double> { border + padding }

    /// Sets the positions in user space of the box and what is in it.
    ///
    /// - Parameter x: The position of the parent.
    func setPage(x parentX: Double, y parentY: Double) {
        pageX = (containerX.flatMap { x in container.map { $0.pageX + x } } ?? parentX + x) + shiftX
        pageY = (containerY.flatMap { y in container.map { $0.pageY + y } } ?? parentY + y) + shiftY
        for child in children { child.setPage(x: pageX, y: pageY + contentY) }
        for line in lines {
            for case .box(let inner) in line.fragments { inner.setPage(x: pageX, y: pageY + contentY) }
        }
        for inline in inlines {
            if case .outOfFlow(let inner) = inline { inner.setPage(x: pageX, y: pageY + contentY) }
        }
    }

    /// An estimate of the memory of a box, with its style.
    static let byteCount = 3000
}

/// A line of `text-decoration`, with the style of the element that has it.
struct HTMLDecoration {
    var lines: Set<SVGTextStyle.Decoration>
    /// The style of the element.
    var owner: HTMLInlineBox
}

/// An element in a line, or the root of the lines of a block.
final class HTMLInlineBox {
    let node: Int32
    let style: SVGStyle
    let decorations: [HTMLDecoration]
    /// The element around text that is directly in this one, if this one has no box: `display: contents`.
    private(set) var textBox: HTMLInlineBox?

    init(_ node: Int32, _ style: SVGStyle, decorations: [HTMLDecoration]) {
        (self.node, self.style) = (node, style)
        var decorations = decorations
        if !style.text.decorations.isEmpty, decorations.count < Self.maxDecorations {
            let owner = HTMLInlineBox(style)
            decorations.append(HTMLDecoration(lines: style.text.decorations, owner: owner))
        }
        self.decorations = decorations
    }

    private init(_ style: SVGStyle) { (node, self.style, decorations) = (-1, style, []) }

    /// Gives text directly in the element, which has no box, one with the inherited properties of the element alone.
    func setTextBox() {
        var inherited = style.inherited()
        inherited.isVisible = style.isVisible
        textBox = HTMLInlineBox(node, inherited, decorations: decorations)
    }

    private static let maxDecorations = 16

    /// An estimate of the memory of an element in a line, with its style.
    static let byteCount = 2000
}

/// A part of the content of lines.
enum HTMLInline {
    case text(String)
    /// The start of an element; with `isContinued` its second or later part, after a block in it.
    case open(HTMLInlineBox, isContinued: Bool)
    /// The end of an element; with `isContinued` its end before a block in it.
    case close(HTMLInlineBox, isContinued: Bool)
    case box(HTMLBox)
    case lineBreak
    /// A box out of the flow, for the position that it would have.
    case outOfFlow(HTMLBox)
}

/// The marker of a list item.
struct HTMLMarker {
    var kind: HTMLListMarker
    var number: Int
}

/// Margins that collapse: the largest positive and the smallest negative one.
struct HTMLMargin {
    private var positive = 0.0
    private var negative = 0.0

    init(_ margin: Double = 0) { add(margin) }

    mutating func add(_ margin: Double) {
        positive = max(positive, margin)
        negative = min(negative, margin)
    }

    mutating func add(_ other: HTMLMargin) {
        add(other.positive)
        add(other.negative)
    }

    var sum: Double { positive + negative }
}

/// The input of the layout of a box.
struct HTMLConstraint: Equatable {
    /// The width of the containing block.
    var width: Double
    /// The width that percentages refer to, if it is another one.
    var percentWidth: Double?
    /// The height of the containing block, if percentages may refer to it.
    var height: Double?
    /// The border box, where the container determines it.
    var fixedWidth: Double?
    var fixedHeight: Double?
    /// Whether the width is that of the content, if none is specified.
    var shrinks = false
}

/// The narrowest and the widest width that content asks for.
struct HTMLWidths {
    var least = 0.0
    var most = 0.0
}
