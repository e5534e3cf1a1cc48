/// The grid of a table: CSS 2.2, 17.5.
struct HTMLTable {
    struct Cell {
        var box: HTMLBox
        var row: Int
        var column: Int
        var columnSpan: Int
        var rowSpan: Int
    }

    let box: HTMLBox
    private(set) var captions: [HTMLBox] = []
    private(set) var groups: [HTMLBox] = []
    /// The rows with their groups, if they are in one.
    private(set) var rows: [(box: HTMLBox, group: HTMLBox?)] = []
    private(set) var cells: [Cell] = []
    private(set) var columnCount = 0

    /// An estimate of the memory of an entry of the grid of cells.
    private static let bytesPerEntry = 48

    /// The maximum number of columns, which spans could multiply.
    private static let maxColumns = 100_000

    init(_ box: HTMLBox, _ layout: HTMLLayout) {
        self.box = box
        for child in Self.ordered(box.children.filter { !$0.isOutOfFlow }) {
            switch child.kind {
            case .tableCaption: captions.append(child)
            case .tableGroup:
                groups.append(child)
                for row in child.children where row.kind == .tableRow { rows.append((row, child)) }
            case .tableRow: rows.append((child, nil))
            default: break
            }
        }
        locateCells(layout)
    }

    /// Returns the parts of a table with the first header before the others and the first footer after them.
    private static func ordered(_ children: [HTMLBox]) -> [HTMLBox] {
        let header = children.first { $0.style.box.display == .tableHeaderGroup }
        let footer = children.first { $0.style.box.display == .tableFooterGroup }
        let others = children.filter { $0 !== header && $0 !== footer }
        return (header.map { [$0] } ?? []) + others + (footer.map { [$0] } ?? [])
    }

    private mutating func locateCells(_ layout: HTMLLayout) {
        /// The number of further rows that each column is occupied in.
        var occupied: [Int] = []
        for (number, row) in rows.enumerated() {
            layout.spend(1 + occupied.count / 8)
            guard !layout.isExhausted else { return }
            var column = 0
            var started: [(columns: Range<Int>, rows: Int)] = []
            for cell in row.box.children where cell.kind == .tableCell {
                while column < occupied.count, occupied[column] > 0 { column += 1 }
                guard column < Self.maxColumns else { break }
                let span = min(cell.columnSpan, Self.maxColumns - column)
                let rowSpan = min(cell.rowSpan, rows.count - number)
                cells.append(Cell(box: cell, row: number, column: column, columnSpan: span, rowSpan: rowSpan))
                if rowSpan > 1 { started.append((column..<column + span, rowSpan)) }
                column += span
                columnCount = max(columnCount, column)
            }
            var next = occupied.map { max(0, $0 - 1) }
            if !next.contains(where: { $0 > 0 }) { next = [] }
            for (columns, count) in started {
                while next.count < columns.upperBound { next.append(0) }
                for index in columns { next[index] = max(next[index], count - 1) }
            }
            occupied = next
        }
    }

    /// Returns the distances between cells.
    static func spacing(_ box: HTMLBox) -> (x: Double, y: Double) {
        let style = box.style.paragraph.style
        return style.collapsesBorders ? (0, 0) : (style.spacingX, style.spacingY)
    }

    /// Returns the width of a column that cells specify as a part of the table's, by column.
    func percentages() -> [Int: Double] {
        var result: [Int: Double] = [:]
        for cell in cells where cell.columnSpan == 1 {
            guard let width = cell.box.style.rare?.style.geometry[.width].flatMap({ $0 }), width.unit == .percent,
                width.value > 0
            else { continue }
            result[cell.column] = max(result[cell.column] ?? 0, width.value / 100)
        }
        return result
    }

    /// Returns the columns of which a cell specifies the width.
    func fixedColumns(_ layout: HTMLLayout) -> Set<Int> {
        Set(cells.lazy.filter { $0.columnSpan == 1 && layout.specified($0.box, .width, of: nil) != nil }.map(\.column))
    }

