/// The content of a block while it is built: blocks in it, and lines between them.
///
/// A block within an element in a line splits the line: the element ends before it and continues after it. Parts of a
/// table that are not in a table get one around them.
struct HTMLFlow {
    private let box: HTMLBox
    private let root: HTMLInlineBox
    private var inlines: [HTMLInline] = []
    private var open: [HTMLInlineBox] = []
    /// Whether the lines show something.
    private var hasContent = false
    private var hasBlocks = false
    /// The number of boxes that no element has, and of parts of lines, since the last count.
    private var anonymousCount = 0
    private var inlineCount = 0
    /// The table around parts of a table that are not in one.
    private var table: HTMLBox?

    init(_ box: HTMLBox, _ root: HTMLInlineBox) { (self.box, self.root) = (box, root) }

    var isFlex: Bool { box.kind == .flex }

    private var isTablePart: Bool { box.kind == .table || box.kind == .tableGroup || box.kind == .tableRow }

    mutating func add(text: String, in parent: HTMLInlineBox) {
        if case .text(var before)? = inlines.last {
            // Texts beside one another are one text. Without the copy in the array, it grows in place.
            inlines.removeLast()
            before += text
            inlines.append(.text(before))
        } else if !text.isEmpty {
            append(.text(text))
        }
        let keepsSpaces = parent.style.paragraph.style.whiteSpace.keepsSpaces && !isFlex && !isTablePart
        if keepsSpaces ? !text.isEmpty : text.utf8.contains(where: { $0 > 0x20 }) { hasContent = true }
    }

    mutating func add(_ inline: HTMLInline) {
        append(inline)
        hasContent = true
    }

    private mutating func append(_ inline: HTMLInline) {
        inlines.append(inline)
        inlineCount += 1
    }

    /// Returns the numbers of boxes that no element has and of parts of lines since the last call.
    mutating func count() -> (boxes: Int, inlines: Int) {
        defer { (anonymousCount, inlineCount) = (0, 0) }
        return (anonymousCount, inlineCount)
    }

    mutating func open(_ element: HTMLInlineBox) {
        open.append(element)
        append(.open(element, isContinued: false))
        if element.style.hasInlineEdges { hasContent = true }
    }

    mutating func close(_ element: HTMLInlineBox) {
        open.removeLast()
        append(.close(element, isContinued: false))
    }

    mutating func addOutOfFlow(_ child: HTMLBox) {
        if isFlex || isTablePart {
            append(child)
        } else {
            append(.outOfFlow(child))
        }
    }

    mutating func add(block child: HTMLBox) {
        endLines()
        append(child)
    }

    /// Ends the lines before a block.
    private mutating func endLines() {
        for element in open.reversed() { append(.close(element, isContinued: true)) }
        flush()
        for element in open { append(.open(element, isContinued: true)) }
    }

    private mutating func flush() {
        defer { (inlines, hasContent) = ([], false) }
        if hasContent {
            let lines = anonymous(.block)
            lines.inlines = inlines
            if isFlex { lines.isFormattingRoot = true }
            append(lines)
        } else {
            for case .outOfFlow(let child) in inlines {
                hasBlocks = true
                box.children.append(child)
            }
        }
    }

    private mutating func anonymous(_ kind: HTMLBox.Kind) -> HTMLBox {
        anonymousCount += 1
        var style = root.style.inherited()
        style.isVisible = root.style.isVisible
        let made = HTMLBox(-1, style, kind, decorations: root.decorations)
        if kind != .block { made.isFormattingRoot = true }
        return made
    }

    /// Adds a child with the parts of a table around it that it needs.
    private mutating func append(_ child: HTMLBox) {
        hasBlocks = true
        if child.isOutOfFlow { return box.children.append(child) }
        switch box.kind {
        case .table:
            switch child.kind {
            case .tableGroup, .tableRow, .tableCaption: box.children.append(child)
            default: add(child, toRowIn: box)
            }
        case .tableGroup:
            if child.kind == .tableRow { box.children.append(child) } else { add(child, toRowIn: box) }
        case .tableRow: add(child, toRow: box)
        default:
            switch child.kind {
            case .tableGroup, .tableRow, .tableCaption, .tableCell:
                guard !isFlex else { return box.children.append(child) }
                let around: HTMLBox
                if let table, box.children.last === table {
                    around = table
                } else {
                    around = anonymous(.table)
                    box.children.append(around)
                    table = around
                }
                if child.kind == .tableCell { add(child, toRowIn: around) } else { around.children.append(child) }
            default: box.children.append(child)
            }
        }
    }

    private mutating func add(_ child: HTMLBox, toRowIn box: HTMLBox) {
        if let row = box.children.last, row.kind == .tableRow, row.node < 0 { return add(child, toRow: row) }
        let row = anonymous(.tableRow)
        box.children.append(row)
        add(child, toRow: row)
    }

    private mutating func add(_ child: HTMLBox, toRow row: HTMLBox) {
        if child.kind == .tableCell { return row.children.append(child) }
        if let cell = row.children.last, cell.node < 0 { return cell.children.append(child) }
        let cell = anonymous(.tableCell)
        cell.children.append(child)
        row.children.append(cell)
    }

    /// Ends the content.
    mutating func finish() {
        if hasBlocks || isFlex || isTablePart { return flush() }
        guard hasContent || inlines.contains(where: { if case .outOfFlow = $0 { true } else { false } }) else { return }
        if hasContent { box.inlines = inlines } else { flush() }
    }
}

extension SVGStyle {
    /// Whether an element in a line has a margin, a border or a padding along it.
    fileprivate var hasInlineEdges: Bool {
        guard let rare = rare?.style else { return false }
        let lengths = [SVGAttribute.marginLeft, .marginRight, .paddingLeft, .paddingRight]
        return rare.box.borders.left.isShown || rare.box.borders.right.isShown
            || lengths.contains { rare.geometry[$0].flatMap { $0 }.map { $0.value != 0 || $0.isCalculation } ?? false }
    }
}
