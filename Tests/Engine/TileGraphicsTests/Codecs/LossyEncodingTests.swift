import CTurboJPEG
import TestSupport
import Testing

@testable import TileGraphics

@Suite struct LossyEncodingTests {
    private struct Format: CustomTestStringConvertible {
        var testDescription: String
        var format: TileFormat
        var decode: @Sendable ([UInt8]) throws -> Bitmap
        /// The minimum peak signal-to-noise ratio, in dB.
        var leastQuality: Double
        var seed: UInt64
    }

    @Test(
        "JPEG at quality 90 is within 34 dB of a photo, WebP within 32, AVIF within 34 and JPEG XL within 34, at every size",
        arguments: [
            Format(
                testDescription: "JPEG", format: .jpeg(quality: 90), decode: { try ReferenceDecoders.jpeg($0) },
                leastQuality: 34, seed: 21),
            Format(
                testDescription: "WebP", format: .webp(quality: 90), decode: { try ReferenceDecoders.webP($0) },
                leastQuality: 32, seed: 23),
            Format(
                testDescription: "AVIF", format: .avif(quality: 90), decode: { try ReferenceDecoders.avif($0) },
                leastQuality: 34, seed: 26),
            Format(
                testDescription: "JPEG XL", format: .jxl(quality: 90), decode: { try ReferenceDecoders.jxl($0) },
                leastQuality: 34, seed: 29),
        ])
    private func photo(_ format: Format) throws {
        var numbers = SeededGenerator(format.seed)
        let encoder = TileEncoder()
        for side in 1...40 {
            let bitmap = TestBitmaps.photo(width: side, height: 41 - side, using: &numbers)
            let tile = try encoder.encode(.bitmap(bitmap), as: format.format)
            #expect(tile.kind == .lossy)
            let result = try format.decode(tile.bytes)
            #expect((result.width, result.height) == (side, 41 - side))
            #expect(ReferenceDecoders.peakSignalToNoise(result, bitmap) > format.leastQuality)
        }
    }

    @Test("JPEG shows white through what is not opaque")
    func jpegOverWhite() throws {
        let bitmap = Bitmap(width: 32, height: 16)
        for y in 0..<16 {
            for x in 16..<32 { bitmap[x, y] = PixelColor(premultipliedRed: 0, green: 0, blue: 128, alpha: 128) }
        }
        let result = try ReferenceDecoders.jpeg(TileEncoder().encode(.bitmap(bitmap), as: .jpeg(quality: 100)).bytes)
        #expect(result[4, 4].red > 252 && result[4, 4].blue > 252)
        // Half blue over white.
        #expect(abs(Int(result[28, 4].red) - 127) < 4 && result[28, 4].blue > 250)
    }

