import Foundation
import Testing
import TileContent
import TileEngine
import TileGeometry
import TileGraphics
import ViewContent

@testable import SeatMap

@Suite("The seat map")
struct SeatMapTests {
    private let source = ViewSource(SeatMap(frame: CGRect(x: 0, y: 0, width: 5400, height: 4900)))

    private func pixels(_ image: TileImage) -> [UInt32] {
        switch image {
        case .solid(let color, let width, let height): [UInt32](repeating: color.argb, count: width * height)
        case .bitmap(let bitmap): (0..<bitmap.height).flatMap { Array(bitmap.row($0)) }
        }
    }

    private func pixels(_ area: RasterArea) throws -> [UInt32] {
        pixels(try source.raster(area, in: RasterContext(pool: BitmapPool())))
    }

    /// Returns a box that contains a seat in any rotation.
    private func box(_ seat: Int) -> CGRect {
        let place = source.update { $0.seats[seat] }
        return CGRect(x: place.tx - 8, y: place.ty - 8, width: 16, height: 16)
    }

    /// Returns a seat that is well within a tile at full size, where tiles are 256 points.
    private func seatWithin(after first: Int = 0) throws -> Int {
        let seats = source.update { Array($0.seats) }
        func isWithin(_ x: Double) -> Bool { (20..<236).contains(x.truncatingRemainder(dividingBy: 256)) }
        return try #require(seats.indices.dropFirst(first).first { isWithin(seats[$0].tx) && isWithin(seats[$0].ty) })
    }

    @Test("has as many seats as it says, all of them on the map and apart from each other")
    func seats() {
        source.update { map in
            #expect(map.seats.count == 100_000)
            let boxes = map.seats.map { CGRect(x: -5, y: -5, width: 10, height: 10).applying($0) }
            #expect(boxes.allSatisfy { map.bounds.contains($0) })
            for (seat, next) in zip(map.seats, map.seats.dropFirst()) {
                let (x, y) = (seat.tx - next.tx, seat.ty - next.ty)
                #expect((x * x + y * y).squareRoot() > 10)
            }
        }
    }

    @Test("changes the seat that is sold, and nothing around it")
    func selling() throws {
        let seat = try seatWithin()
        let box = box(seat)
        let (column, row) = (Int(box.midX) / 256, Int(box.midY) / 256)
        let area = RasterArea(scale: 1, x: column * 256, y: row * 256, width: 256, height: 256)
        let before = try pixels(area)
        source.update { $0.sell(seat) }
        let after = try pixels(area)
        let changed = after.indices.filter { after[$0] != before[$0] }
        #expect(changed.count > 50)
        #expect(
            changed.allSatisfy {
                box.contains(CGPoint(x: column * 256 + $0 % 256, y: row * 256 + $0 / 256))
            })
    }

    @Test(
        "served, shows at every level what is sold in the tiles that show the seat, and leaves the others as they were")
    func staleTiles() async throws {
        let pyramid = try TilePyramid(contentSize: source.contentSize, tileSize: 256)
        try await SeatServer.run(source, pyramid) { server in
            let seat = try seatWithin()
            let box = self.box(seat)
            /// The tile with the seat's middle, and its neighbors.
            var tiles: [TileCoordinate] = []
            for level in 0...pyramid.maxLevel {
                let side = 256 / pyramid.scale(ofLevel: level)
                let (column, row) = (Int(box.midX / side), Int(box.midY / side))
                for (x, y) in [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)] {
                    let tile = TileCoordinate(level: level, column: column + x, row: row + y)
                    if pyramid.contains(tile) { tiles.append(tile) }
                }
            }
            var before: [TileCoordinate: String] = [:]
            for tile in tiles { before[tile] = try await server.tile(tile).tag }
            source.update { $0.sell(seat) }
            var touched = Set<Int>()
            for tile in tiles {
                let side = 256 / pyramid.scale(ofLevel: tile.level)
                let part = CGRect(x: Double(tile.column) * side, y: Double(tile.row) * side, width: side, height: side)
                let isTouched = part.contains(CGPoint(x: box.midX, y: box.midY))
                // A box across an edge may change the other side's pixels, or may not.
                if !isTouched, part.insetBy(dx: -side / 128, dy: -side / 128).intersects(box) { continue }
                let answer = try await server.tile(tile)
                #expect(answer.isDrawnNow == isTouched, "\(tile)")
                if isTouched { touched.insert(tile.level) }
                // If a seat is smaller than a pixel, no pixel's center may be within it.
                let isSeen = isTouched && pyramid.scale(ofLevel: tile.level) * 10 > 2
                if isSeen || !isTouched { #expect((answer.tag != before[tile]) == isSeen, "\(tile)") }
            }
            #expect(touched == Set(0...pyramid.maxLevel))
        }
    }

    /// The tile's first drawing shows one seat sold, and the second is sold before it is used:
    ///
    ///     request            drawing                     box office
    ///     GET the tile
    ///                        draws with one seat sold
    ///                                                    sells the other
    ///                        goes on
    ///     answer: one, as when it was asked for
    ///     GET the tile
    ///                        draws with both seats sold
    ///     answer: both
    ///     GET the tile
    ///     answer: both, as kept
    @Test("served, never keeps a tile that was being drawn while a seat in it was sold")
    func soldWhileDrawn() async throws {
        let stepped = SteppedSource(source)
        let pyramid = try TilePyramid(contentSize: source.contentSize, tileSize: 256)
        try await SeatServer.run(stepped, pyramid) { server in
            let seat = try seatWithin()
            let tile = self.tile(around: seat, level: pyramid.maxLevel)
            let unsold = try await server.tile(tile)
            source.update { $0.sell(seat) }
            // Another seat in the same tile.
            let other = try seatWithin(after: seat + 1)
            try #require(self.tile(around: other, level: pyramid.maxLevel) == tile)

            let one = try pixels(pyramid.area(of: tile))

            stepped.arm()
            async let answer = server.tile(tile)
            await stepped.drawn()
            source.update { $0.sell(other) }
            stepped.goOn()
            let during = try await answer
            let after = try await server.tile(tile)
            let kept = try await server.tile(tile)
            let both = try pixels(pyramid.area(of: tile))
            #expect(try pixels(of: during.file) == one)
            #expect(try pixels(of: after.file) == both)
            #expect(after.isDrawnNow && !kept.isDrawnNow)
            #expect(kept.tag == after.tag && kept.file == after.file)
            #expect(Set([unsold.tag, during.tag, after.tag]).count == 3)
            #expect(stepped.count == 2)
        }
    }

    /// Returns the tile around a seat at a level, at full size.
    private func tile(around seat: Int, level: Int) -> TileCoordinate {
        let box = box(seat)
        return TileCoordinate(level: level, column: Int(box.midX) / 256, row: Int(box.midY) / 256)
    }

    private func pixels(of file: Data) throws -> [UInt32] {
        let bitmap = try #require(CGImage.decoding(file)?.bitmap)
        return (0..<bitmap.height).flatMap { Array(bitmap.row($0)) }
    }
}
