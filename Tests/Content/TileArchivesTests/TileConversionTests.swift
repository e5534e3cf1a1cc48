import Foundation
import TestSupport
import Testing
import TileContent
import TileGraphics

@testable import TileArchives

@Suite("Archives made from archives")
struct TileConversionTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func build(_ name: String, _ layout: ArchiveLayout? = nil) throws {
        var options = BuildOptions()
        options.tileSize = 32
        options.layout = layout
        _ = try TileBuild(
            PatternSource(width: 300.5, height: 1122.5196850393702 / 6).document, output: folder.file(name),
            options: options
        ).run()
    }

    private func files(_ name: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for file in try folder.files() where file == name || file.hasPrefix(name + "/") || file.hasPrefix(name + "_") {
            files[String(file.dropFirst(name.count))] = try Data(contentsOf: URL(fileURLWithPath: folder.file(file)))
        }
        return files
    }

    static let kinds = [("a", ArchiveLayout.xyz), ("a.pmtiles", .pmtiles), ("a.mbtiles", .mbtiles)]

    @Test("are those that a build makes, byte for byte, between all kinds of squares", arguments: kinds, kinds)
    func squares(from: (String, ArchiveLayout), to: (String, ArchiveLayout)) throws {
        try build("from-" + from.0, from.1)
        try build(to.0, to.1)
        let built = try files(to.0)
        let output = "to-" + to.0
        let reader = try TileArchive.open(folder.file("from-" + from.0))
        let conversion = try TileConversion(reader, output: folder.file(output), layout: to.1)
        let summary = try conversion.run()
        #expect(summary.tiles == conversion.plan.tileCount)
        var converted = try files(output)
        // The name is the content's, which a folder and its page do not store.
        if from.1 == .xyz || to.1 == .xyz {
            for name in ["/tiles.json", "/index.html"] { converted[name] = built[name] }
        }
        #expect(converted == built)
        #expect(try folder.names().allSatisfy { !$0.hasPrefix(".") })
    }

    @Test("of cropped tiles are made from each other, without the levels that the other lacks")
    func cropped() throws {
        try build("a.dzi")
        try build("z", .zoomify)
        let built = try files("z")
        _ = try TileConversion(
            try TileArchive.open(folder.file("a.dzi")), output: folder.file("converted"), layout: .zoomify
        ).run()
        #expect(try files("converted") == built)
        let back = try TileConversion(
            try TileArchive.open(folder.file("z")), output: folder.file("back.dzi"))
        _ = try back.run()
        let reader = try TileArchive.open(folder.file("back.dzi"))
        #expect(reader.description.pyramid?.pixelSize(ofLevel: back.plan.pyramid.maxLevel).width == 301)
        let whole = try TileArchive.open(folder.file("a.dzi"))
        for level in 5...9 {
            #expect(
                try reader.tile(level: level, column: 0, row: 0) == whole.tile(level: level, column: 0, row: 0))
        }
    }

    @Test("have their edges made anew, and nothing else, between squares and tiles that end with the content")
    func edges() throws {
        try build("a.dzi")
        try build("b.pmtiles")
        let squares = TileConversion.self
        let there = try squares.init(try TileArchive.open(folder.file("a.dzi")), output: folder.file("to.pmtiles"))
        _ = try there.run()
        let back = try squares.init(try TileArchive.open(folder.file("b.pmtiles")), output: folder.file("to.dzi"))
        let summary = try back.run()
        #expect(summary.tiles == back.plan.tileCount)
        // PNG is lossless: the converted archive equals a built one.
        let (made, built) = (
            try TileArchive.open(folder.file("to.pmtiles")), try TileArchive.open(folder.file("b.pmtiles"))
        )
        for level in there.plan.levels {
            for row in 0..<level.rows {
                for column in 0..<level.columns {
                    let tile = try made.tile(level: level.number, column: column, row: row)
                    #expect(try tile == built.tile(level: level.number, column: column, row: row))
                }
            }
        }
        var (converted, whole) = (try files("to.dzi"), try files("a.dzi"))
        converted.merge(try files("to")) { $1 }
        whole.merge(try files("a")) { $1 }
        // A page names the source of the tiles, and levels smaller than a tile are halved from another level.
        for name in whole.keys where name.contains("index.html") || name.contains(#/_files/[0-4]//#) {
            #expect(converted[name] != nil)
            converted[name] = whole[name]
        }
        #expect(converted == whole)
        let plan = there.plan
        let edges = plan.levels.reduce(0) { count, level in
            let wide = level.width % 32 == 0 ? 0 : level.rows
            let high = level.height % 32 == 0 ? 0 : level.columns
            return count + wide + high - (wide > 0 && high > 0 ? 1 : 0)
        }
        #expect(there.remadeTiles == edges && edges < plan.tileCount)
    }

    @Test("have Deep Zoom's small levels also where nothing says how large the content is")
    func unknownSize() throws {
        try build("a", .xyz)
        try FileManager.default.removeItem(atPath: folder.file("a/tiles.json"))
        let squares = try TileArchive.open(folder.file("a"))
        #expect(squares.description.pyramid == nil)
        let conversion = try TileConversion(squares, output: folder.file("b.dzi"))
        let summary = try conversion.run()
        let made = try TileArchive.open(folder.file("b.dzi"))
        let smallest = try #require(conversion.plan.levels.first)
        #expect(smallest.number == 0)
        for level in conversion.plan.levels.prefix(6) {
            #expect(try made.tile(level: level.number, column: 0, row: 0) != nil)
        }
        #expect(summary.tiles > conversion.remadeTiles && conversion.remadeTiles > 0)
    }

    @Test("are refused before any work where they can't be")
    func refused() throws {
        try build("b.pmtiles")
        let squares = try TileArchive.open(folder.file("b.pmtiles"))
        #expect(throws: BuildFailure.exists(path: folder.file("b.pmtiles"))) {
            try TileConversion(squares, output: folder.file("b.pmtiles")).run()
        }
        #expect(try folder.names().allSatisfy { !$0.hasPrefix(".") })
    }
}
