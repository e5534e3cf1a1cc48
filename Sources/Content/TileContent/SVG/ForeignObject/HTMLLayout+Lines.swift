extension HTMLLayout {
    /// Lays out the lines of a block: CSS 2.2, 10.8.
    ///
    /// - Returns: The height of the lines.
    func layOutLines(_ box: HTMLBox, width: Double) -> Double {
        countFragments(-box.lines.reduce(0) { $0 + $1.fragments.count })
        box.lines = []
        guard !box.inlines.isEmpty, let paragraph = paragraph(box) else { return 0 }
        for case .box(let inner, _) in paragraph.pieces {
            layOut(inner, HTMLConstraint(width: width, shrinks: true))
            guard !isExhausted else { return 0 }
        }
        spend(paragraph.pieces.count)
        let indent = Self.bounded(
            recorder.resolve(box.style.paragraph.style.indent, reference: width, style: box.style))
        var breaker = HTMLLineBreaker(paragraph) { piece in
            if case .box(let inner, _) = piece { return inner.width + inner.margin.horizontal }
            return self.edgeWidth(piece, in: width)
        }
        breaker.run(available: width, indent: indent)
        var builder = HTMLLineBuilder(box, paragraph, self, width: width)
        for (number, line) in breaker.lines.enumerated() where !isExhausted {
            builder.add(line, indent: number == 0 ? indent : 0, isLast: number == breaker.lines.count - 1)
        }
        box.lines = builder.lines
        return Self.bounded(builder.y - box.edges.top)
    }

    /// Returns the baseline of the last line of a box, from its top; nil if it has no line.
    func lastBaseline(_ box: HTMLBox) -> Double? {
        spend(1 + box.children.count / 8)
        if box.kind == .table || box.kind == .flex { return firstBaseline(box) }
        if let line = box.lines.last { return line.baseline + box.contentY }
        for child in box.children.reversed() where !child.isOutOfFlow {
            if let baseline = lastBaseline(child) { return child.y + baseline + box.contentY }
        }
        return nil
    }

    func firstBaseline(_ box: HTMLBox) -> Double? {
        spend(1 + box.children.count / 8)
        if let line = box.lines.first { return line.baseline + box.contentY }
        for child in box.children where !child.isOutOfFlow {
            if let baseline = firstBaseline(child) { return child.y + baseline + box.contentY }
        }
        return nil
    }
}

/// Places the pieces of lines.
struct HTMLLineBuilder {
    /// An element that is open in a line.
    private struct Open {
        var element: HTMLInlineBox
        /// The shift of its baseline down from the line's.
        var shift: Double
        var font: HTMLFontHeight
        /// The extent of its border and padding, and its margins.
        var edges = HTMLSides(repeating: 0.0)
        var margin = HTMLSides(repeating: 0.0)
        var startX: Double
        var isFirst: Bool
        /// The place of its background in the line's fragments.
        var fragment: Int?
    }

    let box: HTMLBox
    let paragraph: HTMLParagraph
    let layout: HTMLLayout
    let width: Double
    private(set) var lines: [HTMLLine] = []
    private(set) var y: Double
    private var open: [Open]
    private let root: HTMLFontHeight

    init(_ box: HTMLBox, _ paragraph: HTMLParagraph, _ layout: HTMLLayout, width: Double) {
        (self.box, self.paragraph, self.layout, self.width) = (box, paragraph, layout, width)
        y = box.edges.top
        root = layout.recorder.fontHeight(box.style)
        let element = HTMLInlineBox(box.node, box.style, decorations: [])
        open = [Open(element: element, shift: 0, font: root, startX: 0, isFirst: true)]
    }

    /// The extent of a line around its baseline.
    private struct Extent {
        var top: Double
        var bottom: Double

        mutating func add(_ top: Double, _ bottom: Double) {
            self.top = min(self.top, top)
            self.bottom = max(self.bottom, bottom)
        }
    }