    @Test("Grey images make JPEG files of one component, also where white shows through")
    func grayJPEG() throws {
        var numbers = SeededGenerator(22)
        let bitmap = TestBitmaps.photo(width: 64, height: 64, isGray: true, using: &numbers)
        bitmap[3, 3] = .clear
        let bytes = try TileEncoder().encode(.bitmap(bitmap), as: .jpeg(quality: 90)).bytes
        let decoder = tjInitDecompress()
        defer { tjDestroy(decoder) }
        var (width, height, sampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
        #expect(tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &sampling, &space) == 0)
        #expect(sampling == Int32(TJSAMP_GRAY.rawValue))
    }

    @Test("Lossy WebP keeps alpha exactly")
    func webPAlpha() throws {
        var numbers = SeededGenerator(24)
        let colors = TestBitmaps.colors(50, .mixed, using: &numbers)
        let bitmap = TestBitmaps.bitmap(width: 40, height: 40, colors, .runs, using: &numbers)
        let result = try ReferenceDecoders.webP(TileEncoder().encode(.bitmap(bitmap), as: .webp(quality: 50)).bytes)
        for y in 0..<40 { for x in 0..<40 { #expect(result[x, y].alpha == bitmap[x, y].alpha) } }
    }

    @Test("AVIF keeps alpha exactly, and leaves it out where all is opaque")
    func avifAlpha() throws {
        var numbers = SeededGenerator(27)
        let colors = TestBitmaps.colors(50, .mixed, using: &numbers)
        let bitmap = TestBitmaps.bitmap(width: 40, height: 40, colors, .runs, using: &numbers)
        let before = (0..<bitmap.height).flatMap { Array(bitmap.row($0)) }
        let result = try ReferenceDecoders.avif(TileEncoder().encode(.bitmap(bitmap), as: .avif(quality: 50)).bytes)
        for y in 0..<40 { for x in 0..<40 { #expect(result[x, y].alpha == bitmap[x, y].alpha) } }
        // Others read the bitmap meanwhile.
        #expect((0..<bitmap.height).flatMap { Array(bitmap.row($0)) } == before)
        // "auxC" names an image as another's alpha (ISO/IEC 23000-22, 4.1).
        func hasAlpha(_ bitmap: Bitmap) throws -> Bool {
            let file = try TileEncoder().encode(.bitmap(bitmap), as: .avif(quality: 50)).bytes
            return String(decoding: file, as: Unicode.ASCII.self).contains("auxC")
        }
        #expect(try hasAlpha(bitmap))
        #expect(try !hasAlpha(TestBitmaps.photo(width: 40, height: 40, using: &numbers)))
    }

    @Test("JPEG XL keeps what is opaque or clear, and leaves alpha out where all is opaque")
    func jxlAlpha() throws {
        var numbers = SeededGenerator(30)
        let colors = TestBitmaps.colors(50, .mixed, using: &numbers)
        let bitmap = TestBitmaps.bitmap(width: 40, height: 40, colors, .runs, using: &numbers)
        let before = (0..<bitmap.height).flatMap { Array(bitmap.row($0)) }
        let encoder = TileEncoder()
        let bytes = try encoder.encode(.bitmap(bitmap), as: .jxl(quality: 50)).bytes
        for (quality, limit) in [(0, 2), (50, 2), (80, 1), (90, 0), (100, 0)] {
            let file = try encoder.encode(.bitmap(bitmap), as: .jxl(quality: quality)).bytes
            let result = try ReferenceDecoders.jxl(file)
            for y in 0..<40 {
                for x in 0..<40 {
                    let (alpha, expected) = (Int(result[x, y].alpha), Int(bitmap[x, y].alpha))
                    #expect(abs(alpha - expected) <= (expected == 0 || expected == 255 ? 0 : limit), "\(quality)")
                }
            }
        }
        // Others read the bitmap meanwhile.
        #expect((0..<bitmap.height).flatMap { Array(bitmap.row($0)) } == before)
        // A bare codestream, the same again and from another encoder.
        #expect(bytes.starts(with: [0xFF, 0x0A]))
        #expect(try encoder.encode(.bitmap(bitmap), as: .jxl(quality: 50)).bytes == bytes)
        #expect(try TileEncoder().encode(.bitmap(bitmap), as: .jxl(quality: 50)).bytes == bytes)
        func alphaBits(_ bytes: [UInt8]) throws -> UInt32 { try ReferenceDecoders.jxlHeader(bytes).alpha_bits }
        #expect(try alphaBits(bytes) == 8)
        let photo = TestBitmaps.photo(width: 40, height: 40, using: &numbers)
        #expect(try alphaBits(encoder.encode(.bitmap(photo), as: .jxl(quality: 50)).bytes) == 0)
    }

    @Test("A JPEG repacked as JPEG XL is smaller, and comes back byte for byte")
    func repacking() throws {
        var numbers = SeededGenerator(31)
        let encoder = TileEncoder()
        for (width, height) in [(1, 1), (8, 8), (100, 61), (256, 256)] {
            let bitmap = TestBitmaps.photo(width: width, height: height, using: &numbers)
            let jpeg = try encoder.encode(.bitmap(bitmap), as: .jpeg(quality: 80)).bytes
            let file = try #require(try encoder.repack(jpeg: jpeg))
            #expect(try ReferenceDecoders.jpeg(ofJXL: file) == jpeg)
            if width == 256 { #expect(file.count < jpeg.count) }
            // Invalid or truncated files can't be held.
            #expect(try encoder.repack(jpeg: Array(jpeg.prefix(200))) == nil)
        }
        #expect(try encoder.repack(jpeg: []) == nil && encoder.repack(jpeg: [0xFF, 0xD8, 0xFF, 0xD9]) == nil)
    }

    @Test("JPEGs of other programs come back byte for byte, too, but those of inks can't be held")
    func repackingOthers() throws {
        var numbers = SeededGenerator(33)
        let bitmap = TestBitmaps.photo(width: 40, height: 30, using: &numbers)
        let pixels = (0..<30).flatMap { Array(bitmap.row($0)) }
        func jpeg(_ format: TJPF, _ sampling: TJSAMP, flags: Int32 = 0) throws -> [UInt8] {
            let compressor = try #require(tjInitCompress())
            defer { tjDestroy(compressor) }
            var (file, count): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
            defer { tjFree(file) }
            let status = pixels.withUnsafeBytes {
                tjCompress2(
                    compressor, $0.bindMemory(to: UInt8.self).baseAddress, 40, 160, 30, Int32(format.rawValue), &file,
                    &count, Int32(sampling.rawValue), 80, flags)
            }
            try #require(status == 0)
            return Array(UnsafeBufferPointer(start: file, count: Int(count)))
        }
        let plain = try jpeg(TJPF_BGRX, TJSAMP_420)
        // An empty directory of tags, after the file's first marker.
        let exif = [0xFF, 0xE1, 0, 22] + Array("Exif\0\0MM\0*\0\0\0\u{8}".utf8) + [0, 0, 0, 0, 0, 0]
        let files: [(String, [UInt8])] = [
            ("progressive", try jpeg(TJPF_BGRX, TJSAMP_420, flags: TJFLAG_PROGRESSIVE)),
            ("gray", try jpeg(TJPF_BGRX, TJSAMP_GRAY)), ("Exif", plain.prefix(2) + exif + plain.dropFirst(2)),
            ("with bytes after its end", plain + [1, 2, 3]),
        ]
        let encoder = TileEncoder()
        for (name, jpeg) in files {
            let file = try #require(try encoder.repack(jpeg: jpeg), "\(name)")
            #expect(try ReferenceDecoders.jpeg(ofJXL: file) == jpeg, "\(name)")
        }
        #expect(try encoder.repack(jpeg: jpeg(TJPF_CMYK, TJSAMP_444)) == nil)
    }

    @Test("The quality of JPEG XL is a distance as in later versions of libjxl, up to 15")
    func jxlDistances() {
        let distances = [100, 90, 80, 30, 20, 10, 0].map { JXLEncoder.distance(ofQuality: $0) }
        for (distance, expected) in zip(distances, [0.1, 1, 1.9, 6.4, 9.0667, 15, 15] as [Float]) {
            #expect(abs(distance - expected) < 0.001)
        }
    }

    @Test("AVIF keeps the color of a line that is a pixel wide, on which every second would lose it")
    func avifColoredLine() throws {
        let bitmap = Bitmap(width: 64, height: 64)
        for y in 0..<64 { for x in 0..<64 { bitmap[x, y] = x == 31 ? PixelColor(argb: 0xFFE0_2020) : .white } }
        let result = try ReferenceDecoders.avif(TileEncoder().encode(.bitmap(bitmap), as: .avif(quality: 60)).bytes)
        #expect(result[31, 20].red > 200 && result[31, 20].green < 80 && result[31, 20].blue < 80)
        #expect(result[29, 20].green > 225 && result[33, 20].green > 225)
    }

    @Test("A higher quality of AVIF and JPEG XL is nearer to the image, and longer", arguments: ["avif", "jxl"])
    func qualities(name: String) throws {
        var numbers = SeededGenerator(28)
        let bitmap = TestBitmaps.photo(width: 96, height: 64, using: &numbers)
        let encoder = TileEncoder()
        var (last, lastSize) = (0.0, 0)
        let isAVIF = name == "avif"
        // Between them, the noise of colors in JPEG XL's own space is not ordered.
        for quality in isAVIF ? [0, 30, 60, 80, 100] : [0, 80, 100] {
            let format: TileFormat = isAVIF ? .avif(quality: quality) : .jxl(quality: quality)
            let bytes = try encoder.encode(.bitmap(bitmap), as: format).bytes
            let decoded = isAVIF ? try ReferenceDecoders.avif(bytes) : try ReferenceDecoders.jxl(bytes)
            let ratio = ReferenceDecoders.peakSignalToNoise(decoded, bitmap)
            #expect(ratio > last && bytes.count > lastSize, "\(quality)")
            (last, lastSize) = (ratio, bytes.count)
        }
    }

    @Test("Lossless JPEG XL comes back pixel for pixel", arguments: TestBitmaps.Transparency.allCases)
    func losslessJXL(transparency: TestBitmaps.Transparency) throws {
        var numbers = SeededGenerator(32)
        let encoder = TileEncoder()
        for side in [1, 2, 7, 8, 9, 40] {
            for pattern in TestBitmaps.Pattern.allCases {
                let colors = TestBitmaps.colors(.random(in: 1...300, using: &numbers), transparency, using: &numbers)
                let bitmap = TestBitmaps.bitmap(width: side, height: 41 - side, colors, pattern, using: &numbers)
                let tile = try encoder.encode(.bitmap(bitmap), as: .jxlLossless)
                #expect(tile.kind == .lossless && tile.format.mediaType == "image/jxl")
                #expect(TestBitmaps.isEqual(try ReferenceDecoders.jxl(tile.bytes), bitmap), "\(side), \(pattern)")
            }
        }
    }

    @Test("Lossless WebP comes back pixel for pixel", arguments: TestBitmaps.Transparency.allCases)
    func losslessWebP(transparency: TestBitmaps.Transparency) throws {
        var numbers = SeededGenerator(25)
        let encoder = TileEncoder()
        for side in 1...40 {
            for pattern in TestBitmaps.Pattern.allCases {
                let colors = TestBitmaps.colors(.random(in: 1...300, using: &numbers), transparency, using: &numbers)
                let bitmap = TestBitmaps.bitmap(width: side, height: 41 - side, colors, pattern, using: &numbers)
                let before = (0..<bitmap.height).flatMap { Array(bitmap.row($0)) }
                let tile = try encoder.encode(.bitmap(bitmap), as: .webpLossless)
                #expect(tile.kind == .lossless)
                #expect(TestBitmaps.isEqual(try ReferenceDecoders.webP(tile.bytes), bitmap), "\(side), \(pattern)")
                // Others read the bitmap meanwhile.
                #expect((0..<bitmap.height).flatMap { Array(bitmap.row($0)) } == before)
            }
        }
    }
}
