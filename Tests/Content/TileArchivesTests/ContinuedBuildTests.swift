import Foundation
import Synchronization
import TestSupport
import Testing
import TileContent
import TileGraphics
import TileSupport

@testable import TileArchives

@Suite("Builds that ended before they were done")
struct ContinuedBuildTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let names = ["out", "out.dzi", "out.pmtiles", "out.mbtiles"]

    private func options(_ change: (inout BuildOptions) -> Void = { _ in }) -> BuildOptions {
        var options = BuildOptions()
        options.tileSize = 32
        options.jobs = 2
        change(&options)
        return options
    }

    private func build(
        _ source: PatternSource, _ name: String, _ change: (inout BuildOptions) -> Void = { _ in }
    ) throws -> BuildSummary {
        try TileBuild(source.document, output: folder.file(name), options: options(change)).run()
    }

    private func pattern(atRaster: @escaping @Sendable (Int) throws -> Void = { _ in }) -> PatternSource {
        PatternSource(width: 300, height: 200, atRaster: atRaster)
    }

    private func hidden(_ name: String) -> String { BuildFolder.path(of: PathName(folder.file(name))) }

    /// Returns all files with their bytes, and empties the folder.
    private func taken() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try folder.files() { files[name] = try Data(contentsOf: URL(fileURLWithPath: folder.file(name))) }
        try FileManager.default.removeItem(atPath: folder.path)
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        return files
    }

    /// Ends a build after a number of raster calls.
    ///
    /// - Returns: The number of tiles that were made.
    private func end(_ name: String, after calls: Int, _ change: (inout BuildOptions) -> Void = { _ in }) throws -> Int
    {
        let running = Lock<TileBuild?>(nil)
        let source = pattern { if $0 == calls { running.withLock { $0 }?.stop() } }
        let build = try TileBuild(source.document, output: folder.file(name), options: options(change))
        running.withLock { $0 = build }
        defer { running.withLock { $0 = nil } }
        let failure = #expect(throws: BuildFailure.self) { try build.run() }
        #expect(
            failure
                == .cancelled(path: folder.file(name), tiles: build.progress.tiles, total: build.plan.tileCount))
        return build.progress.tiles
    }

    @Test(
        "go on where they were stopped, and the archive is the same, byte for byte", arguments: names,
        [BuildOptions.Overviews.picture, .box])
    func stopped(name: String, overviews: BuildOptions.Overviews) throws {
        _ = try build(pattern(), name) { $0.overviews = overviews }
        let whole = try taken()
        for calls in [1, 7, 40] {
            let made = try end(name, after: calls) { $0.overviews = overviews }
            #expect(made > 0)
            #expect(!folder.exists(name), "nobody sees half an archive")
            #expect(folder.exists(".\(name).tilework/log"))
            let rastered = Atomic(0)
            let source = pattern { _ in rastered.wrappingAdd(1, ordering: .relaxed) }
            let summary = try build(source, name) { $0.overviews = overviews }
            #expect(summary.earlierTiles == made)
            if overviews == .picture {
                let rasteredCount = rastered.load(ordering: .relaxed)
                #expect(rasteredCount == summary.tiles - made, "what was made is not drawn again")
            }
            #expect(try taken() == whole)
        }
    }

    @Test("are not lost to a conversion or a merge whose archive has the same name")
    func besideOthers() throws {
        _ = try build(pattern(), "whole.pmtiles")
        let shard = try #require(Shard(1, of: 1))
        _ = try build(pattern(), "part.pmtiles") { $0.shard = shard }
        let made = try end("out.pmtiles", after: 7)
        let log = try Data(contentsOf: URL(fileURLWithPath: hidden("out.pmtiles") + "/log"))
        let refusal = BuildFailure.unfinished(path: folder.file("out.pmtiles"), folder: hidden("out.pmtiles"))
        #expect(throws: refusal) {
            try TileConversion(
                try TileArchive.open(folder.file("whole.pmtiles")), output: folder.file("out.pmtiles"),
                replacesExisting: true
            ).run()
        }
        #expect(throws: refusal) {
            try TileMerge(
                parts: [shard.partName(of: folder.file("part.pmtiles"))], output: folder.file("out.pmtiles"),
                replacesExisting: true
            ).run()
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: hidden("out.pmtiles") + "/log")) == log)
        #expect(try build(pattern(), "out.pmtiles").earlierTiles == made)
    }

    @Test("and conversions that were killed while their archive got its name are ended by the next one")
    func killedConversion() throws {
        _ = try build(pattern(), "whole.dzi")
        // The first of Deep Zoom's two products has its final name.
        let staging = hidden("out.dzi") + "/archive"
        try FileManager.default.createDirectory(atPath: staging, withIntermediateDirectories: true)
        _ = try build(pattern(), "killed.dzi")
        try FileManager.default.moveItem(atPath: folder.file("killed_files"), toPath: folder.file("out_files"))
        let staged = try #require(
            DeepZoomFiles().products(PathName(folder.file("out.dzi"))).last { $0.target.hasSuffix("out.dzi") })
        try FileManager.default.moveItem(atPath: folder.file("killed.dzi"), toPath: "\(staging)/\(staged.staged)")
        try Data().write(to: URL(fileURLWithPath: hidden("out.dzi") + "/whole"))
        _ = try TileConversion(try TileArchive.open(folder.file("whole.dzi")), output: folder.file("out.dzi")).run()
        let files = try taken()
        #expect(files["out.dzi"] == files["whole.dzi"] && files["out.dzi"] != nil)
        for (name, data) in files where name.hasPrefix("whole_files") && !name.hasSuffix(PreviewPage.name) {
            #expect(files["out" + name.dropFirst("whole".count)] == data)
        }
        #expect(files.keys.allSatisfy { !$0.hasPrefix(".") })
    }

    @Test("finish the tiles in hand when they are stopped, and drop them when they are cancelled")
    func inHand() throws {
        for isDropped in [false, true] {
            let running = Lock<TileBuild?>(nil)
            let source = pattern { call in
                guard call == 5, let build = running.withLock({ $0 }) else { return }
                if isDropped { build.cancel() } else { build.stop() }
            }
            let build = try TileBuild(
                source.document, output: folder.file("out"), options: options { $0.jobs = 1 })
            running.withLock { $0 = build }
            #expect(throws: BuildFailure.self) { try build.run() }
            #expect(build.progress.tiles == (isDropped ? 4 : 5))
            running.withLock { $0 = nil }
            _ = try taken()
        }
    }

    @Test("go on wherever their log is cut or damaged, to the same archive")
    func anywhere() throws {
        let source = PatternSource(width: 70, height: 60)
        _ = try build(source, "out.pmtiles")
        let whole = try taken()
        // The log of a build that has all tiles but could not assemble its archive.
        let log = folder.file("log")
        let options = options()
        let plan = try BuildPlan(
            contentSize: source.contentSize, isScalable: true, layout: .pmtiles, options: options)
        let description = try BuildDescription(source.document, plan: plan, options: options)
        let made = try BuildLog(making: log, about: description.bytes)
        let writer = TileWriter(
            log: made, plan: plan, format: .png, counters: BuildCounters(plan, blocks: ShardPlan.Block.all(of: plan)))
        let raster = MetatileRaster(
            source: source, plan: plan, metatile: 1, clock: BuildStageClock(), isCancelled: { false },
            onMissingPart: { _ in })
        try BuildCrew(jobs: 1, isCancelled: { false }).run(
            PictureWork(ShardPlan.Block.all(of: plan), raster: raster, writer: writer))
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: log)))
        var random = SeededGenerator(3)
        let begun = hidden("out.pmtiles")
        var earlier = Set<Int>()
        for round in 0..<160 {
            var damaged = bytes
            let place = Int.random(in: 0...bytes.count, using: &random)
            switch round % 4 {
            case 0: damaged.removeLast(bytes.count - place)
            case 1: for index in place..<bytes.count { damaged[index] = 0 }
            case 2: if place < bytes.count { damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
            default: damaged += (0..<place % 100).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            try FileManager.default.createDirectory(atPath: begun, withIntermediateDirectories: true)
            try Data(damaged).write(to: URL(fileURLWithPath: begun + "/log"))
            do {
                earlier.insert(try build(source, "out.pmtiles").earlierTiles)
            } catch BuildFailure.changed {
                Issue.record("damage was taken for another build's")
            }
            #expect(
                try folder.names() == ["out.pmtiles", "log"].filter { $0 != "log" || folder.exists("log") }.sorted())
            let file = try Data(contentsOf: URL(fileURLWithPath: folder.file("out.pmtiles")))
            #expect(file == whole["out.pmtiles"], "round \(round), at \(place) of \(bytes.count)")
            try FileManager.default.removeItem(atPath: folder.file("out.pmtiles"))
        }
        #expect(earlier.count > 4 && earlier.contains(plan.tileCount) && earlier.contains(0))
    }

    @Test("stop and say why when the new build would make other tiles, unless they begin anew")
    func changed() throws {
        func expectRefused(_ difference: String, of source: PatternSource, _ change: (inout BuildOptions) -> Void)
            throws
        {
            let refused = #expect(throws: BuildFailure.self) { try build(source, "out", change) }
            #expect(refused == .changed(path: folder.file("out"), differences: [difference]))
        }
        let made = try end("out", after: 9)
        try expectRefused("the content has changed", of: PatternSource(width: 301, height: 200)) { _ in }
        try expectRefused("`BuildOptions.format` was png", of: pattern()) { $0.format = .jpeg(quality: 80) }
        try expectRefused("`BuildOptions.maxLevel` was not given", of: pattern()) { $0.maxLevel = 2 }
        try expectRefused("`BuildOptions.scale` was 1.0", of: pattern()) { $0.scale = 2 }
        try expectRefused("`BuildOptions.variant` was not given", of: pattern()) { $0.variant = "page 2" }
        // The way an archive is built, and the files beside it, make no difference.
        #expect(
            try build(pattern(), "out") {
                $0.jobs = 1
                $0.hasPreview = false
                $0.replacesExisting = true
            }.earlierTiles == made)
        _ = try taken()
        _ = try end("out", after: 9)
        let anew = try build(pattern(), "out") {
            $0.scale = 2
            $0.restarts = true
        }
        #expect(anew.earlierTiles == 0 && anew.tiles > 100)
    }

    struct Broken: Error {}

    @Test("keep what was made when the content can't be drawn for now", arguments: names, [1, 2, 5])
    func failing(name: String, jobs: Int) throws {
        let source = pattern { if $0 == 20 { throw Broken() } }
        let failure = #expect(throws: BuildFailure.self) { try build(source, name) { $0.jobs = jobs } }
        #expect(failure == .raster(path: "dir/pattern.svg", reason: "Broken()"))
        #expect(try folder.names() == [".\(name).tilework"])
        #expect(try build(pattern(), name).earlierTiles >= 15)
        #expect(try folder.names().allSatisfy { !$0.hasPrefix(".") })
    }

    @Test("leave nothing when not a tile was made")
    func none() throws {
        let source = pattern { _ in throw Broken() }
        #expect(throws: BuildFailure.self) { try build(source, "out") }
        #expect(try folder.everything().isEmpty)
    }

    @Test("of one archive can't be two at a time, and a name is free again afterwards")
    func busy() throws {
        let second = Lock<BuildFailure?>(nil)
        let path = folder.file("out")
        let options = options()
        let source = pattern { call in
            guard call == 3 else { return }
            do throws(BuildFailure) {
                _ = try TileBuild(PatternSource(width: 9, height: 9).document, output: path, options: options).run()
            } catch {
                second.withLock { $0 = error }
            }
        }
        _ = try build(source, "out")
        #expect(second.withLock { $0 } == .busy(path: path))
        #expect(try build(pattern(), "out") { $0.replacesExisting = true }.earlierTiles == 0)
    }

    @Test("of archives with long names don't share what they have made")
    func longNames() throws {
        let names = ["a", "b"].map { String(repeating: "ü", count: 70) + $0 }
        let made = try end(names[0], after: 5)
        #expect(try build(pattern(), names[1]).earlierTiles == 0)
        #expect(try build(pattern(), names[0]).earlierTiles == made)
    }

    @Test("put back an archive that was moved away to be replaced")
    func movedAway() throws {
        _ = try build(pattern(), "out.pmtiles")
        let old = try Data(contentsOf: URL(fileURLWithPath: folder.file("out.pmtiles")))
        // The process was killed between the two renames on a file system that can't swap names.
        let begun = hidden("out.pmtiles")
        try FileManager.default.createDirectory(atPath: begun, withIntermediateDirectories: true)
        try FileManager.default.moveItem(
            atPath: folder.file("out.pmtiles"), toPath: begun + "/replaced-out.pmtiles")
        #expect(throws: BuildFailure.exists(path: folder.file("out.pmtiles"))) { try build(pattern(), "out.pmtiles") }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("out.pmtiles"))) == old)
    }

    @Test(
        "that were killed while their archive got its name, or behind that, are ended by the same command",
        arguments: names)
    func published(name: String) throws {
        _ = try build(pattern(), name)
        let whole = try taken()
        let options = options()
        let made = try end(name, after: 30)
        #expect(made > 0)
        // The build proceeds up to assembly.
        let folder = hidden(name)
        let source = pattern()
        let output = PathName(self.folder.file(name))
        let build = try TileBuild(source.document, output: self.folder.file(name), options: options)
        _ = try build.run()
        let products = build.plan.layout.kind.products(output)
        for left in products.indices {
            // The last products have not got their names.
            try FileManager.default.createDirectory(atPath: folder + "/archive", withIntermediateDirectories: true)
            try Data().write(to: URL(fileURLWithPath: folder + "/whole"))
            let log = try BuildLog(
                making: folder + "/log",
                about: BuildDescription(source.document, plan: build.plan, options: options).bytes)
            try log.add([1], number: 0, solid: nil)
            for product in products.suffix(left) {
                try FileManager.default.moveItem(
                    atPath: product.target, toPath: folder + "/archive/" + product.staged)
            }
            let again = try self.build(pattern(), name)
            #expect(again.earlierTiles == 1, "nothing was made, and the log has one")
            #expect(try self.folder.names().allSatisfy { !$0.hasPrefix(".") })
        }
        #expect(throws: BuildFailure.self, "now it is another's") { try self.build(pattern(), name) }
        #expect(try taken() == whole)
    }

    @Test("remember what could not be drawn, and which tiles are of one color")
    func counts() throws {
        let whole = try build(pattern(), "whole")
        _ = try end("out", after: 30)
        let summary = try build(pattern(), "out")
        #expect(summary.solidTiles == whole.solidTiles && summary.bytes == whole.bytes)
        #expect(summary.repeatedTiles == whole.repeatedTiles)
        let log = try BuildLog(making: folder.file("log"), about: [1])
        try log.addIncomplete()
        try log.add([1, 2], number: 4, solid: nil)
        try log.addIncomplete()
        try log.close()
        let read = try #require(try LogContents(LogFile(folder.file("log"), toWrite: false)))
        #expect(read.incompleteParts == 2 && read.isComplete && read.about == [1] && read.tiles.count == 1)
    }
}
