import Foundation

/// The section and row number of a row, which are cheaper to compare than an index path.
struct RowID: Hashable, Comparable {
    var section: Int
    var row: Int

    init(_ section: Int, _ row: Int) { (self.section, self.row) = (section, row) }
    init(_ path: IndexPath) { (section, row) = (path.section, path.row) }

    var path: IndexPath { IndexPath(row: row, section: section) }

    static func < (a: RowID, b: RowID) -> Bool { (a.section, a.row) < (b.section, b.row) }
}

/// A known or estimated length, in points.
struct TableLength: Hashable {
    var value: Double
    var isKnown: Bool

    static let none = TableLength(value: 0, isKnown: true)
}

/// The lengths of a section's parts, in points.
struct SectionGeometry {
    /// The space above the header.
    var padding = 0.0
    var header = TableLength.none
    var rows: RowHeights
    var footer = TableLength.none

    var total: Double { padding + header.value + rows.total + footer.value }
    /// The start of the rows, relative to the section's top.
    var rowsStart: Double { padding + header.value }
}

/// The vertical positions of all parts of a table, in points from the top of the content.
struct TableGeometry {
    /// The height of the view above the first section.
    var head = 0.0
    /// The height of the view below the last section.
    var foot = 0.0
    private(set) var sections: [SectionGeometry]
    private var sums: PrefixSums

    /// Creates the geometry of a table's sections.
    ///
    /// - Complexity: O(s) for s sections.
    init(_ sections: [SectionGeometry] = []) {
        self.sections = sections
        sums = PrefixSums(sections.map(\.total))
    }

    /// The height of the content.
    var height: Double { head + sums.total + foot }
    /// The start of the view below the last section.
    var footStart: Double { head + sums.total }

    func contains(_ row: RowID) -> Bool {
        sections.indices.contains(row.section) && row.row >= 0 && row.row < sections[row.section].rows.count
    }

    /// Returns the start of a section.
    ///
    /// - Complexity: O(log s) for s sections.
    func start(ofSection section: Int) -> Double { head + sums.sum(ofFirst: section) }
    func headerStart(_ section: Int) -> Double { start(ofSection: section) + sections[section].padding }
    func footerStart(_ section: Int) -> Double {
        start(ofSection: section) + sections[section].total - sections[section].footer.value
    }

    /// Returns the start of a row.
    ///
    /// - Complexity: O(log s + log n) for s sections, and n rows in this one.
    func start(of row: RowID) -> Double {
        let section = sections[row.section]
        return start(ofSection: row.section) + section.rowsStart + section.rows.start(of: row.row)
    }

    func height(of row: RowID) -> Double { sections[row.section].rows[row.row] }

    /// Changes a section. Returns the growth.
    @discardableResult
    mutating func change(_ section: Int, _ change: (inout SectionGeometry) -> Void) -> Double {
        let before = sections[section].total
        change(&sections[section])
        let growth = sections[section].total - before
        if growth != 0 { sums.add(growth, at: section) }
        return growth
    }

    /// Turns measured heights into estimates, after a change of the rows' width.
    mutating func forgetMeasures(ofRows: Bool = true) {
        for section in sections.indices {
            sections[section].header.isKnown = sections[section].header.isKnown && sections[section].header.value == 0
            sections[section].footer.isKnown = sections[section].footer.isKnown && sections[section].footer.value == 0
            if ofRows { sections[section].rows.forget() }
        }
    }

    /// Returns the section at a position. A position below all sections yields the last one. There must be at least one
    /// section.
    func section(at place: Double) -> Int { sums.index(at: place - head).index }

    /// Returns the row at a position; nil if it is outside all rows.
    ///
    /// - Complexity: O(log s + log n).
    func row(at place: Double) -> RowID? {
        guard !sections.isEmpty, place >= head, place < footStart else { return nil }
        let (index, start) = sums.index(at: place - head)
        let section = sections[index]
        let inRows = place - head - start - section.rowsStart
        guard section.rows.count > 0, inRows >= 0, inRows < section.rows.total else { return nil }
        return RowID(index, section.rows.row(at: inRows).row)
    }

    /// Returns the first row that ends below a position; nil if there is none.
    ///
    /// - Complexity: O(log s + log n), and O(e) more for e empty sections from there.
    func firstRow(endingBelow place: Double) -> RowID? {
        guard !sections.isEmpty else { return nil }
        let (index, start) = sums.index(at: max(place - head, 0))
        let section = sections[index]
        let inRows = place - head - start - section.rowsStart
        if section.rows.count > 0, inRows < section.rows.total {
            return RowID(index, inRows < 0 ? 0 : section.rows.row(at: inRows).row)
        }
        return sections[(index + 1)...].firstIndex { $0.rows.count > 0 }.map { RowID($0, 0) }
    }

    /// Returns the first row after another one that ends below a position. Rows of zero height are skipped.
    func firstRow(after row: RowID, endingBelow place: Double) -> RowID? {
        guard let next = firstRow(endingBelow: place) else { return nil }
        return next > row ? next : self.row(after: row)
    }

    /// Returns the next row; nil after the last one.
    func row(after row: RowID) -> RowID? {
        if row.row + 1 < sections[row.section].rows.count { return RowID(row.section, row.row + 1) }
        return sections[(row.section + 1)...].firstIndex { $0.rows.count > 0 }.map { RowID($0, 0) }
    }

    /// Returns the previous row; nil before the first one.
    func row(before row: RowID) -> RowID? {
        if row.row > 0 { return RowID(row.section, row.row - 1) }
        return sections[..<row.section].lastIndex { $0.rows.count > 0 }
            .map { RowID($0, sections[$0].rows.count - 1) }
    }
}
