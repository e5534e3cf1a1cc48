import CDeflate
import Foundation
import TestSupport
import Testing
import TileContent
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileArchives

/// A reader with the simplest possible code.
private struct PlainReader {
    let bytes: [UInt8]
    let header: PMTilesHeader

    init(_ path: String) throws {
        bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        header = try PMTilesHeader(bytes)
    }

    func section(_ section: PMTiles.Section) -> ArraySlice<UInt8> {
        bytes[Int(section.offset)..<Int(section.offset + section.length)]
    }

    func unpacked(_ packed: ArraySlice<UInt8>) throws -> [UInt8] {
        let decompressor = try #require(libdeflate_alloc_decompressor())
        defer { libdeflate_free_decompressor(decompressor) }
        var output = [UInt8](repeating: 0, count: 4 << 20)
        var count = 0
        let packed = Array(packed)
        let result = libdeflate_gzip_decompress(
            decompressor, packed, packed.count, &output, output.count, &count)
        #expect(result == LIBDEFLATE_SUCCESS)
        return Array(output[..<count])
    }

    /// Returns all entries of tiles, leaf after leaf.
    func entries() throws -> [PMTilesEntry] {
        try PMTilesDirectory.entries(try unpacked(section(header.root))).flatMap { entry -> [PMTilesEntry] in
            if entry.runLength > 0 { return [entry] }
            let start = Int(header.leaves.offset + entry.offset)
            return try PMTilesDirectory.entries(try unpacked(bytes[start..<start + Int(entry.length)]))
        }
    }

    func tile(_ entry: PMTilesEntry) -> [UInt8] {
        let start = Int(header.tiles.offset + entry.offset)
        return Array(bytes[start..<start + Int(entry.length)])
    }
}

