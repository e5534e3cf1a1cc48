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
        // The name is the content's, which a folder and its page don't say.
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

    @Test("are refused before any work where the tiles would have to be others")
    func refused() throws {
        try build("a.dzi")
        try build("b.pmtiles")
        let dzi = try TileArchive.open(folder.file("a.dzi"))
        let failure = #expect(throws: BuildFailure.self) {
            try TileConversion(dzi, output: folder.file("x.pmtiles"))
        }
        #expect(
            "\(try #require(failure))"
                == "PMTiles can't hold the tiles of \(folder.file("a.dzi")) as they are: they end where the content does, "
                + "and its own are whole squares")
        let squares = try TileArchive.open(folder.file("b.pmtiles"))
        #expect(throws: BuildFailure.self) { try TileConversion(squares, output: folder.file("x.dzi")) }
        #expect(throws: BuildFailure.exists(path: folder.file("b.pmtiles"))) {
            try TileConversion(squares, output: folder.file("b.pmtiles")).run()
        }
        #expect(try !folder.exists("x.pmtiles") && folder.names().allSatisfy { !$0.hasPrefix(".") })
    }
}
