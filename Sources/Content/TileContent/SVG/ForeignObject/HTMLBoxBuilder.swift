import TileGraphics

/// Builds the boxes of a `foreignObject` from its elements: CSS 2.2, 9.2, and 17.2.1 for tables.
struct HTMLBoxBuilder {
    let recorder: SVGRecorder
    /// The boxes that positions refer to, innermost last.
    private var containers: [HTMLBox] = []
    /// The memory of the boxes, and the bytes of text so far.
    private var boxBytes = 0
    private var byteCount = 0
    /// The number of parts of lines.
    private var inlineCount = 0

    init(_ recorder: SVGRecorder) { self.recorder = recorder }

    private var tree: XMLTree { recorder.tree }

    /// Returns the box of a `foreignObject`, with all boxes in it.
    mutating func root(_ node: Int32, _ style: SVGStyle) throws(SVGRecorder.Failure) -> HTMLBox {
        var own = style
        // Of the properties of boxes, those of its background, border and padding apply.
        own.rare = nil
        if let rare = style.rare?.style {
            var kept = SVGRareStyle()
            for property in [SVGAttribute.paddingTop, .paddingRight, .paddingBottom, .paddingLeft] {
                kept.geometry[property] = rare.geometry[property]
            }
            kept.box.borders = rare.box.borders
            kept.box.radii = rare.box.radii
            (kept.box.images, kept.box.imagePlacement) = (rare.box.images, rare.box.imagePlacement)
            own.rare = SVGRareStyleBox(kept)
        }
        let root = HTMLBox(node, own, .block)
        root.isFormattingRoot = true
        containers = [root]
        try fill(root)
        return root
    }

    private mutating func countBox(_ bytes: Int = HTMLBox.byteCount) throws(SVGRecorder.Failure) {
        boxBytes += bytes
        try checkRoom()
    }

    // MARK: Blocks and lines

    /// Adds the content of a block, a flex container or a part of a table.
    private mutating func fill(_ box: HTMLBox) throws(SVGRecorder.Failure) {
        let root = HTMLInlineBox(box.node, box.style, decorations: box.decorations)
        var flow = HTMLFlow(box, root)
        try add(childrenOf: box.node, root, to: &flow)
        flow.finish()
        try countContent(&flow)
    }

    /// Counts what was added to the content of a box, and checks that there is memory for it.
    private mutating func countContent(_ flow: inout HTMLFlow) throws(SVGRecorder.Failure) {
        let more = flow.count()
        boxBytes += more.boxes * HTMLBox.byteCount
        inlineCount += more.inlines
        try checkRoom()
    }

    /// Checks that there is memory for the boxes and for what is in their lines.
    private func checkRoom() throws(SVGRecorder.Failure) {
        try recorder.checkRoom(
            boxBytes + inlineCount * Self.bytesPerInline, for: "the boxes of a foreignObject")
    }

    /// An estimate of the memory of a part of a line, which occurs in the box, its paragraph and its lines.
    private static let bytesPerInline = 300

    private mutating func add(
        childrenOf node: Int32, _ parent: HTMLInlineBox, to flow: inout HTMLFlow
    ) throws(SVGRecorder.Failure) {
        for child in tree.children(of: node) {
            guard let element = tree.nodes[Int(child)].element else {
                let range = tree.nodes[Int(child)].text
                byteCount += range.count
                try recorder.checkRoom(byteCount * TextShaper.bytesPerByte, for: "the letters of one of its texts")
                add(text: tree.string(range), in: parent, to: &flow)
                try countContent(&flow)
                continue
            }
            guard element.isHTML || element == .svg else { continue }
            let style = try recorder.styleOfHTML(child, parent: parent.style)
            guard style.isDisplayed else { continue }
            try add(child, element, style, parent, to: &flow)
            try countContent(&flow)
        }
    }

    /// Adds a text that is directly in an element, which may have no box.
    private func add(text: String, in parent: HTMLInlineBox, to flow: inout HTMLFlow) {
        guard let box = parent.textBox else { return flow.add(text: text, in: parent) }
        flow.open(box)
        flow.add(text: text, in: box)
        flow.close(box)
    }

