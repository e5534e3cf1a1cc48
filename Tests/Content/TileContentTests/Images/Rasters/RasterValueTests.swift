import Foundation
import TestSupport
import Testing
import TileGraphics
import TileSupport

@testable import TileContent

@Suite("Values and colors of TIFF files")
struct RasterValueTests {
    let fixture: RasterFixture

    init() throws { fixture = try RasterFixture() }

    private static let gray = RasterFixture.gray

    private func doubles(_ values: [Double], _ tags: [Int: SampleTIFF.Value] = [:]) -> SampleTIFF {
        SampleTIFF(
            width: values.count, height: 1, bits: 64, format: 3, tags: tags,
            pieces: [SampleTIFF.bytes(values.map(\.bitPattern))])
    }

    @Test("an overview in luminance and color differences is used for a picture in RGB")
    func overviewOfOtherPhotometric() throws {
        var file = SampleTIFF(
            width: 4, height: 2, bands: 3, photometric: 2, tags: [42113: .text("0")],
            pieces: [[UInt8](repeating: 80, count: 24)])
        file.pages +=
            SampleTIFF(
                width: 2, height: 1, bands: 3, photometric: 6, tags: [254: .longs([1]), 530: .shorts([1, 1])],
                pieces: [[90, 128, 128, 100, 128, 128]]
            ).pages
        let source = try fixture.open(file)
        let level = try whole(source, level: 1)
        #expect(level[0, 0] == Self.gray(90) && level[1, 0] == Self.gray(100))
        #expect(source.notes == [])
    }

    @Test("an overview whose lowest value is white is used; one of other samples is said")
    func overviewOfOtherKinds() throws {
        func file(_ overview: SampleTIFF) -> SampleTIFF {
            var file = SampleTIFF(
                width: 4, height: 2, tags: [42113: .text("0")], pieces: [[UInt8](repeating: 80, count: 8)])
            file.pages += overview.pages
            return file
        }
        let tags: [Int: SampleTIFF.Value] = [254: .longs([1])]
        let inverted = SampleTIFF(width: 2, height: 1, photometric: 0, tags: tags, pieces: [[165, 155]])
        let level = try whole(try fixture.open(file(inverted)), level: 1)
        #expect(level[0, 0] == Self.gray(90) && level[1, 0] == Self.gray(100))
        let words = SampleTIFF(width: 2, height: 1, bits: 16, tags: tags, pieces: [[0, 90, 0, 90]])
        let source = try fixture.open(file(words))
        #expect(source.notes == ["An overview in the file has samples of another type and is not used."])
        #expect(try whole(source, level: 1)[0, 0] == Self.gray(80))
    }

    @Test("values are divided by alpha before their range is applied")
    func premultipliedRange() throws {
        let file = SampleTIFF(
            width: 2, height: 1, bands: 2, bits: 16, tags: [338: .shorts([1])],
            pieces: [SampleTIFF.bytes([1000, 32_768, 6000, 65_535] as [UInt16])])
        // 1000 / 0.5 = 2000 is a quarter of the way from 0 to 8000: 63.75, at half opacity.
        let pixels = try fixture.firstRow(file, range: 0...8000)
        #expect(pixels[0] == PixelColor(argb: 0x8020_2020) && pixels[1] == Self.gray(191))
        // Sampled: 2000 and 6000 are the ends.
        let sampled = SampleTIFF(
            width: 2, height: 1, bands: 2, bits: 16, tags: [338: .shorts([1]), 33550: .doubles([1, 1, 0])],
            pieces: [SampleTIFF.bytes([1000, 32_768, 6000, 65_535] as [UInt16])])
        #expect(try fixture.firstRow(sampled)[0] == PixelColor(argb: 0x8000_0000))
        #expect(try fixture.firstRow(sampled)[1] == Self.gray(255))
    }

    @Test("large numbers have ranges, too")
    func largeNumbers() throws {
        #expect(try fixture.firstRow(doubles([1e35, 2e35, 3e35])) == [0, 127, 255].map(Self.gray))
        #expect(try fixture.firstRow(doubles([-1.6e308, 1e31, 1.6e308])) == [0, 127, 255].map(Self.gray))
        #expect(try fixture.firstRow(doubles([1e20, 1e20])) == [127, 127].map(Self.gray))
        #expect(try fixture.firstRow(doubles([1.7e308, 1.7e308]))[0].red > 100)
        // Numbers that usually mark missing data don't count beside others.
        #expect(try fixture.firstRow(doubles([-3.4e38, 100, 200, 300]))[1...] == [0, 127, 255].map(Self.gray)[...])
        // Neighbors of numbers that single precision can't tell apart.
        let year = 1_700_000_000.0
        #expect(try fixture.firstRow(doubles([year, year + 1, year + 2])) == [0, 127, 255].map(Self.gray))
    }