    /// Returns the narrowest and widest widths of the columns.
    func columnWidths(_ layout: HTMLLayout) -> [HTMLWidths] {
        layout.spend(columnCount / 8 + cells.count)
        if box.style.paragraph.style.collapsesBorders { shareBorders(layout) }
        var columns = [HTMLWidths](repeating: HTMLWidths(), count: columnCount)
        for cell in cells where cell.columnSpan == 1 {
            let widths = layout.widths(of: cell.box)
            columns[cell.column].least = max(columns[cell.column].least, widths.least)
            columns[cell.column].most = max(columns[cell.column].most, widths.most)
        }
        let spacing = Self.spacing(box).x
        for cell in cells where cell.columnSpan > 1 {
            guard !layout.isExhausted else { break }
            layout.spend(cell.columnSpan / 8)
            let widths = layout.widths(of: cell.box)
            let range = cell.column..<cell.column + cell.columnSpan
            let between = spacing * Double(cell.columnSpan - 1)
            var most = 0.0
            var least = 0.0
            for column in range {
                most += columns[column].most
                least += columns[column].least
            }
            let (more, moreLeast) = (widths.most - between - most, widths.least - between - least)
            for column in range {
                let part = most > 0 ? columns[column].most / most : 1 / Double(cell.columnSpan)
                if moreLeast > 0 { columns[column].least += moreLeast * part }
                if more > 0 { columns[column].most += more * part }
                columns[column].most = max(columns[column].most, columns[column].least)
            }
        }
        return columns
    }

    // MARK: Collapsing borders

    /// Finds the borders that cells share, and gives each cell half of their widths: 17.6.2.
    private func shareBorders(_ layout: HTMLLayout) {
        layout.measureEdges(box, in: 0)
        var grid: [Int: Int] = [:]
        var entryCount = 0
        for (index, cell) in cells.enumerated() {
            entryCount += cell.rowSpan * cell.columnSpan
            layout.spend(cell.rowSpan * cell.columnSpan)
            layout.checkRoom(entryCount * Self.bytesPerEntry)
            guard !layout.isExhausted else { return }
            for row in cell.row..<cell.row + cell.rowSpan {
                for column in cell.column..<cell.column + cell.columnSpan { grid[row * columnCount + column] = index }
            }
        }
        func borders(_ index: Int?) -> HTMLSides<HTMLBorder>? { index.map { cells[$0].box.style.box.borders } }
        func wins(_ a: HTMLBorder, _ b: HTMLBorder?) -> HTMLBorder {
            guard let b, b.style != .none else { return a }
            if a.style == .none { return b }
            if a.style == .hidden || b.style == .hidden { return HTMLBorder(style: .hidden) }
            return b.width.value > a.width.value ? b : a
        }
        let own = box.style.box.borders
        var outer = HTMLSides(repeating: 0.0)
        for cell in cells {
            let mine = cell.box.style.box.borders
            let (firstRow, lastRow) = (cell.row, cell.row + cell.rowSpan - 1)
            let (firstColumn, lastColumn) = (cell.column, cell.column + cell.columnSpan - 1)
            var shared = mine
            let row = rows[cell.row].box.style.box.borders
            shared.top = wins(
                wins(mine.top, row.top),
                firstRow == 0 ? own.top : borders(grid[(firstRow - 1) * columnCount + firstColumn])?.bottom)
            shared.bottom = wins(
                wins(mine.bottom, row.bottom),
                lastRow == rows.count - 1 ? own.bottom : borders(grid[(lastRow + 1) * columnCount + firstColumn])?.top)
            shared.left = wins(
                mine.left, firstColumn == 0 ? own.left : borders(grid[firstRow * columnCount + firstColumn - 1])?.right)
            shared.right = wins(
                mine.right,
                lastColumn == columnCount - 1
                    ? own.right : borders(grid[firstRow * columnCount + lastColumn + 1])?.left)
            cell.box.sharedBorders = shared
            func width(_ border: HTMLBorder) -> Double { layout.borderWidth(border, cell.box.style) }
            layout.measureEdges(cell.box, in: 0)
            cell.box.border = cell.box.halfOfSharedBorders(layout)
            if firstRow == 0 { outer.top = max(outer.top, width(shared.top) / 2) }
            if lastRow == rows.count - 1 { outer.bottom = max(outer.bottom, width(shared.bottom) / 2) }
            if firstColumn == 0 { outer.left = max(outer.left, width(shared.left) / 2) }
            if lastColumn == columnCount - 1 { outer.right = max(outer.right, width(shared.right) / 2) }
        }
        box.border = outer
        box.padding = HTMLSides(repeating: 0)
    }
}

extension HTMLBox {
    /// Returns the widths of a cell's part of the borders that it shares.
    func halfOfSharedBorders(_ layout: HTMLLayout) -> HTMLSides<Double> {
        guard let shared = sharedBorders else { return border }
        var half = HTMLSides(repeating: 0.0)
        half.top = layout.borderWidth(shared.top, style) / 2
        half.right = layout.borderWidth(shared.right, style) / 2
        half.bottom = layout.borderWidth(shared.bottom, style) / 2
        half.left = layout.borderWidth(shared.left, style) / 2
        return half
    }
}
