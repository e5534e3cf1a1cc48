extension HTMLLayout {
    /// Lays out a table: CSS 2.2, 17.5.
    func layOutTable(_ box: HTMLBox, _ constraint: HTMLConstraint) {
        let table = HTMLTable(box, self)
        let columns = table.columnWidths(self)
        guard !isExhausted else { return }
        let spacing = HTMLTable.spacing(box)
        let reference = constraint.percentWidth ?? constraint.width
        let between = columns.isEmpty ? 0 : spacing.x * Double(columns.count + 1)
        let least = columns.reduce(0) { $0 + $1.least } + between + box.edges.horizontal
        let most = columns.reduce(0) { $0 + $1.most } + between + box.edges.horizontal
        let available = constraint.width - box.margin.horizontal
        var width: Double
        let percentages = table.percentages()
        if let given = constraint.fixedWidth ?? specified(box, .width, of: reference) {
            width = max(given, least)
        } else {
            width = max(least, min(available, percentages.isEmpty ? most : widest(columns, percentages, between, box)))
        }
        if let limit = specified(box, .maxWidth, of: reference) { width = max(least, min(width, limit)) }
        width = max(width, specified(box, .minWidth, of: reference) ?? 0)
        box.width = Self.bounded(width)
        let inner = max(0, box.width - box.edges.horizontal - between)
        let sizes =
            box.style.box.hasFixedColumns && specified(box, .width, of: reference) != nil
            ? fixedColumns(table, inner) : distributed(columns, inner, percentages, table.fixedColumns(self))
        var starts: [Double] = []
        var x = spacing.x
        for size in sizes {
            starts.append(x)
            x += size + spacing.x
        }
        box.captionHeight = 0
        for caption in table.captions {
            layOut(caption, HTMLConstraint(width: box.width, fixedWidth: box.width - caption.margin.horizontal))
            (caption.x, caption.y) = (caption.margin.left, box.captionHeight + caption.margin.top)
            box.captionHeight += caption.height + caption.margin.vertical
        }
        let heights = rowHeights(table, sizes, box, constraint)
        guard !isExhausted else { return }
        placeRows(table, starts, sizes, heights, in: box)
        for group in table.groups { layOutPositioned(in: group) }
        for row in table.rows { layOutPositioned(in: row.box) }
        // The cells have the heights of their rows.
        for cell in table.cells { layOutPositioned(in: cell.box) }
        setMargins(box)
    }

    /// Returns the width of a table with columns in percent, so that all columns are as wide as they ask for.
    private func widest(
        _ columns: [HTMLWidths], _ percentages: [Int: Double], _ between: Double, _ box: HTMLBox
    ) -> Double {
        var result = 0.0
        var rest = 0.0
        var part = 0.0
        for (index, column) in columns.enumerated() {
            if let percent = percentages[index] {
                result = max(result, column.most / percent)
                part += percent
            } else {
                rest += column.most
            }
        }
        if rest > 0 { result = max(result, part < 1 ? rest / (1 - part) : Self.maxLength) }
        return Self.bounded(result + between + box.edges.horizontal)
    }

    private func fixedColumns(_ table: HTMLTable, _ width: Double) -> [Double] {
        var given: [Int: Double] = [:]
        for cell in table.cells where cell.row == 0 && cell.columnSpan == 1 {
            if let width = specified(cell.box, .width, of: width) { given[cell.column] = width }
        }
        let rest = max(0, width - given.values.reduce(0, +)) / Double(max(1, table.columnCount - given.count))
        return (0..<table.columnCount).map { given[$0] ?? rest }
    }

    /// Distributes the width of a table to its columns.
    private func distributed(
        _ columns: [HTMLWidths], _ width: Double, _ percentages: [Int: Double], _ fixed: Set<Int>
    ) -> [Double] {
        var sizes = columns.map(\.least)
        var free = width
        for (index, percent) in percentages.sorted(by: { $0.key < $1.key }) where index < sizes.count {
            sizes[index] = max(columns[index].least, percent * width)
        }
        let open = columns.indices.filter { percentages[$0] == nil }
        for (index, _) in percentages where index < sizes.count { free -= sizes[index] }
        let least = open.reduce(0) { $0 + columns[$1].least }
        let most = open.reduce(0) { $0 + columns[$1].most }
        if free >= most {
            for index in open { sizes[index] = columns[index].most }
            let rest = free - most
            // Columns without a width of their own grow.
            let growing = open.filter { !fixed.contains($0) }
            let among = growing.isEmpty ? (open.isEmpty ? Array(columns.indices) : open) : growing
            let sum = among.reduce(0) { $0 + columns[$1].most }
            for index in among {
                sizes[index] += sum > 0 ? rest * columns[index].most / sum : rest / Double(among.count)
            }
        } else if most > least, free > least {
            let part = (free - least) / (most - least)
            for index in open { sizes[index] += (columns[index].most - columns[index].least) * part }
        }
        return sizes.map(Self.bounded)
    }

    private func cellWidth(_ cell: HTMLTable.Cell, _ sizes: [Double], spacing: Double) -> Double {
        sizes[cell.column..<cell.column + cell.columnSpan].reduce(0, +) + spacing * Double(cell.columnSpan - 1)
    }

    /// Lays out the cells and returns the heights of the rows.
    private func rowHeights(
        _ table: HTMLTable, _ sizes: [Double], _ box: HTMLBox, _ constraint: HTMLConstraint
    ) -> [Double] {
        let spacing = HTMLTable.spacing(box)
        var heights = table.rows.map { specified($0.box, .height, of: nil) ?? 0 }
        var baselines = [Double](repeating: 0, count: heights.count)
        var below = baselines
        for cell in table.cells {
            spend(cell.columnSpan / 8)
            layOut(
                cell.box, HTMLConstraint(width: box.width, fixedWidth: cellWidth(cell, sizes, spacing: spacing.x)))
            guard !isExhausted else { return heights }
            cell.box.contentY = 0
            guard cell.rowSpan == 1 else { continue }
            heights[cell.row] = max(heights[cell.row], cell.box.height)
            if isOnBaseline(cell.box) {
                let baseline = firstBaseline(cell.box) ?? cell.box.height
                baselines[cell.row] = max(baselines[cell.row], baseline)
                below[cell.row] = max(below[cell.row], cell.box.height - baseline)
            }
        }
        for row in heights.indices { heights[row] = max(heights[row], baselines[row] + below[row]) }
        for cell in table.cells where cell.rowSpan > 1 {
            let range = cell.row..<cell.row + cell.rowSpan
            spend(cell.rowSpan / 8)
            let total = heights[range].reduce(0, +) + spacing.y * Double(cell.rowSpan - 1)
            let more = cell.box.height - total
            if more > 0 { heights[range.upperBound - 1] += more }
        }
        let given = constraint.fixedHeight ?? specified(box, .height, of: constraint.height)
        if let given, !heights.isEmpty {
            let total =
                heights.reduce(0, +) + spacing.y * Double(heights.count + 1) + box.edges.vertical
            let more = given - total
            if more > 0 {
                let sum = heights.reduce(0, +)
                for row in heights.indices {
                    heights[row] += sum > 0 ? more * heights[row] / sum : more / Double(heights.count)
                }
            }
        }
        for cell in table.cells where cell.rowSpan == 1 && isOnBaseline(cell.box) {
            cell.box.contentY = 0
            cell.box.contentY = baselines[cell.row] - (firstBaseline(cell.box) ?? cell.box.height)
        }
        return heights
    }

    private func isOnBaseline(_ cell: HTMLBox) -> Bool {
        switch cell.style.box.verticalAlign {
        case .top, .middle, .bottom: false
        default: true
        }
    }

    private func placeRows(
        _ table: HTMLTable, _ starts: [Double], _ sizes: [Double], _ heights: [Double], in box: HTMLBox
    ) {
        let spacing = HTMLTable.spacing(box)
        let left = box.edges.left
        let top = box.captionHeight + box.edges.top
        var y = top + (heights.isEmpty ? 0 : spacing.y)
        var rowTops: [Double] = []
        let width = max(0, box.width - box.edges.horizontal - 2 * spacing.x)
        var group: HTMLBox?
        for (row, height) in zip(table.rows, heights) {
            rowTops.append(y)
            if let own = row.group {
                if own !== group { (own.x, own.y, own.width) = (left + spacing.x, y, width) }
                own.height = y + height - own.y
                (row.box.x, row.box.y) = (0, y - own.y)
            } else {
                (row.box.x, row.box.y) = (left + spacing.x, y)
            }
            group = row.group
            (row.box.width, row.box.height) = (width, height)
            y += height + spacing.y
        }
        for cell in table.cells {
            let last = cell.row + cell.rowSpan - 1
            let height = rowTops[last] + heights[last] - rowTops[cell.row]
            let free = height - cell.box.height
            switch cell.box.style.box.verticalAlign {
            case .middle: cell.box.contentY = free / 2
            case .bottom: cell.box.contentY = free
            case .top: cell.box.contentY = 0
            default: if cell.rowSpan > 1 { cell.box.contentY = 0 }
            }
            cell.box.height = height
            cell.box.constraint = nil
            (cell.box.x, cell.box.y) = (starts[cell.column] - spacing.x, 0)
            if box.style.text.isRightToLeft { cell.box.x = width - cell.box.x - cell.box.width }
        }
        let natural = y - box.captionHeight + box.edges.bottom
        box.height = Self.bounded(box.captionHeight + natural)
        if heights.isEmpty, let given = specified(box, .height, of: nil) {
            box.height = Self.bounded(box.captionHeight + max(given, natural))
        }
    }
}
