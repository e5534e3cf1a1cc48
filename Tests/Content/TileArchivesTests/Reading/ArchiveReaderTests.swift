import CSQLite
import Foundation
import TestSupport
import Testing
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileArchives

/// A description of a Deep Zoom of one tile.
private let describedImage =
    #"<Image TileSize="256" Overlap="0" Format="png"><Size Width="9" Height="9"/></Image>"#

@Suite("Reading archives")
struct ArchiveReaderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let kinds =
        [
            ("a", .xyz), ("a.pmtiles", .pmtiles), ("a.mbtiles", .mbtiles), ("a.dzi", .deepZoom), ("a", .zoomify),
        ] as [(String, ArchiveLayout)]

    @Test("each kind that is built is read: the same tiles one by one and in their order", arguments: kinds)
    func roundTrip(_ name: String, _ layout: ArchiveLayout) throws {
        let path = try folder.patternArchive(name) { $0.layout = layout }
        let flat = try folder.patternArchive("flat") { $0.layout = layout.cropsTiles ? .zoomify : .xyz }
        let reader = try TileArchive.open(path)
        let description = reader.description
        #expect(description.layout == layout && description.format == .png && description.fileExtension == "png")
        #expect(description.tileSize == 32 && description.overlap == 0 && !description.isGzipped)
        let pyramid = try #require(description.pyramid)
        #expect(pyramid.contentSize == CGSize(width: 300, height: 200) && pyramid.maxLevel == 4)
        let plan = try #require(description.plan)
        let all = try reader.everything()
        #expect(all.count == plan.tileCount && plan.isWhole)
        let numbers = all.map { PMTilesTile(level: $0.tile.level, column: $0.tile.column, row: $0.tile.row).number! }
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
        let other = try TileArchive.open(flat)
        let shift = description.levels.upperBound - other.description.levels.upperBound
        for (tile, bytes) in all {
            #expect(try reader.tile(level: tile.level, column: tile.column, row: tile.row) == bytes)
            guard tile.level >= shift else { continue }
            #expect(try other.tile(level: tile.level - shift, column: tile.column, row: tile.row) == bytes)
        }
        for place in [(99, 0, 0), (-1, 0, 0), (2, 50, 0), (2, 0, -1), (4, 9, 15)] {
            #expect(try reader.tile(level: place.0, column: place.1, row: place.2) == nil)
        }
    }

    @Test("many threads read one MBTiles file at a time")
    func threads() throws {
        let reader = try TileArchive.open(try folder.patternArchive("a.mbtiles"))
        let all = try reader.everything()
        let wrong = Lock(0)
        DispatchQueue.concurrentPerform(iterations: 12) { thread in
            for (index, (tile, bytes)) in all.enumerated() where index % 3 == thread % 3 {
                let read = try? reader.tile(level: tile.level, column: tile.column, row: tile.row)
                if read != bytes { wrong.withLock { $0 += 1 } }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
    }

    @Test("MBTiles of others are read by their table or view of tiles, whatever else they have or lack")
    func foreignMBTiles() throws {
        let path = folder.file("a.mbtiles")
        try SQLiteFile(path, .make).execute(
            """
            CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
            CREATE TABLE grids (x integer);
            INSERT INTO tiles VALUES (1, 0, 1, x'01'), (1, 1, 0, x'02'), (0, 0, 0, x'00'), (2, 9, 0, x'05'),
                (40, 0, 0, x'06'), (-1, 0, 0, x'07');
            """)
        let reader = try TileArchive.open(path)
        #expect(reader.description.format == nil && reader.description.pyramid == nil)
        // The rows count from the bottom.
        #expect(try reader.tile(level: 1, column: 0, row: 0) == [1])
        #expect(try reader.tile(level: 1, column: 1, row: 1) == [2])
        #expect(try reader.tile(level: 1, column: 0, row: 1) == nil)
        #expect(try reader.everything().map(\.bytes) == [[0], [1], [2]])
        let cursor = try reader.tiles()
        #expect(cursor.strays.count == 3)
        try SQLiteFile(path, .make).execute(
            """
            CREATE TABLE metadata (name text, value text);
            INSERT INTO metadata VALUES ('format', 'pbf'), ('minzoom', '0'), ('maxzoom', '1'), ('name', 'roads');
            """)
        let described = try TileArchive.open(path).description
        #expect(described.format == .vector && described.isGzipped && described.levels == 0...1)
        #expect(described.name == "roads" && described.fileExtension == "pbf")
    }

    @Test("a row without a tile is a problem of that tile, and no end of the check")
    func rowWithoutTile() throws {
        let path = try folder.patternArchive("a.mbtiles", width: 60, height: 60)
        try SQLiteFile(path, .make).execute(
            "UPDATE map SET tile_id = 99999 WHERE zoom_level = 0; INSERT INTO images VALUES (99999, NULL);")
        let reader = try TileArchive.open(path)
        #expect(try reader.tile(level: 0, column: 0, row: 0) == nil)
        let result = try ArchiveVerifier(reader, jobs: 2).run()
        #expect(
            result.problems == [
                .tile(
                    TileCoordinate(level: 0, column: 0, row: 0),
                    "tile 0/0/0 is listed and is missing or empty")
            ])
        #expect(result.tiles == 5)
    }

    @Test("SQLite files that are no MBTiles, or that mean harm, are told apart")
    func hostileMBTiles() throws {
        let other = folder.file("other.db")
        try SQLiteFile(other, .make).execute("CREATE TABLE notes (text text)")
        let found = try #require(failure { () throws(ArchiveFailure) in try TileArchive.open(other) })
        #expect("\(found)".contains("a SQLite database, but not MBTiles (no such table: tiles)"))
        guard case .unrecognized = found else {
            Issue.record("\(found)")
            return
        }
        // An endless list of rows, and a row that is never found.
        let evil = folder.file("evil.mbtiles")
        try SQLiteFile(evil, .make).execute(
            """
            CREATE TABLE metadata (name text, value text);
            INSERT INTO metadata VALUES ('minzoom', '0'), ('maxzoom', '5');
            CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
                SELECT 5 AS zoom_level, i % 32 AS tile_column, 0 AS tile_row, x'00' AS tile_data FROM n;
            """)
        let endless = failure { () throws(ArchiveFailure) in
            let reader = try TileArchive.open(evil)
            _ = try reader.tiles()
        }
        guard case .damaged = endless else {
            Issue.record("\(String(describing: endless))")
            return
        }
    }

    @Test("Deep Zoom of others is read, with overlap, whatever way its description is written")
    func foreignDeepZoom() throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("a_files/3"), withIntermediateDirectories: true)
        try folder.write("a_files/3/0_0.jpeg", [1, 2])
        try folder.write("a_files/3/1_0.jpeg", [3])
        try folder.write("a_files/3/notes.txt", "no tile")
        let path = try folder.write(
            "a.dzi",
            """
            \u{FEFF}<?xml version='1.0'?><d:Image xmlns:d="http://schemas.microsoft.com/deepzoom/2009"
            TileSize = '6' Overlap='2' Format='jpeg'><d:Size Height="5" Width="8"/></d:Image>
            """)
        let reader = try TileArchive.open(path)
        #expect(reader.description.overlap == 2 && reader.description.tileSize == 6)
        #expect(reader.description.levels == 3...3 && reader.description.format == .jpeg)
        #expect(try reader.everything().map(\.bytes) == [[1, 2], [3]])
        var cursor = try reader.tiles()
        while try cursor.next() != nil {}
        #expect(cursor.strays.names == ["3/notes.txt is not a tile of its level"])
    }

    @Test(
        "a description that cannot be is damage or no description",
        arguments: [
            "<Image", "<Image/>", "<html></html>",
            #"<Image Format="png" TileSize="0" Overlap="0"><Size Width="1" Height="1"/></Image>"#,
            #"<Image Format="png" TileSize="256" Overlap="256"><Size Width="1" Height="1"/></Image>"#,
            #"<Image Format="png" TileSize="256" Overlap="0"><Size Width="99999999999" Height="1"/></Image>"#,
            #"<Image Format="../png" TileSize="256" Overlap="0"><Size Width="9" Height="1"/></Image>"#,
            #"<Image Format="png" TileSize="256" Overlap="0"></Image>"#,
            #"<!DOCTYPE Image [<!ENTITY a "png">]><Image Format="&a;" TileSize="256" Overlap="0"><Size Width="9" Height="1"/></Image>"#,
            #"<!DOCTYPE Image SYSTEM "file:///etc/passwd"><Image Format="png" TileSize="256" Overlap="0"><Size Width="9" Height="1"/></Image>"#,
        ])
    func descriptions(_ text: String) throws {
        try FileManager.default.createDirectory(atPath: folder.file("a_files/0"), withIntermediateDirectories: true)
        let path = try folder.write("a.dzi", text)
        switch failure({ () throws(ArchiveFailure) in try TileArchive.open(path) }) {
        case .damaged, .unrecognized: break
        case let other: Issue.record("\(String(describing: other))")
        }
    }

    @Test(
        "damage of a Deep Zoom description names the attribute and its value",
        arguments: [
            (#"TileSize="256" Overlap="0"><Size Width="x" Height="1"/>"#, "its Width is “x”: it must be a whole"),
            (#"TileSize="256" Overlap="0"><Size Width="9"/>"#, "its Height is missing"),
            (#"TileSize="256" Overlap="256"><Size Width="9" Height="1"/>"#, "its Overlap is 256: it must be less"),
            (#"TileSize="256" Overlap="0">"#, "its Size is missing"),
        ])
    func damagedAttributes(_ text: String, message: String) throws {
        let path = try folder.write("a.dzi", #"<Image Format="png" \#(text)</Image>"#)
        let found = failure { () throws(ArchiveFailure) in try TileArchive.open(path) }
        #expect(found?.description.contains("damaged: \(message)") == true, "\(String(describing: found))")
    }

    @Test(
        "the folder of a Deep Zoom's tiles is not an archive, and its description is named, even a damaged one",
        arguments: [
            ("a.dzi", "<Image/>"), ("a.xml", describedImage), ("a.DZI", describedImage),
            ("a.txt", describedImage),
        ])
    func tilesOfDeepZoom(name: String, description: String) throws {
        try FileManager.default.createDirectory(atPath: folder.file("a_files/1/0"), withIntermediateDirectories: true)
        try folder.write("a_files/1/0/0.png", [0])
        let path = try folder.write(name, description)
        let found = failure { () throws(ArchiveFailure) in try TileArchive.open(folder.file("a_files")) }
        #expect(
            found?.description.contains("the tiles of a Deep Zoom: use \(path), beside it") == true,
            "\(String(describing: found))")
        // Without a description it may be a folder of {z}/{x}/{y} tiles.
        try folder.write(name, "<a/>")
        if name != "a.dzi" { #expect(TileArchive.deepZoomDescription(ofTiles: folder.file("a_files")) == nil) }
    }

    @Test("a folder's own description says how its rows and folders are counted")
    func foreignFolders() throws {
        for name in ["f/1/0", "f/1/1"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
        try folder.write("f/1/0/0.png", [0])
        try folder.write("f/1/0/1.png", [1])
        try folder.write("f/1/1/0.png", [2])
        try folder.write("f/1/1/0@2x.png", [9])
        func places() throws -> [String] {
            try TileArchive.open(folder.file("f")).everything().map { "\($0.tile.text) \($0.bytes[0])" }.sorted()
        }
        #expect(try places() == ["1/0/0 0", "1/0/1 1", "1/1/0 2"])
        try folder.write("f/tiles.json", #"{"tiles": ["https://a/{z}/{y}/{x}.png"]}"#)
        #expect(try places() == ["1/0/0 0", "1/0/1 2", "1/1/0 1"])
        try folder.write("f/tiles.json", #"{"scheme": "tms", "minzoom": "1", "maxzoom": 1}"#)
        #expect(try places() == ["1/0/0 1", "1/0/1 0", "1/1/1 2"])
        try folder.write("f/tiles.json", "[1, 2")
        let found = failure { () throws(ArchiveFailure) in try TileArchive.open(folder.file("f")) }
        #expect(found == .damaged(path: folder.file("f/tiles.json"), reason: "not a JSON object"))
    }

    @Test("links that lead out of a folder are not followed, and those within it are")
    func links() throws {
        try FileManager.default.createDirectory(atPath: folder.file("f/1/0"), withIntermediateDirectories: true)
        try folder.write("secret", "secret")
        try folder.write("f/1/0/0.png", [1])
        try FileManager.default.createSymbolicLink(atPath: folder.file("f/1/0/1.png"), withDestinationPath: "0.png")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("f/1/1"), withDestinationPath: folder.path)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("f/0"), withDestinationPath: folder.path)
        try folder.write("0.png", "secret")
        let reader = try TileArchive.open(folder.file("f"))
        #expect(try reader.tile(level: 1, column: 0, row: 1) == [1])
        let found = failure { () throws(ArchiveFailure) in try reader.tile(level: 1, column: 1, row: 0) }
        #expect("\(try #require(found))".contains("a link to a file outside the archive"))
        #expect(try reader.everything().count == 2)
    }

    @Test("what is no archive, or may not be read, is said to be that")
    func noArchives() throws {
        func found(_ path: String) -> ArchiveFailure? {
            failure { () throws(ArchiveFailure) in try TileArchive.open(path) }
        }
        #expect(found(folder.file("missing")) == .notFound(path: folder.file("missing")))
        #expect(found(folder.file("a\0b")) != nil)
        let empty = try folder.write("empty.pmtiles", "")
        #expect(found(empty) == .damaged(path: empty, reason: "the file is empty"))
        let text = try folder.write("text.mbtiles", "hello")
        #expect(found(text) == .unrecognized(path: text, found: "not an archive of tiles"))
        guard case .unrecognized = found(folder.path) else {
            Issue.record("a folder without tiles")
            return
        }
        let pipe = folder.file("pipe.pmtiles")
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(found(pipe) == .unreadable(path: pipe, reason: "not a regular file"))
    }

    @Test("damaged MBTiles are refused or are read: nothing traps")
    func mutatedMBTiles() throws {
        let whole = Array(
            try Data(contentsOf: URL(fileURLWithPath: try folder.patternArchive("a.mbtiles", width: 60, height: 60))))
        var random = SeededGenerator(5)
        let rounds = rounds(400)
        var readCount = 0
        for _ in 0..<rounds {
            var bytes = random.damage(whole)
            // Damages the first bytes, which locate the tables and which most random damage would miss.
            if Bool.random(using: &random) { bytes[Int.random(in: 0..<min(bytes.count, 4096), using: &random)] ^= 0x11 }
            let path = try folder.write("m.mbtiles", bytes)
            do {
                let reader = try TileArchive.open(path)
                _ = try reader.everything()
                readCount += 1
                _ = try ArchiveVerifier(reader, jobs: 1).run()
            } catch _ as ArchiveFailure {}
        }
        #expect(readCount > rounds / 20 && readCount < rounds)
    }

    @Test("damaged descriptions of Deep Zoom and Zoomify are refused or are read: nothing traps")
    func mutatedDescriptions() throws {
        var random = SeededGenerator(6)
        let rounds = rounds(2000)
        for (name, file) in [("a.dzi", "a.dzi"), ("z", "z/ImageProperties.xml")] {
            let path = try folder.patternArchive(name, width: 60, height: 60) {
                $0.layout = name == "z" ? .zoomify : .deepZoom
            }
            let whole = Array(try Data(contentsOf: URL(fileURLWithPath: folder.file(file))))
            var readCount = 0
            for _ in 0..<rounds {
                try folder.write(file, random.damage(whole))
                do {
                    let reader = try TileArchive.open(path)
                    _ = reader.description.plan
                    _ = try reader.everything()
                    readCount += 1
                    if readCount % 20 == 0 { _ = try ArchiveVerifier(reader, jobs: 1, mostProblems: 10).run() }
                } catch _ as ArchiveFailure {}
            }
            #expect(readCount > rounds / 20 && readCount < rounds)
        }
    }
}
