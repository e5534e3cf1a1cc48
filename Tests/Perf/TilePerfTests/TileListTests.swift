import Testing
import TileGeometry

@testable import TilePerf

@Suite struct TileListTests {
    private func tile(level: Int, column: Int, row: Int) -> TileCoordinate {
        TileCoordinate(level: level, column: column, row: row)
    }

    @Test func neighboursInARowAreWrittenAsOne() {
        let list = TileList([
            tile(level: 0, column: 5, row: 12), tile(level: 1, column: 0, row: 0), tile(level: 0, column: 3, row: 12),
            tile(level: 0, column: 4, row: 12), tile(level: 0, column: 4, row: 13), tile(level: 0, column: 7, row: 12),
        ])
        #expect(list.text == "0/3-5/12 0/7/12 0/4/13 1/0/0")
        #expect(TileList(text: list.text) == list)
        #expect(TileList([]).text == "" && TileList(text: "") == TileList([]))
    }

    @Test func aTileMayBeThereMoreThanOnce() {
        let list = TileList([
            tile(level: 0, column: 3, row: 1), tile(level: 0, column: 4, row: 1), tile(level: 0, column: 3, row: 1),
        ])
        #expect(TileList(text: list.text) == list)
        #expect(
            list.without(TileList([tile(level: 0, column: 3, row: 1)])) == [
                tile(level: 0, column: 3, row: 1), tile(level: 0, column: 4, row: 1),
            ])
        #expect(TileList([tile(level: 0, column: 3, row: 1)]).without(list).isEmpty)
    }

    @Test(arguments: [
        "0", "0/1", "0/1/2/3", "a/b/c", "0/3-/1", "0/5-3/1", "0/-1/1", "0/0-99999999/0", "0/0-99999999999999999999/0",
        "999/0/0", "0/0-60000/0 0/0-60000/1",
    ])
    func whatIsNoListIsRefused(_ text: String) { #expect(TileList(text: text) == nil) }
}