    /// Adds a line.
    mutating func add(_ pieces: [HTMLParagraph.Piece], indent: Double, isLast: Bool) {
        // Each open element continues in the line.
        layout.spend(open.count)
        guard !layout.isExhausted else { return }
        let endsInBreak = if case .lineBreak? = pieces.last { true } else { false }
        let isShown = pieces.contains { piece in
            switch piece {
            case .word, .box, .lineBreak: true
            case .open, .close: layout.edgeWidth(piece, in: width) != 0
            case .outOfFlow: false
            }
        }
        var line = HTMLLine(y: y, height: 0, baseline: y)
        var extent = Extent(top: -root.above, bottom: root.below)
        /// Boxes that are aligned with the line's edges.
        var aligned: [(box: HTMLBox, isTop: Bool)] = []
        let justification = justification(pieces, indent: indent, isLast: isLast || endsInBreak)
        let lastWord = pieces.lastIndex { if case .word = $0 { true } else { false } }
        for index in open.indices.dropFirst() {
            (open[index].startX, open[index].isFirst, open[index].fragment) = (0, false, nil)
            beginBackground(index, x: 0, &line)
            extent.add(open[index].shift - open[index].font.above, open[index].shift + open[index].font.below)
        }
        var x = 0.0
        var end = 0.0
        for (number, piece) in pieces.enumerated() {
            switch piece {
            case .word(let word):
                let isAtEnd = number == lastWord
                let spaces = word.spaceWidth == 0 ? 0 : word.spaceWidth + justification
                let current = open[open.count - 1]
                line.fragments.append(
                    .word(word, x: x, baseline: current.shift, width: word.width + (isAtEnd ? 0 : spaces)))
                end = x + word.width
                x = end + spaces
            case .open(let element, let isContinued):
                push(element, x: x, isFirst: !isContinued, &line)
                let current = open[open.count - 1]
                extent.add(current.shift - current.font.above, current.shift + current.font.below)
                x += layout.edgeWidth(piece, in: width)
            case .close(_, let isContinued):
                let margin = isContinued ? 0 : open[open.count - 1].margin.right
                x += layout.edgeWidth(piece, in: width)
                endBackground(open.count - 1, x: x - margin, isLast: !isContinued, &line)
                if open.count > 1 { open.removeLast() }
                end = max(end, x)
            case .box(let inner, _):
                inner.x = x + inner.margin.left
                line.fragments.append(.box(inner))
                align(inner, &extent, &aligned)
                x += inner.width + inner.margin.horizontal
                end = x
            case .outOfFlow(let inner): (inner.x, inner.y) = (x, 0)
            case .lineBreak: break
            }
        }
        for index in open.indices.dropFirst() { endBackground(index, x: end, isLast: false, &line) }
        let start = box.edges.left + indent + alignment(of: end, indent: indent, isLast: isLast || endsInBreak)
        guard isShown else {
            for case .outOfFlow(let inner) in pieces { (inner.x, inner.y) = (start + inner.x, y) }
            return
        }
        for (inner, isTop) in aligned {
            let height = inner.height + inner.margin.vertical
            if isTop {
                extent.bottom = max(extent.bottom, extent.top + height)
            } else {
                extent.top = min(extent.top, extent.bottom - height)
            }
        }
        for (inner, isTop) in aligned {
            inner.y =
                isTop ? extent.top + inner.margin.top : extent.bottom - inner.margin.bottom - inner.height
        }
        line.height = extent.bottom - extent.top
        line.baseline = y - extent.top
        for case .outOfFlow(let inner) in pieces { (inner.x, inner.y) = (start + inner.x, y) }
        reorder(&line)
        move(&line, by: start, end: end)
        (line.minX, line.maxX) = (start, start + end)
        layout.countFragments(line.fragments.count)
        y = HTMLLayout.bounded(y + line.height)
        lines.append(line)
    }

    private mutating func push(_ element: HTMLInlineBox, x: Double, isFirst: Bool, _ line: inout HTMLLine) {
        let parent = open[open.count - 1]
        let font = layout.recorder.fontHeight(element.style)
        let shift = parent.shift + self.shift(element.style, font, in: parent)
        var opened = Open(element: element, shift: shift, font: font, startX: x, isFirst: isFirst)
        if element.style.rare != nil {
            let box = layout.inlineEdges(element, in: width)
            (opened.edges, opened.margin) = (box.edges, box.margin)
        }
        if isFirst { opened.startX += opened.margin.left }
        open.append(opened)
        beginBackground(open.count - 1, x: opened.startX, &line)
    }

    private mutating func beginBackground(_ index: Int, x: Double, _ line: inout HTMLLine) {
        let element = open[index].element
        guard element.style.background != .none || element.style.rare != nil else { return }
        open[index].fragment = line.fragments.count
        let edges = open[index].edges
        let top = open[index].shift - open[index].font.ascent - edges.top
        line.fragments.append(
            .element(
                element, x: x, y: top, width: 0,
                height: open[index].font.ascent + open[index].font.descent + edges.vertical,
                isFirst: open[index].isFirst, isLast: false))
    }

    private mutating func endBackground(_ index: Int, x: Double, isLast: Bool, _ line: inout HTMLLine) {
        guard index > 0, let fragment = open[index].fragment,
            case .element(let element, let start, let y, _, let height, let isFirst, _) = line.fragments[fragment]
        else { return }
        line.fragments[fragment] = .element(
            element, x: start, y: y, width: max(0, x - start), height: height, isFirst: isFirst, isLast: isLast)
    }

    /// Returns the shift of an element's baseline down from its parent's: CSS 2.2, 10.8.1, with Chromium's offsets.
    private func shift(_ style: SVGStyle, _ font: HTMLFontHeight, in parent: Open) -> Double {
        let size = parent.element.style.text.fontSize
        switch style.box.verticalAlign {
        case .baseline, .top, .bottom: return 0
        case .sub: return size / 5 + 1
        case .super: return -(size / 3 + 1)
        case .middle: return (font.above - font.below) / 2 - parent.font.xHeight / 2
        case .textTop: return font.above - parent.font.ascent
        case .textBottom: return parent.font.descent - font.below
        case .length(let length):
            let height = style.text.lineHeight.height(fontSize: style.text.fontSize) ?? font.lineHeight
            return -layout.recorder.resolve(length, reference: height, style: style)
        }
    }

