import Foundation
import TestSupport
import Testing
import TileEngine
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileArchives

/// Folders written by other programs. The layouts are those of gdal2tiles 3.6.2, libvips 8.14.1 and OpenLayers' Zoomify
/// source; the pictures are small ones of the same proportions.
@Suite("Folders that other programs wrote")
struct ForeignFolderTests {
    let folder: TemporaryFolder
    /// A picture that is slightly more than four tiles wide and three high, like 1025 × 800 with tiles of 256.
    let picture: Bitmap
    static let tileSize = 32
    static let (width, height) = (130, 100)

    init() throws {
        folder = try TemporaryFolder()
        picture = try draw(
            PatternSource(width: Double(Self.width), height: Double(Self.height)),
            RasterArea(scale: 1, x: 0, y: 0, width: Self.width, height: Self.height))
    }

    // MARK: Writers

    func write(_ bitmap: Bitmap, to name: String, as format: TileFormat = .png) throws {
        try FileManager.default.createDirectory(
            atPath: folder.file(PathName(name).folder), withIntermediateDirectories: true)
        try folder.write(name, try TileEncoder().encode(.bitmap(bitmap), as: format).bytes)
    }

    /// Writes a pyramid of tiles cut from the bottom left corner, as gdal2tiles does for the profile `raster`.
    private func writeFromBottom(_ name: String, rowOf: (_ level: Int, _ row: Int) -> Int = { $1 }) throws {
        let side = Self.tileSize << 3
        let square = Bitmap(width: side, height: side)
        for y in 0..<Self.height {
            for x in 0..<Self.width { square[x, side - Self.height + y] = picture[x, y] }
        }
        var level = square
        for number in (0...3).reversed() {
            let scale = 1 << (3 - number)
            for row in 0..<(Self.height + Self.tileSize * scale - 1) / (Self.tileSize * scale) {
                for column in 0..<(Self.width + Self.tileSize * scale - 1) / (Self.tileSize * scale) {
                    let tile = part(
                        level, x: column * Self.tileSize, y: level.height - (row + 1) * Self.tileSize,
                        width: Self.tileSize, height: Self.tileSize)
                    try write(tile, to: "\(name)/\(number)/\(column)/\(rowOf(number, row)).png")
                }
            }
            level = halved(level)
        }
    }

    private struct TileMap {
        var profile = "raster"
        var box = "minx=\"0.00000000000000\" miny=\"-100.00000000000000\" maxx=\"130.00000000000000\" maxy=\"0.0\""
        var origin = "x=\"0.00000000000000\" y=\"-100.00000000000000\""
        var tileSize = ForeignFolderTests.tileSize
        /// The units per pixel, starting at level 0.
        var units: [Double?] = [8, 4, 2, 1]

        var text: String {
            let sets = units.enumerated().compactMap { level, units in
                units.map { "<TileSet href=\"\(level)\" units-per-pixel=\"\($0)\" order=\"\(level)\"/>" }
            }
            return """
                <?xml version="1.0" encoding="utf-8"?>
                    <TileMap version="1.0.0" tilemapservice="http://tms.osgeo.org/1.0.0">
                      <Title>plain.png</Title>
                      <Abstract></Abstract>
                      <SRS></SRS>
                      <BoundingBox \(box)/>
                      <Origin \(origin)/>
                      <TileFormat width="\(tileSize)" height="\(tileSize)" mime-type="image/png" extension="png"/>
                      <TileSets profile="\(profile)">\(sets.joined())</TileSets>
                    </TileMap>
                """
        }
    }

    private func dot(_ name: String) throws {
        try write(Bitmap(width: Self.tileSize, height: Self.tileSize), to: name)
    }

    // MARK: gdal2tiles

