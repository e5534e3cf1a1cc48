import Testing
import TileGraphics

@testable import TileContent

@Suite("Rows of a level that is read in batches")
struct LevelRowsTests {
    /// A level that can't decode any rect with a damaged row.
    private struct Level: RectReader {
        let width = 3
        let height = 100
        let damaged: Int

        func read(_ rect: ImageLevels.Rect, into bitmap: Bitmap) throws(ContentFailure) {
            if (rect.y..<(rect.y + rect.height)).contains(damaged) { throw .malformed(path: "a", reason: "damaged") }
            for row in 0..<rect.height {
                bitmap.row(row).baseAddress!.update(repeating: UInt32(rect.y + row), count: width)
            }
        }
    }

    @Test("are all rows above a damaged one", arguments: [0, 1, 31, 32, 33, 40, 63, 64, 99])
    func damaged(row damaged: Int) throws {
        let rows = DecodableRows(LevelRows(Level(damaged: damaged), batchRows: 32), width: 3)
        var row = [UInt32](repeating: 0, count: 3)
        for number in 0..<100 {
            do {
                try row.withUnsafeMutableBufferPointer { try rows.readRow(into: $0.baseAddress!) }
            } catch {
                // A picture without an intact row is refused.
                #expect(damaged == 0 && number == 0)
                return
            }
            #expect(row == [UInt32](repeating: number < damaged ? UInt32(number) : 0, count: 3))
        }
        #expect(rows.firstMissingRow == damaged)
    }
}