    /// Aligns a box in the line: its position is relative to the line's baseline.
    private func align(
        _ inner: HTMLBox, _ extent: inout Extent, _ aligned: inout [(box: HTMLBox, isTop: Bool)]
    ) {
        let parent = open[open.count - 1]
        let height = inner.height + inner.margin.vertical
        let clips = inner.style.overflowIsSpecified && !inner.style.overflowIsVisible && inner.kind == .block
        var ascent = height
        if inner.kind != .replaced, !clips, let baseline = layout.lastBaseline(inner) {
            ascent = inner.margin.top + baseline
        }
        let size = parent.element.style.text.fontSize
        let shift: Double
        switch inner.style.box.verticalAlign {
        case .top, .bottom:
            aligned.append((inner, inner.style.box.verticalAlign == .top))
            return
        case .baseline: shift = 0
        case .sub: shift = size / 5 + 1
        case .super: shift = -(size / 3 + 1)
        case .middle: shift = ascent - height / 2 - parent.font.xHeight / 2
        case .textTop: shift = ascent - parent.font.ascent
        case .textBottom: shift = parent.font.descent - (height - ascent)
        case .length(let length):
            shift = -layout.recorder.resolve(length, reference: parent.font.lineHeight, style: inner.style)
        }
        let top = parent.shift + shift - ascent
        inner.y = top + inner.margin.top
        extent.add(top, top + height)
    }

    private func alignment(of end: Double, indent: Double, isLast: Bool) -> Double {
        let rest = width - indent - end
        let isRightToLeft = box.style.text.isRightToLeft
        switch box.style.paragraph.style.alignment {
        case .start, .justify: return isRightToLeft ? rest : 0
        case .left: return isRightToLeft ? min(0, rest) : 0
        case .end: return isRightToLeft ? 0 : max(0, rest)
        case .right: return isRightToLeft ? rest : max(0, rest)
        // Text that does not fit begins at the start.
        case .center: return isRightToLeft ? rest - max(0, rest) / 2 : max(0, rest) / 2
        }
    }

    /// Returns the extra width of each space in a justified line.
    private func justification(_ pieces: [HTMLParagraph.Piece], indent: Double, isLast: Bool) -> Double {
        guard box.style.paragraph.style.alignment == .justify, !isLast else { return 0 }
        var (x, end) = (0.0, 0.0)
        var (count, inside) = (0, 0)
        for piece in pieces {
            switch piece {
            case .word(let word):
                end = x + word.width
                x = end + word.spaceWidth
                inside = count
                if word.spaceWidth > 0 { count += 1 }
            case .box(let inner, _):
                x += inner.width + inner.margin.horizontal
                (end, inside) = (x, count)
            default:
                x += layout.edgeWidth(piece, in: width)
                end = max(end, x)
            }
        }
        let rest = width - indent - end
        return rest > 0 && inside > 0 ? rest / Double(inside) : 0
    }

    /// Puts words that run against the direction of the block in their visual order.
    private func reorder(_ line: inout HTMLLine) {
        let isRightToLeft = box.style.text.isRightToLeft
        func runsAgainst(_ fragment: HTMLFragment) -> Bool? {
            switch fragment {
            case .word(let word, _, _, _): word.isRightToLeft != isRightToLeft
            case .element: nil
            case .box: false
            }
        }
        var start = 0
        while start < line.fragments.count {
            guard runsAgainst(line.fragments[start]) == true else {
                start += 1
                continue
            }
            var end = start
            var next = start + 1
            while next < line.fragments.count, let against = runsAgainst(line.fragments[next]), against {
                end = next
                next += 1
            }
            if end > start, case .word(_, let first, _, _) = line.fragments[start],
                case .word(let word, let last, _, _) = line.fragments[end]
            {
                let lastWidth = word.width
                for index in start...end {
                    guard case .word(let word, let x, let baseline, let width) = line.fragments[index] else { continue }
                    line.fragments[index] = .word(
                        word, x: first + last + lastWidth - x - word.width, baseline: baseline, width: width)
                }
            }
            start = end + 1
        }
    }

    /// Moves the fragments from the start and the baseline of the line to their positions in the block.
    private func move(_ line: inout HTMLLine, by start: Double, end: Double) {
        let isRightToLeft = box.style.text.isRightToLeft
        func position(_ x: Double, _ width: Double) -> Double { start + (isRightToLeft ? end - x - width : x) }
        for index in line.fragments.indices {
            switch line.fragments[index] {
            case .word(let word, let x, let shift, let width):
                line.fragments[index] = .word(
                    word, x: position(x, word.width), baseline: line.baseline + shift, width: width)
            case .element(let element, let x, let y, let width, let height, let isFirst, let isLast):
                line.fragments[index] = .element(
                    element, x: position(x, width), y: line.baseline + y, width: width, height: height,
                    isFirst: isFirst, isLast: isLast)
            case .box(let inner):
                inner.x = position(inner.x, inner.width)
                inner.y += line.baseline
            }
        }
    }
}
