import Foundation
import TestSupport
import Testing
import TileEngine
import TileGraphics
import TileSupport

@testable import TileContent

@Suite("Directories of TIFF files and their tables")
struct RasterDirectoryTests {
    let fixture: RasterFixture

    init() throws { fixture = try RasterFixture() }

    private static let gray = RasterFixture.gray

    /// A page with unknown tags.
    private func page(tagCount: Int) -> SampleTIFF.Page {
        var tags: [Int: SampleTIFF.Value] = [:]
        for tag in 0..<tagCount { tags[50_800 + tag] = .shorts([1]) }
        return SampleTIFF(width: 20, height: 1, tags: tags, pieces: [[UInt8](repeating: 9, count: 20)]).pages[0]
    }

    @Test("directories that take libtiff minutes are refused before it reads them, with a sentence")
    func manyTags() throws {
        var file = SampleTIFF(width: 2, height: 1, pieces: [[1, 2]])
        let ordinary = file.pages[0]
        file.pages = [page(tagCount: 4000)]
        #expect(
            fixture.failure(file)
                == .unsupported(
                    path: fixture.folder.file("a.tif"), what: "a directory in it has 4,011 tags, more than 512"))
        // What follows the last page may be anything.
        for tagCount in [600, 4000, 4200] {
            file.pages = [ordinary, page(tagCount: tagCount)]
            #expect(fixture.failure(file) == nil)
            #expect(TIFFPages(fixture.folder.file("a.tif"), limits: ContentLimits()) == nil)
        }
        file.pages = [SampleTIFF.Page](repeating: page(tagCount: 490), count: 140)
        #expect(
            fixture.failure(file)
                == .unsupported(
                    path: fixture.folder.file("a.tif"),
                    what: "its directories, more than 133, have too many tags in total"))
        file.pages = [SampleTIFF.Page](repeating: page(tagCount: 400), count: 3)
        #expect(fixture.failure(file) == nil)
        #expect(try ContentReader.open(fixture.folder.file("a.tif")).pages?.count == 3)
    }

    @Test("documents of very many ordinary pages are listed")
    func manyPages() throws {
        var file = SampleTIFF(width: 2, height: 1, pieces: [[1, 2]])
        file.pages = [SampleTIFF.Page](repeating: page(tagCount: 8), count: 3000)
        let path = try fixture.path(file)
        #expect(try ContentReader.open(path).pages?.count == 3000)
    }

    @Test("pages are listed by their orientation, kind and size")
    func pages() throws {
        func page(_ width: Int, _ height: Int, tags: [Int: SampleTIFF.Value] = [:]) -> SampleTIFF.Page {
            SampleTIFF(
                width: width, height: height, tags: tags,
                pieces: [[UInt8](repeating: 1, count: width * height)]
            ).pages[0]
        }
        var file = SampleTIFF(width: 2, height: 1, pieces: [[1, 2]])
        file.pages = [
            page(16, 8), page(20, 6, tags: [274: .shorts([6])]), page(20, 6, tags: [254: .longs([1])]),
            page(20, 6, tags: [254: .longs([4])]), page(8, 4), page(20, 6, tags: [254: .longs([2])]),
        ]
        let pages = try #require(TIFFPages(fixture.path(file), limits: ContentLimits()))
        let sizes = try (0..<pages.count).map { try pages.size(of: $0) }
        #expect(sizes == [CGSize(width: 16, height: 8), CGSize(width: 6, height: 20), CGSize(width: 20, height: 6)])
    }

    @Test("libtiff reads only the directory of the page that is shown", arguments: [false, true], [false, true])
    func onlyOneDirectory(isBig: Bool, isBigEndian: Bool) throws {
        var file = SampleTIFF(width: 2, height: 1, pieces: [[1, 2]])
        // A first page that libtiff refuses: it has no height.
        file.pages[0].tags[257] = nil
        file.pages += SampleTIFF(width: 3, height: 1, tags: [42113: .text("9")], pieces: [[50, 9, 70]]).pages
        (file.isBig, file.isBigEndian) = (isBig, isBigEndian)
        let path = try fixture.path(file)
        let source = try ImageSource.open(path, kind: .tiff, page: 1, limits: ContentLimits())
        let bitmap = try whole(source)
        #expect((0..<3).map { bitmap[$0, 0] } == [Self.gray(50), .clear, Self.gray(70)])
    }

    @Test("a page stays open when a part of it is damaged, and is not opened again")
    func damagedPieces() throws {
        let full = SampleTIFF.packBits(100, count: 256)
        let file = SampleTIFF(
            width: 64, height: 16, tile: 16, tags: [259: .shorts([32_773]), 42113: .text("0")],
            pieces: [full, [127], full, [127]])
        let header = try ImageHeader.read(fixture.path(file), kind: .tiff, limits: ContentLimits())
        let page = try DirectLevel.page(.page(0), of: header, limits: ContentLimits())
        let level = DirectLevel(
            path: header.path, level: 0, page, memory: MemoryBudget(limit: .max),
            open: { () throws(ContentFailure) in
                try DirectLevel.page(.page(0), of: header, limits: ContentLimits())
            })
        func raster() throws -> TIFFRaster {
            let found = try level.withPicture { (picture) throws(ContentFailure) in picture as? TIFFRaster }
            return try #require(found)
        }
        let opened = try raster()
        for _ in 0..<5 {
            let bitmap = Bitmap(width: 64, height: 16)
            let isWhole = try level.readDecodable(
                ImageLevels.Rect(x: 0, y: 0, width: 64, height: 16), into: bitmap, mayBeEmpty: true)
            #expect(!isWhole)
            #expect([0, 16, 32, 48].map { bitmap[$0, 3] } == [Self.gray(100), .clear, Self.gray(100), .clear])
        }
        #expect(try raster() === opened)
        #expect(opened.bands.openedHandleCount == 1)
    }

    // MARK: Tables of pieces

    /// A file of two tiles, changed in the entry of a tag.
    private func tiled(
        changing tag: Int, isTiled: Bool, _ change: (inout [UInt8], _ entry: Int) -> Void
    ) throws -> String {
        let piece = [UInt8](repeating: 9, count: 256)
        let file = SampleTIFF(
            width: isTiled ? 32 : 16, height: isTiled ? 16 : 32, tile: isTiled ? 16 : nil,
            tags: isTiled ? [42113: .text("0")] : [42113: .text("0"), 278: .longs([16])], pieces: [piece, piece])
        var bytes = file.bytes
        change(&bytes, try SampleTIFF.entry(of: tag, in: bytes))
        return try fixture.folder.write("a.tif", bytes)
    }

    @Test("tables that are missing, short or beyond the end of the file are damage", arguments: [false, true])
    func tables(isTiled: Bool) throws {
        let name = isTiled ? "tiles" : "strips"
        for tag in isTiled ? [324, 325] : [273, 279] {
            let beyond = try tiled(changing: tag, isTiled: isTiled) { bytes, entry in
                bytes.replaceSubrange((entry + 8)..<(entry + 12), with: SampleTIFF.bytes([UInt32(bytes.count - 4)]))
            }
            func failure(_ path: String) -> ContentFailure? {
                do {
                    _ = try whole(try ImageSource.open(path))
                    return nil
                } catch {
                    return error as? ContentFailure
                }
            }
            let expected = ContentFailure.malformed(
                path: beyond, reason: "the file ends within the table of its \(name)")
            #expect(failure(beyond) == expected, "\(tag)")
            let short = try tiled(changing: tag, isTiled: isTiled) { bytes, entry in
                bytes.replaceSubrange((entry + 4)..<(entry + 8), with: SampleTIFF.bytes([UInt32(1)]))
            }
            #expect(failure(short) == expected, "\(tag)")
            // Another tag.
            let missing = try tiled(changing: tag, isTiled: isTiled) { bytes, entry in
                bytes.replaceSubrange(entry..<(entry + 2), with: SampleTIFF.bytes([UInt16(326)]))
            }
            #expect(failure(missing) == expected, "\(tag)")
        }
    }

    @Test("one uncompressed strip needs no length")
    func noLength() throws {
        var bytes = SampleTIFF(width: 3, height: 1, tags: [42113: .text("9")], pieces: [[50, 9, 70]]).bytes
        let entry = try SampleTIFF.entry(of: 279, in: bytes)
        bytes.replaceSubrange(entry..<(entry + 2), with: SampleTIFF.bytes([UInt16(280)]))
        let bitmap = try whole(try ImageSource.open(fixture.folder.write("a.tif", bytes)))
        #expect((0..<3).map { bitmap[$0, 0] } == [Self.gray(50), .clear, Self.gray(70)])
    }

    @Test("a length that is no length is damage", arguments: [1 << 63, UInt64.max, UInt64(Int64.max)])
    func negativeLength(length: UInt64) throws {
        let samples = (0..<64).flatMap { SampleTIFF.bytes([Float($0).bitPattern]) }
        let packed = [UInt8(127)] + samples[..<128] + [127] + samples[128...]
        var bytes = SampleTIFF(
            width: 8, height: 8, tags: [258: .shorts([32]), 259: .shorts([32_773]), 339: .shorts([3])],
            pieces: [packed]
        ).bytes
        let entry = try SampleTIFF.entry(of: 279, in: bytes)
        bytes.replaceSubrange((entry + 2)..<(entry + 4), with: SampleTIFF.bytes([UInt16(16)]))
        bytes.replaceSubrange((entry + 8)..<(entry + 12), with: SampleTIFF.bytes([UInt32(bytes.count)]))
        bytes += SampleTIFF.bytes([length])
        let path = try fixture.folder.write("a.tif", bytes)
        #expect(throws: ContentFailure.self) { try whole(try ImageSource.open(path)) }
    }

    @Test("a mask whose tables are beyond the end of the file is said and not applied")
    func maskTables() throws {
        var file = SampleTIFF(width: 16, height: 32, pieces: [[UInt8](repeating: 50, count: 512)])
        let rows = [[Int]](repeating: [Int](repeating: 1, count: 16), count: 32)
        file.pages.append(RasterFixture.mask(width: 16, height: 32, kind: 4, rows, tags: [278: .longs([16])]))
        let half = SampleTIFF.packed(Array(rows.prefix(16)), bits: 1)
        file.pages[1].pieces = [half, half]
        var bytes = file.bytes
        let entry = try SampleTIFF.entry(of: 273, in: bytes)
        bytes.replaceSubrange((entry + 8)..<(entry + 12), with: SampleTIFF.bytes([UInt32(bytes.count)]))
        let source = try ImageSource.open(fixture.folder.write("a.tif", bytes))
        #expect(source.notes == ["Its mask ends early and is not applied."])
        #expect(try whole(source)[0, 0] == Self.gray(50))
    }

    @Test("a mask whose last part is beyond the end of the file is said and not applied")
    func cutMask() throws {
        let rows = [[Int]](repeating: [Int](repeating: 1, count: 16), count: 32)
        let mask = RasterFixture.mask(width: 16, height: 32, kind: 0, rows)
        var file = SampleTIFF(width: 16, height: 32, pieces: [[UInt8](repeating: 50, count: 512)])
        let path = try fixture.folder.write("a.tif", file.bytes)
        file.pages = [mask]
        var bytes = file.bytes
        let entry = try SampleTIFF.entry(of: 273, in: bytes)
        bytes.replaceSubrange((entry + 8)..<(entry + 12), with: SampleTIFF.bytes([UInt32(bytes.count - 32)]))
        _ = try fixture.folder.write("a.tif.msk", bytes)
        let source = try ImageSource.open(path)
        #expect(source.notes == ["Its mask ends early and is not applied."])
        #expect(try whole(source)[15, 31] == Self.gray(50))
    }

    // MARK: Sizes

    @Test("tiles of a few pixels are refused", arguments: [(1, 1), (4, 8), (16, 2)])
    func smallTiles(side: (width: Int, height: Int)) throws {
        let count = (32 / side.width) * (32 / side.height)
        var file = SampleTIFF(
            width: 32, height: 32, tile: 16, tags: [42113: .text("0")],
            pieces: [[UInt8]](repeating: [UInt8](repeating: 1, count: side.width * side.height), count: count))
        (file.pages[0].tags[322], file.pages[0].tags[323]) = (.longs([side.width]), .longs([side.height]))
        #expect(
            fixture.failure(file)
                == .unsupported(
                    path: fixture.folder.file("a.tif"),
                    what: "its tiles are of only \(side.width) × \(side.height) pixels"))
    }

    @Test("more tiles than libtiff's tables may have are refused")
    func tooManyTiles() throws {
        let file = SampleTIFF(
            width: 65_536, height: 65_535, tile: 16, tags: [42113: .text("0")],
            pieces: [[UInt8]?](repeating: nil, count: 16))
        var bytes = file.bytes
        // Tables in zeros that the file system does not store.
        for tag in [324, 325] {
            let entry = try SampleTIFF.entry(of: tag, in: bytes)
            bytes.replaceSubrange(
                (entry + 4)..<(entry + 12), with: SampleTIFF.bytes([UInt32(1 << 24), UInt32(1 << 16)]))
        }
        let path = try fixture.folder.write("a.tif", bytes)
        #expect(truncate(path, 1 << 27) == 0)
        #expect(throws: ContentFailure.unsupported(path: path, what: "it has 16,777,216 tiles")) {
            try ImageSource.open(path)
        }
    }

    @Test("compressed strips of more than 256 MB are read as pixels, and the note says what is not applied")
    func largeStrips() throws {
        let (width, height) = (1 << 14, 1 << 15)
        let file = SampleTIFF(
            width: width, height: height, tags: [259: .shorts([32_773]), 42113: .text("7")],
            pieces: [SampleTIFF.packBits(7, count: width * height)])
        let source = try fixture.open(file)
        #expect(
            source.notes == [
                "Its compressed strips have more than 256 MB, so it is shown without masks, missing data and ranges."
            ])
        let reader = try source.makeStripReader()
        let bitmap = Bitmap(width: width, height: 16)
        try reader.read(rowCount: 16, into: [bitmap])
        #expect(bitmap[0, 0] == Self.gray(7) && bitmap[width - 1, 15] == Self.gray(7))
    }
}
