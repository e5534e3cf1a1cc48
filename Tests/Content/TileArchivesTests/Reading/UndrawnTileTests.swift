import Foundation
import TestSupport
import Testing
import TileEngine
import TileFormats
import TileGraphics
import TileSupport

@testable import TileArchives

/// Formats in the metadata are those of the MBTiles 1.3 specification ("pbf, jpg, png, webp, or an IETF media type"),
/// of Planetiler and Martin (MLT), and of GDAL and TileMill (PNG). Signatures are those of the formats' specifications.
@Suite("An archive of tiles that Tilework does not draw")
struct UndrawnTileTests {
    private static let mvt: [UInt8] = [0x1A, 0x05, 0x0A, 0x01, 0x61, 0x78, 0x02]
    private static let tiff: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    private static let jpegXR: [UInt8] = [0x49, 0x49, 0xBC, 1]
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func png() throws -> [UInt8] {
        try TileEncoder().encode(.solid(PixelColor(argb: 0xFF00_00FF), width: 64, height: 64), as: .png).bytes
    }

    /// Writes an MBTiles file of one tile.
    private func mbtiles(_ name: String, format: String?, _ tile: [UInt8]) throws -> String {
        let path = folder.file(name)
        let hex = tile.map { String(format: "%02x", $0) }.joined()
        let row = format.map { "INSERT INTO metadata VALUES ('format', '\($0)');" } ?? ""
        try SQLiteFile(path, .make).execute(
            """
            CREATE TABLE metadata (name text, value text); \(row)
            CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
            INSERT INTO tiles VALUES (0, 0, 0, x'\(hex)');
            """)
        return path
    }

    /// Writes tiles in levels 0 and 1.
    private func folder(_ name: String, _ fileExtension: String, _ tile: [UInt8]) throws -> String {
        for level in 0...1 {
            for column in 0...level {
                let columnPath = folder.file("\(name)/\(level)/\(column)")
                try FileManager.default.createDirectory(atPath: columnPath, withIntermediateDirectories: true)
                for row in 0...level { try folder.write("\(name)/\(level)/\(column)/\(row).\(fileExtension)", tile) }
            }
        }
        return folder.file(name)
    }

    /// Writes a Deep Zoom of one tile.
    private func deepZoom(_ name: String, format: String, _ tile: [UInt8]) throws -> String {
        try folder.write(
            "\(name).dzi",
            """
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="\(format)" Overlap="0" TileSize="64">
            <Size Width="1" Height="1"/></Image>
            """)
        try FileManager.default.createDirectory(
            atPath: folder.file("\(name)_files/0"), withIntermediateDirectories: true)
        try folder.write("\(name)_files/0/0_0.\(format)", tile)
        return folder.file("\(name).dzi")
    }

