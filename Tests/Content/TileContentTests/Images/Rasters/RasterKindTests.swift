import Foundation
import TestSupport
import Testing
import TileGraphics

@testable import TileContent

@Suite("Kinds of TIFF files that libtiff decodes")
struct RasterKindTests {
    let fixture: RasterFixture

    init() throws { fixture = try RasterFixture() }

    private static let gray = RasterFixture.gray
    private static let missing: [Int: SampleTIFF.Value] = [42113: .text("255")]

    private func opaque(_ colors: [UInt8]) -> PixelColor {
        PixelColor(premultipliedRed: colors[0], green: colors[1], blue: colors[2], alpha: 255)
    }

    /// Samples of 32 × 16 pixels of RGB that differ everywhere, none of which is 255.
    private static let samples = (0..<1536).map { UInt8($0 * 7 % 251) }

    private func check(_ file: SampleTIFF, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let bitmap = try whole(try fixture.open(file))
        for y in 0..<16 {
            for x in 0..<32 {
                let start = (y * 32 + x) * 3
                let expected = opaque(Array(Self.samples[start..<(start + 3)]))
                #expect(bitmap[x, y] == expected, "\(x), \(y)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test(
        "strips without loss are read as stored, with and without a predictor, in both sizes of offsets",
        arguments: [(1, 1), (5, 1), (5, 2), (8, 1), (8, 2), (32946, 2)], [false, true])
    func lossless(kind: (compression: Int, predictor: Int), isBig: Bool) throws {
        let rows =
            kind.predictor == 2 ? SampleTIFF.differences(Self.samples, rowLength: 96, bands: 3) : Self.samples
        let halves = [Array(rows[..<768]), Array(rows[768...])]
        let pieces = halves.map { half in
            switch kind.compression {
            case 1: half
            case 5: SampleTIFF.lzw(half)
            default: SampleTIFF.deflated(half)
            }
        }
        let tags: [Int: SampleTIFF.Value] = [
            259: .shorts([kind.compression]), 278: .longs([8]), 317: .shorts([kind.predictor]),
        ]
        var file = SampleTIFF(
            width: 32, height: 16, bands: 3, photometric: 2, tags: tags.merging(Self.missing) { $1 }, pieces: pieces)
        file.isBig = isBig
        try check(file)
        #expect(try fixture.raster(file).layout.compression.code == kind.compression)
        let names = [5: "LZW (TIFF compression 5)", 8: "Deflate (TIFF compression 8)"]
        let fact = try fixture.open(file).facts.first { $0.name == "compression" }?.value
        #expect(kind.compression == 32946 || fact == names[kind.compression])
        // In big-endian files, samples of a byte are the same.
        file.isBigEndian = true
        try check(file)
    }

    @Test("floating point with its bytes apart is read", arguments: [5, 8])
    func floatPredictor(compression: Int) throws {
        let numbers = (0..<256).map { Float($0) }
        let rows = SampleTIFF.floatDifferences(numbers, rowLength: 16)
        let file = SampleTIFF(
            width: 16, height: 16, bits: 32, format: 3, tile: 16,
            tags: [259: .shorts([compression]), 317: .shorts([3])],
            pieces: [compression == 5 ? SampleTIFF.lzw(rows) : SampleTIFF.deflated(rows)])
        let bitmap = try whole(try fixture.open(file, range: 0...255))
        for y in 0..<16 { for x in 0..<16 { #expect(bitmap[x, y] == Self.gray(y * 16 + x), "\(x), \(y)") } }
    }

    @Test("LERC is read, and decoded once for the range and for the tiles")
    func lerc() throws {
        let file = SampleTIFF(
            width: 16, height: 16, bits: 32, format: 3, tile: 16,
            tags: [259: .shorts([34_887]), 50674: .longs([4, 0])], pieces: [SampleTIFF.lerc])
        let image = try fixture.raster(file)
        #expect(image.appearance.colors == .ranged(SampleRange(low: 100, high: 400)))
        let bitmap = try whole(try fixture.open(file))
        for (x, y, value) in [(0, 0, 0), (15, 7, 85), (0, 8, 170), (15, 15, 255)] {
            #expect(bitmap[x, y] == Self.gray(value), "\(x), \(y)")
        }
        let raster = try image.open(.page(0))
        #expect(try #require(raster.sampledValues([0])).count == 256)
        try raster.readRows(x: 0, y: 0, width: 16, height: 16) { _, _ in }
        #expect(raster.bands.decodedByteCount == 1024)
    }

    @Test("JPEG is read beside missing data")
    func jpeg() throws {
        let tags: [Int: SampleTIFF.Value] = [259: .shorts([7])]
        let file = SampleTIFF(
            width: 32, height: 16, tile: 16, tags: tags.merging(Self.missing) { $1 },
            pieces: [SampleTIFF.grayJPEG, nil])
        let pixels = try fixture.firstRow(file)
        #expect(pixels[0] == Self.gray(200) && pixels[15] == Self.gray(200) && pixels[16] == .clear)
    }

    @Test("overviews among subdirectories are used", arguments: [false, true])
    func subdirectories(isBig: Bool) throws {
        var file = SampleTIFF(
            width: 32, height: 16, tags: [42113: .text("0")], pieces: [[UInt8](repeating: 80, count: 512)])
        let tags: [Int: SampleTIFF.Value] = [254: .longs([1])]
        for (width, value) in [(16, 90), (8, 100), (4, 110)] {
            let pixels = [UInt8](repeating: UInt8(value), count: width * width / 2)
            file.subpages += SampleTIFF(width: width, height: width / 2, tags: tags, pieces: [pixels]).pages
        }
        file.isBig = isBig
        let source = try fixture.open(file)
        for (level, value) in [80, 90, 100, 110].enumerated() {
            let bitmap = try whole(source, level: level)
            #expect(bitmap[0, 0] == Self.gray(value) && bitmap[bitmap.width - 1, bitmap.height - 1] == Self.gray(value))
        }
        #expect(source.hasOwnOverviews && source.notes == [])
    }

    @Test("inks in bands apart are the colors of inks together", arguments: [8, 16])
    func inks(bits: Int) throws {
        let inks = [[0, 0, 0, 0], [0, 255, 255, 0], [0, 0, 0, 255], [100, 50, 20, 10]]
        func bytes(_ values: [Int]) -> [UInt8] {
            bits == 8 ? values.map { UInt8($0) } : SampleTIFF.bytes(values.map { UInt16($0 * 257) })
        }
        func file(isPlanar: Bool) -> SampleTIFF {
            let planes = (0..<4).map { band in bytes(inks.map { $0[band] }) }
            return SampleTIFF(
                width: 4, height: 1, bands: 4, bits: bits, photometric: 5, isPlanar: isPlanar,
                pieces: isPlanar ? planes : [bytes(inks.flatMap { $0 })])
        }
        let together = try fixture.firstRow(file(isPlanar: false))
        let apart = try fixture.firstRow(file(isPlanar: true))
        #expect(together == apart)
        #expect(apart[0] == Self.gray(255) && apart[1].red > 150 && apart[1].green < 60 && apart[2].red < 60)
        #expect(try fixture.raster(file(isPlanar: true)).appearance.model == .cmyk)
    }

    @Test("palettes of every size are read, in 16 and in 8 bits a color", arguments: [1, 2, 4, 8, 16], [false, true])
    func palettes(bits: Int, isOf8Bits: Bool) throws {
        let count = 1 << bits
        let last = count - 1
        // Red rises from 10 with the index, and the last color is 200, 100, 50.
        var table = (0..<(3 * count)).map { $0 < count ? min(150, 10 + $0) : 7 }
        (table[last], table[count + last], table[2 * count + last]) = (200, 100, 50)
        let row = [0, last, last, 0]
        let file = SampleTIFF(
            width: 4, height: 1, bits: bits, photometric: 3,
            tags: [320: .shorts(table.map { isOf8Bits ? $0 : $0 << 8 }), 42113: .text("70000")],
            pieces: [bits == 16 ? SampleTIFF.bytes(row.map(UInt16.init)) : SampleTIFF.packed([row], bits: bits)])
        let pixels = try fixture.firstRow(file)
        #expect(pixels == [0, 1, 1, 0].map { opaque($0 == 0 ? [10, 7, 7] : [200, 100, 50]) })
    }

    @Test("a palette that ends early is damage")
    func shortPalette() throws {
        let file = SampleTIFF(
            width: 2, height: 1, bands: 2, photometric: 3, tags: [320: .shorts([1, 2, 3]), 338: .shorts([2])],
            pieces: [[1, 255, 1, 0]])
        #expect(
            fixture.failure(file)
                == .malformed(path: fixture.folder.file("a.tif"), reason: "its palette ends early"))
    }

    @Test("luminance and color differences that can't be converted are refused with a sentence")
    func chroma() throws {
        func failure(_ file: SampleTIFF) -> String? {
            guard case .unsupported(_, let what)? = fixture.failure(file) else { return nil }
            return what
        }
        func file(bands: Int = 3, bits: Int = 8, isPlanar: Bool = false, _ tags: [Int: SampleTIFF.Value]) -> SampleTIFF
        {
            let bytes = [UInt8](repeating: 128, count: 16 * 16 * bands * bits / 8)
            let plane = [UInt8](repeating: 128, count: 256)
            return SampleTIFF(
                width: 16, height: 16, bands: bands, bits: bits, photometric: 6, isPlanar: isPlanar, tags: tags,
                pieces: isPlanar ? [plane, plane, plane] : [bytes])
        }
        let full: [Int: SampleTIFF.Value] = [530: .shorts([1, 1])]
        #expect(failure(file(bits: 16, full)) == "its YCbCr colors have 3 bands of 16-bit whole numbers")
        #expect(
            failure(file(bands: 4, full.merging([338: .shorts([0])]) { $1 }))
                == "its YCbCr colors have 4 bands of 8-bit whole numbers")
        let apart = "its YCbCr colors are in bands apart, of which two have fewer pixels or are JPEG"
        #expect(failure(file(isPlanar: true, [530: .shorts([2, 1])])) == apart)
        #expect(failure(file(isPlanar: true, [:])) == apart)
        #expect(failure(file(isPlanar: true, full.merging([259: .shorts([7])]) { $1 })) == apart)
        #expect(try fixture.firstRow(file(isPlanar: true, full))[0] == Self.gray(128))
    }

    @Test("complex numbers of 16 bits a part are read in both byte orders, compressed or not", arguments: [1, 32_773])
    func halfComplex(compression: Int) throws {
        // −2 + 0i, which is missing; 3 + 4i, 6 + 8i and 9 + 12i, in IEEE 754's 16 bits.
        let numbers: [UInt16] = [0xC000, 0, 0x4200, 0x4400, 0x4600, 0x4800, 0x4880, 0x4A00]
        for isBigEndian in [false, true] {
            let row = SampleTIFF.bytes(numbers, isBigEndian: isBigEndian)
            var file = SampleTIFF(
                width: 4, height: 1, bits: 32, format: 6,
                tags: [259: .shorts([compression]), 42113: .text("-2")],
                pieces: [compression == 1 ? row : [15] + row])
            file.isBigEndian = isBigEndian
            #expect(try fixture.firstRow(file) == [.clear] + [0, 127, 255].map(Self.gray), "\(isBigEndian)")
        }
    }

    @Test("whole numbers of 24 bits are packed, in the order in which GDAL 3.6 writes and reads them")
    func packedTriples() throws {
        let numbers = [0, 1_000_000, 2_000_000]
        for isBigEndian in [false, true] {
            let row = numbers.flatMap { number -> [UInt8] in
                let bytes = SampleTIFF.bytes([UInt32(number)], isBigEndian: true).dropFirst()
                return isBigEndian ? bytes.reversed() : Array(bytes)
            }
            var file = SampleTIFF(width: 3, height: 1, bits: 24, pieces: [row])
            file.isBigEndian = isBigEndian
            #expect(try fixture.firstRow(file) == [0, 127, 255].map(Self.gray), "\(isBigEndian)")
        }
    }

    @Test(
        "missing data with 15 digits is the largest number",
        arguments: ["-1.79769313486232e+308", "-3.40282346638529e+38"])
    func largestMissing(marker: String) throws {
        let isDouble = marker.hasSuffix("308")
        let numbers = [isDouble ? -Double.greatestFiniteMagnitude : Double(-Float.greatestFiniteMagnitude), 1, 2, 3]
        let file = SampleTIFF(
            width: 4, height: 1, bits: isDouble ? 64 : 32, format: 3, tags: [42113: .text(marker)],
            pieces: [
                isDouble
                    ? SampleTIFF.bytes(numbers.map(\.bitPattern))
                    : SampleTIFF.bytes(numbers.map { Float($0).bitPattern })
            ])
        #expect(try fixture.firstRow(file) == [.clear] + [0, 127, 255].map(Self.gray))
    }
}
