import Foundation
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

@Suite("Windows drawn by librsvg")
struct LibrsvgBudgetTests {
    /// Four windows of 1,024 pixels, each with another color.
    private static let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" width="2048" height="2048"><filter id="f"><feOffset/></filter>
        <g filter="url(#f)"><rect width="1024" height="1024" fill="#100000"/>
        <rect x="1024" width="1024" height="1024" fill="#200000"/>
        <rect y="1024" width="1024" height="1024" fill="#300000"/>
        <rect x="1024" y="1024" width="1024" height="1024" fill="#400000"/></g></svg>
        """

    private func red(_ source: LibrsvgSource, column: Int, row: Int) throws -> UInt8? {
        let area = RasterArea(scale: 1, x: 600 + column * 1024, y: 600 + row * 1024, width: 8, height: 8)
        guard case .solid(let color, _, _) = try source.raster(area, in: RasterContext(pool: BitmapPool())) else {
            return nil
        }
        return color.red
    }

    @Test("are kept as long as there is room, and drawn again for whoever needs them then")
    func evicted() throws {
        let windowBytes = 1024 * 1024 * 4
        let budget = MemoryBudget(limit: 3 * windowBytes)
        var source: LibrsvgSource? = try LibrsvgSource.open(
            Data(Self.drawing.utf8), path: "a.svg", limits: LibrsvgLimits(), memory: budget)
        #expect(budget.bytes == 0)
        for _ in 0..<2 {
            for (number, (column, row)) in [(0, 0), (1, 0), (0, 1), (1, 1)].enumerated() {
                #expect(try source.map { try red($0, column: column, row: row) } == UInt8(16 * (number + 1)))
                #expect(budget.bytes <= budget.limit)
            }
        }
        #expect(budget.bytes == 3 * windowBytes && budget.evictionCount == 5)
        // The most recently used source is not evicted.
        #expect(try source.map { try red($0, column: 0, row: 1) } == 48)
        let other = budget.hold(windowBytes) {}
        #expect(other.isKept && budget.evictionCount == 6)
        #expect(try source.map { try red($0, column: 0, row: 1) } == 48)
        #expect(budget.evictionCount == 6)
        source = nil
        #expect(budget.bytes == windowBytes)
        budget._checkInvariants()
    }
}
