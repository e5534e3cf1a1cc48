import Testing

@testable import TileLists

@Suite("Heights of rows")
struct RowHeightTests {
    /// A reference implementation that adds up the heights.
    private struct Plain {
        var heights: [Double]
        func start(_ row: Int) -> Double { heights[..<row].reduce(0, +) }
        func row(at place: Double) -> Int {
            var end = 0.0
            for (row, height) in heights.enumerated() {
                end += height
                if end > place { return row }
            }
            return heights.count - 1
        }
    }

    private func expectSame(_ heights: RowHeights, _ plain: Plain) {
        #expect((0..<heights.count).map { heights[$0] } == plain.heights)
        #expect(heights.total == plain.start(plain.heights.count))
        for row in 0..<heights.count where row % 7 == 0 || row > heights.count - 3 {
            #expect(heights.start(of: row) == plain.start(row))
        }
        for place in stride(from: -10, through: heights.total + 10, by: 13) {
            let (row, start) = heights.row(at: place)
            #expect(row == plain.row(at: place), "at \(place)")
            #expect(start == plain.start(row))
        }
    }

    @Test("Of one height, of changed heights, and with zeros among them", arguments: [1, 2, 63, 64, 65, 128, 200])
    func places(count: Int) {
        var heights = RowHeights(count: count, standard: 44, isKnown: false)
        var plain = Plain(heights: Array(repeating: 44, count: count))
        expectSame(heights, plain)
        for row in [0, count / 2, count - 1, count / 3] {
            let height = Double(row % 5) * 30
            let growth = height - plain.heights[row]
            let grown = heights.set(height, for: row)
            #expect(grown == growth)
            plain.heights[row] = height
            #expect(heights.isKnown(row))
        }
        expectSame(heights, plain)
        heights.forget()
        #expect((0..<count).allSatisfy { !heights.isKnown($0) })
        expectSame(heights, plain)
    }

    @Test("Rows that stay keep their height when others come and go")
    func shifted() {
        var heights = RowHeights(count: 150, standard: 44, isKnown: false) { Double($0 + 1) }
        heights.set(500, for: 70)
        let shift = IndexShift(removed: [0, 69, 149], added: [3, 100])
        let new = heights.shifted(by: shift, to: 149)
        let plain = Plain(heights: (0..<149).map { row in shift.backward(row).map { heights[$0] } ?? 44 })
        expectSame(new, plain)
        #expect(shift.forward(70).map(new.isKnown) == true)
    }

    @Test("A million rows of one height take no array of heights, and their places are found at once")
    func million() {
        var heights = RowHeights(count: 1_000_000, standard: 44, isKnown: false)
        heights.set(100, for: 999_999)
        #expect(heights.total == 44_000_056)
        #expect(heights.start(of: 999_999) == 43_999_956)
        #expect(heights.row(at: 43_999_955).row == 999_998)
        #expect(heights.row(at: 43_999_956).row == 999_999)
    }

    @Test("Rows are found across sections, headers lie between them")
    func sections() {
        var geometry = TableGeometry(
            [3, 0, 2].map {
                SectionGeometry(
                    padding: 10, header: TableLength(value: 20, isKnown: true),
                    rows: RowHeights(count: $0, standard: 50, isKnown: true), footer: .none)
            })
        geometry.head = 100
        #expect(geometry.height == 440)
        #expect(geometry.row(at: 129) == nil)
        #expect(geometry.row(at: 130) == RowID(0, 0))
        #expect(geometry.row(at: 279.5) == RowID(0, 2))
        #expect(geometry.row(at: 280) == nil)
        #expect(geometry.firstRow(endingBelow: 280) == RowID(2, 0))
        #expect(geometry.firstRow(endingBelow: 0) == RowID(0, 0))
        #expect(geometry.row(after: RowID(0, 2)) == RowID(2, 0))
        #expect(geometry.row(before: RowID(2, 0)) == RowID(0, 2))
        #expect(geometry.row(before: RowID(0, 0)) == nil)
        #expect(geometry.start(of: RowID(2, 1)) == 390)
        let growth = geometry.change(0) { $0.rows.set(80, for: 1) }
        #expect(growth == 30)
        #expect(geometry.start(of: RowID(2, 1)) == 420)
        #expect(geometry.firstRow(endingBelow: 1_000) == nil)
    }
}
