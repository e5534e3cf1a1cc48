extension HTMLLayout {
    /// Lays out blocks below one another, with collapsing margins: CSS 2.2, 8.3.1.
    ///
    /// - Returns: The height of the content.
    func layOutBlocks(_ box: HTMLBox, width: Double, height: Double?, _ constraint: HTMLConstraint) -> Double {
        let isClosedAbove = box.isFormattingRoot || box.border.top > 0 || box.padding.top > 0
        let isClosedBelow =
            box.isFormattingRoot || box.border.bottom > 0 || box.padding.bottom > 0 || height != nil
        var above = HTMLMargin(box.margin.top)
        var margin = HTMLMargin()
        /// Whether no block has been placed, so that margins belong to those of the box.
        var isAtStart = !isClosedAbove
        let top = box.edges.top
        var y = top
        for child in box.children {
            if child.isOutOfFlow {
                (child.x, child.y) = (box.edges.left, isAtStart ? y : y + margin.sum)
                continue
            }
            layOut(child, HTMLConstraint(width: width, height: height, shrinks: child.kind == .table))
            guard !isExhausted else { return 0 }
            child.x = box.edges.left + start(of: child, in: width, box)
            if child.isEmptyBlock {
                if isAtStart {
                    above.add(child.marginAbove)
                    child.y = y
                } else {
                    margin.add(child.marginAbove)
                    child.y = y + margin.sum
                }
                continue
            }
            if isAtStart {
                above.add(child.marginAbove)
                child.y = y
            } else {
                margin.add(child.marginAbove)
                child.y = y + margin.sum
            }
            isAtStart = false
            y = child.y + child.height
            margin = child.marginBelow
        }
        let isEmpty = isAtStart && !isClosedBelow && (length(box, .minHeight, of: constraint.height) ?? 0) <= 0
        box.marginAbove = above
        box.marginBelow = HTMLMargin(box.margin.bottom)
        box.isEmptyBlock = isEmpty && box.marker == nil
        if box.isEmptyBlock {
            box.marginAbove.add(box.margin.bottom)
            return 0
        }
        if isClosedBelow { return Self.bounded(y + margin.sum - top) }
        box.marginBelow.add(margin)
        return Self.bounded(y - top)
    }

    /// Returns the position of the border box of a block along the line, from its margins or the alignment of `center`.
    private func start(of child: HTMLBox, in width: Double, _ box: HTMLBox) -> Double {
        let rest = width - child.width - child.margin.horizontal
        let (isLeftAuto, isRightAuto) = (isAuto(child, .marginLeft), isAuto(child, .marginRight))
        if rest > 0 {
            if isLeftAuto { return child.margin.left + (isRightAuto ? rest / 2 : rest) }
            if !isRightAuto, box.style.paragraph.style.alignsBlocks {
                switch box.style.paragraph.style.alignment {
                case .center: return child.margin.left + rest / 2
                case .right, .end: return child.margin.left + rest
                default: break
                }
            }
        }
        if box.style.text.isRightToLeft, !isRightAuto { return child.margin.left + rest }
        return child.margin.left
    }

    // MARK: Widths

    /// Returns the narrowest and the widest width of the border box: CSS Sizing Level 3, 5.
    func widths(of box: HTMLBox) -> HTMLWidths {
        if let known = box.widths { return known }
        spend(2)
        guard !isExhausted else { return HTMLWidths() }
        measureEdges(box, in: 0)
        var widths: HTMLWidths
        if box.kind == .replaced {
            layOut(box, HTMLConstraint(width: 0, shrinks: true))
            widths = HTMLWidths(least: box.width, most: box.width)
        } else if let given = specified(box, .width, of: nil), box.kind != .tableCell || box.style.box.hasFixedColumns {
            widths = HTMLWidths(least: given, most: given)
        } else {
            widths = contentWidths(of: box)
            widths.least += box.edges.horizontal
            widths.most += box.edges.horizontal
            if box.kind == .tableCell, let given = specified(box, .width, of: nil) {
                widths.most = max(given, widths.least)
            }
        }
        if let most = specified(box, .maxWidth, of: nil) {
            widths.least = min(widths.least, most)
            widths.most = min(widths.most, most)
        }
        if let least = specified(box, .minWidth, of: nil) {
            widths.least = max(widths.least, least)
            widths.most = max(widths.most, least)
        }
        widths.least = Self.bounded(widths.least)
        widths.most = max(widths.least, Self.bounded(widths.most))
        box.widths = widths
        return widths
    }

    /// Returns the widths with the margins.
    func outerWidths(of box: HTMLBox) -> HTMLWidths {
        var widths = widths(of: box)
        widths.least += box.margin.horizontal
        widths.most += box.margin.horizontal
        return widths
    }

    private func contentWidths(of box: HTMLBox) -> HTMLWidths {
        var result = HTMLWidths()
        switch box.kind {
        case .table:
            let columns = HTMLTable(box, self).columnWidths(self)
            result.least = columns.reduce(0) { $0 + $1.least }
            result.most = columns.reduce(0) { $0 + $1.most }
            let spacing = HTMLTable.spacing(box).x * Double(columns.isEmpty ? 0 : columns.count + 1)
            result.least += spacing
            result.most += spacing
        case .flex where !box.style.box.flex.isColumn:
            let items = box.children.filter { !$0.isOutOfFlow }
            let gap = (length(box, .columnGap, of: 0) ?? 0) * Double(max(0, items.count - 1))
            for item in items {
                let widths = outerWidths(of: item)
                result.most += widths.most
                result.least =
                    box.style.box.flex.wraps ? max(result.least, widths.least) : result.least + widths.least
            }
            result.most += gap
            if !box.style.box.flex.wraps { result.least += gap }
        default:
            guard box.children.isEmpty else {
                for child in box.children where !child.isOutOfFlow {
                    let widths = outerWidths(of: child)
                    result.least = max(result.least, widths.least)
                    result.most = max(result.most, widths.most)
                }
                break
            }
            guard !box.inlines.isEmpty, let paragraph = paragraph(box) else { break }
            let width = { (piece: HTMLParagraph.Piece) in
                if case .box(let inner, _) = piece { return self.outerWidths(of: inner).most }
                return self.edgeWidth(piece, in: 0)
            }
            result.most = widest(paragraph, .infinity, width)
            let isBroken = paragraph.runs.contains {
                $0.element.style.paragraph.style.breaksWordsInMinimum
            }
            let narrow = { (piece: HTMLParagraph.Piece) in
                if case .box(let inner, _) = piece { return self.outerWidths(of: inner).least }
                return self.edgeWidth(piece, in: 0)
            }
            result.least =
                isBroken ? widest(paragraph, 0, narrow) : narrowest(paragraph, narrow)
        }
        return result
    }

    /// Returns the width of the widest line of a paragraph in a width.
    private func widest(
        _ paragraph: HTMLParagraph, _ available: Double, _ width: @escaping (HTMLParagraph.Piece) -> Double
    ) -> Double {
        spend(paragraph.pieces.count)
        var breaker = HTMLLineBreaker(paragraph, width)
        breaker.run(available: available)
        return breaker.lines.reduce(0) { widest, line in
            var (x, end) = (0.0, 0.0)
            for piece in line {
                if case .word(let word) = piece {
                    end = x + word.width
                    x = end + word.spaceWidth
                } else {
                    x += width(piece)
                    end = max(end, x)
                }
            }
            return max(widest, end)
        }
    }

    /// Returns the width of the widest part of a paragraph that cannot be broken.
    private func narrowest(_ paragraph: HTMLParagraph, _ width: (HTMLParagraph.Piece) -> Double) -> Double {
        var (result, x, pending) = (0.0, 0.0, 0.0)
        for piece in paragraph.pieces {
            switch piece {
            case .word(let word):
                if word.mayBeginLine { (x, pending) = (0, 0) }
                x += pending + word.width
                pending = word.spaceWidth
            case .box(_, let mayBegin):
                if mayBegin { (x, pending) = (0, 0) }
                x += pending + width(piece)
                pending = 0
            case .lineBreak: (x, pending) = (0, 0)
            default: x += width(piece)
            }
            result = max(result, x)
        }
        return result
    }

    /// Returns the margin, border and padding at one end of an element in a line.
    func edgeWidth(_ piece: HTMLParagraph.Piece, in reference: Double) -> Double {
        switch piece {
        case .open(let element, let isContinued): isContinued ? 0 : edges(of: element, in: reference).left
        case .close(let element, let isContinued): isContinued ? 0 : edges(of: element, in: reference).right
        default: 0
        }
    }

    /// Returns margin, border and padding of an element in a line.
    func edges(of element: HTMLInlineBox, in reference: Double) -> HTMLSides<Double> {
        guard element.style.rare != nil else { return HTMLSides(repeating: 0) }
        let box = inlineEdges(element, in: reference)
        var sum = box.edges
        sum.left += box.margin.left
        sum.right += box.margin.right
        return sum
    }

    /// Returns a box with the edges of an element in a line.
    func inlineEdges(_ element: HTMLInlineBox, in reference: Double) -> HTMLBox {
        let box = HTMLBox(element.node, element.style, .block)
        measureEdges(box, in: reference)
        return box
    }
}
