import Foundation
import Testing
import TileGeometry

@Suite struct `A pyramid of tiles` {
    @Test func `puts the whole content in one tile at level 0`() throws {
        for (width, height) in [(1.0, 1.0), (255, 3), (256, 256), (257, 1), (760, 360), (10800, 5400), (0.5, 0.25)] {
            for tileSize in [1, 64, 256, 512] {
                let pyramid = try TilePyramid(contentSize: CGSize(width: width, height: height), tileSize: tileSize)
                #expect(pyramid.columns(ofLevel: 0) == 1, "\(width) × \(height) in tiles of \(tileSize)")
                #expect(pyramid.rows(ofLevel: 0) == 1)
                if pyramid.maxLevel > 0 {
                    let size = pyramid.pixelSize(ofLevel: pyramid.maxLevel)
                    #expect(max(size.width, size.height) > tileSize << (pyramid.maxLevel - 1), "no level too many")
                }
            }
        }
    }

    @Test func `doubles the scale from level to level`() throws {
        let pyramid = try TilePyramid(contentSize: CGSize(width: 760, height: 360), tileSize: 256, extraLevels: 5)
        #expect(pyramid.deepestScale == 32)
        #expect(pyramid.maxLevel == 7)
        for level in 1...7 {
            #expect(pyramid.scale(ofLevel: level) == 2 * pyramid.scale(ofLevel: level - 1))
        }
        #expect(pyramid.pixelSize(ofLevel: 7) == (24320, 11520))
        #expect(pyramid.columns(ofLevel: 7) == 95)
        #expect(pyramid.rows(ofLevel: 7) == 45)
    }

    /// `vips dzsave` of the same 24,320 × 11,520 pixels writes 5,774 tiles in 16 levels.
    @Test func `counts the levels and tiles that Deep Zoom has`() throws {
        let pyramid = try TilePyramid(contentSize: CGSize(width: 760, height: 360), tileSize: 256, scale: 32)
        #expect(pyramid.deepZoomMaxLevel == 15)
        let tiles = (0...15).reduce(0) { $0 + pyramid.tileCount(ofLevel: pyramid.level(fromDeepZoom: $1)) }
        #expect(tiles == 5774)
        let smallest = pyramid.pixelSize(ofLevel: pyramid.level(fromDeepZoom: 0))
        #expect(smallest == (1, 1))
    }

    @Test func `cuts a level into tiles that touch and do not overlap`() throws {
        let pyramid = try TilePyramid(contentSize: CGSize(width: 700, height: 300), tileSize: 256, scale: 1.37)
        for level in 0...pyramid.maxLevel {
            let size = pyramid.pixelSize(ofLevel: level)
            var covered = 0
            for row in 0..<pyramid.rows(ofLevel: level) {
                for column in 0..<pyramid.columns(ofLevel: level) {
                    let tile = TileCoordinate(level: level, column: column, row: row)
                    #expect(pyramid.contains(tile))
                    let area = pyramid.area(of: tile, cropped: true)
                    #expect(area.x == column * 256 && area.y == row * 256)
                    covered += area.width * area.height
                    #expect(pyramid.area(of: tile).width == 256)
                }
            }
            #expect(covered == size.width * size.height)
        }
    }

    @Test func `contains no tile outside its grid`() throws {
        let pyramid = try TilePyramid(contentSize: CGSize(width: 760, height: 360), tileSize: 256)
        for tile in [
            TileCoordinate(level: -1, column: 0, row: 0), TileCoordinate(level: 3, column: 0, row: 0),
            TileCoordinate(level: 2, column: 3, row: 0), TileCoordinate(level: 2, column: 0, row: 2),
            TileCoordinate(level: 2, column: -1, row: 0), TileCoordinate(level: Int.max, column: 0, row: 0),
        ] {
            #expect(!pyramid.contains(tile), "\(tile)")
        }
    }

    @Test func `is refused with a reason where it cannot be`() {
        func failure(
            _ width: Double, _ height: Double, tileSize: Int = 256, scale: Double = 1, extra: Int = 0
        ) -> TilePyramid.Failure? {
            do throws(TilePyramid.Failure) {
                _ = try TilePyramid(
                    contentSize: CGSize(width: width, height: height), tileSize: tileSize, scale: scale,
                    extraLevels: extra)
                return nil
            } catch {
                return error
            }
        }
        #expect(failure(0, 1) == .contentSize(width: 0, height: 1))
        #expect(failure(1, -1) == .contentSize(width: 1, height: -1))
        #expect(failure(.infinity, 1) == .contentSize(width: .infinity, height: 1))
        #expect(failure(.nan, 1) != nil)
        #expect(failure(1, 1, tileSize: 0) == .tileSize(0))
        #expect(failure(1, 1, tileSize: 4097) == .tileSize(4097))
        #expect(failure(1, 1, tileSize: 256, scale: 0) == .scale(0))
        #expect(failure(1, 1, tileSize: 256, scale: .nan) != nil)
        #expect(failure(1, 1, tileSize: 256, scale: 1, extra: 5000) == .scale(.infinity))
        #expect(failure(1e6, 1e6, tileSize: 256, scale: 8) == .tooLarge(pixels: 8e6))
        #expect(failure(1e300, 1, tileSize: 256) == .tooLarge(pixels: 1e300))
        #expect(failure(Double(TilePyramid.largestExtent), 1) == nil)
        #expect(failure(1e300, 1, tileSize: 256)!.description.contains("lower maximum level"))
    }
}
