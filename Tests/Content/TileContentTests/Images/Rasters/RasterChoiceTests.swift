import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

@Suite("The bands and the range of a TIFF that requests can choose")
struct RasterChoiceTests {
    private let fixture: RasterFixture

    init() throws { fixture = try RasterFixture() }

    private func choices(
        _ file: SampleTIFF, range: ClosedRange<Double>? = nil, bands: [Int] = []
    ) throws -> RasterContent? {
        let limits = fixture.limits(range: range, bands: bands)
        return try ContentReader.open(try fixture.path(file), limits: limits).raster
    }

    /// Returns the first row of a choice, drawn as tiles are.
    private func firstRow(
        _ raster: RasterContent?, range: ClosedRange<Double>? = nil, bands: [Int] = []
    ) throws -> [PixelColor] {
        let source = try #require(raster).source(fixture.limits(range: range, bands: bands).rasters)
        let width = Int(source.contentSize.width)
        let image = try source.raster(
            RasterArea(scale: 1, x: 0, y: 0, width: width, height: 1), in: RasterContext(pool: BitmapPool()))
        guard case .bitmap(let bitmap) = image else { return [] }
        return (0..<width).map { bitmap[$0, 0] }
    }

    private func gray(_ values: Int...) -> [PixelColor] { values.map(RasterFixture.gray) }

    private func opaque(_ colors: UInt8...) -> [PixelColor] {
        [PixelColor(premultipliedRed: colors[0], green: colors[1], blue: colors[2], alpha: 255)]
    }

    /// 16 bits of gray from black to white, which libvips reads.
    private let gradient = SampleTIFF(
        width: 5, height: 1, bits: 16, pieces: [SampleTIFF.bytes([0, 16_384, 32_768, 49_151, 65_535] as [UInt16])])

    /// Four bands of 8 bits.
    private func fourBands(_ tags: [Int: SampleTIFF.Value] = [:]) -> SampleTIFF {
        SampleTIFF(
            width: 1, height: 1, bands: 4, tags: [338: .shorts([0, 0, 0])].merging(tags) { $1 },
            pieces: [[10, 20, 30, 40]])
    }

    @Test("show the file's own values, not those of a tile: a sixteenth of them reaches from black to white")
    func originalValues() throws {
        let raster = try choices(gradient)
        #expect(raster?.range == 0...65_535 && raster?.values == nil)
        #expect(raster?.bandCount == 1 && raster?.shownBands == [1] && raster?.bandNames == [])
        // 16,384 / 32,767 × 65,535 = 32,768.5, whose high byte is 128.
        #expect(try firstRow(raster, range: 16_384...49_151) == gray(0, 0, 128, 255, 255))
        #expect(try firstRow(raster, range: 32_768...32_769) == gray(0, 0, 0, 255, 255))
        #expect(try firstRow(raster, range: -65_535...65_535) == gray(127, 159, 191, 223, 255))
        let few = SampleTIFF(
            width: 4, height: 1, bits: 16, pieces: [SampleTIFF.bytes([100, 101, 102, 103] as [UInt16])])
        #expect(try firstRow(try choices(few)) == gray(0, 0, 0, 0))
        #expect(try firstRow(try choices(few), range: 100...103) == gray(0, 85, 170, 255))
    }

    @Test("replace those of the command line one by one")
    func overCommandLine() throws {
        let raster = try choices(fourBands(), bands: [4, 3, 2])
        #expect(raster?.shownBands == [4, 3, 2] && raster?.bandCount == 4 && raster?.range == 0...255)
        #expect(try firstRow(raster) == opaque(40, 30, 20))
        #expect(try firstRow(raster, range: 0...100) == opaque(102, 76, 51))
        #expect(try firstRow(raster, bands: [1]) == gray(10))
        let ranged = try choices(fourBands(), range: 0...100)
        #expect(ranged?.range == 0...100)
        #expect(try firstRow(ranged, bands: [4, 3, 2]) == opaque(102, 76, 51))
        #expect(try firstRow(ranged, range: 0...400, bands: [4, 4, 4]) == gray(25))
    }

    @Test("come with the range of the values, as the file states or has it, and with the names of bands")
    func descriptions() throws {
        let floats = SampleTIFF(
            width: 3, height: 1, bits: 32, format: 3,
            pieces: [SampleTIFF.bytes(([100, 200, 300] as [Float]).map(\.bitPattern))])
        let measured = try choices(floats)
        #expect(measured?.range == 100...300 && measured?.values == 100...300)
        #expect(try choices(floats, range: 0...200)?.range == 0...200)
        var stated = gradient
        (stated.pages[0].tags[340], stated.pages[0].tags[341]) = (.shorts([7]), .shorts([60_000]))
        #expect(try choices(stated)?.range == 7...60_000)
        #expect(try choices(stated)?.values == 7...60_000)
        let metadata = """
            <GDALMetadata><Item name="DESCRIPTION" sample="1" role="description">Near &amp; far</Item>
            <Item name="DESCRIPTION">All</Item><Item name="DESCRIPTION" sample="-7">x</Item></GDALMetadata>
            """
        #expect(try choices(fourBands([42112: .text(metadata)]))?.bandNames == ["", "Near & far", "", ""])
    }

    @Test("are those of a page in a document of pages")
    func pages() throws {
        var file = gradient
        file.pages += SampleTIFF(width: 9, height: 1, pieces: [[1, 2, 3, 1, 1, 1, 1, 1, 1]]).pages
        let pages = try #require(try ContentReader.open(try fixture.path(file)).pages)
        let raster = try pages.open(1).raster
        #expect(raster?.range == 0...255)
        #expect(try firstRow(raster, range: 1...3) == gray(0, 127, 255, 0, 0, 0, 0, 0, 0))
    }

    @Test("are none for other pictures: with a palette, two colors, inks, L*a*b*, or too large tiles")
    func none() throws {
        let table = SampleTIFF.Value.shorts([Int](repeating: 0, count: 768))
        let files = [
            SampleTIFF(width: 1, height: 1, photometric: 3, tags: [320: table], pieces: [[1]]),
            SampleTIFF(width: 8, height: 1, bits: 1, pieces: [[0x55]]),
            SampleTIFF(width: 1, height: 1, bands: 4, photometric: 5, pieces: [[1, 2, 3, 4]]),
            SampleTIFF(width: 1, height: 1, bands: 3, photometric: 8, pieces: [[1, 2, 3]]),
        ]
        for file in files { #expect(try choices(file)?.bandCount == nil) }
        let large = SampleTIFF(width: 60_000, height: 60_000, tile: 59_984, pieces: [[0], [0], [0], [0]])
        let path = try fixture.path(large)
        #expect(TIFFRasterImage.choosable(path, page: .page(0), limits: ContentLimits())?.bandNames == nil)
    }

    @Test("fail if the file was replaced by another one meanwhile, and are right if it is back")
    func changedFile() throws {
        let raster = try #require(try choices(gradient))
        let source = raster.source(fixture.limits(range: 16_384...49_151).rasters)
        func row() throws -> TileImage {
            try source.raster(
                RasterArea(scale: 1, x: 0, y: 0, width: 5, height: 1), in: RasterContext(pool: BitmapPool()))
        }
        _ = try fixture.path(SampleTIFF(width: 3, height: 1, pieces: [[1, 2, 3]]))
        #expect(throws: ContentFailure.self) { _ = try row() }
        _ = try fixture.path(gradient)
        guard case .bitmap(let bitmap) = try row() else {
            Issue.record("no bitmap")
            return
        }
        #expect(bitmap[2, 0] == RasterFixture.gray(128))
    }
}
