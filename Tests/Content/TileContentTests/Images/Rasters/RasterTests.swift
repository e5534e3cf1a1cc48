import Foundation
import TestSupport
import Testing
import TileGeometry
import TileGraphics

@testable import TileContent

@Suite("TIFF files as mapping programs, satellites and microscopes write them")
struct RasterTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ file: SampleTIFF, _ preferences: RasterPreferences = RasterPreferences()) throws -> ImageSource
    {
        let path = try folder.write("a.tif", file.bytes)
        var limits = ContentLimits()
        limits.rasters = preferences
        return try ImageSource.open(path, limits: limits)
    }

    /// Returns the pixels of the first row, after checking that a build reads the same as tiles.
    private func firstRow(_ source: ImageSource) throws -> [PixelColor] {
        let bitmap = try whole(source)
        let rows = try strips(source, height: 16, widths: [source.width])
        let tiles = (0..<bitmap.height).flatMap { Array(bitmap.row($0)) }
        #expect(rows == tiles, "strips differ from tiles")
        return (0..<bitmap.width).map { bitmap[$0, 0] }
    }

    private func firstRow(_ file: SampleTIFF, _ preferences: RasterPreferences = RasterPreferences()) throws
        -> [PixelColor]
    {
        try firstRow(try open(file, preferences))
    }

    private func opaque(_ colors: Int...) -> PixelColor {
        PixelColor(
            premultipliedRed: UInt8(colors[0]), green: UInt8(colors[1]), blue: UInt8(colors[2]), alpha: 255)
    }

    private func gray(_ value: Int) -> PixelColor { opaque(value, value, value) }

    private func floats(_ values: [Float]) -> [UInt8] { SampleTIFF.bytes(values.map(\.bitPattern)) }

    // MARK: Bands and alpha

    @Test("a fourth band is alpha only if the file says so, and is divided out once")
    func fourthBand() throws {
        func file(_ extra: Int) -> SampleTIFF {
            SampleTIFF(
                width: 1, height: 1, bands: 4, photometric: 2, tags: [338: .shorts([extra])],
                pieces: [[100, 50, 20, 128]])
        }
        #expect(try firstRow(file(0)) == [opaque(100, 50, 20)])
        // The colors of the file are premultiplied, as those of tiles are.
        #expect(try firstRow(file(1)) == [PixelColor(argb: 0x8064_3214)])
        // 100 × 128 / 255 = 50.2, 50 × 128 / 255 = 25.1, 20 × 128 / 255 = 10.04
        #expect(try firstRow(file(2)) == [PixelColor(argb: 0x8032_190A)])
        #expect(try open(file(0)).notes == ["It has 4 bands; the first 3 are shown."])
    }

    @Test("four bands of gray are shown by the first three, or by those chosen")
    func grayBands() throws {
        let file = SampleTIFF(
            width: 1, height: 1, bands: 4, tags: [338: .shorts([0, 0, 0])], pieces: [[10, 20, 30, 40]])
        #expect(try firstRow(file) == [opaque(10, 20, 30)])
        var preferences = RasterPreferences()
        preferences.bands = [4, 3, 2]
        #expect(try firstRow(file, preferences) == [opaque(40, 30, 20)])
        #expect(try open(file, preferences).notes == ["It has 4 bands; bands 4, 3 and 2 are shown."])
        preferences.bands = [2]
        #expect(try firstRow(file, preferences) == [gray(20)])
        // Bands that a file does not have.
        preferences.bands = [9, 1, 2]
        #expect(try firstRow(file, preferences) == [opaque(10, 20, 30)])
    }

    @Test("bands apart are read as bands together, in strips and tiles", arguments: [1, 3, 6], [false, true])
    func planes(bands: Int, isTiled: Bool) throws {
        let side = isTiled ? 16 : 20
        func sample(_ x: Int, _ y: Int, band: Int) -> UInt8 { UInt8((x * 7 + y * 5 + band * 30) & 255) }
        var pieces: [[UInt8]] = []
        for band in 0..<bands {
            for top in stride(from: 0, to: 20, by: side) {
                for left in stride(from: 0, to: 20, by: side) {
                    pieces.append((0..<side * side).map { sample(left + $0 % side, top + $0 / side, band: band) })
                }
            }
        }
        let file = SampleTIFF(
            width: 20, height: 20, bands: bands, photometric: bands == 3 ? 2 : 1, isPlanar: true,
            tile: isTiled ? 16 : nil,
            tags: bands == 6 ? [338: .shorts([0, 0, 0, 0, 0])] : [:], pieces: pieces)
        let bitmap = try whole(try open(file))
        for y in 0..<20 {
            for x in 0..<20 {
                let color = (0..<3).map { Int(sample(x, y, band: bands == 1 ? 0 : $0)) }
                #expect(bitmap[x, y] == opaque(color[0], color[1], color[2]))
            }
        }
        _ = try firstRow(file)
    }

    // MARK: Missing parts

    @Test("tiles and strips that a file leaves out are zeros, or missing data, and no damage")
    func sparse() throws {
        let full = [UInt8](repeating: 200, count: 256)
        func file(_ tags: [Int: SampleTIFF.Value]) -> SampleTIFF {
            SampleTIFF(width: 32, height: 16, tile: 16, tags: tags, pieces: [full, nil])
        }
        let plain = try open(file([:]))
        #expect(plain.damage == nil)
        #expect(
            try firstRow(plain) == [PixelColor](repeating: gray(200), count: 16)
                + [PixelColor](repeating: gray(0), count: 16))
        let marked = try firstRow(file([42113: .text("7")]))
        #expect(marked[0] == gray(200) && marked[16] == .clear)
        let strips = SampleTIFF(
            width: 4, height: 2, tags: [278: .longs([1])], pieces: [nil, [1, 2, 3, 4]])
        #expect(try firstRow(strips) == [PixelColor](repeating: gray(0), count: 4))
        #expect(try whole(try open(strips))[3, 1] == gray(4))
    }

    @Test("missing data is transparent and outside the range", arguments: ["-9999", "nan"])
    func noData(marker: String) throws {
        let missing: Float = marker == "nan" ? .nan : -9999
        let file = SampleTIFF(
            width: 4, height: 1, bits: 32, format: 3, tags: [42113: .text(marker)],
            pieces: [floats([100, missing, 200, 300])])
        #expect(try firstRow(file) == [gray(0), .clear, gray(127), gray(255)])
        let facts = try open(file).facts
        #expect(
            facts.contains { $0.name == "no data" && $0.value == (marker == "nan" ? "NaN" : marker) + ", transparent" })
    }

    @Test("missing data of whole numbers counts where all colors have it")
    func noDataColors() throws {
        let file = SampleTIFF(
            width: 3, height: 1, bands: 3, photometric: 2, tags: [42113: .text("0")],
            pieces: [[0, 0, 0, 0, 9, 0, 5, 5, 5]])
        #expect(try firstRow(file) == [.clear, opaque(0, 9, 0), gray(5)])
    }

    private func mask(width: Int, height: Int, kind: Int, _ rows: [[Int]]) -> SampleTIFF.Page {
        SampleTIFF(
            width: width, height: height, bits: 1, photometric: 4, tags: [254: .longs([kind])],
            pieces: [SampleTIFF.packed(rows, bits: 1)]
        ).pages[0]
    }

    @Test("a mask in the file or beside it makes parts transparent; one of another size is said")
    func masks() throws {
        var file = SampleTIFF(width: 3, height: 1, pieces: [[50, 60, 70]])
        let picture = file.bytes
        file.pages.append(mask(width: 3, height: 1, kind: 4, [[1, 0, 1]]))
        let source = try open(file)
        #expect(try firstRow(source) == [gray(50), .clear, gray(70)])
        #expect(source.facts.contains { $0.name == "mask" && $0.value == "in the file" })
        #expect(try ContentReader.open(folder.file("a.tif")).pages == nil)

        file.pages[1] = mask(width: 2, height: 1, kind: 4, [[0, 0]])
        #expect(try firstRow(file) == [gray(50), gray(60), gray(70)])
        #expect(try open(file).notes == ["Its mask has another size than the picture and is not applied."])

        let path = try folder.write("b.tif", picture)
        file.pages = [mask(width: 3, height: 1, kind: 0, [[0, 1, 1]])]
        _ = try folder.write("b.tif.msk", file.bytes)
        #expect(try firstRow(try ImageSource.open(path)) == [.clear, gray(60), gray(70)])
    }

    @Test("an overview is used with its own mask")
    func overviewMasks() throws {
        var file = SampleTIFF(width: 4, height: 2, pieces: [[UInt8](repeating: 80, count: 8)])
        file.pages.append(mask(width: 4, height: 2, kind: 4, [[1, 1, 0, 0], [1, 1, 0, 0]]))
        var overview = SampleTIFF(width: 2, height: 1, tags: [254: .longs([1])], pieces: [[90, 90]])
        file.pages += overview.pages + [mask(width: 2, height: 1, kind: 5, [[1, 0]])]
        let source = try open(file)
        let level = try whole(source, level: 1)
        #expect(level[0, 0] == gray(90) && level[1, 0] == .clear)
        // An overview without a mask would show what the mask hides.
        overview = SampleTIFF(width: 2, height: 1, tags: [254: .longs([1])], pieces: [[90, 90]])
        file.pages = Array(file.pages.prefix(2)) + overview.pages
        let computed = try whole(try open(file), level: 1)
        #expect(computed[0, 0] == gray(80) && computed[1, 0] == .clear)
    }

    // MARK: Values

    @Test("packed samples of 1 to 16 bits reach from black to white", arguments: Array(1...16), [1, 3])
    func packed(bits: Int, bands: Int) throws {
        let top = 1 << bits - 1
        let values = [0, top, top / 2, top, 0]
        let row = values.flatMap { [Int](repeating: $0, count: bands) }
        let bytes = bits == 16 ? SampleTIFF.bytes(row.map(UInt16.init)) : SampleTIFF.packed([row], bits: bits)
        let file = SampleTIFF(
            width: 5, height: 1, bands: bands, bits: bits, photometric: bands == 3 ? 2 : 1, pieces: [bytes])
        let pixels = try firstRow(file)
        #expect(pixels[0] == gray(0) && pixels[1] == gray(255) && pixels[4] == gray(0))
        #expect(abs(Int(pixels[2].red) - top / 2 * 255 / top) <= 1)
    }

    @Test("numbers of every type are shown by their range, in both byte orders", arguments: [false, true])
    func types(isBigEndian: Bool) throws {
        func check(_ bits: Int, format: Int, _ bytes: [UInt8]) throws {
            var file = SampleTIFF(width: 3, height: 1, bits: bits, format: format, pieces: [bytes])
            file.isBigEndian = isBigEndian
            #expect(try firstRow(file) == [gray(0), gray(127), gray(255)], "\(bits) bits of format \(format)")
        }
        func bytes<Number: FixedWidthInteger>(_ numbers: [Number]) -> [UInt8] {
            SampleTIFF.bytes(numbers, isBigEndian: isBigEndian)
        }
        try check(8, format: 2, bytes([-50, 0, 50] as [Int8]))
        try check(16, format: 2, bytes([-500, 0, 500] as [Int16]))
        try check(32, format: 2, bytes([-500, 0, 500] as [Int32]))
        try check(64, format: 2, bytes([-500, 0, 500] as [Int64]))
        try check(32, format: 1, bytes([1000, 2000, 3000] as [UInt32]))
        try check(64, format: 1, bytes([1000, 2000, 3000] as [UInt64]))
        // 100, 200 and 300 in IEEE 754's 16 bits.
        try check(16, format: 3, bytes([0x5640, 0x5A40, 0x5CB0] as [UInt16]))
        try check(32, format: 3, bytes(([100, 200, 300] as [Float]).map(\.bitPattern)))
        try check(64, format: 3, bytes(([100, 200, 300] as [Double]).map(\.bitPattern)))
        // Magnitudes of 5, 10 and 15.
        try check(32, format: 5, bytes([3, 4, 6, -8, 9, 12] as [Int16]))
        try check(64, format: 5, bytes([3, 4, 6, -8, 9, 12] as [Int32]))
        try check(64, format: 6, bytes(([3, 4, 6, -8, 9, 12] as [Float]).map(\.bitPattern)))
        try check(128, format: 6, bytes(([3, 4, 6, -8, 9, 12] as [Double]).map(\.bitPattern)))
    }

    @Test("a range is chosen by the user, the file or its values, and contradictions are ignored")
    func ranges() throws {
        func file(_ tags: [Int: SampleTIFF.Value]) -> SampleTIFF {
            SampleTIFF(
                width: 3, height: 1, bits: 16, tags: tags, pieces: [SampleTIFF.bytes([0, 1500, 3000] as [UInt16])])
        }
        // A picture: 1500 / 65535 × 255 = 5.8
        #expect(try firstRow(file([:])) == [gray(0), gray(5), gray(11)])
        var preferences = RasterPreferences()
        preferences.range = 0...6000
        #expect(try firstRow(file([:]), preferences) == [gray(0), gray(63), gray(127)])
        #expect(try firstRow(file([340: .shorts([0]), 341: .shorts([6000])])) == [gray(0), gray(63), gray(127)])
        let statistics = """
            <GDALMetadata><Item name="STATISTICS_MAXIMUM" sample="0">6000</Item>
            <Item name="STATISTICS_MINIMUM" sample="0">0</Item></GDALMetadata>
            """
        #expect(try firstRow(file([42112: .text(statistics)])) == [gray(0), gray(63), gray(127)])
        // Upside down, and elsewhere.
        #expect(try firstRow(file([340: .shorts([9]), 341: .shorts([3])])) == [gray(0), gray(127), gray(255)])
        let elsewhere = file([340: .shorts([50_000]), 341: .shorts([60_000])])
        #expect(try firstRow(elsewhere) == [gray(0), gray(127), gray(255)])
        #expect(
            try open(elsewhere).notes == [
                "The range of values that the file states contains none of its values and is not used."
            ])
        // With a georeference: ModelPixelScale.
        #expect(try firstRow(file([33550: .doubles([1, 1, 0])])) == [gray(0), gray(127), gray(255)])
    }

    @Test("L*a*b* of both kinds and luminance with chroma become colors")
    func otherColors() throws {
        func lab(_ photometric: Int, _ bytes: [UInt8]) -> SampleTIFF {
            SampleTIFF(width: 2, height: 1, bands: 3, photometric: photometric, pieces: [bytes])
        }
        // White, and sRGB's red under D50: 54.29, 80.81, 69.89.
        for (photometric, zero) in [(8, 0), (9, 128)] {
            func byte(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: value + zero) }
            let pixels = try firstRow(lab(photometric, [255, byte(0), byte(0), 138, byte(81), byte(70)]))
            #expect(pixels[0] == gray(255))
            #expect(pixels[1].red >= 253 && pixels[1].green <= 12 && pixels[1].blue <= 12, "\(pixels[1])")
        }
        #expect(try open(lab(8, [1, 2, 3, 4, 5, 6])).notes == [])
        let chroma = SampleTIFF(
            width: 2, height: 1, bands: 3, photometric: 6, tags: [530: .shorts([1, 1])],
            pieces: [[76, 85, 255, 255, 128, 128]])
        let pixels = try firstRow(chroma)
        // Red in the full range of JFIF.
        #expect(pixels[0].red >= 253 && pixels[0].green <= 2 && pixels[0].blue <= 2, "\(pixels[0])")
        #expect(pixels[1] == gray(255))
    }

    @Test("a palette with alpha has both")
    func palette() throws {
        var table = [Int](repeating: 0, count: 768)
        (table[1], table[257], table[513]) = (0xC800, 0x6400, 0x3200)
        let file = SampleTIFF(
            width: 2, height: 1, bands: 2, photometric: 3, tags: [320: .shorts(table), 338: .shorts([2])],
            pieces: [[1, 255, 1, 0]])
        #expect(try firstRow(file) == [opaque(200, 100, 50), .clear])
    }

    // MARK: Hostile input

    @Test("pixels of too many bands, and pieces that are too large, are refused")
    func tooMuch() throws {
        func failure(_ file: SampleTIFF) -> ContentFailure? {
            do {
                _ = try open(file)
                return nil
            } catch {
                return error as? ContentFailure
            }
        }
        let many = SampleTIFF(
            width: 2, height: 1, bands: 60_000, tags: [258: .shorts([8]), 339: .shorts([1]), 338: .shorts([0])],
            pieces: [[UInt8](repeating: 0, count: 120_000)])
        #expect(
            failure(many)
                == .unsupported(
                    path: folder.file("a.tif"),
                    what: "each of its pixels has 60,000 bands, which are stored together"))
        let large = SampleTIFF(
            width: 60_000, height: 60_000, bits: 32, format: 3, tile: 59_984, pieces: [[0], [0], [0], [0]])
        guard case .unsupported(_, let what)? = failure(large) else {
            Issue.record("\(String(describing: failure(large)))")
            return
        }
        #expect(what.contains("59,984 × 59,984 pixels"))
        // As many planes as there can be; three are read.
        let planes = SampleTIFF(
            width: 1, height: 1, bands: 65_535, isPlanar: true,
            tags: [258: .shorts([8]), 339: .shorts([1]), 338: .shorts([0])],
            pieces: [[UInt8]](repeating: [7], count: 65_535))
        #expect(failure(planes) == nil)
    }
}
