import Foundation
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@Suite("Content that code draws")
struct DrawnTileSourceTests {
    private struct Torn: Error {}

    /// The pixels of a tile, row by row.
    private func pixels(_ source: DrawnTileSource, column: Int, row: Int) throws -> [PixelColor] {
        let area = RasterArea(scale: 1, x: column * 64, y: row * 64, width: 64, height: 64)
        switch try source.raster(area, in: RasterContext(pool: BitmapPool())) {
        case .bitmap(let bitmap): return (0..<64).flatMap { y in (0..<64).map { bitmap[$0, y] } }
        case .solid(let color, let width, let height): return Array(repeating: color, count: width * height)
        }
    }

    @Test("fails with the code's own error, also in the middle of a drawing and of saved states")
    func throwing() {
        let source = DrawnTileSource(contentSize: CGSize(width: 128, height: 128)) { rect, context in
            context.saveGState()
            context.fill(rect)
            throw Torn()
        }
        #expect(throws: Torn.self) { try pixels(source, column: 0, row: 0) }
        #expect(throws: Torn.self) { try pixels(source, column: 1, row: 1) }
    }

    @Test("ends the process where a check of the code's own fails: what may be wrong is to be thrown")
    func failingCheck() async {
        await #expect(processExitsWith: .failure) {
            let source = DrawnTileSource(contentSize: CGSize(width: 128, height: 128)) { rect, _ in
                precondition(rect.isEmpty, "a check of the program's own")
            }
            _ = try source.raster(
                RasterArea(scale: 1, x: 0, y: 0, width: 64, height: 64), in: RasterContext(pool: BitmapPool()))
        }
    }

    @Test("is the same whether the code leaves states saved, restores more than it saved, or draws too far")
    func careless() throws {
        let size = CGSize(width: 100, height: 128)
        let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        let careful = DrawnTileSource(contentSize: size) { rect, context in
            context.setFillColor(red)
            context.fill(rect)
        }
        let careless = DrawnTileSource(contentSize: size) { rect, context in
            for _ in 0..<3 { context.saveGState() }
            for _ in 0..<9 { context.restoreGState() }
            context.setFillColor(red)
            context.fill(rect.insetBy(dx: -1000, dy: -1000))
            context.saveGState()
        }
        for column in 0...1 {
            let (found, expected) = (
                try pixels(careless, column: column, row: 0), try pixels(careful, column: column, row: 0)
            )
            #expect(found.count == 64 * 64 && found == expected)
        }
    }
}
