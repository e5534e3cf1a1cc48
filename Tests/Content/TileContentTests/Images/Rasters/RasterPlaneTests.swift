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

    @Test("a volume is refused by name, whether it is in tiles or strips", arguments: [nil, 16])
    func volume(tile: Int?) throws {
        let slices = [UInt8](repeating: 7, count: 16 * 16 * 4)
        // ImageDepth and TileDepth.
        let file = SampleTIFF(
            width: 16, height: 16, tile: tile, tags: [32_997: .longs([4]), 32_998: .longs([4])], pieces: [slices])
        let path = try fixture.path(file)
        #expect(throws: ContentFailure.unsupported(path: path, what: "it is a volume of 4 slices in one page")) {
            try ContentReader.open(path)
        }
        let flat = SampleTIFF(
            width: 16, height: 16, tile: tile, tags: [32_997: .longs([1]), 32_998: .longs([1])],
            pieces: [Array(slices.prefix(256))])
        #expect(try fixture.firstRow(flat)[5] == RasterFixture.gray(7))
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