    @Test("gdal2tiles -p raster has the size of the picture, and its pixels where they belong")
    func raster() throws {
        try writeFromBottom("g")
        try folder.write("g/tilemapresource.xml", TileMap().text)
        let reader = try TileArchive.open(folder.file("g"))
        let description = reader.description
        #expect(description.scheme == .tms && description.name == "plain.png" && description.levels == 0...3)
        #expect(description.pyramid?.contentSize == CGSize(width: Self.width, height: Self.height))
        let source = try ArchiveSource(reader)
        let whole = try draw(source, RasterArea(scale: 1, x: 0, y: 0, width: Self.width, height: Self.height))
        #expect(pixels(whole) == pixels(picture))
        let half = try draw(source, RasterArea(scale: 0.5, x: 0, y: 0, width: 65, height: 50))
        #expect(pixels(half) == pixels(halved(picture)))
        // The top row begins 28 pixels above the picture: 4 rows of 32 for 100 pixels. No stored tile matches the
        // server's grid.
        #expect(description.grids[3] == LevelGrid(columns: 5, rows: 4, top: 28))
        let corner = TileCoordinate(level: 3, column: 0, row: 0)
        #expect(try source.storedFile(corner, isCropped: false, format: .png) == nil)
        #expect(try ArchiveVerifier(reader, jobs: 2).run().problems == [])
        #expect(DescriptionCheck.contradictions(of: reader) == [])
    }

    @Test("gdal2tiles -p raster becomes the archive that a build of the picture is")
    func convertedRaster() throws {
        try writeFromBottom("g")
        try folder.write("g/tilemapresource.xml", TileMap().text)
        for (output, layout) in [("c.dzi", ArchiveLayout.deepZoom), ("c", .xyz), ("c.pmtiles", .pmtiles)] {
            _ = try TileConversion(
                try TileArchive.open(folder.file("g")), output: folder.file(output), layout: layout
            ).run()
            let reader = try TileArchive.open(folder.file(output))
            #expect(try ArchiveVerifier(reader, jobs: 2).run().problems == [], "\(output)")
            let whole = try draw(
                try ArchiveSource(reader), RasterArea(scale: 1, x: 0, y: 0, width: Self.width, height: Self.height))
            #expect(pixels(whole) == pixels(picture), "\(output)")
        }
    }

    @Test("a raster in units of its plane has the size that its units per pixel make")
    func units() throws {
        try writeFromBottom("g")
        var map = TileMap()
        map.box = #"minx="300000.0" miny="5499000.0" maxx="301300.0" maxy="5500000.0""#
        map.origin = #"x="300000.0" y="5499000.0""#
        map.units = [80, 40, 20, 10]
        try folder.write("g/tilemapresource.xml", map.text)
        let source = try ArchiveSource(try TileArchive.open(folder.file("g")))
        #expect(source.contentSize == CGSize(width: 130, height: 100))
        let whole = try draw(source, RasterArea(scale: 1, x: 0, y: 0, width: Self.width, height: Self.height))
        #expect(pixels(whole) == pixels(picture))
    }

    @Test("a raster that begins within the grid of its origin is cut out of it")
    func origin() throws {
        // The picture begins at pixel 40 of the grid from the left, and 70 from the bottom.
        let grid = Bitmap(width: 256, height: 256)
        for y in 0..<Self.height {
            for x in 0..<Self.width { grid[40 + x, 256 - 70 - Self.height + y] = picture[x, y] }
        }
        for row in 0..<8 {
            for column in 0..<8 {
                let tile = part(grid, x: column * 32, y: (7 - row) * 32, width: 32, height: 32)
                if pixels(tile).contains(where: { $0 != 0 }) { try write(tile, to: "g/3/\(column)/\(row).png") }
            }
        }
        var map = TileMap()
        map.box = #"minx="40" miny="70" maxx="170" maxy="170""#
        map.origin = #"x="0" y="0""#
        map.units = [nil, nil, nil, 1]
        try folder.write("g/tilemapresource.xml", map.text)
        let reader = try TileArchive.open(folder.file("g"))
        let whole = try draw(
            try ArchiveSource(reader), RasterArea(scale: 1, x: 0, y: 0, width: Self.width, height: Self.height))
        #expect(pixels(whole) == pixels(picture))
        #expect(try ArchiveVerifier(reader, jobs: 2).run().problems == [])
    }