@Suite("Building PMTiles")
struct PMTilesFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "has the tiles that a folder has, byte for byte, each different one once and in the order of its curve",
        arguments: [(1, 1), (33, 1), (150, 131), (700, 500)] as [(Double, Double)])
    func tiles(_ width: Double, _ height: Double) throws {
        let summary = try folder.buildPattern("a.pmtiles", width: width, height: height)
        try folder.buildPattern("a", width: width, height: height)
        let file = try PlainReader(folder.file("a.pmtiles"))
        #expect(file.header.addressedTileCount == UInt64(summary.tiles))
        #expect(file.header.isClustered && file.header.tileType == .png && file.header.tileCompression == .none)
        var seen = 0
        var contents: [[UInt8]: UInt64] = [:]
        var end: UInt64 = 0
        for entry in try file.entries() {
            let tile = file.tile(entry)
            if let known = contents[tile] {
                #expect(entry.offset == known, "equal tiles lie in one place")
            } else {
                #expect(entry.offset == end, "and others where those before end")
                contents[tile] = entry.offset
                end += UInt64(entry.length)
            }
            for number in entry.number..<entry.end {
                let place = try #require(PMTilesTile(number: number))
                let path = folder.file("a/\(place.level)/\(place.column)/\(place.row).png")
                #expect(tile == [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
                seen += 1
            }
        }
        #expect(seen == summary.tiles)
        #expect(file.header.contentCount == UInt64(contents.count))
        #expect(file.header.tiles.length == end && file.bytes.count == Int(file.header.tiles.end!))
    }

    @Test("is the same, byte for byte, however many threads made it in whatever order")
    func deterministic() throws {
        try folder.buildPattern("one.pmtiles", width: 700, height: 500) { $0.jobs = 1 }
        try folder.buildPattern("many.pmtiles", width: 700, height: 500) { $0.jobs = 5 }
        func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder.file(name))) }
        #expect(try bytes("one.pmtiles").dropFirst(1000) == bytes("many.pmtiles").dropFirst(1000))
        #expect(try bytes("one.pmtiles") == bytes("many.pmtiles"))
        #expect(try folder.files() == ["many.pmtiles", "one.pmtiles"])
    }

    @Test("says where the content lies, its levels and its tiles")
    func description() throws {
        try folder.buildPattern("plan.pmtiles", width: 150, height: 131) {
            $0.minLevel = 1
            $0.format = .webp(quality: 80)
        }
        let file = try PlainReader(folder.file("plan.pmtiles"))
        let header = file.header
        #expect(header.minLevel == 1 && header.maxLevel == 3 && header.tileType == .webp)
        // 150 × 131 pixels of a world of 256, counted from the north-west corner.
        #expect(header.bounds.min.longitude == -1_800_000_000)
        #expect(header.bounds.max.longitude == Int32((150.0 / 256 * 360 - 180) * 1e7))
        #expect(header.bounds.max.latitude == 850_511_288)
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(file.unpacked(file.section(header.metadata))))
                as? [String: Any])
        #expect(json["name"] as? String == "pattern" && json["format"] as? String == "webp")
        let own = try #require(json["tilework"] as? [String: Any])
        #expect(own["width"] as? Double == 150 && own["tileSize"] as? Int == 32)
    }

    @Test("has directories below its root where that would be longer than what is read at once")
    func leaves() throws {
        let log = try BuildLog(making: folder.file("log"), about: [])
        var random = SeededGenerator(5)
        var numbers: [UInt64] = []
        var number: UInt64 = 0
        for _ in 0..<60_000 {
            number += UInt64.random(in: 1...5000, using: &random)
            numbers.append(number)
        }
        for number in numbers.shuffled(using: &random) {
            let bytes = withUnsafeBytes(of: number) { Array($0) }
            try log.add(bytes + [UInt8](repeating: 7, count: Int(number % 200)), number: number, solid: nil)
        }
        let plan = try BuildPlan(
            contentSize: CGSize(width: 9000, height: 9000), isScalable: true, layout: .pmtiles, options: BuildOptions())
        let archive = ArchiveContents(name: "many", plan: plan, format: .png, hasPreview: false)
        let work = try ArchiveWork(
            name: PathName(folder.file("many")), contents: archive,
            folder: StagingFolder(folder.file("staging"), of: PathName("many")),
            crew: BuildCrew(jobs: 1, isCancelled: { false }),
            counters: BuildCounters(plan, blocks: ShardPlan.Block.all(of: plan)))
        try PMTilesWriter(log.finished(), archive).write(to: folder.file("many.pmtiles"), work)
        let file = try PlainReader(folder.file("many.pmtiles"))
        #expect(file.header.leaves.length > 0)
        #expect(file.header.root.end! <= 16_384)
        let root = try PMTilesDirectory.entries(try file.unpacked(file.section(file.header.root)))
        #expect(root.allSatisfy { $0.runLength == 0 } && root.count > 10)
        let entries = try file.entries()
        #expect(entries.map(\.number) == numbers)
        for entry in entries {
            #expect(file.tile(entry).prefix(8).elementsEqual(withUnsafeBytes(of: entry.number) { Array($0) }))
        }
    }

    @Test("replaces nothing that is there unless asked, and leaves nothing behind when the content is damaged")
    func failures() throws {
        try folder.buildPattern("a.pmtiles", width: 150, height: 131)
        let first = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.pmtiles")))
        #expect(throws: BuildFailure.exists(path: folder.file("a.pmtiles"))) {
            try folder.buildPattern("a.pmtiles", width: 99, height: 99)
        }
        try folder.buildPattern("a.pmtiles", width: 99, height: 99) { $0.replacesExisting = true }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("a.pmtiles"))) != first)
        let broken = PatternSource(width: 500, height: 500) { call in
            if call == 20 { throw ContentFailure.empty(path: "x") }
        }
        var options = BuildOptions()
        options.tileSize = 32
        #expect(throws: BuildFailure.content(.empty(path: "x"))) {
            try TileBuild(broken.document, output: folder.file("b.pmtiles"), options: options).run()
        }
        #expect(throws: BuildFailure.notAnArchive(path: folder.file("folder.pmtiles"))) {
            try FileManager.default.createDirectory(
                atPath: folder.file("folder.pmtiles"), withIntermediateDirectories: false)
            try folder.buildPattern("folder.pmtiles", width: 150, height: 131) { $0.replacesExisting = true }
        }
        #expect(try folder.files() == ["a.pmtiles"])
    }
}
