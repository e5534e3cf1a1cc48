import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

@Suite("Levels that are read from a TIFF itself")
struct DirectLevelTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "the sides of a page's tiles are read from its tags, whatever the offsets' size",
        arguments: [[:], ["bigtiff": "true"], ["subifd": "true"], ["subifd": "true", "bigtiff": "true"]])
    func tiles(options: [String: String]) throws {
        let path = folder.file("a.tif")
        let layout = ["tile": "true", "tile-width": "32", "tile-height": "48", "pyramid": "true"]
        try SampleImage.pattern(width: 150, height: 130).write(path, by: "tiffsave", layout.merging(options) { $1 })
        let expected = TIFFTiles(width: 32, height: 48)
        #expect(TIFFTiles(path, page: .page(0)) == expected)
        let below: [VipsPicture.Page] =
            options["subifd"] == nil ? [.page(1), .page(2)] : [.subdirectory(0), .subdirectory(1)]
        for page in below { #expect(TIFFTiles(path, page: page) == expected) }
        for page in [VipsPicture.Page.page(40), .subdirectory(40)] { #expect(TIFFTiles(path, page: page) == nil) }
    }

    @Test("big-endian tags are read")
    func bigEndian() throws {
        var bytes: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 2]
        bytes += [1, 66, 0, 3, 0, 0, 0, 1, 1, 0, 0, 0]
        bytes += [1, 67, 0, 4, 0, 0, 0, 1, 0, 0, 2, 0]
        let path = try folder.write("a.tif", bytes + [0, 0, 0, 0])
        #expect(TIFFTiles(path, page: .page(0)) == TIFFTiles(width: 256, height: 512))
    }

    @Test("strips have no tiles, and neither has what is damaged")
    func none() throws {
        let path = folder.file("strips.tif")
        try SampleImage.pattern(width: 50, height: 30).write(path, by: "tiffsave")
        #expect(TIFFTiles(path, page: .page(0)) == nil)
        #expect(TIFFTiles(folder.file("missing.tif"), page: .page(0)) == nil)

        let tiled = folder.file("tiled.tif")
        try SampleImage.pattern(width: 50, height: 30).write(tiled, by: "tiffsave", ["tile": "true"])
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: tiled)))
        var random = SeededGenerator(3)
        for _ in 0..<2000 {
            var changed = bytes.prefix(Int.random(in: 1...bytes.count, using: &random))
            for _ in 0..<4 {
                changed[Int.random(in: 0..<min(changed.count, 400), using: &random)] = .random(
                    in: 0...255, using: &random)
            }
            let damaged = try folder.write("damaged.tif", changed)
            for page in [VipsPicture.Page.page(0), .page(3), .subdirectory(0)] { _ = TIFFTiles(damaged, page: page) }
        }
    }

    @Test("pages stay open as long as there is room for their tiles, and are opened again")
    func evicted() throws {
        let layout = ["tile": "true", "tile-width": "128", "tile-height": "128", "pyramid": "true"]
        // The memory of two open pages.
        let budget = MemoryBudget(limit: 2 * OpenFile.byteCount)
        var limits = ContentLimits()
        limits.memory = budget
        let sources = try (0..<3).map { number in
            let path = folder.file("\(number).tif")
            try SampleImage(width: 600, height: 300, bands: 1) { x, y, _ in x / 3 + y + number * 7 }
                .write(path, by: "tiffsave", layout)
            return try ImageSource.open(path, limits: limits)
        }
        #expect(budget.bytes == 0)
        for round in 0..<2 {
            for (number, source) in sources.enumerated() {
                for level in 0..<2 {
                    let tile = try raster(
                        source, RasterArea(scale: level == 0 ? 1 : 0.5, x: 30, y: 20, width: 4, height: 4))
                    let middle = level == 0 ? (30 / 3 + 20) : (60 / 3 + 40)
                    #expect(abs(Int(tile[0, 0].red) - (middle + number * 7)) <= 1, "round \(round), level \(level)")
                    #expect(budget.bytes > 0 && budget.bytes <= budget.limit)
                    budget._checkInvariants()
                }
            }
        }
        #expect(budget.evictionCount >= 8)
    }
}