    @Test("the stated ranges of bands that are not shown don't count")
    func statedRangeOfBands() throws {
        let file = SampleTIFF(
            width: 1, height: 1, bands: 4, bits: 16,
            tags: [
                338: .shorts([0, 0, 0]), 340: .shorts([0, 0, 0, 9]), 341: .shorts([1000, 2000, 1500, 60_000]),
            ], pieces: [SampleTIFF.bytes([1000, 2000, 0, 9] as [UInt16])])
        let pixel = try fixture.firstRow(file)[0]
        #expect(pixel.red == 127 && pixel.green == 255 && pixel.blue == 0)
    }

    @Test("missing data of 16-bit floating point is the nearest number, and of complex numbers the real part")
    func missingNumbers() throws {
        // 0.1, 1, 2 and 3 in IEEE 754's 16 bits.
        let halves = SampleTIFF(
            width: 4, height: 1, bits: 16, format: 3, tags: [42113: .text("0.1")],
            pieces: [SampleTIFF.bytes([0x2E66, 0x3C00, 0x4000, 0x4200] as [UInt16])])
        #expect(try fixture.firstRow(halves) == [.clear] + [0, 127, 255].map(Self.gray))
        // −9999 is −10000 or, as GDAL cuts it off, −9992.
        let cut = SampleTIFF(
            width: 5, height: 1, bits: 16, format: 3, tags: [42113: .text("-9999")],
            pieces: [SampleTIFF.bytes([0xF0E1, 0xF0E2, 0x3C00, 0x4000, 0x4200] as [UInt16])])
        #expect(try fixture.firstRow(cut) == [.clear, .clear] + [0, 127, 255].map(Self.gray))
        func complex(_ marker: String) throws -> [PixelColor] {
            let numbers: [Float] = [-9999, 0, 3, 4, 6, 8, 9, 12]
            return try fixture.firstRow(
                SampleTIFF(
                    width: 4, height: 1, bits: 64, format: 6, tags: [42113: .text(marker)],
                    pieces: [SampleTIFF.bytes(numbers.map(\.bitPattern))]))
        }
        #expect(try complex("-9999") == [.clear] + [0, 127, 255].map(Self.gray))
        // The magnitude of 3 + 4i.
        #expect(try !complex("5").contains(.clear))
    }

    @Test(
        "the nearest sample to a decimal number, or nil",
        arguments: [
            (8, 1, -9999.0, nil), (8, 1, 255, 255), (8, 1, 256, nil), (8, 1, 0.5, nil), (8, 2, -128, -128),
            (8, 2, 128, nil), (64, 1, 0x1p64, 0x1p64), (64, 2, -0x1p63, -0x1p63), (16, 3, 1e6, nil),
            (16, 3, 65504, 65504), (16, 3, 1e-9, 0), (32, 3, 1e39, nil), (32, 3, 0.1, Double(Float(0.1))),
            (32, 6, 1e6, nil), (32, 5, 40_000, nil), (32, 5, -9999, -9999), (12, 1, 4095, 4095), (12, 1, 4096, nil),
        ] as [(Int, Int, Double, Double?)])
    func nearest(bits: Int, format: Int, value: Double, sample: Double?) {
        #expect(TIFFSampleType(bits: bits, format: format).nearest(to: value) == sample)
    }

