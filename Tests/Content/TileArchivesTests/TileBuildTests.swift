import Foundation
import TestSupport
import Testing
import TileContent
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileArchives

@Suite("Building archives")
struct TileBuildTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func build(
        _ document: ContentDocument, _ name: String, _ change: (inout BuildOptions) -> Void = { _ in }
    ) throws -> (summary: BuildSummary, plan: BuildPlan) {
        var options = BuildOptions()
        options.tileSize = 32
        change(&options)
        let build = try TileBuild(document, output: folder.file(name), options: options)
        return (try build.run(), build.plan)
    }

    private static let sizes: [(width: Double, height: Double)] = [(1, 1), (32, 32), (33, 1), (100, 70), (150, 131)]

    @Test("an XYZ folder has each tile of each level and nothing else", arguments: sizes)
    func xyzFiles(width: Double, height: Double) throws {
        let (summary, plan) = try build(PatternSource(width: width, height: height).document, "out")
        var expected = ["out/tiles.json", "out/index.html"]
        for level in plan.levels {
            for column in 0..<level.columns {
                for row in 0..<level.rows { expected.append("out/\(level.number)/\(column)/\(row).png") }
            }
        }
        #expect(try folder.files() == expected.sorted())
        #expect(summary.tiles == expected.count - 2)
    }

    @Test("each tile drawn from the content is what the content draws there", arguments: sizes, [1, 2, 4])
    func pictureTiles(size: (width: Double, height: Double), metatile: Int) throws {
        let source = PatternSource(width: size.width, height: size.height)
        let (_, plan) = try build(source.document, "out") { $0.metatile = metatile }
        let (_, zoom) = try build(source.document, "out.dzi") { $0.metatile = metatile }
        for (plan, isDeepZoom) in [(plan, false), (zoom, true)] {
            for level in plan.levels {
                for column in 0..<level.columns {
                    for row in 0..<level.rows {
                        let area = plan.pyramid.area(
                            of: TileCoordinate(level: level.level, column: column, row: row), cropped: isDeepZoom)
                        let name =
                            isDeepZoom
                            ? "out_files/\(level.number)/\(column)_\(row).png"
                            : "out/\(level.number)/\(column)/\(row).png"
                        let tile = try read(folder.file(name))
                        #expect(tile.width == area.width && tile.height == area.height)
                        #expect(pixels(tile) == pixels(try draw(source, area)), "\(name)")
                    }
                }
            }
        }
    }

    @Test("overviews by boxes are the deepest level halved again and again", arguments: sizes, ["out", "out.dzi"])
    func boxTiles(size: (width: Double, height: Double), name: String) throws {
        let source = PatternSource(width: size.width, height: size.height)
        let (summary, plan) = try build(source.document, name) {
            $0.overviews = .box
            $0.scale = 1.5
            $0.metatile = 2
        }
        #expect(summary.overviews == .box)
        try checkHalved(plan, name) { level in
            try draw(
                source,
                RasterArea(
                    scale: plan.pyramid.deepestScale, x: 0, y: 0, width: level.width, height: level.height))
        }
    }

    /// Compares each tile of each level with the deepest level halved as often as needed.
    private func checkHalved(_ plan: BuildPlan, _ name: String, deepest: (BuildPlan.Level) throws -> Bitmap) throws {
        let isDeepZoom = plan.layout == .deepZoom
        var whole = try deepest(plan.levels.last!)
        for level in plan.levels.reversed() {
            #expect(whole.width == level.width && whole.height == level.height)
            for column in 0..<level.columns {
                for row in 0..<level.rows {
                    let area = plan.pyramid.area(
                        of: TileCoordinate(level: level.level, column: column, row: row), cropped: isDeepZoom)
                    let path =
                        isDeepZoom
                        ? "out_files/\(level.number)/\(column)_\(row).png" : "out/\(level.number)/\(column)/\(row).png"
                    let expected = part(whole, x: area.x, y: area.y, width: area.width, height: area.height)
                    #expect(pixels(try read(folder.file(path))) == pixels(expected), "\(path)")
                }
            }
            whole = halved(whole)
        }
    }

    /// Creates an image file, which is the deepest tile of a build.
    private func imageFile(width: Double, height: Double) throws -> ContentDocument {
        _ = try build(PatternSource(width: width, height: height).document, "source.dzi") { $0.tileSize = 512 }
        let levels = try FileManager.default.contentsOfDirectory(atPath: folder.file("source_files")).compactMap(
            Int.init)
        try FileManager.default.moveItem(
            atPath: folder.file("source_files/\(levels.max()!)/0_0.png"), toPath: folder.file("image.png"))
        try FileManager.default.removeItem(atPath: folder.file("source_files"))
        try FileManager.default.removeItem(atPath: folder.file("source.dzi"))
        return try ContentReader.open(folder.file("image.png"))
    }

    @Test(
        "an image read in strips gives what the image draws, at every level and whatever was asked for",
        arguments: sizes)
    func imageTiles(width: Double, height: Double) throws {
        let document = try imageFile(width: width, height: height)
        for (name, overviews) in [("out", BuildOptions.Overviews.picture), ("out.dzi", .box)] {
            let (summary, plan) = try build(document, name) { $0.overviews = overviews }
            #expect(summary.overviews == .box)
            try checkHalved(plan, name) { level in
                try draw(document.source, RasterArea(scale: 1, x: 0, y: 0, width: level.width, height: level.height))
            }
            // The tiles equal those that a server would send.
            for level in plan.levels {
                let area = plan.pyramid.area(
                    of: TileCoordinate(level: level.level, column: 0, row: 0), cropped: plan.layout == .deepZoom)
                let path = name == "out" ? "out/\(level.number)/0/0.png" : "out_files/\(level.number)/0_0.png"
                #expect(pixels(try read(folder.file(path))) == pixels(try draw(document.source, area)), "\(path)")
            }
        }
    }

    @Test("an image can be built from a lower level on, and at a scale that is no power of two")
    func imageScales() throws {
        let document = try imageFile(width: 150, height: 131)
        let (_, lower) = try build(document, "out") { $0.maxLevel = 1 }
        #expect(lower.levels.last!.width == 38)
        try checkHalved(lower, "out") { level in
            try draw(document.source, RasterArea(scale: 0.25, x: 0, y: 0, width: level.width, height: level.height))
        }
        try FileManager.default.removeItem(atPath: folder.file("out"))
        let (_, odd) = try build(document, "out") { $0.scale = 0.7 }
        try checkHalved(odd, "out") { level in
            try draw(document.source, RasterArea(scale: 0.7, x: 0, y: 0, width: level.width, height: level.height))
        }
    }

    @Test("the files are the same with any number of threads", arguments: [BuildOptions.Overviews.picture, .box])
    func jobs(overviews: BuildOptions.Overviews) throws {
        let source = PatternSource(width: 300, height: 200)
        var first: [String: Data] = [:]
        for jobs in [1, 2, 7] {
            _ = try build(source.document, "out") {
                $0.jobs = jobs
                $0.overviews = overviews
                $0.replacesExisting = true
            }
            var found: [String: Data] = [:]
            for name in try folder.files() {
                found[name] = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
            }
            if first.isEmpty { first = found }
            #expect(found == first, "\(jobs) jobs")
        }
    }

    @Test("tiles of one color are counted, and equal ones are one file with many names")
    func solid() throws {
        let (summary, _) = try build(PatternSource(width: 320, height: 320).document, "out")
        // The solid corner begins right of pixel 160 and below pixel 128: 4 × 5 whole tiles of the deepest 10 × 10.
        #expect(summary.solidTiles >= 4 * 5)
        func inode(_ name: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
            return try #require(attributes[.systemFileNumber] as? Int)
        }
        #expect(try inode("out/4/9/9.png") == inode("out/4/8/9.png"))
        #expect(try inode("out/4/0/0.png") != inode("out/4/0/1.png"))
        var bytes = 0
        for name in try folder.files() where name.hasSuffix(".png") {
            bytes += try Data(contentsOf: URL(fileURLWithPath: folder.file(name))).count
        }
        #expect(summary.bytes == bytes)
    }

    @Test(
        "every format is written under its own ending",
        arguments: [
            (TileFormat.png, "png"), (.jpeg(quality: 80), "jpg"), (.webp(quality: 80), "webp"), (.webpLossless, "webp"),
            (.avif(quality: 60), "avif"), (.jxl(quality: 80), "jxl"), (.jxlLossless, "jxl"),
        ])
    func formats(format: TileFormat, fileExtension: String) throws {
        _ = try build(PatternSource(width: 40, height: 40).document, "out") { $0.format = format }
        let tile = try ContentReader.open(folder.file("out/1/1/1.\(fileExtension)"))
        #expect(tile.kind == ContentKind(fileExtension: fileExtension))
        #expect(tile.notes.isEmpty)
        #expect(tile.source.contentSize == CGSize(width: 32, height: 32))
    }

    @Test("tiles.json is TileJSON 3.0 with the levels that are there")
    func tileJSON() throws {
        _ = try build(PatternSource(width: 100, height: 70).document, "out") { $0.minLevel = 1 }
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("out/tiles.json")))
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(json["tilejson"] as? String == "3.0.0")
        #expect(json["tiles"] as? [String] == ["{z}/{x}/{y}.png"])
        #expect(json["minzoom"] as? Int == 1 && json["maxzoom"] as? Int == 2)
        #expect(json["name"] as? String == "pattern")
        let own = try #require(json["tilework"] as? [String: Any])
        #expect(Set(own.keys) == ["width", "height", "tileSize", "deepestScale", "crs", "georeferenced", "format"])
        #expect(own["width"] as? Double == 100 && own["height"] as? Double == 70 && own["deepestScale"] as? Double == 1)
        // The world is 4 × 32 pixels wide at level 2: 100 of them end at 101.25° east, and 64 would be the equator.
        let bounds = try #require(json["bounds"] as? [Double])
        #expect(bounds[0] == -180 && abs(bounds[2] - 101.25) < 1e-6 && abs(bounds[3] - 85.0511288) < 1e-6)
        #expect(bounds[1] < 0 && bounds[1] > -20)
    }

    @Test("a folder's document and a server's say the same of the same pyramid, each with its own addresses")
    func unitsOfScaledTiles() throws {
        _ = try build(PatternSource(width: 100, height: 70).document, "out") { $0.scale = 4 }
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("out/tiles.json")))
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let own = try #require(json["tilework"] as? [String: Any])
        #expect(own["width"] as? Double == 100 && own["deepestScale"] as? Double == 4, "units, not pixels")
        #expect(json["maxzoom"] as? Int == 4)
    }

    @Test(
        "an ending that no archive has is refused with those that may be used",
        arguments: ["x.zip", "x.sqlite", "tiles.v2", "folder.dzi/x.zip", "x.DZIP"])
    func unknownEnding(name: String) throws {
        let problem = #expect(throws: BuildFailure.self) {
            try TileBuild(
                PatternSource(width: 9, height: 9).document, output: folder.file(name), options: BuildOptions())
        }
        let text = "\(try #require(problem))"
        #expect(
            text.contains(" is not a supported output format; use .dzi, .pmtiles, or .mbtiles, or no ending"),
            "\(text)")
        #expect(try folder.names().isEmpty)
    }

    @Test("a slash behind a name says that it is a folder, and a dot in front is no ending")
    func folderWithDot() throws {
        #expect(try ArchiveLayout(output: "tiles.v2/") == .xyz)
        #expect(try ArchiveLayout(output: "a.b/tiles") == .xyz && ArchiveLayout(output: "a.b/.tiles") == .xyz)
        #expect(try ArchiveLayout(output: "x.DZI") == .deepZoom)
        _ = try build(PatternSource(width: 9, height: 9).document, "tiles.v2/")
        #expect(folder.exists("tiles.v2/tiles.json"))
    }

    @Test("the Deep Zoom descriptor names format, tile size and full size")
    func descriptor() throws {
        _ = try build(PatternSource(width: 100, height: 70).document, "out.dzi") { $0.format = .jpeg(quality: 80) }
        let text = try String(contentsOfFile: folder.file("out.dzi"), encoding: .utf8)
        #expect(text.contains("Format=\"jpg\" Overlap=\"0\" TileSize=\"32\""))
        #expect(text.contains("<Size Width=\"100\" Height=\"70\"/>"))
        #expect(text.contains("xmlns=\"http://schemas.microsoft.com/deepzoom/2008\""))
    }
}
