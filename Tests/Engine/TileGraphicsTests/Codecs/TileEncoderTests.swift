import Dispatch
import TestSupport
import Testing
import TileSupport

@testable import TileGraphics

@Suite struct TileEncoderTests {
    private static let colors: [PixelColor] = [
        .clear, .white, PixelColor(argb: 0xFF12_3456), PixelColor(argb: 0x8040_2010),
    ]

    @Test("A solid image and a bitmap of the same color are the same small PNG", arguments: colors)
    func solid(color: PixelColor) throws {
        let encoder = TileEncoder()
        for (width, height) in [(1, 1), (7, 3), (256, 256), (512, 512), (256, 180)] {
            let bitmap = Bitmap(width: width, height: height)
            for y in 0..<height { bitmap.row(y).update(repeating: color.argb) }
            let solid = try encoder.encode(.solid(color, width: width, height: height), as: .png)
            #expect(solid == (try encoder.encode(.bitmap(bitmap), as: .png)))
            #expect(solid == (try encoder.encode(.solid(color, width: width, height: height), as: .png)))
            #expect(solid.kind == .solid)
            #expect(solid.bytes.count < 200)
            #expect(TestBitmaps.isEqual(try ReferenceDecoders.png(solid.bytes), bitmap))
        }
    }

    @Test("More solid colors than are remembered are still right")
    func manySolidColors() throws {
        let encoder = TileEncoder()
        for _ in 0..<2 {
            for level in 0..<300 as Range<UInt32> {
                let color = PixelColor(argb: 0xFF00_0000 | level)
                let tile = try encoder.encode(.solid(color, width: 4, height: 4), as: .png)
                #expect(try ReferenceDecoders.png(tile.bytes)[3, 3] == color)
            }
        }
    }

    @Test("Solid images are right in each format")
    func solidInEachFormat() throws {
        let encoder = TileEncoder()
        let color = PixelColor(argb: 0xFF30_60C0)
        let image = TileImage.solid(color, width: 20, height: 30)
        let files = try [
            ReferenceDecoders.jpeg(encoder.encode(image, as: .jpeg(quality: 95)).bytes),
            ReferenceDecoders.webP(encoder.encode(image, as: .webp(quality: 95)).bytes),
            ReferenceDecoders.webP(encoder.encode(image, as: .webpLossless).bytes),
            ReferenceDecoders.avif(encoder.encode(image, as: .avif(quality: 95)).bytes),
        ]
        for file in files {
            #expect((file.width, file.height) == (20, 30))
            #expect(abs(Int(file[9, 9].red) - 0x30) < 4 && abs(Int(file[9, 9].blue) - 0xC0) < 4)
        }
        #expect(files[2][9, 9] == color)
    }

