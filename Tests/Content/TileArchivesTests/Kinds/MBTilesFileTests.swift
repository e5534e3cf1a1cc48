import CSQLite
import Foundation
import TestSupport
import Testing
import TileFormats
import TileGraphics

@testable import TileArchives

@Suite("Building MBTiles and Zoomify")
struct MBTilesFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func data(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder.file(name))) }

    @Test(
        "MBTiles have the tiles that a folder has, from the bottom up, each different one once",
        arguments: [(1, 1), (33, 1), (300, 200)] as [(Double, Double)])
    func tiles(_ width: Double, _ height: Double) throws {
        let summary = try folder.buildPattern("a.mbtiles", width: width, height: height)
        try folder.buildPattern("a", width: width, height: height)
        let file = try SQLiteFile(folder.file("a.mbtiles"), .read)
        var seen = 0
        var different = Set<[UInt8]>()
        try SQLiteStatement(file, "SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles").rows([]) { row in
            let (level, column) = (Int(row.number(0)), row.number(1))
            let fromTop = (1 << level) - 1 - Int(row.number(2))
            let tile = try? data("a/\(level)/\(column)/\(fromTop).png")
            #expect(row.bytes(3) == tile.map { Array($0) })
            different.insert(row.bytes(3) ?? [])
            seen += 1
            return true
        }
        #expect(seen == summary.tiles)
        var images: Int64 = 0
        try SQLiteStatement(file, "SELECT count(*) FROM images").rows([]) {
            images = $0.number(0)
            return true
        }
        #expect(images == Int64(different.count) && summary.repeatedTiles == seen - different.count)
    }

    @Test("a file is the same, byte for byte, however many threads made it in whatever order")
    func deterministic() throws {
        try folder.buildPattern("one.mbtiles") { $0.jobs = 1 }
        try folder.buildPattern("many.mbtiles") { $0.jobs = 5 }
        #expect(try data("one.mbtiles") == data("many.mbtiles"))
        #expect(try folder.files() == ["many.mbtiles", "one.mbtiles"])
    }

    @Test("MBTiles say what the standard asks for")
    func metadata() throws {
        try folder.buildPattern("plan.mbtiles") {
            $0.format = .jpeg(quality: 70)
            $0.minLevel = 1
            $0.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        }
        let file = try SQLiteFile(folder.file("plan.mbtiles"), .read)
        var metadata: [String: String] = [:]
        try SQLiteStatement(file, "SELECT name, value FROM metadata").rows([]) {
            metadata[$0.text(0)] = $0.text(1)
            return true
        }
        #expect(metadata["name"] == "pattern" && metadata["format"] == "jpg" && metadata["type"] == "baselayer")
        #expect(metadata["minzoom"] == "1" && metadata["maxzoom"] == "4")
        let bounds = try #require(metadata["bounds"]).split(separator: ",").map { Double($0) }
        #expect(bounds.count == 4 && bounds[0] == -180)
    }

    @Test("what is wrong with a file is told, and a statement that has no end ends")
    func failures() throws {
        let path = try folder.write(
            "no.mbtiles", "this is no database, but a text that is long enough to be read as one")
        #expect(throws: SQLiteFile.Failure.self) {
            try SQLiteStatement(SQLiteFile(path, .read), "SELECT * FROM tiles").rows([]) { _ in true }
        }
        #expect(throws: SQLiteFile.Failure.self) { try SQLiteFile(folder.file("missing"), .read) }
        let evil = folder.file("evil.mbtiles")
        let made = try SQLiteFile(evil, .make)
        try made.execute(
            "CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")
        let file = try SQLiteFile(evil, .read)
        let failure = #expect(throws: SQLiteFile.Failure.self) {
            try SQLiteStatement(file, "SELECT * FROM tiles").rows([]) { _ in true }
        }
        #expect(failure?.code == SQLITE_INTERRUPT)
    }

    @Test("a Zoomify folder has the tiles of Deep Zoom in groups of 256")
    func zoomify() throws {
        let summary = try folder.buildPattern("z", width: 700, height: 500) { $0.layout = .zoomify }
        try folder.buildPattern("a.dzi", width: 700, height: 500)
        let names = try folder.files().filter { $0.hasPrefix("z/") && $0.hasSuffix(".png") }
        #expect(names.count == summary.tiles)
        var groups: [String: Int] = [:]
        for name in names {
            let parts = name.split(separator: "/")
            groups[String(parts[1]), default: 0] += 1
            let place = parts[2].dropLast(4).split(separator: "-")
            // Its level 0 is the level of one tile: 32 pixels, which Deep Zoom calls 5.
            #expect(try data(name) == data("a_files/\(Int(place[0])! + 5)/\(place[1])_\(place[2]).png"))
        }
        #expect(groups == ["TileGroup0": 256, "TileGroup1": summary.tiles - 256])
        let description = String(decoding: try data("z/ImageProperties.xml"), as: UTF8.self)
        #expect(description.contains("WIDTH=\"700\" HEIGHT=\"500\" NUMTILES=\"\(summary.tiles)\""))
        // An archive may be replaced, also by one of another kind.
        try folder.buildPattern("z") {
            $0.replacesExisting = true; $0.layout = .zoomify
        }
        #expect(throws: BuildFailure.self) { try folder.buildPattern("z") { $0.replacesExisting = true } }
    }

    @Test("what a kind can't hold is said before any work")
    func unheld() throws {
        #expect(
            throws: BuildFailure.cannotHold(kind: "Zoomify", what: "WebP: choose jpg or png with `BuildOptions.format`")
        ) {
            try folder.buildPattern("z") {
                $0.layout = .zoomify; $0.format = .webp(quality: 80)
            }
        }
        #expect(
            throws: BuildFailure.cannotHold(kind: "Zoomify", what: "AVIF: choose jpg or png with `BuildOptions.format`")
        ) {
            try folder.buildPattern("z") {
                $0.layout = .zoomify; $0.format = .avif(quality: 60)
            }
        }
        #expect(
            throws: BuildFailure.cannotHold(
                kind: "Zoomify", what: "JPEG XL: choose jpg or png with `BuildOptions.format`")
        ) {
            try folder.buildPattern("z") {
                $0.layout = .zoomify; $0.format = .jxlLossless
            }
        }
        for format in [TileFormat.jxl(quality: 80), .jxlLossless] {
            #expect(
                throws: BuildFailure.cannotHold(
                    kind: "PMTiles",
                    what:
                        "JPEG XL, for which its specification has no number: choose another kind, or build with another format"
                )
            ) { try folder.buildPattern("a.pmtiles") { $0.format = format } }
        }
        for change in [{ $0.minLevel = 1 }, { $0.bounds = CGRect(x: 0, y: 0, width: 9, height: 9) }]
            as [(inout BuildOptions) -> Void]
        {
            #expect(throws: BuildFailure.self) {
                try folder.buildPattern("z") {
                    $0.layout = .zoomify
                    change(&$0)
                }
            }
        }
        #expect(throws: BuildFailure.self) { try folder.buildPattern("a") { $0.layout = .mbtiles } }
        #expect(try folder.everything().isEmpty)
    }
}
