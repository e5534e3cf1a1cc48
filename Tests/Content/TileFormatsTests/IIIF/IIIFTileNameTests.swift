import Foundation
import Testing
import TileGeometry

@testable import TileFormats

@Suite("Regions that are tiles")
struct IIIFTileNameTests {
    private func tile(_ path: String, of pyramid: TilePyramid) -> TileCoordinate? {
        Array(path.utf8).withUnsafeBytes { bytes in
            var cursor = NameCursor(bytes)
            return IIIFTileName(&cursor, of: pyramid)?.tile
        }
    }

    @Test(
        "Each tile of a pyramid is asked for as viewers write it by the scale factors, and is that tile",
        arguments: [
            (1000.0, 700.0, 256, 1.0, 0), (513, 300, 256, 1, 0), (760, 512.5, 128, 1, 3), (33.3, 71.9, 512, 2.5, 2),
        ])
    func tiles(width: Double, height: Double, side: Int, scale: Double, extra: Int) throws {
        let pyramid = try TilePyramid(
            contentSize: CGSize(width: width, height: height), tileSize: side, scale: scale, extraLevels: extra)
        let whole = pyramid.pixelSize(ofLevel: pyramid.maxLevel)
        var count = 0
        for level in 0...pyramid.maxLevel {
            let factor = 1 << (pyramid.maxLevel - level)
            for row in 0..<pyramid.rows(ofLevel: level) {
                for column in 0..<pyramid.columns(ofLevel: level) {
                    // Computed as in the specification's section on tiles.
                    let (x, y) = (column * side * factor, row * side * factor)
                    let (w, h) = (min(side * factor, whole.width - x), min(side * factor, whole.height - y))
                    let (sw, sh) = ((w + factor - 1) / factor, (h + factor - 1) / factor)
                    let there = TileCoordinate(level: level, column: column, row: row)
                    #expect(tile("\(x),\(y),\(w),\(h)/\(sw),\(sh)/0/default.jpg", of: pyramid) == there)
                    // A region that extends past the edge has the same pixels.
                    #expect(
                        tile("\(x),\(y),\(side * factor),\(side * factor)/\(sw),\(sh)/0/color.png", of: pyramid)
                            == there)
                    let size = pyramid.area(of: there, cropped: true)
                    #expect((size.width, size.height) == (sw, sh))
                    count += 1
                }
            }
        }
        #expect(count == pyramid.tileCount(ofLevels: 0...pyramid.maxLevel))
    }

    @Test("One side is enough, as version 2 names them; the whole image is a tile where one holds it")
    func shortNames() throws {
        let pyramid = try TilePyramid(contentSize: CGSize(width: 1000, height: 700), tileSize: 256)
        let first = TileCoordinate(level: 2, column: 0, row: 0)
        #expect(tile("0,0,256,256/256,/0/default.jpg", of: pyramid) == first)
        #expect(tile("0,0,256,256/,256/0/default.jpg", of: pyramid) == first)
        #expect(tile("0,0,256,256/max/0/default.jpg", of: pyramid) == first)
        #expect(tile("full/250,/0/default.jpg", of: pyramid) == TileCoordinate(level: 0, column: 0, row: 0))
        #expect(tile("full/250,175/0/default.jpg", of: pyramid) == TileCoordinate(level: 0, column: 0, row: 0))
    }

    @Test(
        "What is not one is none",
        arguments: [
            "0,0,256,256/255,256/0/default.jpg", "1,0,256,256/256,256/0/default.jpg",
            "0,0,255,256/255,256/0/default.jpg",
            "0,0,256,256/256,256/90/default.jpg", "0,0,256,256/256,256/!0/default.jpg",
            "0,0,256,256/256,256/0/gray.jpg",
            "full/max/0/default.jpg", "full/500,/0/default.jpg", "0,0,256,256/,/0/default.jpg", "info.json", "",
            "0,0,256,256", "0,0,256,256/256,256", "-1,0,256,256/256,256/0/default.jpg", "0,0,0,0/0,0/0/default.jpg",
            "0,0,2000,2000/256,256/0/default.jpg", "999999999999999999999,0,1,1/1,1/0/default.jpg",
            "0,0,256,256/256,256,/0/default.jpg", "2000,0,256,256/256,256/0/default.jpg",
            "pct:0,0,10,10/max/0/default.jpg",
            "0,0,256,256/^256,256/0/default.jpg",
        ])
    func none(path: String) throws {
        let pyramid = try TilePyramid(contentSize: CGSize(width: 1000, height: 700), tileSize: 256)
        #expect(tile(path, of: pyramid) == nil)
    }
}
