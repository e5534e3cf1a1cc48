import TileGeometry

/// The layout of the boxes of a `foreignObject`: CSS 2.2, 9 and 10, with flex containers and tables.
final class HTMLLayout {
    let recorder: SVGRecorder
    private let work: HTMLLayoutWork
    /// The first error. Nothing more is laid out after it.
    private(set) var failure: SVGRecorder.Failure?

    /// The bytes of text and the parts of lines so far.
    private var letterCount = 0
    private var fragmentCount = 0

    init(_ recorder: SVGRecorder) { (self.recorder, work) = (recorder, recorder.layoutWork) }

    /// Whether the work exceeds the limit.
    var isExhausted: Bool { work.isExhausted || failure != nil }

    func spend(_ count: Int = 1) { work.spend(count) }

    /// Checks that memory is available for a part of the layout. If it is not, the layout fails.
    func checkRoom(_ bytes: Int) {
        do throws(SVGRecorder.Failure) {
            try recorder.checkRoom(bytes, for: "the boxes of a foreignObject")
        } catch {
            failure = failure ?? error
        }
    }

    /// Counts parts that lines gain or lose, and checks that memory is available for them.
    func countFragments(_ change: Int) {
        fragmentCount += change
        if change > 0 { checkRoom(fragmentCount * MemoryLayout<HTMLFragment>.stride) }
    }

    func paragraph(_ box: HTMLBox) -> HTMLParagraph? {
        if let known = box.paragraph { return known }
        do throws(SVGRecorder.Failure) {
            let paragraph = try HTMLParagraph(box, recorder, lettersBefore: letterCount)
            letterCount += paragraph.cost
            spend(paragraph.cost)
            box.paragraph = paragraph
            return paragraph
        } catch {
            failure = failure ?? error
            return nil
        }
    }

    // MARK: Lengths

    /// The largest length, as in Chromium, where lengths have 26 bits before the point.
    static let maxLength = 33_554_428.0

    static func bounded(_ value: Double) -> Double { value.isNaN ? 0 : min(maxLength, max(-maxLength, value)) }

    /// Returns a length of a box; nil for `auto`, `none`, one that is not set, and percentages without a reference.
    func length(_ box: HTMLBox, _ property: SVGAttribute, of reference: Double?) -> Double? {
        guard let given = box.style.rare?.style.geometry[property], let length = given else { return nil }
        if reference == nil, length.hasPercent { return nil }
        return Self.bounded(recorder.resolve(length, reference: reference ?? 0, style: box.style))
    }

    func borderWidth(_ border: HTMLBorder, _ style: SVGStyle) -> Double {
        guard border.isShown else { return 0 }
        let width = Self.bounded(recorder.resolve(border.width, reference: 0, style: style))
        // Widths are whole pixels.
        return width <= 0 ? 0 : max(1, width.rounded(.down))
    }

    /// Computes border, padding and margin.
    func measureEdges(_ box: HTMLBox, in width: Double) {
        guard let rare = box.style.rare?.style else { return }
        let borders = rare.box.borders
        if box.kind != .tableRow, box.kind != .tableGroup {
            box.border.top = borderWidth(borders.top, box.style)
            box.border.right = borderWidth(borders.right, box.style)
            box.border.bottom = borderWidth(borders.bottom, box.style)
            box.border.left = borderWidth(borders.left, box.style)
            if box.sharedBorders != nil { box.border = box.halfOfSharedBorders(self) }
            box.padding.top = max(0, length(box, .paddingTop, of: width) ?? 0)
            box.padding.right = max(0, length(box, .paddingRight, of: width) ?? 0)
            box.padding.bottom = max(0, length(box, .paddingBottom, of: width) ?? 0)
            box.padding.left = max(0, length(box, .paddingLeft, of: width) ?? 0)
        }
        if box.kind != .tableRow, box.kind != .tableGroup, box.kind != .tableCell {
            box.margin.top = length(box, .marginTop, of: width) ?? 0
            box.margin.right = length(box, .marginRight, of: width) ?? 0
            box.margin.bottom = length(box, .marginBottom, of: width) ?? 0
            box.margin.left = length(box, .marginLeft, of: width) ?? 0
        }
    }

