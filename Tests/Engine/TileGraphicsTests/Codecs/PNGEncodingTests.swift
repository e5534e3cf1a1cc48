import CDeflate
import TestSupport
import Testing

@testable import TileGraphics

@Suite struct PNGEncodingTests {
    private func decoded(_ bitmap: Bitmap, with encoder: TileEncoder) throws -> (Bitmap, EncodedTile) {
        let tile = try encoder.encode(.bitmap(bitmap), as: .png)
        return (try ReferenceDecoders.png(tile.bytes), tile)
    }

    @Test("Every size from 1 × 1 to 40 × 40 comes back pixel for pixel", arguments: TestBitmaps.Pattern.allCases)
    func sizes(pattern: TestBitmaps.Pattern) throws {
        var numbers = SeededGenerator(1)
        let encoder = TileEncoder()
        for height in 1...40 {
            for width in 1...40 {
                let transparency = TestBitmaps.Transparency.allCases[(width + height) % 3]
                let colors = TestBitmaps.colors(.random(in: 1...300, using: &numbers), transparency, using: &numbers)
                let bitmap = TestBitmaps.bitmap(width: width, height: height, colors, pattern, using: &numbers)
                let (result, _) = try decoded(bitmap, with: encoder)
                #expect(TestBitmaps.isEqual(result, bitmap), "\(width) × \(height), \(colors.count) colors")
            }
        }
    }

    @Test(
        "Every number of colors from 1 to 300 comes back, in the form that fits it",
        arguments: TestBitmaps.Transparency.allCases)
    func colorCounts(transparency: TestBitmaps.Transparency) throws {
        var numbers = SeededGenerator(2)
        let encoder = TileEncoder()
        for count in 1...300 {
            let colors = TestBitmaps.colors(count, transparency, using: &numbers)
            let pattern = TestBitmaps.Pattern.allCases[count % 4]
            let bitmap = TestBitmaps.bitmap(width: 23, height: 17, colors, pattern, using: &numbers)
            let (result, tile) = try decoded(bitmap, with: encoder)
            #expect(TestBitmaps.isEqual(result, bitmap), "\(count) colors")

            let file = PNGFile(tile.bytes)
            let isOpaque = colors.allSatisfy(\.isOpaque)
            if count <= 256 {
                #expect(tile.kind == (count == 1 ? .solid : .palette))
                #expect(file.bitDepth == (count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8))
                #expect(file["PLTE"]?.count == 3 * count)
                #expect((file["tRNS"] == nil) == isOpaque)
            } else {
                #expect(tile.kind == .trueColor)
                #expect(file.colorType == (isOpaque ? 2 : 6))
            }
        }
    }

    @Test("256 colors make a palette and 257 do not, wherever the last one is", arguments: [256, 257])
    func paletteLimit(count: Int) throws {
        let encoder = TileEncoder()
        for last in [(0, 0), (255, 255), (7, 8), (128, 255)] {
            let bitmap = Bitmap(width: 256, height: 256)
            for y in 0..<256 {
                for x in 0..<256 { bitmap[x, y] = PixelColor(argb: 0xFF00_0000 | UInt32(min(y, count - 2)) << 3) }
            }
            bitmap[last.0, last.1] = PixelColor(argb: 0xFFFF_FFFF)
            if count == 257 { bitmap[(last.0 + 1) % 256, last.1] = PixelColor(argb: 0xFFFF_FFFE) }
            let (result, tile) = try decoded(bitmap, with: encoder)
            #expect(TestBitmaps.isEqual(result, bitmap))
            #expect(tile.kind == (count == 256 ? .palette : .trueColor))
        }
    }