    @Test("What a format cannot hold is refused with its limit")
    func refusals() {
        let encoder = TileEncoder()
        let wide = TileImage.bitmap(Bitmap(width: 16384, height: 1))
        let tooWide = CodecFailure.tooLarge(format: "WebP", width: 16384, height: 1, limit: 16383)
        #expect(throws: tooWide) { try encoder.encode(wide, as: .webp(quality: 80)) }
        #expect(throws: tooWide) { try encoder.encode(wide, as: .webpLossless) }
        #expect(tooWide.description.contains("16383"))

        let high = TileImage.bitmap(Bitmap(width: 1, height: 65501))
        #expect(throws: CodecFailure.tooLarge(format: "JPEG", width: 1, height: 65501, limit: 65500)) {
            try encoder.encode(high, as: .jpeg(quality: 80))
        }
        let huge = TileImage.solid(.white, width: 1 << 20, height: 1 << 20)
        #expect(throws: CodecFailure.tooLarge(format: "PNG", width: 1 << 20, height: 1 << 20, limit: 23_000)) {
            try encoder.encode(huge, as: .png)
        }
        for format in [TileFormat.jpeg(quality: 80), .webp(quality: 80), .webpLossless, .avif(quality: 60)] {
            #expect(throws: CodecFailure.self) { try encoder.encode(huge, as: format) }
        }
        let square = TileImage.solid(.white, width: 65500, height: 65500)
        #expect(throws: CodecFailure.tooLarge(format: "JPEG", width: 65500, height: 65500, limit: 16384)) {
            try encoder.encode(square, as: .jpeg(quality: 80))
        }
        for quality in [-1, 0, 101] {
            #expect(throws: CodecFailure.qualityOutOfRange(format: "JPEG", quality: quality, allowed: 1...100)) {
                try encoder.encode(.solid(.white, width: 8, height: 8), as: .jpeg(quality: quality))
            }
        }
        for (width, height, limit) in [((1 << 18) + 1, 1, 1 << 18), (1 << 15, 1 << 14, 16384)] {
            #expect(
                throws: CodecFailure.tooLarge(format: "JPEG XL", width: width, height: height, limit: limit)
            ) { try encoder.encode(.solid(.white, width: width, height: height), as: .jxlLossless) }
        }
        #expect(throws: CodecFailure.tooLarge(format: "AVIF", width: 32769, height: 1, limit: 32768)) {
            try encoder.encode(.solid(.white, width: 32769, height: 1), as: .avif(quality: 60))
        }
        for quality in [-1, 101] {
            #expect(throws: CodecFailure.qualityOutOfRange(format: "AVIF", quality: quality, allowed: 0...100)) {
                try encoder.encode(.solid(.white, width: 8, height: 8), as: .avif(quality: quality))
            }
            #expect(throws: CodecFailure.qualityOutOfRange(format: "JPEG XL", quality: quality, allowed: 0...100)) {
                try encoder.encode(.solid(.white, width: 8, height: 8), as: .jxl(quality: quality))
            }
            #expect(throws: CodecFailure.qualityOutOfRange(format: "WebP", quality: quality, allowed: 0...100)) {
                try encoder.encode(.solid(.white, width: 8, height: 8), as: .webp(quality: quality))
            }
        }
    }

    @Test(
        "The largest that a format holds is encoded",
        arguments: [
            (TileFormat.jpeg(quality: 50), 65500), (.webp(quality: 50), 16383), (.webpLossless, 16383),
            (.avif(quality: 50), 32768), (.jxl(quality: 50), 1 << 18), (.jxlLossless, 1 << 18),
        ])
    func largest(format: TileFormat, limit: Int) throws {
        let encoder = TileEncoder()
        for (width, height) in [(limit, 1), (1, limit)] {
            let tile = try encoder.encode(.bitmap(Bitmap(width: width, height: height)), as: format)
            let result =
                switch format.fileExtension {
                case "jpg": try ReferenceDecoders.jpeg(tile.bytes)
                case "avif": try ReferenceDecoders.avif(tile.bytes)
                case "jxl": try ReferenceDecoders.jxl(tile.bytes)
                default: try ReferenceDecoders.webP(tile.bytes)
                }
            #expect((result.width, result.height) == (width, height))
        }
    }

    @Test("An encoder that failed still encodes")
    func afterFailure() throws {
        let encoder = TileEncoder()
        #expect(throws: CodecFailure.self) {
            try encoder.encode(.bitmap(Bitmap(width: 16384, height: 1)), as: .webpLossless)
        }
        let bitmap = Bitmap(width: 5, height: 5)
        bitmap[2, 2] = .white
        let tile = try encoder.encode(.bitmap(bitmap), as: .webpLossless)
        #expect(TestBitmaps.isEqual(try ReferenceDecoders.webP(tile.bytes), bitmap))
    }

    @Test("Threads that share a pool make the same files as one encoder alone")
    func pool() {
        var numbers = SeededGenerator(31)
        let bitmaps = (0..<24).map { index in
            TestBitmaps.bitmap(
                width: 30 + index, height: 40, TestBitmaps.colors(10 + index * 20, .mixed, using: &numbers), .runs,
                using: &numbers)
        }
        let formats: [TileFormat] = [
            .png, .jpeg(quality: 80), .webp(quality: 60), .webpLossless, .avif(quality: 60), .jxl(quality: 60),
            .jxlLossless,
        ]
        let pool = EncoderPool()
        let alone = TileEncoder()
        let expected = bitmaps.map { bitmap in formats.map { try? alone.encode(.bitmap(bitmap), as: $0) } }
        let made = Lock<[Int: [EncodedTile?]]>([:])
        DispatchQueue.concurrentPerform(iterations: bitmaps.count) { index in
            let tiles = formats.map { format in
                pool.withEncoder { try? $0.encode(.bitmap(bitmaps[index]), as: format) }
            }
            made.withLock { $0[index] = tiles }
        }
        let tiles = made.withLock { $0 }
        for index in bitmaps.indices { #expect(tiles[index] == expected[index]) }
        #expect(expected.joined().allSatisfy { $0 != nil })
    }
}
