import Testing
import TileGeometry

@testable import TileEngine

@Suite("A surface")
struct TileSurfaceTests {
    @Test(
        "draws what is visible from the centre outwards, then what is near, then a wide border, each once")
    func firstScreen() throws {
        let stage = try Stage(workers: 1, policy: { $0.eventuallyBorder = 3000 })
        stage.show(try stage.viewport(20480, 20480))
        #expect(stage.surface.tiles.count == 4 * 3)
        #expect(stage.surface.changes == stage.surface.tiles.map(\.key))
        stage.rest()
        stage.expectSharp()
        let drawn = stage.renders()
        #expect(Set(drawn).count == drawn.count)
        #expect(Set(drawn.prefix(12)) == stage.visible)
        let order = drawn.prefix(12).map { tile -> Double in
            let (x, y) = (Double(tile.column) * 256 + 128, Double(tile.row) * 256 + 128)
            return (x - 20992) * (x - 20992) + (y - 20864) * (y - 20864)
        }
        #expect(order == order.sorted())
        // The soon border is 15 % of 1,024, so one tile on each side; the wide one 3,000 pixels, twelve.
        #expect(drawn[12..<30].allSatisfy { (79...84).contains($0.column) && (79...83).contains($0.row) })
        #expect(drawn.count == 28 * 27)
    }
}
