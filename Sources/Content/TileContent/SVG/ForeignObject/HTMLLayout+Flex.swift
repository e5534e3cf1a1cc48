extension HTMLLayout {
    /// An item of a flex container.
    private struct Item {
        var box: HTMLBox
        /// The size of the border box along the main axis.
        var base: Double
        var main: Double
        var least: Double
        var most: Double
        var isFrozen = false
        /// The margins along the main axis and across it.
        var mainMargin: Double
        var crossMargin: Double

        var outer: Double { main + mainMargin }
    }

    /// Lays out a flex container: CSS Flexible Box Layout Level 1, 9.
    ///
    /// - Returns: The height of the content.
    func layOutFlex(_ box: HTMLBox, width: Double, height: Double?) -> Double {
        let flex = box.style.box.flex
        let isColumn = flex.isColumn
        let available = isColumn ? height : width
        let gap = length(box, isColumn ? .rowGap : .columnGap, of: available ?? 0) ?? 0
        let lineGap = length(box, isColumn ? .columnGap : .rowGap, of: (isColumn ? width : height) ?? 0) ?? 0
        let children = box.children.filter { !$0.isOutOfFlow }
        for child in box.children where child.isOutOfFlow { (child.x, child.y) = (box.edges.left, box.edges.top) }
        let ordered = children.enumerated().sorted {
            ($0.element.style.box.flex.order, $0.offset) < ($1.element.style.box.flex.order, $1.offset)
        }.map(\.element)
        var items = ordered.map { item($0, in: box, width: width, height: height) }
        guard !isExhausted else { return 0 }
        var lines = divided(items, within: flex.wraps ? available : nil, gap: gap)
        var crossSizes: [Double] = []
        for line in lines {
            let used = items[line].reduce(0) { $0 + $1.base + $1.mainMargin } + gap * Double(max(0, line.count - 1))
            resolve(&items[line], (available ?? used) - gap * Double(max(0, line.count - 1)))
            var cross = 0.0
            for index in line {
                let item = items[index]
                if isColumn {
                    layOut(
                        item.box,
                        HTMLConstraint(
                            width: width, height: height, fixedWidth: crossWidth(item, in: box, width),
                            fixedHeight: available == nil && item.main == item.base ? nil : item.main))
                    items[index].main = item.box.height
                } else {
                    layOut(item.box, HTMLConstraint(width: width, height: height, fixedWidth: item.main))
                }
                guard !isExhausted else { return 0 }
                cross = max(cross, (isColumn ? item.box.width : item.box.height) + item.crossMargin)
            }
            crossSizes.append(cross)
        }
        let definiteCross = isColumn ? width : height
        if lines.count == 1, !flex.wraps, let definiteCross { crossSizes[0] = definiteCross }
        let crossTotal = crossSizes.reduce(0, +) + lineGap * Double(max(0, lines.count - 1))
        let crossFree = (definiteCross ?? crossTotal) - crossTotal
        if flex.wraps, flex.alignContent == .stretch, crossFree > 0, !lines.isEmpty {
            for index in crossSizes.indices { crossSizes[index] += crossFree / Double(lines.count) }
        }
        var longest = 0.0
        for line in lines {
            let outer: Double = items[line].reduce(0.0) { $0 + $1.outer }
            longest = max(longest, outer + gap * Double(max(0, line.count - 1)))
        }
        let mainSize = available ?? longest
        var cross = 0.0
        var between = lineGap
        if flex.wraps, flex.alignContent != .stretch {
            (cross, between) = distribution(flex.alignContent, free: crossFree, count: lines.count, gap: lineGap)
        }
        if flex.reversesLines { (lines, crossSizes) = (lines.reversed(), crossSizes.reversed()) }
        for (line, size) in zip(lines, crossSizes) {
            arrange(items[line], in: box, main: mainSize, gap: gap, cross: cross, size: size, available: width)
            cross += size + between
        }
        return Self.bounded(isColumn ? mainSize : (height ?? crossTotal))
    }

    private func alignment(_ item: HTMLBox, in box: HTMLBox) -> HTMLFlexStyle.Alignment {
        item.style.box.flex.alignSelf ?? box.style.box.flex.alignItems
    }

    /// Returns an item with its size before it grows or shrinks.
    private func item(_ child: HTMLBox, in box: HTMLBox, width: Double, height: Double?) -> Item {
        let isColumn = box.style.box.flex.isColumn
        measureEdges(child, in: width)
        let reference = isColumn ? height : width
        var base: Double?
        if let basis = length(child, .flexBasis, of: reference) {
            let edges = isColumn ? child.edges.vertical : child.edges.horizontal
            base = child.style.box.sizesBorderBox ? max(edges, basis) : basis + edges
        }
        base = base ?? specified(child, isColumn ? .height : .width, of: reference)
        var content = 0.0
        var automatic = 0.0
        let clips = child.style.overflowIsSpecified && !child.style.overflowIsVisible
        if isColumn {
            var item = Item(
                box: child, base: 0, main: 0, least: 0, most: 0, mainMargin: child.margin.vertical,
                crossMargin: child.margin.horizontal)
            item.main = 0
            layOut(
                child, HTMLConstraint(width: width, height: height, fixedWidth: crossWidth(item, in: box, width)))
            content = child.height
            automatic = clips ? 0 : min(base ?? content, content)
        } else {
            let widths = widths(of: child)
            if child.kind == .replaced, base == nil {
                layOut(child, HTMLConstraint(width: width, height: height, shrinks: true))
                content = child.width
                automatic = content
            } else {
                content = widths.most
                automatic = clips ? 0 : min(base ?? widths.least, widths.least)
            }
        }
        let edges = isColumn ? child.edges.vertical : child.edges.horizontal
        let least = specified(child, isColumn ? .minHeight : .minWidth, of: reference) ?? automatic
        let most = specified(child, isColumn ? .maxHeight : .maxWidth, of: reference) ?? .infinity
        let size = max(edges, base ?? content)
        return Item(
            box: child, base: size, main: min(max(size, least), max(least, most)), least: max(edges, least), most: most,
            mainMargin: isColumn ? child.margin.vertical : child.margin.horizontal,
            crossMargin: isColumn ? child.margin.horizontal : child.margin.vertical)
    }

    /// Returns the width of an item of a column.
    private func crossWidth(_ item: Item, in box: HTMLBox, _ width: Double) -> Double {
        let child = item.box
        if let given = specified(child, .width, of: width) { return clampedWidth(given, child, in: width) }
        let rest = max(0, width - child.margin.horizontal)
        let isStretched =
            alignment(child, in: box) == .stretch && !isAuto(child, .marginLeft) && !isAuto(child, .marginRight)
            && child.kind != .replaced
        if isStretched { return clampedWidth(rest, child, in: width) }
        if child.kind == .replaced {
            layOut(child, HTMLConstraint(width: width, shrinks: true))
            return child.width
        }
        let widths = widths(of: child)
        return clampedWidth(max(widths.least, min(rest, widths.most)), child, in: width)
    }

    /// Divides items into lines that fit; one line if there is no limit.
    private func divided(_ items: [Item], within available: Double?, gap: Double) -> [Range<Int>] {
        guard !items.isEmpty else { return [] }
        guard let available else { return [items.indices] }
        var lines: [Range<Int>] = []
        var start = 0
        var used = 0.0
        for (index, item) in items.enumerated() {
            let extent = item.outer + (index > start ? gap : 0)
            if index > start, used + extent > available + HTMLLineBreaker.slack {
                lines.append(start..<index)
                (start, used) = (index, item.outer)
            } else {
                used += extent
            }
        }
        lines.append(start..<items.count)
        return lines
    }

    /// Lets items grow or shrink to fill a line: 9.7.
    private func resolve(_ items: inout ArraySlice<Item>, _ available: Double) {
        let hypothetical = items.reduce(0) { $0 + $1.outer }
        let grows = hypothetical < available
        for index in items.indices {
            let flex = items[index].box.style.box.flex
            items[index].isFrozen =
                (grows ? flex.grow : flex.shrink) == 0
                || (grows ? items[index].base > items[index].main : items[index].base < items[index].main)
        }
        var rounds = 0
        while items.contains(where: { !$0.isFrozen }), rounds <= items.count {
            rounds += 1
            spend(items.count)
            guard !isExhausted else { return }
            let used = items.reduce(0) { $0 + ($1.isFrozen ? $1.main : $1.base) + $1.mainMargin }
            let free = available - used
            let open = items.indices.filter { !items[$0].isFrozen }
            let factors = open.map { index in
                let flex = items[index].box.style.box.flex
                return grows ? flex.grow : flex.shrink * items[index].base
            }
            let sum = factors.reduce(0, +)
            let growth = open.reduce(0) { $0 + items[$1].box.style.box.flex.grow }
            let part = grows && growth < 1 ? free * growth : free
            var violation = 0.0
            var clamped: [(index: Int, change: Double)] = []
            for (index, factor) in zip(open, factors) {
                let target = items[index].base + (sum > 0 ? part * (factor / sum) : 0)
                let size = max(items[index].least, min(items[index].most, target))
                items[index].main = Self.bounded(size)
                violation += size - target
                clamped.append((index, size - target))
            }
            for (index, change) in clamped
            where abs(violation) < 1e-9 || (violation > 0 ? change > 0 : change < 0) {
                items[index].isFrozen = true
            }
        }
    }

    /// Returns the start and the distance of lines or items that share free space: CSS Box Alignment Level 3, 6.
    private func distribution(
        _ alignment: HTMLFlexStyle.Alignment, free: Double, count: Int, gap: Double
    ) -> (start: Double, between: Double) {
        switch alignment {
        case .start, .stretch, .baseline: return (0, gap)
        case .end: return (free, gap)
        case .center: return (free / 2, gap)
        case .spaceBetween:
            return free > 0 && count > 1 ? (0, gap + free / Double(count - 1)) : (0, gap)
        case .spaceAround:
            guard free > 0, count > 0 else { return (0, gap) }
            return (free / Double(count) / 2, gap + free / Double(count))
        case .spaceEvenly:
            guard free > 0, count > 0 else { return (0, gap) }
            return (free / Double(count + 1), gap + free / Double(count + 1))
        }
    }

    /// Places the items of one line.
    private func arrange(
        _ items: ArraySlice<Item>, in box: HTMLBox, main: Double, gap: Double, cross: Double, size: Double,
        available: Double
    ) {
        let flex = box.style.box.flex
        let isColumn = flex.isColumn
        let used = items.reduce(0) { $0 + $1.outer } + gap * Double(max(0, items.count - 1))
        var free = main - used
        let before = isColumn ? SVGAttribute.marginTop : .marginLeft
        let after = isColumn ? SVGAttribute.marginBottom : .marginRight
        let automatic = items.reduce(0) { $0 + (isAuto($1.box, before) ? 1 : 0) + (isAuto($1.box, after) ? 1 : 0) }
        var autoMargin = 0.0
        if automatic > 0, free > 0 { (autoMargin, free) = (free / Double(automatic), 0) }
        let (start, between) = distribution(flex.justify, free: free, count: items.count, gap: gap)
        var position = start
        let baselines = items.map { item in
            guard !isColumn, self.alignment(item.box, in: box) == .baseline else { return 0.0 }
            return item.box.margin.top + (firstBaseline(item.box) ?? item.box.height)
        }
        let highest = baselines.max() ?? 0
        let isReversed = flex.isReversed != (!isColumn && box.style.text.isRightToLeft)
        for (item, baseline) in zip(items, baselines) {
            let child = item.box
            if isAuto(child, before) { position += autoMargin }
            let leading = isColumn ? child.margin.top : child.margin.left
            var along = position + leading
            if isReversed { along = main - along - item.main }
            var across = cross + (isColumn ? child.margin.left : child.margin.top)
            let alignment = alignment(child, in: box)
            if !isColumn, alignment == .stretch, specified(child, .height, of: nil) == nil, child.kind != .replaced,
                !isAuto(child, .marginTop), !isAuto(child, .marginBottom),
                child.style.rare?.style.geometry[.height].flatMap({ $0 }) == nil
            {
                let stretched = clampedHeight(size - item.crossMargin, child, in: nil)
                if stretched != child.height {
                    layOut(
                        child,
                        HTMLConstraint(
                            width: available, height: nil, fixedWidth: item.main, fixedHeight: stretched))
                }
            }
            let rest = size - item.crossMargin - (isColumn ? child.width : child.height)
            let crossBefore = isAuto(child, isColumn ? .marginLeft : .marginTop)
            let crossAfter = isAuto(child, isColumn ? .marginRight : .marginBottom)
            if rest > 0, crossBefore || crossAfter {
                across += crossBefore ? (crossAfter ? rest / 2 : rest) : 0
            } else {
                switch alignment {
                case .center: across += rest / 2
                case .end: across += rest
                case .baseline: if !isColumn { across += highest - baseline }
                default: if flex.reversesLines { across += rest }
                }
            }
            (child.x, child.y) =
                isColumn
                ? (box.edges.left + across, box.edges.top + along) : (box.edges.left + along, box.edges.top + across)
            position += item.outer + between
            if isAuto(child, after) { position += autoMargin }
        }
    }
}
