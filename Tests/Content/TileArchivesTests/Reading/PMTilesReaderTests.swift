import Foundation
import TestSupport
import Testing
import TileFormats
import TileGeometry
import TileSupport

@testable import TileArchives

@Suite("Reading PMTiles")
struct PMTilesReaderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ archive: HandmadePMTiles, memory: Int = 16 << 20) throws -> PMTilesReader {
        try PMTilesReader(try StoredFile(try folder.write("a.pmtiles", archive.bytes)), directoryMemory: memory)
    }

    @Test("Leaves are read when they are needed, and kept within their memory, whatever many threads ask for")
    func leaves() throws {
        var archive = HandmadePMTiles.numbered(200_000, fromLevel: 9)
        archive.leafSize = 1000
        let limit = 1 << 20
        let reader = try open(archive, memory: limit)
        let first = PMTilesTile.first(ofLevel: 9)
        let wrong = Lock(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            var random = SeededGenerator(UInt64(thread))
            for _ in 0..<2000 {
                let index = Int.random(in: 0..<200_000, using: &random)
                let place = TileCoordinate(number: first + UInt64(index))
                let bytes = try? reader.tile(level: place.level, column: place.column, row: place.row)
                let expected = withUnsafeBytes(of: UInt32(index).littleEndian) { Array($0) }
                if bytes != expected { wrong.withLock { $0 += 1 } }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
        #expect((limit / 2...limit).contains(reader.keptDirectoryBytes))
        let outside = TileCoordinate(number: first + 200_000)
        #expect(try reader.tile(level: outside.level, column: outside.column, row: outside.row) == nil)
        #expect(try reader.tile(level: 3, column: 0, row: 0) == nil)
        #expect(try reader.tile(level: 3, column: 8, row: -1) == nil)
        #expect(try reader.tile(level: 77, column: 0, row: 0) == nil)
    }

    @Test("All tiles come in the order of their numbers, those of a run one by one", arguments: [nil, 3] as [Int?])
    func tiles(_ leafSize: Int?) throws {
        var archive = HandmadePMTiles.numbered(30, fromLevel: 0)
        archive.entries = [
            PMTilesEntry(number: 0, offset: 0, length: 4, runLength: 1),
            PMTilesEntry(number: 1, offset: 4, length: 4, runLength: 6),
            PMTilesEntry(number: 8, offset: 0, length: 8, runLength: 2),
            PMTilesEntry(number: 12, offset: 8, length: 4, runLength: 1),
        ]
        archive.leafSize = leafSize
        let reader = try open(archive)
        let all = try reader.everything()
        #expect(
            all.map { PMTilesTile(level: $0.tile.level, column: $0.tile.column, row: $0.tile.row).number }
                == [0, 1, 2, 3, 4, 5, 6, 8, 9, 12])
        #expect(all[3].bytes == [1, 0, 0, 0] && all[7].bytes == [0, 0, 0, 0, 1, 0, 0, 0])
        for (tile, bytes) in all {
            #expect(try reader.tile(level: tile.level, column: tile.column, row: tile.row) == bytes)
        }
        var cursor = reader.tiles()
        var runs: [Int] = []
        while let run = try cursor.nextRun() { runs.append(run.count) }
        #expect(runs == [1, 6, 2, 1])
    }

    @Test("Nothing packed is read as gzip is, and other ways are said not to be read")
    func compressions() throws {
        var archive = HandmadePMTiles.numbered(5, fromLevel: 0)
        archive.header.internalCompression = .none
        archive.leafSize = 2
        archive.header.tileCompression = .gzip
        archive.header.tileType = .vector
        archive.metadata = Array(#"{"name": "streets"}"#.utf8)
        let reader = try open(archive)
        #expect(reader.description.isGzipped && reader.description.format == .vector)
        #expect(reader.description.name == "streets" && reader.description.levels == 0...1)
        #expect(try reader.everything().count == 5)
        for (change, word) in [
            ({ $0.internalCompression = .brotli }, "directories are compressed with Brotli"),
            ({ $0.tileCompression = .zstandard }, "tiles are compressed with Zstandard"),
            ({ $0.internalCompression = .unknown }, "directories are compressed with an unknown method"),
        ] as [((inout PMTilesHeader) -> Void, String)] {
            var other = archive
            change(&other.header)
            let path = try folder.write("b.pmtiles", other.bytes)
            let found = failure { () throws(ArchiveFailure) in try TileArchive.open(path) }
            #expect(found == .unsupported(path: path, what: "its \(word); use gzip or no compression"))
        }
    }

    @Test("Directories that lead to themselves are damage, to whoever goes through them or asks for a tile")
    func loops() throws {
        // A leaf that refers to itself: a directory with one entry, 4 bytes long and not compressed.
        var archive = HandmadePMTiles()
        archive.header.internalCompression = .none
        archive.entries = [PMTilesEntry(number: 0, offset: 0, length: 5, runLength: 0)]
        #expect(PMTilesDirectory.bytes(archive.entries).count == 5)
        archive.leafSize = 1
        let reader = try open(archive)
        let one = try #require(failure { () throws(ArchiveFailure) in try reader.tile(level: 0, column: 0, row: 0) })
        #expect("\(one)".contains("nested more than 4 deep"))
        var cursor = reader.tiles()
        #expect(throws: ArchiveFailure.self) { while try cursor.next() != nil {} }
        // Leaves that each refer to both: without unique numbers they would yield endless tiles.
        var wide = HandmadePMTiles()
        wide.header.internalCompression = .none
        wide.entries = [
            PMTilesEntry(number: 0, offset: 0, length: 9, runLength: 0),
            PMTilesEntry(number: 4, offset: 0, length: 9, runLength: 0),
        ]
        #expect(PMTilesDirectory.bytes(wide.entries).count == 9)
        wide.leafSize = 2
        let both = try open(wide)
        for number in [UInt64(0), 4] {
            let tile = TileCoordinate(number: number)
            let found = failure { () throws(ArchiveFailure) in
                try both.tile(level: tile.level, column: tile.column, row: tile.row)
            }
            #expect("\(try #require(found))".contains("outside its parent's range") || number == 4)
        }
        #expect(throws: ArchiveFailure.self) { _ = try both.everything() }
    }

    @Test("What is cut off is told when it is opened, wherever the cut is")
    func truncation() throws {
        var archive = HandmadePMTiles.numbered(3000, fromLevel: 4)
        archive.leafSize = 500
        let bytes = archive.bytes
        for count in [1, 7, 8, 60, 126, 127, 140, 200, 300, 5000, bytes.count - 1] {
            let path = try folder.write("cut.pmtiles", bytes.prefix(count))
            let found = try #require(failure { () throws(ArchiveFailure) in try TileArchive.open(path) })
            if count < 7 {
                #expect(found == .unrecognized(path: path, found: "not an archive of tiles"))
            } else {
                guard case .damaged(_, let reason) = found else {
                    Issue.record("\(count): \(found)")
                    continue
                }
                #expect(count < 127 || reason.contains("ends early"), "\(count): \(reason)")
            }
        }
        let path = try folder.write("whole.pmtiles", bytes)
        #expect(try TileArchive.open(path).everything().count == 3000)
    }

    @Test("Files that grow short while they are open are damage, and no trap")
    func cutWhileOpen() throws {
        let reader = try open(.numbered(100, fromLevel: 4))
        try FileHandle(forWritingAtPath: folder.file("a.pmtiles"))!.truncate(atOffset: 200)
        let place = TileCoordinate(number: PMTilesTile.first(ofLevel: 4) + 99)
        let found = failure { () throws(ArchiveFailure) in
            try reader.tile(level: place.level, column: place.column, row: place.row)
        }
        #expect("\(try #require(found))".contains("truncated"))
    }

    @Test("Damaged archives are refused or are archives: nothing traps, nothing goes on without end")
    func mutations() throws {
        var random = SeededGenerator(3)
        var archive = HandmadePMTiles.numbered(400, fromLevel: 0)
        archive.leafSize = 40
        // Damage that gzip's check would not find.
        archive.header.internalCompression = .none
        archive.tiles = Array(archive.tiles.prefix(1600))
        let whole = archive.bytes
        let rounds = rounds(1500)
        var readCount = 0
        for _ in 0..<rounds {
            let path = try folder.write("m.pmtiles", random.damage(whole))
            do throws(ArchiveFailure) {
                let reader = try TileArchive.open(path)
                var cursor = try reader.tiles()
                var runs = 0
                while let run = try cursor.nextRun() {
                    let place = run.first.coordinate
                    #expect(try reader.tile(level: place.level, column: place.column, row: place.row) != nil)
                    runs += 1
                }
                #expect(runs <= whole.count)
                readCount += 1
                _ = try ArchiveVerifier(reader, jobs: 1).run()
            } catch {}
        }
        #expect(readCount > rounds / 20)
    }
}
