import Foundation
import Testing
import TileContent
import TileEngine
import TileGeometry
import TileGraphics

@testable import SeatMap

@Suite("The seat map")
struct SeatMapTests {
    private let source = ViewSource(SeatMap(frame: Stadium.frame))

    private func pixels(_ area: RasterArea) throws -> [UInt32] {
        switch try source.raster(area, in: RasterContext(pool: BitmapPool())) {
        case .solid(let color, let width, let height): [UInt32](repeating: color.argb, count: width * height)
        case .bitmap(let bitmap): (0..<bitmap.height).flatMap { Array(bitmap.row($0)) }
        }
    }

    @Test("selling a seat outdates the tiles that show it, and changes these and no others")
    func selling() async throws {
        let engine = TileEngine(services: EngineServices(encode: { _, _ in [1] }))
        let pyramid = try TilePyramid(contentSize: source.contentSize, tileSize: 256)
        let id = engine.add(source, pyramid: pyramid)
        // The first seat whose middle lies well within a tile of full size.
        let level = try #require((0...pyramid.maxLevel).first { pyramid.scale(ofLevel: $0) == 1 })
        let found = source.update { map in
            map.stadium.seats.firstIndex { seat in
                let (x, y) = (Int(seat.place.x) % 256, Int(seat.place.y) % 256)
                return (20..<236).contains(x) && (20..<236).contains(y)
            }
        }
        let seat = try #require(found)
        let place = source.update { $0.stadium.seats[seat].place }
        let (column, row) = (Int(place.x) / 256, Int(place.y) / 256)
        let tiles = (row - 1...row + 1).flatMap { row in (column - 1...column + 1).map { (column: $0, row: row) } }
        func key(_ tile: (column: Int, row: Int)) -> TileKey {
            TileKey(id, TileCoordinate(level: level, column: tile.column, row: tile.row), as: .pixels)
        }
        func area(_ tile: (column: Int, row: Int)) -> RasterArea {
            pyramid.area(of: TileCoordinate(level: level, column: tile.column, row: tile.row))
        }
        let before = try tiles.map { try pixels(area($0)) }
        for tile in tiles { _ = try await engine.tile(key(tile)) }
        source.update { $0.sell(seat) }
        for (index, tile) in tiles.enumerated() {
            let isTouched = tile.column == column && tile.row == row
            #expect((engine.cached(key(tile)) == nil) == isTouched, "column \(tile.column), row \(tile.row)")
            let after = try pixels(area(tile))
            #expect((after != before[index]) == isTouched, "column \(tile.column), row \(tile.row)")
            guard isTouched else { continue }
            // And in the tile nothing but the seat.
            let changed = after.indices.filter { after[$0] != before[index][$0] }
            let left = Int(place.x) - tile.column * 256
            let top = Int(place.y) - tile.row * 256
            #expect(changed.allSatisfy { abs($0 % 256 - left) <= 9 && abs($0 / 256 - top) <= 9 })
            #expect(changed.count > 50)
        }
    }

    @Test("has as many seats as it says, all of them on the map")
    func seats() {
        source.update { map in
            #expect(map.stadium.seats.count == 100_000)
            #expect(map.stadium.seats.allSatisfy { Stadium.frame.contains($0.frame) })
        }
    }
}