    private mutating func add(
        _ node: Int32, _ element: SVGElement, _ style: SVGStyle, _ parent: HTMLInlineBox, to flow: inout HTMLFlow
    ) throws(SVGRecorder.Failure) {
        if element.isBeyondHTMLSubset { return }
        if element == .br { return flow.add(.lineBreak) }
        if element == .wbr { return add(text: "\u{200B}", in: parent, to: &flow) }
        let properties = style.box
        let isReplaced = element == .img || element == .svg
        var display = properties.display ?? .inline
        let isOutOfFlow = properties.position == .absolute
        if isOutOfFlow || flow.isFlex { display = display.blockified }
        let isInBox = !isReplaced && (display == .contents || display == .inline)
        try countBox(isInBox ? HTMLInlineBox.byteCount : HTMLBox.byteCount)
        if display == .contents, !isReplaced {
            let contents = HTMLInlineBox(node, style, decorations: parent.decorations)
            contents.setTextBox()
            return try add(childrenOf: node, contents, to: &flow)
        }
        if display == .tableColumn { return }
        if display == .inline, !isReplaced {
            let inline = HTMLInlineBox(node, style, decorations: parent.decorations)
            flow.open(inline)
            if element == .q { flow.add(text: "\u{201C}", in: inline) }
            try add(childrenOf: node, inline, to: &flow)
            if element == .q { flow.add(text: "\u{201D}", in: inline) }
            flow.close(inline)
            return
        }
        let isAtomic = display.isInline && !isOutOfFlow
        let box = HTMLBox(
            node, style, isReplaced ? .replaced : Self.kind(display),
            decorations: isAtomic || isOutOfFlow ? [] : parent.decorations)
        box.isOutOfFlow = isOutOfFlow
        box.isFormattingRoot =
            isAtomic || isOutOfFlow || flow.isFlex || display != .block && display != .listItem
            || style.overflowIsSpecified && !style.overflowIsVisible
        if display == .listItem { box.marker = marker(of: node, style) }
        if box.kind == .tableCell {
            box.columnSpan = span(node, .colspan)
            box.rowSpan = span(node, .rowspan)
        }
        if isOutOfFlow {
            box.container = containers[containers.count - 1]
            box.container?.positioned.append(box)
        }
        if !isReplaced {
            if properties.position != .static { containers.append(box) }
            defer { if properties.position != .static { containers.removeLast() } }
            try fill(box)
        }
        if isOutOfFlow {
            flow.addOutOfFlow(box)
        } else if isAtomic {
            flow.add(.box(box))
        } else {
            flow.add(block: box)
        }
    }

    private static func kind(_ display: HTMLDisplay) -> HTMLBox.Kind {
        switch display {
        case .flex, .inlineFlex: .flex
        case .table, .inlineTable: .table
        case .tableRow: .tableRow
        case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup: .tableGroup
        case .tableCell: .tableCell
        case .tableCaption: .tableCaption
        default: .block
        }
    }

    /// Returns a number of columns or rows, which HTML limits: HTML, 4.9.11.
    private func span(_ node: Int32, _ name: SVGAttribute) -> Int {
        guard let value = tree.value(node, name).map(SVGStyle.trimmed) else { return 1 }
        guard let count = Int(value) else {
            return value.count > 15 && value.allSatisfy(\.isNumber) ? Self.maxSpan : 1
        }
        return min(Self.maxSpan, max(1, count))
    }

    private static let maxSpan = 1000

    private func marker(of node: Int32, _ style: SVGStyle) -> HTMLMarker {
        let parent = tree.nodes[Int(node)].parent
        func number(_ node: Int32, _ name: SVGAttribute) -> Int? {
            tree.value(node, name).flatMap { Int(SVGStyle.trimmed($0)) }.map { min(max($0, -1 << 30), 1 << 30) }
        }
        var value = listNumbers.last(parent) ?? (number(parent, .start) ?? 1) - 1
        value = number(node, .value) ?? value + 1
        listNumbers.set(parent, value)
        return HTMLMarker(kind: style.paragraph.style.marker, number: value)
    }

    /// The numbers of the last items of lists.
    private let listNumbers = HTMLListNumbers()
}

/// The numbers of the last items of lists, by element.
private final class HTMLListNumbers {
    private var numbers: [Int32: Int] = [:]

    func last(_ list: Int32) -> Int? { numbers[list] }

    func set(_ list: Int32, _ number: Int) { numbers[list] = number }
}
