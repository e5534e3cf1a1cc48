import Foundation
import TestSupport
import Testing

@testable import TileFormats

@Suite("PMTiles")
struct PMTilesTests {
    @Test(
        "Tiles are numbered level by level along the curve of the specification",
        arguments: [
            (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5), (2, 1, 3, 11),
            (3, 3, 0, 26), (12, 3423, 1763, 19_078_479), (18, 262_143, 262_143, 68_719_476_735),
            (31, 2_147_483_647, 0, 6_148_914_691_236_517_204),
        ] as [(Int, Int, Int, UInt64)])
    func numbers(level: Int, column: Int, row: Int, number: UInt64) {
        let tile = PMTilesTile(level: level, column: column, row: row)
        #expect(tile.number == number)
        #expect(PMTilesTile(number: number) == tile)
    }

    @Test("Each tile follows one that it touches, and has the place of its number")
    func curve() throws {
        for level in 0...6 {
            var last: PMTilesTile?
            let first = PMTilesTile.first(ofLevel: level)
            for number in first..<PMTilesTile.first(ofLevel: level + 1) {
                let tile = try #require(PMTilesTile(number: number))
                #expect(tile.number == number && tile.level == level)
                if let last { #expect(abs(tile.column - last.column) + abs(tile.row - last.row) == 1) }
                last = tile
            }
        }
    }

    @Test("What is in no pyramid has no number, and numbers beyond the deepest level have no place")
    func outside() {
        #expect(PMTilesTile(level: 3, column: 8, row: 0).number == nil)
        #expect(PMTilesTile(level: 3, column: 0, row: -1).number == nil)
        #expect(PMTilesTile(level: 32, column: 0, row: 0).number == nil)
        #expect(PMTilesTile(level: -1, column: 0, row: 0).number == nil)
        #expect(PMTilesTile(number: PMTilesTile.beyondAll) == nil)
        #expect(PMTilesTile(number: .max) == nil)
        #expect(PMTilesTile(number: PMTilesTile.beyondAll - 1)?.level == 31)
    }

    private static let header: PMTilesHeader = {
        var header = PMTilesHeader()
        header.root = PMTiles.Section(offset: 127, length: 25)
        header.metadata = PMTiles.Section(offset: 152, length: 247)
        header.leaves = PMTiles.Section(offset: 0, length: 0)
        header.tiles = PMTiles.Section(offset: 399, length: 1 << 40)
        (header.addressedTileCount, header.entryCount, header.contentCount) = (1 << 33, 84, 80)
        header.tileType = .webp
        (header.minLevel, header.maxLevel) = (2, 14)
        header.bounds = (
            PMTiles.Position(longitude: -1_800_000_000, latitude: 365_978_891),
            PMTiles.Position(longitude: 309_375_000, latitude: 850_511_288)
        )
        header.center = PMTiles.Position(longitude: -745_312_500, latitude: 732_266_997)
        header.centerLevel = 3
        return header
    }()

    @Test("A header is read as it was written")
    func header() throws {
        let bytes = Self.header.bytes
        #expect(bytes.count == 127)
        #expect(bytes.prefix(8).elementsEqual(Array("PMTiles".utf8) + [3]))
        #expect(bytes[8..<16].elementsEqual([127, 0, 0, 0, 0, 0, 0, 0]))
        // The offsets in the specification: clustered, gzip, none, WebP, the levels.
        #expect(bytes[96..<102].elementsEqual([1, 2, 1, 4, 2, 14]))
        #expect(try PMTilesHeader(bytes) == Self.header)
        #expect(try PMTilesHeader(bytes + [9, 9]) == Self.header)
    }

    @Test("What is no header says why")
    func noHeader() {
        let bytes = Self.header.bytes
        func problem(_ bytes: [UInt8]) -> PMTilesProblem? {
            do throws(PMTilesProblem) { _ = try PMTilesHeader(bytes) } catch { return error }
            return nil
        }
        func changed(_ at: Int, _ byte: UInt8) -> [UInt8] {
            var copy = bytes
            copy[at] = byte
            return copy
        }
        #expect(problem([]) == .noArchive)
        #expect(problem(changed(0, 0)) == .noArchive)
        #expect(problem(changed(7, 2)) == .version(2))
        #expect(problem(changed(7, UInt8(ascii: "3"))) == nil)
        #expect(problem(Array(bytes.prefix(7))) == .truncated)
        #expect(problem(Array(bytes.prefix(126))) == .truncated)
        #expect(problem(changed(8, 3)) == .root)
        #expect(problem(changed(17, 64)) == .root)
        #expect(problem(changed(101, 1)) == .levels)
        #expect(problem(changed(101, 32)) == .levels)
        var far = bytes
        for at in 56..<64 { far[at] = 0xFF }
        #expect(problem(far) == .section)
    }

    private static let entries = [
        PMTilesEntry(number: 0, offset: 0, length: 300, runLength: 1),
        PMTilesEntry(number: 1, offset: 300, length: 7, runLength: 4),
        PMTilesEntry(number: 5, offset: 0, length: 300, runLength: 1),
        PMTilesEntry(number: 84, offset: 307, length: 70_000, runLength: 0),
        PMTilesEntry(number: 6_148_914_691_236_517_204, offset: 70_307, length: 1, runLength: 1),
    ]

    @Test("A directory is read as it was written, by columns of numbers as short as they can be")
    func directory() throws {
        let bytes = PMTilesDirectory.bytes(Self.entries.prefix(3))
        #expect(bytes == [3, 0, 1, 4, 1, 4, 1, 0xAC, 2, 7, 0xAC, 2, 1, 0, 1])
        #expect(try PMTilesDirectory.entries(bytes) == Array(Self.entries.prefix(3)))
        #expect(try PMTilesDirectory.entries(PMTilesDirectory.bytes(Self.entries)) == Self.entries)
    }

    @Test("A tile is found in its run or in the directory that may have it")
    func lookup() {
        func found(_ number: UInt64) -> UInt64? {
            PMTilesDirectory.entry(of: number, in: Self.entries).map(\.number)
        }
        #expect([0, 1, 4, 5, 6, 83, 84, 1 << 40].map(found) == [0, 1, 1, 5, nil, nil, 84, 84])
        #expect(found(6_148_914_691_236_517_204) == 6_148_914_691_236_517_204)
        #expect(found(6_148_914_691_236_517_205) == nil)
        #expect(PMTilesDirectory.entry(of: 3, in: []) == nil)
    }

    @Test(
        "What is no directory is refused",
        arguments: [
            [], [1], [1, 0, 1, 1], [2, 0, 1, 1, 1, 1, 1, 1, 0, 9], [1, 0, 1, 0, 1], [1, 0, 1, 1, 0],
            [2, 0, 0, 1, 1, 1, 1, 1, 0], [2, 0, 1, 2, 1, 1, 1, 1, 0],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0, 0, 0, 0],
            [1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x03, 1, 1, 1],
            [1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 1, 1, 1],
            [1, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 1, 1],
            [1, 0, 1, 2, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
        ] as [[UInt8]])
    func noDirectory(_ bytes: [UInt8]) {
        #expect(throws: PMTilesProblem.directory) { try PMTilesDirectory.entries(bytes) }
    }

    @Test("A directory of nothing is refused as such")
    func emptyDirectory() {
        #expect(throws: PMTilesProblem.emptyDirectory) { try PMTilesDirectory.entries([0]) }
    }

    @Test("Damaged directories are refused or are directories")
    func mutations() throws {
        var random = SeededGenerator(16)
        let rounds = ProcessInfo.processInfo.environment["TILEWORK_ROUNDS"].flatMap { Int($0) } ?? 5000
        let whole = PMTilesDirectory.bytes(Self.entries)
        var readCount = 0
        for _ in 0..<rounds {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.remove(at: at)
                case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
                case 2: bytes[at] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
                default: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
            }
            guard let read = try? PMTilesDirectory.entries(bytes) else { continue }
            readCount += 1
            // Decoded entries are encoded in a canonical way and decoded again.
            #expect(try PMTilesDirectory.entries(PMTilesDirectory.bytes(read)) == read)
        }
        #expect(readCount > rounds / 20)
    }
}