    /// Expects an intact archive whose tiles are named in the check, and refused for serving by the same name.
    private func expectNamed(_ path: String, _ title: String, _ location: SourceLocation = #_sourceLocation) throws {
        let reader = try TileArchive.open(path)
        #expect(TileArchive.layout(at: path) != nil, "\(path)", sourceLocation: location)
        #expect(try reader.describedByTiles().formatTitle == title, sourceLocation: location)
        let result = try ArchiveVerifier(reader, jobs: 1).run()
        #expect(result.isSound && !result.isDecoded, "\(result.problems)", sourceLocation: location)
        let note = "tiles are counted but not decoded: they are \(title)"
        #expect(result.notes.contains(note), "\(result.notes)", sourceLocation: location)
        let refusal = failure { () throws(ArchiveFailure) in try ArchiveSource(reader) }
        guard case .unsupported(_, let what) = refusal else {
            Issue.record("\(String(describing: refusal))", sourceLocation: location)
            return
        }
        #expect(
            what.hasPrefix("its tiles are \(title), which Tilework does not draw: "), "\(what)",
            sourceLocation: location)
    }

    @Test(
        "MBTiles: is named by its metadata",
        arguments: [
            ("pbf", Gzip.compressed(mvt), "Mapbox Vector Tiles (MVT)"),
            ("application/vnd.mapbox-vector-tile", Gzip.compressed(mvt), "Mapbox Vector Tiles (MVT)"),
            ("application/x-protobuf", Gzip.compressed(mvt), "Mapbox Vector Tiles (MVT)"),
            ("mlt", mvt, "MapLibre Tiles (MLT)"),
            ("application/vnd.maplibre-vector-tile", Gzip.compressed(mvt), "MapLibre Tiles (MLT)"),
            ("application/vnd.maplibre-tile", mvt, "MapLibre Tiles (MLT)"),
            ("tif", tiff, "TIFF"), ("jxr", jpegXR, "JPEG XR"), ("geojson", Array("{}".utf8), "GeoJSON"),
            ("quantized-mesh", [1, 2, 3], "quantized meshes"), ("octree", [1, 2, 3], "“octree”"),
        ])
    func metadata(_ format: String, _ tile: [UInt8], _ title: String) throws {
        try expectNamed(try mbtiles("a.mbtiles", format: format, tile), title)
    }

    /// Readers such as MapLibre tell by the first bytes of a tile whether it is compressed.
    @Test("MBTiles: vector tiles without gzip are intact, with a note")
    func plainVectorTiles() throws {
        let path = try mbtiles("plain.mbtiles", format: "pbf", Self.mvt)
        try expectNamed(path, "Mapbox Vector Tiles (MVT)")
        let result = try ArchiveVerifier(try TileArchive.open(path), jobs: 1).run()
        #expect(result.notes.contains("1 tile is not compressed with gzip, which MBTiles requires of vector tiles"))
    }

    @Test("folders, Deep Zoom and Zoomify: is named by the ending of its tiles")
    func endings() throws {
        try expectNamed(try folder("pbf", "pbf", Self.mvt), "Mapbox Vector Tiles (MVT)")
        try expectNamed(try folder("mvt", "mvt", Self.mvt), "Mapbox Vector Tiles (MVT)")
        try expectNamed(try folder("mlt", "mlt", Self.mvt), "MapLibre Tiles (MLT)")
        try expectNamed(try folder("mesh", "terrain", [1, 2]), "quantized meshes")
        try expectNamed(try deepZoom("t", format: "tif", Self.tiff), "TIFF")
        try expectNamed(try deepZoom("w", format: "wdp", Self.jpegXR), "JPEG XR")
        try FileManager.default.createDirectory(
            atPath: folder.file("z/TileGroup0"), withIntermediateDirectories: true)
        try folder.write(
            "z/ImageProperties.xml", "<IMAGE_PROPERTIES WIDTH=\"8\" HEIGHT=\"8\" NUMTILES=\"1\" TILESIZE=\"64\"/>")
        try folder.write("z/TileGroup0/0-0-0.jp2", [0xFF, 0x4F, 0xFF, 0x51])
        try expectNamed(folder.file("z"), "JPEG 2000")
    }

    @Test("PMTiles: is named by its tile type")
    func tileTypes() throws {
        for (type, title) in [
            (UInt8(1), "Mapbox Vector Tiles (MVT)"), (6, "MapLibre Tiles (MLT)"), (7, "PMTiles tile type 7"),
            (255, "PMTiles tile type 255"),
        ] {
            var archive = HandmadePMTiles.numbered(1, fromLevel: 0)
            archive.header.tileType = PMTiles.TileType(rawValue: type)
            try folder.write("\(type).pmtiles", archive.bytes)
            try expectNamed(folder.file("\(type).pmtiles"), title)
        }
        // Type 0 is “unknown or other”, so the metadata or the tile decides.
        var archive = HandmadePMTiles.numbered(1, fromLevel: 0)
        archive.header.tileType = .unknown
        archive.metadata = Array(#"{"format": "geojson"}"#.utf8)
        try folder.write("0.pmtiles", archive.bytes)
        try expectNamed(folder.file("0.pmtiles"), "GeoJSON")
    }

    @Test("that states no format: is named by its first tile")
    func firstTile() throws {
        try expectNamed(try mbtiles("t.mbtiles", format: nil, Self.tiff), "TIFF")
        try expectNamed(try mbtiles("x.mbtiles", format: nil, Self.jpegXR), "JPEG XR")
        let path = try mbtiles("p.mbtiles", format: "image/png", try png())
        #expect(try TileArchive.open(path).description.format == .png)
        for format in ["png32", nil] {
            let path = try mbtiles("\(format ?? "none").mbtiles", format: format, try png())
            let reader = try TileArchive.open(path)
            #expect(try reader.describedByTiles().format == .png)
            #expect(try ArchiveVerifier(reader, jobs: 1).run().isDecoded)
            _ = try ArchiveSource(reader)
            let converted = folder.file("\(format ?? "none").pmtiles")
            _ = try TileConversion(reader, output: converted).run()
            #expect(try TileArchive.open(converted).description.format == .png)
            let output = folder.file("\(format ?? "none")-tiles")
            _ = try TileExtraction(reader).write(to: output)
            #expect(FileManager.default.fileExists(atPath: "\(output)/0/0/0.png"))
        }
    }

    @Test("of an unknown format: is not called damaged, unless some of its tiles are images")
    func unknown() throws {
        let path = try mbtiles("a.mbtiles", format: nil, Gzip.compressed(Self.mvt))
        let result = try ArchiveVerifier(try TileArchive.open(path), jobs: 1).run()
        #expect(result.isSound && !result.isDecoded)
        #expect(result.notes.contains("tiles are counted but not decoded: their format is unknown"))
        try SQLiteFile(path, .make).execute(
            "INSERT INTO tiles VALUES (1, 0, 0, x'\(try png().map { String(format: "%02x", $0) }.joined())')")
        let mixed = try ArchiveVerifier(try TileArchive.open(path), jobs: 1).run()
        #expect(mixed.problems.map(\.description) == ["tile 0/0/0: not an image"] && mixed.isDecoded)
    }

    @Test("whose description is wrong: is damaged, and the tile's own format is named")
    func wrongDescription() throws {
        var archive = HandmadePMTiles.numbered(1, fromLevel: 0)
        archive.header.tileType = .png
        archive.tiles = Self.jpegXR
        try folder.write("a.pmtiles", archive.bytes)
        let reader = try TileArchive.open(folder.file("a.pmtiles"))
        let result = try ArchiveVerifier(reader, jobs: 1).run()
        #expect(result.problems.map(\.description) == ["tile 0/0/0: JPEG XR, although the archive states PNG"])
        let refusal = failure { () throws(ArchiveFailure) in try ArchiveSource(reader) }
        #expect(refusal?.description.contains("tile 0/0/0: JPEG XR, which Tilework does not draw") == true)
        let dotted = try deepZoom("dot", format: ".png", try png())
        let problem = failure { () throws(ArchiveFailure) in try TileArchive.open(dotted) }
        #expect(problem?.description.contains("its Format is “.png”: it must be the ending of the tiles") == true)
    }

    @Test("The grids that mb-util writes beside tiles are no defects")
    func grids() throws {
        let path = try folder("a", "png", try png())
        try folder.write("a/0/0/0.grid.json", "{}")
        let reader = try TileArchive.open(path)
        #expect(reader.description.format == .png)
        #expect(try ArchiveVerifier(reader, jobs: 1).run().isSound)
    }

    @Test("A conversion says what the tiles are")
    func conversion() throws {
        for (path, what) in [
            (
                try folder("t", "tif", Self.tiff),
                "its tiles are TIFF; only PNG, JPEG, WebP, AVIF, and JPEG XL can be converted"
            ),
            (
                try mbtiles("v.mbtiles", format: "pbf", Gzip.compressed(Self.mvt)),
                "its tiles are Mapbox Vector Tiles (MVT); only PNG, JPEG, WebP, AVIF, and JPEG XL can be converted"
            ),
        ] {
            let reader = try TileArchive.open(path)
            let refusal = #expect(throws: BuildFailure.self) {
                try TileConversion(reader, output: folder.file("o.pmtiles"))
            }
            #expect(refusal.map { "\($0)".hasSuffix(what) } == true, "\(String(describing: refusal))")
        }
    }

    @Test("Numbered scans in formats that are contents of their own are not tiles")
    func scans() throws {
        #expect(TileArchive.layout(at: try folder("scans", "tif", Self.tiff)) == nil)
        #expect(TileArchive.layout(at: try folder("bitmaps", "bmp", Array("BM".utf8))) == nil)
    }
}
