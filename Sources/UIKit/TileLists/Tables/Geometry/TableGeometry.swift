import Foundation

/// A row of a table, by numbers; cheaper to compare than an index path.
struct RowID: Hashable, Comparable {
    var section: Int
    var row: Int

    init(_ section: Int, _ row: Int) { (self.section, self.row) = (section, row) }
    init(_ path: IndexPath) { (section, row) = (path.section, path.row) }

    var path: IndexPath { IndexPath(row: row, section: section) }

    static func < (a: RowID, b: RowID) -> Bool { (a.section, a.row) < (b.section, b.row) }
}

/// A length that may be an estimate, in points.
struct TableLength: Hashable {
    var value: Double
    var isKnown: Bool

    static let none = TableLength(value: 0, isKnown: true)
}

/// What a section's parts measure, in points.
struct SectionGeometry {
    /// Above the header.
    var padding = 0.0
    var header = TableLength.none
    var rows: RowHeights
    var footer = TableLength.none

    var total: Double { padding + header.value + rows.total + footer.value }
    /// Where the rows begin, from the section's top.
    var rowsStart: Double { padding + header.value }
}

/// Where all of a table's parts are, down the content: in points from its top.
struct TableGeometry {
    /// Of the view above the first section.
    var head = 0.0
    /// Of the view below the last one.
    var foot = 0.0
    private(set) var sections: [SectionGeometry]
    private var sums: PrefixSums

    /// - Complexity: O(s) for s sections.
    init(_ sections: [SectionGeometry] = []) {
        self.sections = sections
        sums = PrefixSums(sections.map(\.total))
    }

    /// The content's height.
    var height: Double { head + sums.total + foot }
    /// Where the view below the last section begins.
    var footStart: Double { head + sums.total }

    func contains(_ row: RowID) -> Bool {
        sections.indices.contains(row.section) && row.row >= 0 && row.row < sections[row.section].rows.count
    }

    /// - Complexity: O(log s) for s sections.
    func start(ofSection section: Int) -> Double { head + sums.sum(ofFirst: section) }
    func headerStart(_ section: Int) -> Double { start(ofSection: section) + sections[section].padding }
    func footerStart(_ section: Int) -> Double {
        start(ofSection: section) + sections[section].total - sections[section].footer.value
    }

    /// - Complexity: O(log s + log n) for s sections, and n rows in this one.
    func start(of row: RowID) -> Double {
        let section = sections[row.section]
        return start(ofSection: row.section) + section.rowsStart + section.rows.start(of: row.row)
    }

    func height(of row: RowID) -> Double { sections[row.section].rows[row.row] }

    /// Changes a section. Returns by how much it grew.
    @discardableResult
    mutating func change(_ section: Int, _ change: (inout SectionGeometry) -> Void) -> Double {
        let before = sections[section].total
        change(&sections[section])
        let growth = sections[section].total - before
        if growth != 0 { sums.add(growth, at: section) }
        return growth
    }

    /// Rows have another width: what was measured is an estimate.
    mutating func forgetMeasures(ofRows: Bool = true) {
        for section in sections.indices {
            sections[section].header.isKnown = sections[section].header.isKnown && sections[section].header.value == 0
            sections[section].footer.isKnown = sections[section].footer.isKnown && sections[section].footer.value == 0
            if ofRows { sections[section].rows.forget() }
        }
    }

    /// The section at a place; the last one for what lies below all. There must be one.
    func section(at place: Double) -> Int { sums.index(at: place - head).index }

    /// The row at a place; nil for what lies in no row.
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

    /// The first row that ends below a place; nil when there is none.
    ///
    /// - Complexity: O(log s + log n); O(e) more for e empty sections from there.
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

    /// The first row after another that ends below a place; what takes no room is passed by.
    func firstRow(after row: RowID, endingBelow place: Double) -> RowID? {
        guard let next = firstRow(endingBelow: place) else { return nil }
        return next > row ? next : self.row(after: row)
    }

    /// The next row; nil after the last.
    func row(after row: RowID) -> RowID? {
        if row.row + 1 < sections[row.section].rows.count { return RowID(row.section, row.row + 1) }
        return sections[(row.section + 1)...].firstIndex { $0.rows.count > 0 }.map { RowID($0, 0) }
    }

    /// The row before; nil before the first.
    func row(before row: RowID) -> RowID? {
        if row.row > 0 { return RowID(row.section, row.row - 1) }
        return sections[..<row.section].lastIndex { $0.rows.count > 0 }
            .map { RowID($0, sections[$0].rows.count - 1) }
    }
}