    @Test("Photos, in color and grey, at sizes about a tile's, come back", arguments: [1, 2, 7, 8, 9, 255, 256, 257])
    func photos(width: Int) throws {
        var numbers = SeededGenerator(3)
        let encoder = TileEncoder()
        for isGray in [false, true] {
            let bitmap = TestBitmaps.photo(width: width, height: 300, isGray: isGray, using: &numbers)
            let (result, tile) = try decoded(bitmap, with: encoder)
            #expect(TestBitmaps.isEqual(result, bitmap))
            if isGray { #expect(tile.kind == .gray) }
            #expect(PNGFile(tile.bytes).colorType == (isGray ? 0 : 2))
        }
    }

    @Test("Grey drawings need no palette")
    func grayDrawing() throws {
        var numbers = SeededGenerator(4)
        let grays = (0..<100).map { PixelColor(argb: 0xFF00_0000 | UInt32($0) * 0x01_0101) }
        let bitmap = TestBitmaps.bitmap(width: 256, height: 256, grays, .rows, using: &numbers)
        let (result, tile) = try decoded(bitmap, with: TileEncoder())
        #expect(TestBitmaps.isEqual(result, bitmap))
        #expect(tile.kind == .gray)
        #expect(PNGFile(tile.bytes)["PLTE"] == nil)
    }

    @Test("A translucent photo comes back")
    func translucentPhoto() throws {
        var numbers = SeededGenerator(5)
        let colors = TestBitmaps.colors(5000, .mixed, using: &numbers)
        let bitmap = TestBitmaps.bitmap(width: 200, height: 150, colors, .noise, using: &numbers)
        let (result, tile) = try decoded(bitmap, with: TileEncoder())
        #expect(TestBitmaps.isEqual(result, bitmap))
        #expect(PNGFile(tile.bytes).colorType == 6)
    }

    @Test(
        "An image of many blocks comes back: long and thin, wide and flat, large",
        arguments: [
            (1, 32_767), (32_767, 3), (12_000, 20), (1100, 700),
        ])
    func largeImages(width: Int, height: Int) throws {
        var numbers = SeededGenerator(6)
        let encoder = TileEncoder()
        for (count, pattern) in [(200, TestBitmaps.Pattern.noise), (40, .runs), (1000, .runs), (1000, .rows)] {
            let colors = TestBitmaps.colors(count, .opaque, using: &numbers)
            let bitmap = TestBitmaps.bitmap(width: width, height: height, colors, pattern, using: &numbers)
            let (result, _) = try decoded(bitmap, with: encoder)
            #expect(TestBitmaps.isEqual(result, bitmap), "\(width) × \(height), \(count) colors, \(pattern)")
        }
    }

    @Test("The pixels' stream is whole by zlib's checksum and has just the rows' bytes")
    func streamLength() throws {
        var numbers = SeededGenerator(7)
        let encoder = TileEncoder()
        let decompressor = try #require(libdeflate_alloc_decompressor())
        defer { libdeflate_free_decompressor(decompressor) }
        for count in [1, 2, 4, 16, 200, 300] {
            let colors = TestBitmaps.colors(count, .opaque, using: &numbers)
            let bitmap = TestBitmaps.bitmap(width: 61, height: 37, colors, .runs, using: &numbers)
            let file = PNGFile(try encoder.encode(.bitmap(bitmap), as: .png).bytes)
            let stream = try #require(file["IDAT"])
            var rows = [UInt8](repeating: 0, count: 100_000)
            var length = 0
            #expect(
                libdeflate_zlib_decompress(decompressor, stream, stream.count, &rows, rows.count, &length)
                    == LIBDEFLATE_SUCCESS)
            #expect(length == file.rowBytes! * 37)
        }
    }

    @Test("Colors above their alpha are clamped, not refused")
    func impossibleColors() throws {
        let bitmap = Bitmap(width: 3, height: 1)
        bitmap[0, 0] = PixelColor(argb: 0x10FF_FFFF)
        bitmap[1, 0] = PixelColor(argb: 0x0001_0203)
        bitmap[2, 0] = PixelColor(argb: 0xFF01_0203)
        let (result, _) = try decoded(bitmap, with: TileEncoder())
        #expect(result[0, 0] == PixelColor(argb: 0x1010_1010))
        #expect(result[1, 0] == .clear)
        #expect(result[2, 0] == bitmap[2, 0])
    }
}