    /// At level 6, column 33 is at 5.6° east, and row 42 from the bottom at 48.9° north.
    @Test(
        "a Mercator map lies at its own latitude, however its bounding box is written",
        arguments: [
            #"minx="10.0" miny="48.0" maxx="20.0" maxy="55.0""#,
            // gdal2tiles of GDAL 1 swaps the axes.
            #"minx="48.0" miny="10.0" maxx="55.0" maxy="20.0""#,
            #"minx="1113194.9079" miny="6106854.8349" maxx="2226389.8158" maxy="7361866.1131""#,
        ])
    func mercator(box: String) throws {
        for column in 33...35 { for row in 41...43 { try dot("m/6/\(column)/\(row).png") } }
        var map = TileMap()
        (map.profile, map.box, map.units) = ("mercator", box, [nil, nil, nil, nil, nil, nil, 2445.98490468750015])
        try folder.write("m/tilemapresource.xml", map.text)
        let reader = try TileArchive.open(folder.file("m"))
        let degrees = try #require(reader.description.degrees)
        for (found, right) in zip(degrees, [10.0, 48, 20, 55]) { #expect(abs(found - right) < 1e-4, "\(degrees)") }
        // 2⁶ − 1 − 43: the northernmost row.
        #expect(try reader.everything().map(\.tile.row).min() == 20)
        #expect(try reader.tile(level: 6, column: 33, row: 20) != nil)
        let part = try #require(try ArchiveSource(reader).part)
        #expect(part.contains(CGPoint(x: 34.5 * 32, y: 21.5 * 32)))
    }

    @Test("degrees as pixels are a world twice as wide as high, whether level 0 has one tile or two")
    func geodetic() throws {
        // 10° to 20° east, 48° to 55° north at level 7. With one tile at level 0 a tile has 2.8125°, with two 1.40625°.
        for (name, columns, rows, level) in [("one", 67...71, 49...51, 7), ("two", 135...142, 98...103, 8)] {
            for column in columns { for row in rows { try dot("\(name)/7/\(column)/\(row).png") } }
            var map = TileMap()
            (map.profile, map.box) = ("geodetic", #"minx="10" miny="48" maxx="20" maxy="55""#)
            map.units = [Double?](repeating: nil, count: 7) + [0.00549316406250]
            try folder.write("\(name)/tilemapresource.xml", map.text)
            let reader = try TileArchive.open(folder.file(name))
            let pyramid = try #require(reader.description.pyramid)
            #expect(pyramid.contentSize == CGSize(width: 32 << level, height: 16 << level), "\(name)")
            #expect(reader.description.levels == level...level)
            let part = try #require(reader.description.part)
            #expect(abs(part.minX / pyramid.contentSize.width - 190.0 / 360) < 1e-9)
            #expect(abs(part.minY / pyramid.contentSize.height - 35.0 / 180) < 1e-9)
            #expect(try ArchiveVerifier(reader, jobs: 1).run().problems == [], "\(name)")
        }
    }

    @Test("the KML files that gdal2tiles -k puts beside tiles are not taken for tiles")
    func kml() throws {
        try writeFromBottom("g")
        try folder.write("g/tilemapresource.xml", TileMap().text)
        for column in 0...4 {
            for row in 0...3 { try folder.write("g/3/\(column)/\(row).kml", "<kml/>") }
        }
        try folder.write("g/doc.kml", "<kml/>")
        let reader = try TileArchive.open(folder.file("g"))
        #expect(reader.description.format == .png)
        #expect(try ArchiveVerifier(reader, jobs: 1).run().problems == [])
    }

    @Test("a description that contradicts itself, or the folders, is told")
    func contradictions() throws {
        try writeFromBottom("g")
        var map = TileMap()
        map.units = [8, 4, 2, 1, 0.5]
        try folder.write("g/tilemapresource.xml", map.text)
        let reader = try TileArchive.open(folder.file("g"))
        #expect(
            DescriptionCheck.contradictions(of: reader)
                == ["tilemapresource.xml lists level 4, which is missing"])
        try folder.write("g/tilemapresource.xml", "<TileMap><BoundingBox minx='1'/></TileMap>")
        guard case .damaged = failure({ () throws(ArchiveFailure) in try TileArchive.open(folder.file("g")) }) else {
            Issue.record("a description without sizes")
            return
        }
    }

    @Test("damaged descriptions of the Tile Map Service are refused or are read: nothing traps")
    func mutated() throws {
        try writeFromBottom("g")
        let texts = [
            TileMap().text,
            TileMap(profile: "geodetic", box: #"minx="-180" miny="-90" maxx="180" maxy="90""#).text,
            TileMap(profile: "mercator", box: #"minx="-180" miny="-85" maxx="180" maxy="85""#).text,
            TileMap(origin: #"x="-1e300" y="1e300""#, units: [1e-300, 1e300]).text,
        ].map { Array($0.utf8) }
        var random = SeededGenerator(8)
        var readCount = 0
        for round in 0..<rounds(400) {
            let text = texts[round % texts.count]
            try folder.write("g/tilemapresource.xml", round < texts.count ? text : random.damage(text))
            do throws(ArchiveFailure) {
                let reader = try TileArchive.open(folder.file("g"))
                _ = DescriptionCheck.contradictions(of: reader)
                _ = reader.description.plan
                var cursor = try reader.tiles()
                while let tile = try cursor.next() { _ = try reader.bytes(of: tile) }
                readCount += 1
            } catch {}
        }
        #expect(readCount > rounds(400) / 20)
    }

    // MARK: Folders without a description

    @Test("the tiles tell where rows begin, and a flag outweighs them")
    func evidence() throws {
        try writeFromBottom("tms")
        try writeFromBottom("xyz") { level, row in (1 << level) - 1 - row }
        for (name, scheme) in [("tms", TileScheme.tms), ("xyz", .xyz)] {
            let reader = try TileArchive.open(folder.file(name))
            #expect(reader.description.scheme == scheme, "\(name)")
            // Both give the same square.
            #expect(try reader.tile(level: 3, column: 4, row: 7) != nil)
            let whole = try draw(
                try ArchiveSource(reader), RasterArea(scale: 1, x: 0, y: 156, width: Self.width, height: Self.height))
            #expect(pixels(whole) == pixels(picture), "\(name)")
        }
        let flipped = try TileArchive.open(folder.file("tms"), scheme: .xyz)
        #expect(flipped.description.scheme == .xyz)
        #expect(try flipped.tile(level: 3, column: 4, row: 0) != nil)
    }

    @Test("rows that count from the top outweigh a description of the Tile Map Service beside them")
    func outweighed() throws {
        var level = picture
        for number in (0...3).reversed() {
            for row in 0..<(level.height + 31) / 32 {
                for column in 0..<(level.width + 31) / 32 {
                    let tile = part(level, x: column * 32, y: row * 32, width: 32, height: 32)
                    try write(tile, to: "l/\(number)/\(column)/\(row).png")
                }
            }
            level = halved(level)
        }
        try folder.write("l/tilemapresource.xml", TileMap().text)
        let reader = try TileArchive.open(folder.file("l"))
        #expect(reader.description.scheme == .xyz)
        let whole = try draw(
            try ArchiveSource(reader), RasterArea(scale: 1, x: 0, y: 0, width: Self.width, height: Self.height))
        #expect(pixels(whole) == pixels(picture))
    }

    @Test("metadata out of MBTiles does not settle the order of rows, and TileJSON does")
    func metadata() throws {
        try writeFromBottom("f")
        try folder.write("f/metadata.json", #"{"name": "plan", "format": "png", "minzoom": "0", "maxzoom": "3"}"#)
        #expect(try TileArchive.open(folder.file("f")).description.scheme == .tms)
        try folder.write("f/metadata.json", #"{"tilejson": "2.0.0", "scheme": "xyz", "profile": "mercator"}"#)
        #expect(try TileArchive.open(folder.file("f")).description.scheme == .xyz)
    }

    /// One level has no tiles above it, so only the bounds determine its rows: 48° to 55° north is row 10 of level 5,
    /// or 21 from the bottom.
    @Test("the bounds of a map tell where rows begin", arguments: [(10, TileScheme.xyz), (21, .tms)])
    func bounds(row: Int, scheme: TileScheme) throws {
        for column in 16...17 { try dot("b/5/\(column)/\(row).png") }
        try folder.write("b/metadata.json", #"{"name": "b", "bounds": "10.0,48.0,20.0,55.0", "format": "png"}"#)
        let reader = try TileArchive.open(folder.file("b"))
        #expect(reader.description.scheme == scheme)
        #expect(try reader.everything().map(\.tile.row) == [10, 10])
    }
}