    func isAuto(_ box: HTMLBox, _ property: SVGAttribute) -> Bool {
        if case .some(.some(.none)) = box.style.rare?.style.geometry[property] { return true }
        return false
    }

    /// Returns a specified width or height of the border box; nil if it is `auto`.
    func specified(_ box: HTMLBox, _ property: SVGAttribute, of reference: Double?) -> Double? {
        guard let value = length(box, property, of: reference) else { return nil }
        let isVertical = [.height, .minHeight, .maxHeight].contains(property)
        let edges = isVertical ? box.edges.vertical : box.edges.horizontal
        return box.style.box.sizesBorderBox ? max(edges, value) : max(0, value) + edges
    }

    /// Limits a width of the border box to the range that the style allows.
    func clampedWidth(_ width: Double, _ box: HTMLBox, in reference: Double) -> Double {
        var result = width
        if let most = specified(box, .maxWidth, of: reference) { result = min(result, most) }
        return max(result, specified(box, .minWidth, of: reference) ?? 0, box.edges.horizontal)
    }

    func clampedHeight(_ height: Double, _ box: HTMLBox, in reference: Double?) -> Double {
        var result = height
        if let most = specified(box, .maxHeight, of: reference) { result = min(result, most) }
        return max(result, specified(box, .minHeight, of: reference) ?? 0, box.edges.vertical)
    }

    // MARK: Boxes

    /// Computes the size of a box and the layout in it.
    func layOut(_ box: HTMLBox, _ constraint: HTMLConstraint) {
        spend(1)
        if box.constraint == constraint { return }
        spend(4)
        guard !isExhausted else { return }
        box.constraint = constraint
        measureEdges(box, in: constraint.percentWidth ?? constraint.width)
        shift(box, constraint)
        switch box.kind {
        case .replaced: layOutReplaced(box, constraint)
        case .table: layOutTable(box, constraint)
        default: layOutBlock(box, constraint)
        }
        layOutPositioned(in: box)
    }

    private func layOutBlock(_ box: HTMLBox, _ constraint: HTMLConstraint) {
        let reference = constraint.percentWidth ?? constraint.width
        let available = constraint.width - box.margin.horizontal
        if let fixed = constraint.fixedWidth {
            box.width = max(fixed, box.edges.horizontal)
        } else if let given = specified(box, .width, of: reference) {
            box.width = clampedWidth(given, box, in: reference)
        } else if constraint.shrinks {
            let widths = widths(of: box)
            box.width = clampedWidth(max(widths.least, min(available, widths.most)), box, in: reference)
        } else {
            box.width = clampedWidth(max(0, available), box, in: reference)
        }
        box.width = Self.bounded(box.width)
        let given = constraint.fixedHeight ?? specified(box, .height, of: constraint.height)
        let definite = constraint.fixedHeight ?? given.map { clampedHeight($0, box, in: constraint.height) }
        let inner = max(0, box.width - box.edges.horizontal)
        let innerHeight = definite.map { max(0, $0 - box.edges.vertical) }
        let content: Double
        if box.kind == .flex {
            content = layOutFlex(box, width: inner, height: innerHeight)
        } else if box.children.isEmpty {
            content = layOutLines(box, width: inner)
        } else {
            content = layOutBlocks(box, width: inner, height: innerHeight, constraint)
        }
        let natural = content + box.edges.vertical
        box.height = Self.bounded(definite ?? clampedHeight(natural, box, in: constraint.height))
        if box.children.isEmpty || box.kind == .flex { setMargins(box) }
    }

    /// Sets the margins of a box in which none collapse.
    func setMargins(_ box: HTMLBox) {
        box.marginAbove = HTMLMargin(box.margin.top)
        box.marginBelow = HTMLMargin(box.margin.bottom)
        box.isEmptyBlock =
            !box.isFormattingRoot && box.kind == .block && box.lines.isEmpty && box.height == 0
            && box.marker == nil
        if box.isEmptyBlock { box.marginAbove.add(box.marginBelow) }
    }

