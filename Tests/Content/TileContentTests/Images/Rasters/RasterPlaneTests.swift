import TestSupport
import Testing
import TileGraphics

@testable import TileContent

@Suite("Planes and slices of a TIFF")
struct RasterPlaneTests {
    let fixture: RasterFixture

    init() throws { fixture = try RasterFixture() }

    /// A file of 32 × 16 pixels whose bands are apart, each in two tiles.
    ///
    /// - Parameter missing: The numbers of the tiles that extend past the end of the file.
    private func planes(_ bands: Int, missing: Set<Int>) -> SampleTIFF {
        let tiles = (0..<(2 * bands)).map { SampleTIFF.packBits(UInt8(50 + 40 * ($0 / 2)), count: 256) }
        var file = SampleTIFF(
            width: 32, height: 16, bands: bands, photometric: 2, isPlanar: true, tile: 16,
            tags: [259: .shorts([32_773]), 338: .shorts([Int](repeating: 0, count: bands - 3))], pieces: tiles)
        if bands == 3 { file.pages[0].tags[338] = nil }
        file.pages[0].statedLengths = tiles.indices.map { missing.contains($0) ? 1 << 20 : tiles[$0].count }
        return file
    }

    @Test("a file that lost one of the shown planes is refused, because no part can be shown")
    func lostPlane() throws {
        let path = try fixture.path(planes(3, missing: [4, 5]))
        #expect(
            throws: ContentFailure.malformed(
                path: path,
                reason:
                    "the file ends early: about 33% of the picture's data is missing, and the rest can't be decoded")
        ) { try ContentReader.open(path) }
    }

    @Test("a file that lost a part of a plane shows where all of them are, and tells the share that it lacks")
    func lostPart() throws {
        let path = try fixture.path(planes(3, missing: [5]))
        let document = try ContentReader.open(path)
        #expect(document.damage == ContentDamage(.picture(0.5)))
        let bitmap = try whole(try #require(document.source as? ImageSource))
        #expect(bitmap[3, 3] == PixelColor(premultipliedRed: 50, green: 90, blue: 130, alpha: 255))
        #expect(bitmap[20, 3] == .clear)
    }

    @Test("a part that was lost costs no other part, though a plane that is not shown was lost, too")
    func lostPartAndHiddenPlane() throws {
        let path = try fixture.path(planes(5, missing: [5, 8, 9]))
        let document = try ContentReader.open(path)
        #expect(document.damage == ContentDamage(.picture(0.5)))
        let source = try #require(document.source as? ImageSource)
        // What fails first has the table of pieces read.
        for _ in 0..<2 {
            let bitmap = try whole(source)
            #expect(bitmap[3, 3] == PixelColor(premultipliedRed: 50, green: 90, blue: 130, alpha: 255))
            #expect(bitmap[20, 3] == .clear)
        }
    }

    @Test("a plane that is not shown may be lost")
    func hiddenPlane() throws {
        let path = try fixture.path(planes(5, missing: [8, 9]))
        let document = try ContentReader.open(path)
        #expect(document.damage == nil)
        let bitmap = try whole(try #require(document.source as? ImageSource))
        #expect(bitmap[20, 3] == PixelColor(premultipliedRed: 50, green: 90, blue: 130, alpha: 255))
    }

    @Test("a volume is a document of slices", arguments: [8, 32])
    func volume(bits: Int) throws {
        // ImageDepth and TileDepth: two slices a tile, and two tiles a slice.
        func tile(_ slab: Int, _ column: Int) -> [UInt8] {
            (0..<2).flatMap { slice -> [UInt8] in
                let value = 40 * (2 * slab + slice) + 10 * column
                let sample = bits == 8 ? [UInt8(value)] : SampleTIFF.bytes([Float(value).bitPattern])
                return (0..<256).flatMap { _ in sample }
            }
        }
        let file = SampleTIFF(
            width: 20, height: 16, bits: bits, format: bits == 8 ? 1 : 3, tile: 16,
            tags: [32_997: .longs([5]), 32_998: .longs([2])],
            pieces: (0..<6).map { number in number == 3 ? nil : tile(number / 2, number % 2) })
        let document = try ContentReader.open(
            fixture.path(file), limits: fixture.limits(range: bits == 8 ? nil : 0...255))
        let pages = try #require(document.pages)
        #expect(pages.count == 5)
        #expect(document.facts.contains(ContentDocument.Fact(name: "volume", value: "slice 1 of 5")))
        for slice in 0..<5 {
            let page = try whole(try #require(try pages.open(slice).source as? ImageSource))
            #expect(page.width == 20 && page[15, 15] == RasterFixture.gray(40 * slice))
            // The second tile of the second layer is left out.
            #expect(page[16, 0] == RasterFixture.gray(slice / 2 == 1 ? 0 : 40 * slice + 10))
        }
    }

    @Test("the slices of a volume have one range")
    func rangeOfVolume() throws {
        let file = SampleTIFF(
            width: 16, height: 16, bits: 16, format: 2, tile: 16, tags: [32_997: .longs([3])],
            pieces: [0, 1000, 5000].map { start in
                SampleTIFF.bytes((0..<256).map { UInt16(start + 2 * $0) })
            })
        let pages = try #require(try ContentReader.open(fixture.path(file)).pages)
        for slice in 0..<3 {
            let facts = try pages.open(slice).facts
            #expect(facts.first { $0.name == "values" }?.value.hasPrefix("1000 to 151") == true)
        }
    }

    @Test("a volume in strips is refused by name")
    func strips() throws {
        let slices = [UInt8](repeating: 7, count: 16 * 16 * 4)
        let file = SampleTIFF(width: 16, height: 16, tags: [32_997: .longs([4])], pieces: [slices])
        let path = try fixture.path(file)
        #expect(throws: ContentFailure.unsupported(path: path, what: "it is a volume of 4 slices in strips")) {
            try ContentReader.open(path)
        }
        for tile in [nil, 16] {
            let flat = SampleTIFF(
                width: 16, height: 16, tile: tile, tags: [32_997: .longs([1]), 32_998: .longs([1])],
                pieces: [Array(slices.prefix(256))])
            #expect(try fixture.firstRow(flat)[5] == RasterFixture.gray(7))
        }
    }

    @Test("8-bit L*a*b* has three bands, and no note about a fourth", arguments: [nil, 16])
    func lab(tile: Int?) throws {
        let pixels = (0..<256).flatMap { _ in [150, 20, 30] as [UInt8] }
        let file = SampleTIFF(width: 16, height: 16, bands: 3, photometric: 8, tile: tile, pieces: [pixels])
        let document = try ContentReader.open(fixture.path(file))
        #expect(document.notes.isEmpty)
        #expect(document.facts.contains(ContentDocument.Fact(name: "bands", value: "3 of 8 bits")))
    }
}
