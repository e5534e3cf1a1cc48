import Foundation
import TestSupport
import Testing
import TileFormats
import TileGeometry
import TileGraphics

@testable import TileArchives

@Suite("Checking and comparing archives")
struct ArchiveCheckTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func verify(_ path: String, jobs: Int = 3, mostProblems: Int = 100) throws -> ArchiveVerification {
        try ArchiveVerifier(try TileArchive.open(path), jobs: jobs, mostProblems: mostProblems).run()
    }

    private func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.file(name)) }

    @Test("The tile above is a quarter of the number within its level, as places have it")
    func parents() throws {
        for level in 1...7 {
            for number in PMTilesTile.first(ofLevel: level)..<PMTilesTile.first(ofLevel: level + 1) {
                let tile = try #require(PMTilesTile(number: number))
                let above = PMTilesTile(level: level - 1, column: tile.column / 2, row: tile.row / 2)
                #expect(PMTilesTile.parent(of: number, level: level) == above.number)
            }
        }
    }

    @Test("Runs have the gaps that a set of their numbers has")
    func runs() {
        var random = SeededGenerator(9)
        for _ in 0..<200 {
            var (runs, set) = (TileRuns(), Set<UInt64>())
            var next: UInt64 = 0
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                next += UInt64.random(in: 0...4, using: &random)
                let end = next + UInt64.random(in: 1...4, using: &random)
                let isNew = runs.append(next..<end)
                #expect(isNew)
                set.formUnion(next..<end)
                next = end
            }
            #expect(runs.count == set.count)
            for number in UInt64(0)..<100 { #expect(runs.contains(number) == set.contains(number)) }
            let low = UInt64.random(in: 0...50, using: &random)
            let range = low..<low + UInt64.random(in: 0...50, using: &random)
            #expect(runs.gaps(in: range).flatMap { Array($0) } == range.filter { !set.contains($0) })
            if let last = set.max() {
                let isNew = runs.append(last..<last + 3)
                #expect(!isNew)
            }
        }
    }

    @Test(
        "what is built is sound, and counted",
        arguments: [
            ("a", .xyz), ("a.pmtiles", .pmtiles), ("a.mbtiles", .mbtiles), ("a.dzi", .deepZoom), ("a", .zoomify),
        ] as [(String, ArchiveLayout)])
    func sound(_ name: String, _ layout: ArchiveLayout) throws {
        let path = try folder.patternArchive(name) { $0.layout = layout }
        let result = try verify(path)
        #expect(result.isSound && result.notes.isEmpty && result.isDecoded, "\(result)")
        let plan = try #require(try TileArchive.open(path).description.plan)
        #expect(result.levels.map(\.tiles) == plan.levels.map(\.tileCount))
        #expect(result.levels.map(\.expected) == plan.levels.map(\.tileCount))
        let all = try TileArchive.open(path).everything()
        #expect(result.tiles == all.count && result.bytes == all.reduce(0) { $0 + $1.bytes.count })
        #expect(result.contents == Set(all.map(\.bytes)).count && result.wastedBytes == 0)
        #expect(result == (try verify(path, jobs: 1)))
    }

    @Test("a part is sound as a part, and as less it is not")
    func parts() throws {
        let path = try folder.patternArchive("a") {
            $0.bounds = CGRect(x: 40, y: 30, width: 90, height: 60)
            $0.minLevel = 2
        }
        let result = try verify(path)
        #expect(result.isSound && result.notes == ["the first level is 2"])
        #expect(result.levels.map(\.tiles) == result.levels.map(\.expected))
        try remove("a/4/2/1.png")
        #expect(try verify(path).problems == [.missing(TileCoordinate(level: 4, column: 2, row: 1))])
    }

    @Test("tiles that are missing, damaged, of another format or size, or too many are each named")
    func problems() throws {
        let path = try folder.patternArchive("a")
        let jpeg = try folder.patternArchive("j") { $0.format = .jpeg(quality: 80) }
        try remove("a/4/3/2.png")
        try remove("a/0/0/0.png")
        func data(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
        }
        func replace(_ name: String, _ bytes: [UInt8]) throws {
            // The file is replaced, not overwritten, because it may be a link.
            try remove(name)
            try folder.write(name, bytes)
        }
        let sound = try data("a/4/0/0.png")
        try replace("a/4/0/0.png", Array(sound.prefix(sound.count - 20)))
        try replace("a/4/1/0.png", try data("j/4/1/0.jpg"))
        try replace("a/4/2/0.png", [])
        try replace("a/4/4/1.png", Array("hello".utf8))
        try FileManager.default.createDirectory(atPath: folder.file("a/4/12"), withIntermediateDirectories: true)
        try folder.write("a/4/12/0.png", sound)
        try folder.write("a/4/3/notes.txt", "mine")
        let small = try TileEncoder().encode(.solid(PixelColor(argb: 0xFF00_00FF), width: 16, height: 32), as: .png)
        try replace("a/3/0/0.png", small.bytes)
        let result = try verify(path)
        func tile(level: Int, column: Int, row: Int) -> TileCoordinate {
            TileCoordinate(level: level, column: column, row: row)
        }
        #expect(
            Set(result.problems) == [
                .missing(tile(level: 0, column: 0, row: 0)), .missing(tile(level: 4, column: 3, row: 2)),
                .outside(tile(level: 4, column: 12, row: 0)),
                .tile(tile(level: 4, column: 0, row: 0), "damaged or truncated"),
                .tile(tile(level: 4, column: 1, row: 0), "JPEG, although the archive states PNG"),
                .tile(tile(level: 4, column: 2, row: 0), "empty"),
                .tile(tile(level: 4, column: 4, row: 1), "not an image"),
                .tile(tile(level: 3, column: 0, row: 0), "16 × 32 pixels instead of 32 × 32"),
                .stray("4/3/notes.txt is not a tile of its level"),
            ])
        #expect(result.problemCount == result.problems.count && !result.isSound)
        let few = try verify(path, mostProblems: 2)
        #expect(few.problems.count == 2 && few.problemCount == result.problemCount)
        // Many programs show a truncated JPEG, but it is damaged.
        let cut = try data("j/4/1/1.jpg")
        try replace("j/4/1/1.jpg", Array(cut.prefix(cut.count - 30)))
        #expect(try verify(jpeg).problems == [.tile(tile(level: 4, column: 1, row: 1), "damaged or truncated")])
    }

    @Test("what claims to be larger than any tile is not decoded")
    func bomb() throws {
        let path = try folder.patternArchive("a", width: 20, height: 20)
        var header: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        header += [0, 0, 0x1F, 0xFF, 0, 0, 0x1F, 0xFF, 8, 6, 0, 0, 0, 0, 0, 0, 0]
        try remove("a/0/0/0.png")
        try folder.write("a/0/0/0.png", header)
        let problem = try #require(try verify(path).problems.first)
        #expect("\(problem)" == "tile 0/0/0: its header states 8191 × 8191 pixels, more than any tile has")
    }

    @Test("what the header of a PMTiles file says is held to what is there")
    func statements() throws {
        var archive = HandmadePMTiles.numbered(21, fromLevel: 0)
        let png = try TileEncoder().encode(.solid(PixelColor(argb: 0xFF10_2030), width: 256, height: 256), as: .png)
        archive.tiles = png.bytes + png.bytes
        archive.entries = [
            PMTilesEntry(number: 0, offset: 0, length: UInt32(png.bytes.count), runLength: 5),
            PMTilesEntry(
                number: 5, offset: UInt64(png.bytes.count), length: UInt32(png.bytes.count), runLength: 16),
        ]
        archive.header.tileType = .png
        (archive.header.minLevel, archive.header.maxLevel) = (0, 2)
        (archive.header.addressedTileCount, archive.header.entryCount, archive.header.contentCount) = (21, 2, 2)
        var path = try folder.write("a.pmtiles", archive.bytes)
        var result = try verify(path)
        #expect(result.isSound && result.tiles == 21 && result.contents == 1, "\(result)")
        #expect(result.wastedBytes == png.bytes.count && result.levels.map(\.tiles) == [1, 4, 16])
        (archive.header.addressedTileCount, archive.header.contentCount) = (22, 1)
        archive.entries[0].offset = UInt64(png.bytes.count)
        archive.entries[1].offset = 0
        archive.metadata = Array("[1]".utf8)
        path = try folder.write("a.pmtiles", archive.bytes)
        result = try verify(path)
        #expect(
            Set(result.problems.map(\.description)) == [
                "the header states 22 tiles, and there are 21",
                "the header states that tiles are in order, and tile 0/0/0 is not",
                "the metadata is not a JSON object",
            ])
        // A run of a few bytes can claim billions of tiles.
        archive.entries = [
            PMTilesEntry(number: 0, offset: 0, length: UInt32(png.bytes.count), runLength: .max)
        ]
        archive.header.addressedTileCount = 0
        archive.header.maxLevel = 16
        result = try verify(try folder.write("a.pmtiles", archive.bytes))
        #expect(result.tiles == Int(UInt32.max))
    }

    @Test("an archive that says nothing of its size has no tile without the one above it")
    func orphans() throws {
        let path = try folder.patternArchive("a")
        try remove("a/tiles.json")
        #expect(try verify(path).isSound)
        try remove("a/3/1/1.png")
        let result = try verify(path)
        let orphan = try #require(result.problems.first?.tile)
        #expect(result.problemCount == 1 && result.problems[0].kind == "orphan")
        #expect(orphan.level == 4 && orphan.column / 2 == 1 && orphan.row / 2 == 1)
        try remove("a/2")
        #expect(try verify(path).problems.contains(.emptyLevel(2)))
    }

    // MARK: Comparing

    private func compare(_ a: String, _ b: String, levels: ClosedRange<Int>? = nil) throws -> ArchiveComparison {
        try ArchiveComparer(try TileArchive.open(a), try TileArchive.open(b), levels: levels, jobs: 3).run()
    }

    @Test("archives of one content are equal, whatever their kinds")
    func equal() throws {
        let paths = try [
            folder.patternArchive("a"), folder.patternArchive("a.pmtiles"),
            folder.patternArchive("a.mbtiles") { $0.format = .webpLossless }, folder.patternArchive("a.dzi"),
            folder.patternArchive("z") { $0.layout = .zoomify },
        ]
        for a in paths {
            for b in paths {
                let result = try compare(a, b)
                #expect(result.areEqual && result.compared >= 96, "\(a) \(b) \(result.differences.prefix(3))")
            }
        }
        let half = try folder.patternArchive("half.pmtiles") { $0.maxLevel = 3 }
        let result = try compare(paths[0], half)
        #expect(result.differences.isEmpty && result.onlyInSecond.isEmpty)
        #expect(result.onlyInFirst.allSatisfy { $0.level == 4 } && result.onlyInFirst.count == 70)
    }

    @Test("a difference is told with its place and how much, and drawn")
    func difference() throws {
        let a = try folder.patternArchive("a")
        let b = try folder.patternArchive("b")
        let file = folder.file("b/4/3/2.png")
        let bitmap = try read(file)
        let old = bitmap[5, 6]
        bitmap[5, 6] = PixelColor(
            premultipliedRed: old.red ^ 64, green: old.green, blue: old.blue, alpha: old.alpha)
        try remove("b/4/3/2.png")
        try folder.write("b/4/3/2.png", try TileEncoder().encode(.bitmap(bitmap), as: .png).bytes)
        try remove("b/4/0/0.png")
        try remove("a/4/1/0.png")
        try remove("b/2/0/0.png")
        try folder.write("b/2/0/0.png", "no image")
        let result = try compare(a, b)
        #expect(!result.areEqual && result.differences.count == 2)
        let broken = result.differences[0]
        #expect(broken.tile == TileCoordinate(level: 2, column: 0, row: 0))
        #expect(broken.reason?.hasSuffix("not an image") == true)
        let changed = result.differences[1]
        #expect(changed.tile == TileCoordinate(level: 4, column: 3, row: 2) && changed.reason == nil)
        #expect(changed.largest == 64 && changed.share == 1 / 1024.0 && changed.mean == 64 / 4096.0)
        #expect(result.onlyInFirst == [TileCoordinate(level: 4, column: 0, row: 0)])
        #expect(result.onlyInSecond == [TileCoordinate(level: 4, column: 1, row: 0)])
        #expect(try compare(a, b, levels: 3...3).areEqual)
        try folder.write("map.png", try result.picture(ofLevel: 4))
        let map = try read(folder.file("map.png"))
        #expect(map.width == 160 && map.height == 112)
        #expect(map[0, 0].argb == 0xFF30_60C0 && map[16, 15].argb == 0xFF2E_8B57)
        #expect(map[3 * 16 + 8, 2 * 16 + 8].argb == 0xFFE0_9C00 && map[159, 111].argb == 0xFFD0_D5DA)
    }

    @Test("tiles of other sizes are not compared")
    func incomparable() throws {
        let (a, b) = (try folder.patternArchive("a"), try folder.patternArchive("b") { $0.tileSize = 64 })
        #expect(
            failure { () throws(ArchiveFailure) in
                try ArchiveComparer(try TileArchive.open(a), try TileArchive.open(b)).run()
            } == .incomparable(first: a, second: b, reason: "their tiles are 32 and 64 pixels wide"))
    }

    // MARK: Extracting

    @Test("tiles are taken out with their bytes: one, all, levels, a part")
    func extraction() throws {
        let path = try folder.patternArchive("a.pmtiles")
        try folder.patternArchive("a")
        let reader = try TileArchive.open(path)
        var extraction = TileExtraction(reader)
        #expect(try extraction.write(to: folder.file("all")).tiles == reader.everything().count)
        let names = try folder.files()
        let made = names.filter { $0.hasPrefix("a/") && $0.hasSuffix(".png") }
        #expect(names.filter { $0.hasPrefix("all/") } == made.map { "all" + $0.dropFirst() })
        for name in made {
            #expect(
                FileManager.default.contentsEqual(
                    atPath: folder.file(name), andPath: folder.file("all" + name.dropFirst())))
        }
        extraction.levels = 1...2
        extraction.bounds = CGRect(x: 290, y: 190, width: 10, height: 10)
        #expect(try extraction.write(to: folder.file("part")).tiles == 2)
        #expect(folder.exists("part/1/1/0.png") && folder.exists("part/2/2/1.png"))
        let tile = TileCoordinate(level: 4, column: 2, row: 1)
        #expect(try extraction.write(tile, to: folder.file("one.png")).tiles == 1)
        #expect(FileManager.default.contentsEqual(atPath: folder.file("one.png"), andPath: folder.file("a/4/2/1.png")))
        let beyond = TileCoordinate(level: 4, column: 99, row: 1)
        let (again, twice, none) = (folder.file("all"), folder.file("one.png"), folder.file("two.png"))
        let fixed = extraction
        #expect(failure { () throws(ArchiveFailure) in try fixed.write(to: again) } == .exists(path: again))
        #expect(failure { () throws(ArchiveFailure) in try fixed.write(tile, to: twice) } == .exists(path: twice))
        #expect(
            failure { () throws(ArchiveFailure) in try fixed.write(beyond, to: none) }
                == .noTile(path: path, tile: beyond))
        extraction.isCancelled = { true }
        let cancelled = extraction
        #expect(failure { () throws(ArchiveFailure) in try cancelled.write(to: folder.file("none")) } == .cancelled)
        #expect(try folder.names() == ["a", "a.pmtiles", "all", "one.png", "part"])
    }
}