    private func layOutReplaced(_ box: HTMLBox, _ constraint: HTMLConstraint) {
        let own = box.naturalSize ?? recorder.naturalSize(of: box.node, box.style)
        box.naturalSize = own
        let edges = box.edges
        let reference = constraint.percentWidth ?? constraint.width
        // A container that determines the size has taken the specified one into account.
        let width = constraint.fixedWidth ?? specified(box, .width, of: reference)
        let height = constraint.fixedHeight ?? specified(box, .height, of: constraint.height)
        let ratio = own.ratio
        var inner: (width: Double, height: Double)
        switch (width.map { max(0, $0 - edges.horizontal) }, height.map { max(0, $0 - edges.vertical) }) {
        case (let width?, let height?): inner = (width, height)
        case (let width?, nil): inner = (width, ratio.map { width / $0 } ?? own.height ?? 150)
        case (nil, let height?): inner = (ratio.map { height * $0 } ?? own.width ?? 300, height)
        case (nil, nil):
            let width = own.width ?? ratio.flatMap { of in own.height.map { $0 * of } } ?? 300
            inner = (width, own.height ?? ratio.map { width / $0 } ?? 150)
        }
        let before = inner.width
        inner.width = clampedWidth(inner.width + edges.horizontal, box, in: reference) - edges.horizontal
        if inner.width != before, height == nil, let ratio { inner.height = inner.width / ratio }
        box.width = Self.bounded(inner.width + edges.horizontal)
        box.height = Self.bounded(clampedHeight(inner.height + edges.vertical, box, in: constraint.height))
        setMargins(box)
    }

    // MARK: Positions

    /// Computes the shift of a box with `position: relative`.
    private func shift(_ box: HTMLBox, _ constraint: HTMLConstraint) {
        guard box.style.box.position == .relative else { return }
        let reference = constraint.percentWidth ?? constraint.width
        box.shiftX = length(box, .left, of: reference) ?? length(box, .right, of: reference).map { -$0 } ?? 0
        box.shiftY =
            length(box, .top, of: constraint.height) ?? length(box, .bottom, of: constraint.height).map { -$0 } ?? 0
    }

    /// Lays out the boxes out of the flow that refer to a container, which has its size.
    func layOutPositioned(in container: HTMLBox) {
        let width = container.width - container.border.horizontal
        let height = container.height - container.border.vertical
        for box in container.positioned {
            measureEdges(box, in: width)
            let (left, right) = (length(box, .left, of: width), length(box, .right, of: width))
            let (top, bottom) = (length(box, .top, of: height), length(box, .bottom, of: height))
            var constraint = HTMLConstraint(width: width - (left ?? 0) - (right ?? 0), height: height, shrinks: true)
            if left != nil, right != nil, specified(box, .width, of: width) == nil, box.kind != .replaced {
                constraint.fixedWidth = clampedWidth(
                    max(0, constraint.width - box.margin.horizontal), box, in: width)
            }
            if let top, let bottom, specified(box, .height, of: height) == nil, box.kind != .replaced {
                constraint.fixedHeight = max(0, height - top - bottom - box.margin.vertical)
            }
            constraint.percentWidth = width
            layOut(box, constraint)
            let along = HTMLPositionedAxis(
                start: left, end: right, container: width, size: box.width, marginStart: box.margin.left,
                marginEnd: box.margin.right, centers: isAuto(box, .marginLeft) && isAuto(box, .marginRight))
            let down = HTMLPositionedAxis(
                start: top, end: bottom, container: height, size: box.height, marginStart: box.margin.top,
                marginEnd: box.margin.bottom, centers: isAuto(box, .marginTop) && isAuto(box, .marginBottom))
            if let x = along.offset { box.containerX = container.border.left + x }
            if let y = down.offset { box.containerY = container.border.top + y }
        }
    }
}

/// One axis of a positioned box: CSS Positioned Layout Level 3, 4.1.
private struct HTMLPositionedAxis {
    /// The distances from the padding edges of the container; nil if they are not given.
    var start: Double?
    var end: Double?
    /// The size of the container's padding box, and of the box.
    var container: Double
    var size: Double
    var marginStart: Double
    var marginEnd: Double
    /// Whether both margins are `auto`.
    var centers: Bool

    /// The distance of the border edge from the container's padding edge; nil to leave the box where it is.
    var offset: Double? {
        if let start {
            guard let end, centers else { return start + marginStart }
            return start + max(0, container - start - end - size) / 2
        }
        return end.map { container - $0 - marginEnd - size }
    }
}