    @Test("signed samples in JPEG 2000 are refused by name, and masks that can't be decoded are said")
    func codecs() throws {
        let signed = SampleTIFF(
            width: 16, height: 16, bits: 16, format: 2, tile: 16, tags: [259: .shorts([33_005])], pieces: [[1, 2, 3]])
        #expect(
            fixture.failure(signed)
                == .unsupported(
                    path: fixture.folder.file("a.tif"),
                    what: "its samples are 16-bit signed numbers compressed with JPEG 2000 (TIFF compression 33005)"))
        var file = SampleTIFF(width: 3, height: 1, pieces: [[50, 60, 70]])
        file.pages.append(
            RasterFixture.mask(width: 3, height: 1, kind: 4, [[1, 0, 1]], tags: [259: .shorts([33_005])]))
        #expect(try fixture.firstRow(file) == [50, 60, 70].map(Self.gray))
        #expect(
            try fixture.open(file).notes
                == ["Its mask is compressed with JPEG 2000 (TIFF compression 33005) and is not applied."])
    }

    @Test("RGB in JPEG 2000 (33005) is read as RGB, with its overviews, and damage is refused", arguments: [16, nil])
    func rgbInJPEG2000(tile: Int?) throws {
        func codestream(_ red: Int, width: Int, height: Int) throws -> [UInt8] {
            let path = fixture.folder.file("a.j2k")
            try SampleImage(width: width, height: height, bands: 3) { x, y, band in [red, 3 * x, 5 * y][band] }
                .write(path, by: "jp2ksave", ["lossless": "true"])
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        }
        let tags: [Int: SampleTIFF.Value] = [259: .shorts([33_005])]
        var file =
            tile == nil
            ? SampleTIFF(
                width: 20, height: 28, bands: 3, photometric: 2, tags: tags.merging([278: .longs([16])]) { $1 },
                pieces: [
                    try codestream(200, width: 20, height: 16), try codestream(100, width: 20, height: 12),
                ])
            : SampleTIFF(
                width: 20, height: 28, bands: 3, photometric: 2, tile: 16, tags: tags,
                pieces: [
                    try codestream(200, width: 16, height: 16), try codestream(150, width: 16, height: 16),
                    try codestream(100, width: 16, height: 16), nil,
                ])
        file.pages +=
            SampleTIFF(
                width: 10, height: 14, bands: 3, photometric: 2, tile: 16,
                tags: tags.merging([254: .longs([1])]) { $1 }, pieces: [try codestream(50, width: 16, height: 16)]
            ).pages
        let document = try ContentReader.open(fixture.path(file))
        let source = try #require(document.source as? ImageSource)
        #expect(document.pages == nil && document.notes.isEmpty)
        #expect(document.facts.contains { $0.name == "read by" && $0.value.hasPrefix("OpenJPEG 2.") })
        func color(_ red: Int, _ green: Int, _ blue: Int) -> PixelColor {
            PixelColor(
                premultipliedRed: UInt8(red), green: UInt8(green), blue: UInt8(blue), alpha: 255)
        }
        let bitmap = try whole(source)
        #expect(bitmap.width == 20 && bitmap.height == 28)
        #expect(bitmap[3, 5] == color(200, 9, 25) && bitmap[3, 18] == color(100, 9, 10))
        #expect(bitmap[18, 5] == (tile == nil ? color(200, 54, 25) : color(150, 6, 25)))
        // A tile that the file leaves out.
        if tile != nil { #expect(bitmap[18, 20] == color(0, 0, 0)) }
        #expect(try whole(source, level: 1)[4, 6] == color(50, 12, 30))

        file.pages[0].pieces[0] = [1, 2, 3]
        let path = try fixture.path(file)
        let failure = #expect(throws: ContentFailure.self) { try whole(try ImageSource.open(path)) }
        guard case .malformed(path, let reason) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(reason.hasPrefix("a part of the picture can't be decoded"))
    }

    @Test("a length of 0 is a hole only without an offset")
    func zeroLengths() throws {
        var rows = SampleTIFF(
            width: 2, height: 2, tags: [278: .longs([1]), 42113: .text("0")], pieces: [[1, 2], [3, 4]])
        rows.pages[0].statedLengths = [0, 0]
        let source = try fixture.open(rows)
        let bitmap = try whole(source)
        #expect(bitmap[0, 0] == Self.gray(1) && bitmap[1, 1] == Self.gray(4) && source.damage == nil)
        let piece = [UInt8](repeating: 9, count: 256)
        var tiles = SampleTIFF(width: 32, height: 16, tile: 16, tags: [42113: .text("0")], pieces: [piece, piece])
        tiles.pages[0].statedLengths = [256, 0]
        #expect(try fixture.firstRow(tiles) == [PixelColor](repeating: Self.gray(9), count: 32))
    }

    // MARK: The mask beside a file

    @Test("a mask beside a file is part of its identity")
    func maskIdentity() throws {
        let file = SampleTIFF(width: 3, height: 1, pieces: [[50, 60, 70]])
        func write(_ row: [Int]) throws {
            var mask = file
            mask.pages = [RasterFixture.mask(width: 3, height: 1, kind: 0, [row])]
            _ = try fixture.folder.write("a.tif.msk", mask.bytes)
        }
        let path = try fixture.path(file)
        let plain = try SourceFingerprint(ContentReader.open(path))
        try write([1, 0, 1])
        let document = try ContentReader.open(path)
        #expect(document.companions == [path + ".msk"])
        let masked = try SourceFingerprint(document)
        try write([0, 1, 1])
        let changed = try SourceFingerprint(ContentReader.open(path))
        #expect(plain != masked && masked != changed)

        let cache = try ContentCache(folder: fixture.folder.file("cache"), limit: 1 << 30)
        func identity() -> SipHash.Value? {
            ContentIdentity.ofImage(
                path, companions: document.companions, in: cache, now: Date().addingTimeInterval(10))
        }
        let first = try #require(identity())
        #expect(identity() == first)
        try write([1, 1, 0])
        #expect(try #require(identity()) != first)
    }
}
