import CSQLite
import Foundation
import TestSupport
import Testing
import TileFormats
import TileGraphics
import TileSupport

@testable import TileArchives

@Suite("Archives of JPEG XL")
struct JPEGXLArchiveTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("show, lossless, the pixels of an archive of PNG, in each kind that holds them, and are sound")
    func lossless() throws {
        let png = try TileArchive.open(folder.patternArchive("png", width: 100, height: 70))
        for name in ["a", "a.dzi", "a.mbtiles"] {
            let path = try folder.patternArchive(name, width: 100, height: 70) { $0.format = .jxlLossless }
            let archive = try TileArchive.open(path)
            #expect(archive.description.format == .jpegXL)
            #expect(try ArchiveSource(archive).format == .jxl(quality: 80))
        }
        // A process decodes each tile, so one kind has to do.
        let archive = try TileArchive.open(folder.file("a.mbtiles"))
        let check = try ArchiveVerifier(archive, jobs: 1).run()
        #expect(check.isSound && check.isDecoded && check.tiles == 17, "\(check.problems)")
        let result = try ArchiveComparer(png, archive, levels: nil, jobs: 1).run()
        #expect(result.areEqual && result.compared == 17, "\(result.differences.prefix(3))")
        // MBTiles 1.3 names four formats, and others by their media types.
        let file = try SQLiteFile(folder.file("a.mbtiles"), .read)
        var format = ""
        try SQLiteStatement(file, "SELECT value FROM metadata WHERE name = 'format'").rows([]) { row in
            format = row.text(0)
            return true
        }
        #expect(format == "image/jxl")
        #expect(try String(contentsOfFile: folder.file("a.dzi"), encoding: .utf8).contains("Format=\"jxl\""))
        // Tiles keep their bytes, and those at the edges are made again.
        let reader = try TileArchive.open(folder.file("a.dzi"))
        _ = try TileConversion(reader, output: folder.file("b.mbtiles")).run()
        #expect(try TileArchive.open(folder.file("b.mbtiles")).description.format == .jpegXL)
        let refusal = #expect(throws: BuildFailure.self) {
            try TileConversion(reader, output: folder.file("b.pmtiles"))
        }
        #expect(refusal.map { "\($0)".contains("JPEG XL, for which its specification has no number") } == true)
    }

    @Test("are made of JPEG tiles without loss, and of others not")
    func repacked() throws {
        let path = try folder.patternArchive("a.dzi", width: 100, height: 70) { $0.format = .jpeg(quality: 80) }
        let old = try TileArchive.open(path)
        let conversion = try TileConversion(old, output: folder.file("b.dzi"), repacksJPEG: true)
        #expect(try conversion.run().tiles == 22 && conversion.remadeTiles == 0)
        let new = try TileArchive.open(folder.file("b.dzi"))
        #expect(new.description.format == .jpegXL)
        let encoder = TileEncoder()
        var cursor = try old.tiles()
        var count = 0
        while let tile = try cursor.next() {
            let place = tile.coordinate
            let bytes = try new.tile(level: place.level, column: place.column, row: place.row)
            #expect(try bytes == encoder.repack(jpeg: old.bytes(of: tile)), "\(place)")
            count += 1
        }
        #expect(count == 22)
        // Folders have whole squares: tiles at the edges are encoded again.
        let squares = try TileConversion(old, output: folder.file("squares"), repacksJPEG: true)
        #expect(try squares.run().tiles == 17 && squares.remadeTiles == 10)
        let inner = try TileArchive.open(folder.file("squares")).tile(level: 2, column: 1, row: 1)
        #expect(try inner == new.tile(level: 7, column: 1, row: 1) && inner != nil)
        #expect(throws: BuildFailure.self) {
            try TileConversion(new, output: folder.file("c.dzi"), repacksJPEG: true)
        }
        #expect(throws: BuildFailure.self) {
            try TileConversion(old, output: folder.file("c.pmtiles"), repacksJPEG: true)
        }
    }

    @Test("leave out damaged tiles, which are counted, and copy what is JPEG XL already")
    func damaged() throws {
        let path = try folder.patternArchive("a.dzi", width: 100, height: 70) { $0.format = .jpeg(quality: 80) }
        func put(_ bytes: [UInt8], _ name: String) throws {
            try Data(bytes).write(to: URL(fileURLWithPath: folder.file("a_files/7/\(name).jpg")))
        }
        let encoder = TileEncoder()
        let picture = Bitmap(width: 32, height: 32)
        for y in 0..<32 { for x in 0..<32 { picture[x, y] = PixelColor(argb: 0xFF40_80C0) } }
        let png = try encoder.encode(.bitmap(picture), as: .png).bytes
        let jxl = try encoder.encode(.bitmap(picture), as: .jxlLossless).bytes
        let whole = try #require(try TileArchive.open(path).tile(level: 7, column: 0, row: 0))
        try put(Array(whole.prefix(whole.count / 2)), "0_0")
        try put(Array("<html>not found</html>".utf8), "1_0")
        try put(png, "2_0")
        try put(jxl, "0_1")
        let conversion = try TileConversion(
            try TileArchive.open(path), output: folder.file("b.dzi"), repacksJPEG: true)
        let summary = try conversion.run()
        #expect(summary.tiles == 20 && conversion.faultyTiles == 2 && conversion.remadeTiles == 1)
        let new = try TileArchive.open(folder.file("b.dzi"))
        #expect(try new.tile(level: 7, column: 0, row: 0) == nil && new.tile(level: 7, column: 1, row: 0) == nil)
        #expect(try new.tile(level: 7, column: 0, row: 1) == jxl)
        let remade = try #require(try new.tile(level: 7, column: 2, row: 0))
        let pixel = try TileDecoding.decode(remade).get()[9, 9]
        let differences = [(pixel.red, 0x40), (pixel.green, 0x80), (pixel.blue, 0xC0)].map { abs(Int($0) - $1) }
        #expect(remade != jxl && differences.max()! < 4, "\(differences)")
    }

    @Test("of a build that was stopped and continued are those of one that was not", arguments: [true, false])
    func continued(isLossless: Bool) throws {
        func options(_ options: inout BuildOptions) {
            options.format = isLossless ? .jxlLossless : .jxl(quality: 55)
            options.jobs = 1
        }
        try folder.buildPattern("whole", options)
        let running = Lock<TileBuild?>(nil)
        let source = PatternSource(width: 300, height: 200) { if $0 == 2 { running.withLock { $0 }?.stop() } }
        var same = BuildOptions()
        same.tileSize = 32
        options(&same)
        let build = try TileBuild(source.document, output: folder.file("again"), options: same)
        running.withLock { $0 = build }
        #expect(throws: BuildFailure.self) { try build.run() }
        let summary = try folder.buildPattern("again", options)
        #expect(summary.earlierTiles > 0)
        func files(_ name: String) throws -> [String: Data] {
            var files: [String: Data] = [:]
            for path in try folder.files() where path.hasPrefix("\(name)/") && path.hasSuffix(".jxl") {
                files[String(path.dropFirst(name.count))] = try Data(
                    contentsOf: URL(fileURLWithPath: folder.file(path)))
            }
            return files
        }
        let whole = try files("whole")
        #expect(try whole.count == summary.tiles && files("again") == whole)
    }
}
