import Foundation
import TestSupport
import Testing
import TileContent
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileArchives

@Suite("Archives made in parts")
struct ShardTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns a picture with many shapes in one corner and few elsewhere.
    private func picture(seed: UInt64 = 1) -> ContentDocument {
        var random = SeededGenerator(seed)
        var recorder = PictureRecorder()
        for index in 0..<120 {
            let side = index % 7 == 0 ? 900.0 : 220
            var builder = PathBuilder()
            builder.move(x: .random(in: 0..<side, using: &random), y: .random(in: 0..<side, using: &random))
            for _ in 0..<Int.random(in: 2...60, using: &random) {
                builder.line(x: .random(in: 0..<side, using: &random), y: .random(in: 0..<side, using: &random))
            }
            recorder.fill(
                builder.build(),
                with: .color(Color(red: .random(in: 0...1, using: &random), green: 0.4, blue: 0.5, alpha: 0.7)))
        }
        let source = PictureSource(recorder.finish(), contentSize: CGSize(width: 900, height: 700))
        return ContentDocument(
            path: "drawing", kind: nil, source: source, isScalable: true, facts: [], notes: [])
    }

    private func options(_ shard: Shard? = nil, _ change: (inout BuildOptions) -> Void = { _ in }) -> BuildOptions {
        var options = BuildOptions()
        options.tileSize = 64
        options.shard = shard
        options.command = ["tilework", "build", "it's.svg", "-o", "out.pmtiles", "--shard", shard?.description ?? ""]
        change(&options)
        return options
    }

    /// Builds all parts of an archive.
    ///
    /// - Returns: Their paths.
    private func parts(
        _ document: ContentDocument, _ name: String, _ count: Int, _ change: (inout BuildOptions) -> Void = { _ in }
    ) throws -> [String] {
        try (1...count).map { number in
            let shard = try #require(Shard(number, of: count))
            let output = folder.file(name)
            _ = try TileBuild(document, output: output, options: options(shard, change)).run()
            return shard.partName(of: output)
        }
    }

    private func files(below name: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for file in try folder.files() where file.hasPrefix(name) && !file.contains(".part-") {
            files[String(file.dropFirst(name.count))] = try Data(contentsOf: URL(fileURLWithPath: folder.file(file)))
        }
        return files
    }

    @Test(
        "join to the archive that one build makes, byte for byte", arguments: ["", ".dzi", ".pmtiles", ".mbtiles"],
        [1, 2, 7])
    func joined(ending: String, count: Int) throws {
        _ = try TileBuild(picture(), output: folder.file("whole" + ending), options: options()).run()
        let parts = try parts(picture(), "parts" + ending, count)
        #expect(try folder.names().filter { $0.hasPrefix(".") }.isEmpty)
        let merge = try TileMerge(parts: parts.shuffled(), output: folder.file("parts" + ending))
        let summary = try merge.run()
        #expect(summary.tiles == merge.plan.tileCount)
        let (whole, joined) = (try files(below: "whole"), try files(below: "parts"))
        #expect(whole.count > 0 && whole == joined)
        #expect(try folder.names().filter { $0.hasPrefix(".") }.isEmpty)
    }

    @Test("of an image and of halved levels join as well", arguments: [3])
    func boxes(count: Int) throws {
        func halved(_ options: inout BuildOptions) { options.overviews = .box }
        _ = try TileBuild(picture(), output: folder.file("whole.pmtiles"), options: options(nil, halved)).run()
        let parts = try parts(picture(), "parts.pmtiles", count, halved)
        _ = try TileMerge(parts: parts, output: folder.file("parts.pmtiles")).run()
        #expect(try files(below: "whole") == files(below: "parts"))
    }

    @Test("of squares join to any archive of squares, and to none of cropped tiles")
    func kinds() throws {
        let parts = try parts(picture(), "parts.pmtiles", 2)
        _ = try TileMerge(parts: parts, output: folder.file("out.mbtiles")).run()
        _ = try TileBuild(picture(), output: folder.file("whole.mbtiles"), options: options()).run()
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: folder.file("out.mbtiles")))
                == Data(contentsOf: URL(fileURLWithPath: folder.file("whole.mbtiles"))))
        #expect(
            throws: BuildFailure.cannotHold(
                kind: "Deep Zoom",
                what: "these parts, which were made for PMTiles: use an `TileBuild.output` that ends in .pmtiles")
        ) { try TileMerge(parts: parts, output: folder.file("out.dzi")) }
    }

    @Test("are dealt so that each tile is in one of them, and none has much more work than another")
    func dealt() throws {
        let document = picture()
        let source = try #require(document.source as? PictureSource)
        let options = options { $0.scale = 4 }
        let plan = try BuildPlan(
            contentSize: source.contentSize, isScalable: true, layout: .pmtiles, options: options)
        for count in [1, 3, 16] {
            let shards = ShardPlan(plan, count: count) { source.picture.effort(in: $0) }
            var seen = Set<UInt64>()
            for shard in 0..<count {
                for block in shards.blocks(of: shard) {
                    let level = plan.levels[block.index]
                    for row in block.part.rows {
                        for column in block.part.columns {
                            #expect(shards.shard(index: block.index, column: column, row: row) == shard)
                            let tile = PMTilesTile(level: level.number, column: column, row: row)
                            #expect(seen.insert(try #require(tile.number)).inserted)
                        }
                    }
                }
            }
            #expect(seen.count == plan.tileCount)
            let mean = shards.loads.reduce(0, +) / Double(count)
            #expect(try #require(shards.loads.max()) < mean * 1.05)
        }
        // There are more parts than tiles, so some parts are empty, but exist.
        let few = try BuildPlan(
            contentSize: CGSize(width: 10, height: 10), isScalable: true, layout: .pmtiles, options: self.options())
        #expect(ShardPlan(few, count: 5, effort: nil).blocks(of: 4).isEmpty)
    }

    @Test("that have nothing to make are parts all the same")
    func empty() throws {
        let source = PatternSource(width: 10, height: 10)
        let parts = try parts(source.document, "out.pmtiles", 3)
        #expect(try TileMerge(parts: parts, output: folder.file("out.pmtiles")).run().tiles == 1)
    }

    @Test("go on where they were cut, and are refused when their end is missing")
    func cut() throws {
        let parts = try parts(picture(), "out.pmtiles", 2)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: parts[1]))
        for length in [bytes.count - 1, bytes.count - 33, bytes.count / 2] {
            try bytes.prefix(length).write(to: URL(fileURLWithPath: parts[1]))
            let failure = #expect(throws: BuildFailure.self) {
                try TileMerge(parts: parts, output: folder.file("out.pmtiles")).run()
            }
            #expect(
                failure
                    == .part(
                        path: parts[1],
                        reason: "damaged or cut short; copy it again, or make it again with: "
                            + "tilework build 'it'\\''s.svg' -o out.pmtiles --shard 2/2 --force"))
            #expect(!folder.exists("out.pmtiles"))
        }
        var damaged = bytes
        damaged[bytes.count / 2] ^= 4
        try damaged.write(to: URL(fileURLWithPath: parts[1]))
        #expect(throws: BuildFailure.self) { try TileMerge(parts: parts, output: folder.file("out.pmtiles")).run() }
    }

    @Test("that are missing, come twice or are of another build are named, with the command that makes them")
    func refused() throws {
        let four = try parts(picture(), "out.pmtiles", 4)
        func failure(_ paths: [String]) -> BuildFailure? {
            do throws(BuildFailure) {
                _ = try TileMerge(parts: paths, output: folder.file("out.pmtiles"))
                return nil
            } catch { return error }
        }
        #expect(failure(four) == nil)
        #expect(
            failure([four[3], four[0]])
                == .missingParts(
                    numbers: [2, 3], count: 4,
                    command: "tilework build 'it'\\''s.svg' -o out.pmtiles --shard 2/4"))
        #expect(
            "\(failure([four[0], four[1], four[3]])!)"
                == "part 3 of 4 is missing; to make it, run: tilework build 'it'\\''s.svg' -o out.pmtiles --shard 3/4")
        #expect(
            failure(four + [four[1]])
                == .part(path: four[1], reason: "the same part, 2/4, as \(four[1]); leave one out"))
        let others = try parts(picture(), "other.pmtiles", 4) { $0.scale = 2 }
        #expect(
            failure([four[0], others[1], four[2], four[3]])
                == .part(
                    path: others[1],
                    reason: "from another build than \(four[0]): `BuildOptions.scale` was 1.0"))
        let three = try parts(picture(), "three.pmtiles", 3)
        #expect(
            failure([four[0], three[1]])
                == .part(
                    path: three[1], reason: "one of 3 parts, but \(four[0]) is one of 4"))
        let text = try folder.write("text", "no part")
        #expect(
            failure([four[0], text])
                == .part(path: text, reason: "not a part of an archive, or its beginning is damaged"))
        #expect(
            failure([folder.file("none")])
                == .part(path: folder.file("none"), reason: "can't be read: No such file or directory"))
        #expect(failure([]) == .option(name: "TileMerge.parts", value: "", reason: "give the parts to join"))
    }

    @Test(
        "are named 1/1 to 10000/10000, and nothing else",
        arguments: [
            ("3/16", Shard(3, of: 16)), ("1/1", Shard(1, of: 1)), ("0/4", nil), ("5/4", nil), ("1/10001", nil),
            ("", nil),
            ("1", nil), ("1/2/3", nil), ("+1/2", nil), ("a/b", nil), ("1/", nil), ("99999999999999999999/2", nil),
        ] as [(String, Shard?)])
    func names(text: String, shard: Shard?) {
        #expect(Shard(text) == shard)
        #expect(Shard(3, of: 16)?.partName(of: "a/plan.dzi") == "a/plan.dzi.part-03-of-16")
    }
}
