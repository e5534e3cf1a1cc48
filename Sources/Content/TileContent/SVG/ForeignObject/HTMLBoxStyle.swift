/// The properties of a box of HTML that are not inherited. Lengths are in `SVGRareStyle.geometry`, by property.
struct HTMLBoxStyle: Equatable, Sendable {
    /// The kind of box; nil if `display` was not specified.
    var display: HTMLDisplay?
    var position = Position.static
    /// Whether sizes include padding and border.
    var sizesBorderBox = false
    var verticalAlign = VerticalAlign.baseline
    var borders = HTMLSides(repeating: HTMLBorder())
    var radii = HTMLRadii()
    var images: [HTMLBackgroundImage] = []
    var imagePlacement = HTMLImagePlacement()
    var flex = HTMLFlexStyle()
    var zIndex: Int?
    var hasFixedColumns = false
    var decoration = Decoration()

    /// The properties of an element without any of its own.
    static let initial = HTMLBoxStyle()

    enum Position: Sendable { case `static`, relative, absolute }

    enum VerticalAlign: Equatable, Sendable {
        case baseline, sub, `super`, middle, top, bottom, textTop, textBottom
        case length(SVGLength)
    }

    /// The color and style of the lines of `text-decoration`.
    struct Decoration: Equatable, Sendable {
        var color: SVGPaint?
        var style = HTMLBorder.Style.solid
    }
}

/// The kind of box that an element generates: CSS Display Level 3.
enum HTMLDisplay: Sendable {
    case block, inline, inlineBlock, flowRoot, listItem, flex, inlineFlex, contents
    case table, inlineTable, tableRow, tableRowGroup, tableHeaderGroup, tableFooterGroup, tableCell, tableColumn
    case tableCaption

    init(_ name: String) {
        switch name {
        case "block": self = .block
        case "inline-block", "inline-grid": self = .inlineBlock
        case "flow-root", "grid": self = .flowRoot
        case "list-item": self = .listItem
        case "flex", "-webkit-box", "-webkit-flex": self = .flex
        case "inline-flex", "-webkit-inline-box", "-webkit-inline-flex": self = .inlineFlex
        case "contents": self = .contents
        case "table": self = .table
        case "inline-table": self = .inlineTable
        case "table-row": self = .tableRow
        case "table-row-group": self = .tableRowGroup
        case "table-header-group": self = .tableHeaderGroup
        case "table-footer-group": self = .tableFooterGroup
        case "table-cell": self = .tableCell
        case "table-column", "table-column-group": self = .tableColumn
        case "table-caption": self = .tableCaption
        default: self = .inline
        }
    }

    /// Whether the box is part of a line.
    var isInline: Bool {
        switch self {
        case .inline, .inlineBlock, .inlineFlex, .inlineTable, .contents: true
        default: false
        }
    }

    /// The kind of the same box out of a line: CSS Display Level 3, 2.7.
    var blockified: HTMLDisplay {
        switch self {
        case .inline, .inlineBlock, .contents, .tableCell, .tableRow, .tableRowGroup, .tableHeaderGroup,
            .tableFooterGroup, .tableColumn, .tableCaption:
            .block
        case .inlineFlex: .flex
        case .inlineTable: .table
        default: self
        }
    }

    /// Whether the box is a part of a table.
    var isTablePart: Bool {
        switch self {
        case .tableRow, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableCell, .tableColumn, .tableCaption:
            true
        default: false
        }
    }
}

/// A value for each side of a box.
struct HTMLSides<Value> {
    var top: Value
    var right: Value
    var bottom: Value
    var left: Value

    init(repeating value: Value) { (top, right, bottom, left) = (value, value, value, value) }
}

extension HTMLSides: Equatable where Value: Equatable {}
extension HTMLSides: Sendable where Value: Sendable {}

extension HTMLSides where Value == Double {
    var horizontal: Double { left + right }
    var vertical: Double { top + bottom }

    static func + (a: Self, b: Self) -> Self {
        var sum = a
        sum.top += b.top
        sum.right += b.right
        sum.bottom += b.bottom
        sum.left += b.left
        return sum
    }
}

/// One side of a border.
struct HTMLBorder: Equatable, Sendable {
    enum Style: String, Sendable {
        case none, hidden, solid, dashed, dotted, double, inset, outset, groove, ridge
    }

    var style = Style.none
    var width = SVGLength(3)
    /// The color; nil for that of the element's text.
    var color: SVGPaint?

    var isShown: Bool { style != .none && style != .hidden }
}

/// The radii of the corners, clockwise from the top left.
struct HTMLRadii: Equatable, Sendable {
    var horizontal = [SVGLength](repeating: .zero, count: 4)
    var vertical = [SVGLength](repeating: .zero, count: 4)

    var isZero: Bool { (horizontal + vertical).allSatisfy { $0.value == 0 && !$0.isCalculation } }
}

/// The properties of flex containers and their items: CSS Flexible Box Layout Level 1.
struct HTMLFlexStyle: Equatable, Sendable {
    enum Alignment: Sendable {
        case start, end, center, stretch, baseline, spaceBetween, spaceAround, spaceEvenly
    }

    var isColumn = false
    var isReversed = false
    var wraps = false
    var reversesLines = false
    var justify = Alignment.start
    var alignItems = Alignment.stretch
    /// The alignment of the item itself; nil for that of its container's items.
    var alignSelf: Alignment?
    var alignContent = Alignment.stretch
    var grow = 0.0
    var shrink = 1.0
    var order = 0
}
