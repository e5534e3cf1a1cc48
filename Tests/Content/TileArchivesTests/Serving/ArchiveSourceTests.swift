import Foundation
import Synchronization
import TestSupport
import Testing
import TileContent
import TileEngine
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileArchives

@Suite("Archives as content")
struct ArchiveSourceTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private let pattern = PatternSource(width: 300.5, height: 187)

    private func source(
        _ name: String, _ layout: ArchiveLayout? = nil, _ change: (inout BuildOptions) -> Void = { _ in }
    ) throws -> ArchiveSource {
        var options = BuildOptions()
        options.tileSize = 32
        options.layout = layout
        change(&options)
        _ = try TileBuild(pattern.document, output: folder.file(name), options: options).run()
        return try ArchiveSource(try TileArchive.open(folder.file(name)))
    }

    static let kinds = [
        ("a", ArchiveLayout.xyz), ("a.pmtiles", .pmtiles), ("a.mbtiles", .mbtiles), ("a.dzi", .deepZoom),
        ("z", .zoomify),
    ]

    @Test("hand on each tile as it is stored, where it is asked for as it is stored", arguments: kinds)
    func files(name: String, layout: ArchiveLayout) throws {
        let archive = try source(name, layout)
        let crops = layout.cropsTiles
        var count = 0
        for level in max(0, archive.pyramid.maxLevel - 3)...archive.pyramid.maxLevel {
            for row in 0..<archive.pyramid.rows(ofLevel: level) {
                for column in 0..<archive.pyramid.columns(ofLevel: level) {
                    let tile = TileCoordinate(level: level, column: column, row: row)
                    let stored = try archive.reader.tile(
                        level: layout.number(ofLevel: level, in: archive.pyramid), column: column, row: row)
                    #expect(try archive.storedFile(tile, isCropped: crops, format: archive.format) == stored)
                    #expect(stored != nil)
                    let other = try archive.storedFile(tile, isCropped: !crops, format: archive.format)
                    let size = archive.pyramid.pixelSize(ofLevel: level)
                    let isWhole = (column + 1) * 32 <= size.width && (row + 1) * 32 <= size.height
                    #expect((other != nil) == isWhole, "a tile at an edge is another one")
                    #expect(try archive.storedFile(tile, isCropped: crops, format: .webp(quality: 80)) == nil)
                    count += 1
                }
            }
        }
        #expect(count > 60)
    }

    @Test("draw what was built, tile by tile and across tiles, whole and cut", arguments: kinds)
    func pixelsOfTiles(name: String, layout: ArchiveLayout) throws {
        let archive = try source(name, layout)
        let deepest = archive.pyramid.maxLevel
        let scale = archive.pyramid.deepestScale
        for (level, x, y, width, height) in [
            (deepest, 0, 0, 301, 187), (deepest, 37, 20, 100, 90), (deepest - 1, 5, 9, 70, 40),
        ] {
            let area = RasterArea(
                scale: archive.pyramid.scale(ofLevel: level), x: x, y: y, width: width, height: height)
            #expect(try pixels(draw(archive, area)) == pixels(draw(pattern, area)), "level \(level), from \(x), \(y)")
        }
        // There is nothing outside its edges.
        let outside = try draw(archive, RasterArea(scale: scale, x: -50, y: -50, width: 40, height: 40))
        #expect(pixels(outside).allSatisfy { $0 == 0 })
        let across = try draw(archive, RasterArea(scale: scale, x: -4, y: -6, width: 20, height: 20))
        #expect(across[3, 10] == .clear && across[10, 5] == .clear && across[4, 6] != .clear)
    }

    @Test("make levels that they lack from those that they have")
    func levels() throws {
        let archive = try source("deep.pmtiles") {
            $0.minLevel = 3
            $0.maxLevel = 3
        }
        #expect(archive.pyramid.maxLevel == 3)
        let level3 = try draw(archive, archive.pyramid.area(of: TileCoordinate(level: 3, column: 2, row: 1)))
        #expect(level3.width == 32)
        // Each pixel of a shallower level is the mean of four.
        let whole = try draw(
            archive, RasterArea(scale: archive.pyramid.scale(ofLevel: 3), x: 0, y: 0, width: 64, height: 64))
        let above = try draw(archive, archive.pyramid.area(of: TileCoordinate(level: 2, column: 0, row: 0)))
        let expected = halved(whole)
        for y in 0..<32 {
            for x in 0..<32 { #expect(near(above[x, y], expected[x, y]), "\(x), \(y)") }
        }
        // At deeper scales, its own pixels are magnified.
        let magnified = try draw(
            archive, RasterArea(scale: archive.pyramid.deepestScale * 2, x: 0, y: 0, width: 8, height: 8))
        #expect(magnified[1, 1].alpha == 255)
    }

    private func near(_ one: PixelColor, _ other: PixelColor) -> Bool {
        func distance(_ a: UInt8, _ b: UInt8) -> Int { abs(Int(a) - Int(b)) }
        return distance(one.red, other.red) <= 1 && distance(one.green, other.green) <= 1
            && distance(one.blue, other.blue) <= 1 && one.alpha == other.alpha
    }

    @Test("cut off what tiles show of their neighbours")
    func overlap() throws {
        let plain = try source("plain.dzi")
        // The same tiles with a pixel of each neighbor, as other programs write them.
        let files = folder.file("lapped_files")
        let size = plain.pyramid.pixelSize(ofLevel: plain.pyramid.maxLevel)
        let number = ArchiveLayout.deepZoom.deepestLevel(of: plain.pyramid)
        try FileManager.default.createDirectory(atPath: "\(files)/\(number)", withIntermediateDirectories: true)
        for row in 0..<plain.pyramid.rows(ofLevel: plain.pyramid.maxLevel) {
            for column in 0..<plain.pyramid.columns(ofLevel: plain.pyramid.maxLevel) {
                let (left, top) = (max(0, column * 32 - 1), max(0, row * 32 - 1))
                let (right, bottom) = (min(size.width, column * 32 + 33), min(size.height, row * 32 + 33))
                let area = RasterArea(scale: 1, x: left, y: top, width: right - left, height: bottom - top)
                let encoder = TileEncoder()
                let file = try encoder.encode(.bitmap(draw(plain, area)), as: .png).bytes
                try Data(file).write(to: URL(fileURLWithPath: "\(files)/\(number)/\(column)_\(row).png"))
            }
        }
        try Data(
            """
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="png" Overlap="1" TileSize="32">
            <Size Width="\(size.width)" Height="\(size.height)"/></Image>
            """.utf8
        ).write(to: URL(fileURLWithPath: folder.file("lapped.dzi")))
        #expect(TileArchive.layout(at: folder.file("lapped.dzi")) == .deepZoom)
        let lapped = try ArchiveSource(try TileArchive.open(folder.file("lapped.dzi")))
        let tile = TileCoordinate(level: lapped.pyramid.maxLevel, column: 1, row: 1)
        #expect(try lapped.storedFile(tile, isCropped: true, format: .png) == nil)
        let area = RasterArea(scale: 1, x: 10, y: 3, width: 200, height: 150)
        #expect(try pixels(draw(lapped, area)) == pixels(draw(plain, area)))
    }

    @Test("of maps are where they are on Earth, and as deep as they are")
    func maps() throws {
        var archive = HandmadePMTiles()
        let encoder = TileEncoder()
        let file = try encoder.encode(.solid(PixelColor(argb: 0xFF12_3456), width: 64, height: 64), as: .png).bytes
        let number = try #require(PMTilesTile(level: 20, column: 563_250, row: 343_891).number)
        archive.entries = [PMTilesEntry(number: number, offset: 0, length: UInt32(file.count), runLength: 4)]
        archive.tiles = file
        (archive.header.minLevel, archive.header.maxLevel, archive.header.tileType) = (20, 20, .png)
        archive.header.bounds = (
            min: PMTiles.Position(longitude: 133_755_000, latitude: 525_180_000),
            max: PMTiles.Position(longitude: 133_770_000, latitude: 525_190_000)
        )
        try Data(archive.bytes).write(to: URL(fileURLWithPath: folder.file("map.pmtiles")))
        let map = try ArchiveSource(try TileArchive.open(folder.file("map.pmtiles")))
        #expect(map.pyramid.maxLevel == 20 && map.pyramid.tileSize == 64)
        #expect(map.pyramid.columns(ofLevel: 20) == 1 << 20)
        let part = try #require(map.part)
        #expect(
            part.contains(CGPoint(x: 563_250 * 64 + 32, y: 343_891 * 64 + 32)), "the tile is in what is shown: \(part)")
        #expect(part.width < 400 && part.height < 400)
        #expect(
            try map.storedFile(TileCoordinate(level: 20, column: 563_250, row: 343_891), isCropped: false, format: .png)
                == file)
        #expect(
            try map.storedFile(TileCoordinate(level: 20, column: 563_200, row: 343_891), isCropped: false, format: .png)
                == nil)
        // At shallow levels it is smaller than a pixel; at deeper levels it is visible.
        let context = RasterContext(pool: BitmapPool())
        let above = try map.raster(
            map.pyramid.area(of: TileCoordinate(level: 15, column: 563_250 >> 5, row: 343_891 >> 5)), in: context)
        #expect(pixels(bitmap(above)).contains { $0 != 0 })
    }

    @Test("are refused when their tiles are no images, and when there are none")
    func refused() throws {
        var vector = HandmadePMTiles.numbered(4, fromLevel: 2)
        vector.header.tileType = .vector
        try Data(vector.bytes).write(to: URL(fileURLWithPath: folder.file("v.pmtiles")))
        let failure = #expect(throws: ArchiveFailure.self) {
            try ArchiveSource(try TileArchive.open(folder.file("v.pmtiles")))
        }
        if case .unsupported = failure {} else { Issue.record("\(String(describing: failure))") }
        // Only the damaged tile is reported as damaged.
        var damaged = HandmadePMTiles.numbered(4, fromLevel: 1)
        damaged.header.tileType = .png
        try Data(damaged.bytes).write(to: URL(fileURLWithPath: folder.file("d.pmtiles")))
        #expect(throws: ArchiveFailure.self) { try ArchiveSource(try TileArchive.open(folder.file("d.pmtiles"))) }
    }

    @Test(
        "that hold no images say what they hold",
        arguments: [
            (UInt8(1), "Mapbox Vector Tiles (MVT)"), (6, "MapLibre Tiles (MLT)"), (9, "PMTiles tile type 9"),
            (0, "its tiles are not PNG, JPEG, WebP, AVIF, JPEG XL, or GIF images"),
        ])
    func tileTypes(_ type: UInt8, _ words: String) throws {
        var archive = HandmadePMTiles.numbered(4, fromLevel: 2)
        archive.header.tileType = PMTiles.TileType(rawValue: type)
        try Data(archive.bytes).write(to: URL(fileURLWithPath: folder.file("v.pmtiles")))
        let failure = #expect(throws: ArchiveFailure.self) {
            try ArchiveSource(try TileArchive.open(folder.file("v.pmtiles")))
        }
        guard case .unsupported(_, let what) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(what.contains(words), "\(what)")
    }

    @Test("are known by what they hold, and photographs by year are none")
    func recognized() throws {
        for (name, layout) in Self.kinds {
            _ = try source(name, layout)
            #expect(TileArchive.layout(at: folder.file(name)) == layout, "\(name)")
        }
        func put(_ name: String) throws {
            let path = folder.file(name)
            try FileManager.default.createDirectory(
                atPath: PathName(path).folder, withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        }
        for name in ["photos/2024/10/12.jpg", "days/1/2/3.jpg", "mixed/0/0/0.png", "mixed/plan.png", "docs/a/b.txt"] {
            try put(name)
        }
        for name in ["photos", "days", "mixed", "docs", "missing"] {
            #expect(TileArchive.layout(at: folder.file(name)) == nil, "\(name)")
        }
        try put("vips/0/0/0.jpg")
        try put("vips/blank.png")
        #expect(TileArchive.layout(at: folder.file("vips")) == .xyz)
    }

    @Test("without their upper levels show what has been seen meanwhile, and all in the end")
    func overview() throws {
        let archive = try source("deep.pmtiles") {
            $0.scale = 4
            $0.minLevel = 6
        }
        let overview = try #require(
            ArchiveOverview(archive.pyramid, source: 6, part: nil) { tile in
                let bitmap = Bitmap(width: 32, height: 32)
                let color = UInt32(0xFF00_0000) | UInt32(tile.column * 5) << 16 | UInt32(tile.row * 7) << 8
                for y in 0..<32 { bitmap.row(y).update(repeating: color) }
                return bitmap
            })
        let level = overview.level
        #expect(level >= 1 && level < 6)
        // Waits until everything is read, and accepts no placeholder.
        let size = archive.pyramid.pixelSize(ofLevel: level)
        let shown = Bitmap(width: size.width, height: size.height)
        try overview.read(0..<size.width, 0..<size.height, ofLevel: level, into: shown, standIn: nil) { false }
        let side = 32 >> (6 - level)
        for (column, row) in [(0, 0), (3, 2), (20, 11)] {
            #expect(
                shown[column * side, row * side].argb
                    == UInt32(0xFF00_0000) | UInt32(column * 5) << 16 | UInt32(row * 7) << 8)
        }
        var stoodIn = false
        try overview.read(0..<1, 0..<1, ofLevel: 0, into: shown, standIn: { stoodIn = true }) { false }
        #expect(!stoodIn, "it is whole")
    }

    @Test("and their part alone is gone over, where they say which it is")
    func partOfOverview() throws {
        let pyramid = try TilePyramid(squareOf: 256, maxLevel: 14)
        #expect(ArchiveOverview(pyramid, source: 14, part: nil) { _ in nil } == nil, "that would take hours")
        let part = CGRect(x: 1000 * 256 + 10, y: 3001 * 256, width: 700, height: 300)
        let asked = Lock<[TileCoordinate]>([])
        let overview = try #require(
            ArchiveOverview(pyramid, source: 14, part: part) { tile in
                asked.withLock { $0.append(tile) }
                let bitmap = Bitmap(width: 256, height: 256)
                for y in 0..<256 { bitmap.row(y).update(repeating: 0xFFFF_FFFF) }
                return bitmap
            })
        let output = Bitmap(width: 64, height: 64)
        try overview.read(1000 * 8..<1000 * 8 + 64, 3000 * 8..<3000 * 8 + 64, ofLevel: 9, into: output, standIn: nil) {
            false
        }
        #expect(
            asked.withLock { Set($0) }
                == Set(
                    (1000...1002).flatMap { column in
                        (3001...3002).map { TileCoordinate(level: 14, column: column, row: $0) }
                    }))
        // Level 9 has 8 pixels of each tile.
        #expect(output[0, 8].alpha == 255 && output[23, 23].alpha == 255)
        #expect(output[24, 8] == .clear && output[0, 7] == .clear && output[0, 24] == .clear)
        #expect(throws: CancellationError.self) {
            let other = try #require(ArchiveOverview(pyramid, source: 14, part: part) { _ in nil })
            try other.read(0..<1, 0..<1, ofLevel: 3, into: output, standIn: nil) { true }
        }
    }
}
