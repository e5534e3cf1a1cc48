import Foundation
import TestSupport
import Testing
import TileEngine
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileArchives

/// Tests of folders of Zoomify and Deep Zoom.
extension ForeignFolderTests {
    /// Writes tiers of halved sizes, rounded down, as OpenLayers' `tierSizeCalculation: "truncated"` counts them.
    private func writeTruncatedZoomify(_ name: String, tileCount: Int) throws {
        var tiers = [picture]
        while let last = tiers.last, max(last.width, last.height) > 32 {
            let half = halved(last)
            tiers.append(part(half, x: 0, y: 0, width: last.width / 2, height: last.height / 2))
        }
        var index = 0
        for (number, tier) in tiers.reversed().enumerated() {
            for row in 0..<(tier.height + 31) / 32 {
                for column in 0..<(tier.width + 31) / 32 {
                    let tile = part(
                        tier, x: column * 32, y: row * 32, width: min(32, tier.width - column * 32),
                        height: min(32, tier.height - row * 32))
                    try write(tile, to: "\(name)/TileGroup\(index / 256)/\(number)-\(column)-\(row).png")
                    index += 1
                }
            }
        }
        try folder.write(
            "\(name)/ImageProperties.xml",
            #"<IMAGE_PROPERTIES WIDTH="130" HEIGHT="100" NUMTILES="\#(tileCount)" NUMIMAGES="1" VERSION="1.8" TILESIZE="32" />"#
        )
    }

    @Test("Zoomify tiers are rounded as NUMTILES says: 1025 × 800 makes 25 tiles rounded down, 29 rounded up")
    func tierCounts() {
        func count(_ rounding: ZoomifyTiers.Rounding) -> Int {
            ZoomifyTiers(width: 1025, height: 800, tileSize: 256, rounding: rounding).tileCount
        }
        #expect(count(.down) == 25 && count(.up) == 29)
        for (width, height) in [(1, 1), (256, 256), (257, 1), (1024, 512), (3000, 2000), (70000, 3)] {
            let tiers = ZoomifyTiers(width: width, height: height, tileSize: 256, rounding: .up)
            let pyramid = try? TilePyramid(contentSize: CGSize(width: width, height: height), tileSize: 256)
            #expect(tiers.tiers.count == pyramid.map { $0.maxLevel + 1 })
            #expect(tiers.tileCount == pyramid?.tileCount(ofLevels: 0...pyramid!.maxLevel))
        }
    }

    @Test("Zoomify with tiers that are rounded down shows the picture")
    func truncatedZoomify() throws {
        // 5 × 4, 3 × 2 for 65 × 50, and 1 for 32 × 25.
        try writeTruncatedZoomify("z", tileCount: 27)
        let reader = try TileArchive.open(folder.file("z"))
        #expect(reader.description.levels == 1...3 && reader.description.pyramid?.maxLevel == 3)
        #expect(DescriptionCheck.contradictions(of: reader) == [])
        #expect(try ArchiveVerifier(reader, jobs: 2).run().problems == [])
        let source = try ArchiveSource(reader)
        let whole = try draw(source, RasterArea(scale: 1, x: 0, y: 0, width: 130, height: 100))
        #expect(pixels(whole) == pixels(picture))
        let small = try draw(source, RasterArea(scale: 0.25, x: 0, y: 0, width: 32, height: 25))
        #expect(pixels(small) == pixels(part(halved(halved(picture)), x: 0, y: 0, width: 32, height: 25)))
        for (output, layout) in [("c.dzi", ArchiveLayout.deepZoom), ("c", .zoomify), ("x", .xyz)] {
            _ = try TileConversion(reader, output: folder.file(output), layout: layout).run()
            let converted = try TileArchive.open(folder.file(output))
            #expect(try ArchiveVerifier(converted, jobs: 2).run().problems == [], "\(output)")
            #expect(converted.description.levels.lowerBound == 0)
        }
    }

    @Test("Zoomify that does not match its description is told, and shown as far as it can be")
    func wrongZoomify() throws {
        try writeTruncatedZoomify("z", tileCount: 30)
        let reader = try TileArchive.open(folder.file("z"))
        let found = DescriptionCheck.contradictions(of: reader)
        #expect(found.count == 2)
        #expect(found[0] == "NUMTILES is 30, but 130 × 100 pixels in tiles of 32 make 29 tiles")
        #expect(found[1].contains("is missing"), "\(found)")
    }

    private func writeDeepZoom(_ name: String, files: String, ending: String) throws {
        var level = picture
        for number in (0...8).reversed() {
            for row in 0..<(level.height + 31) / 32 {
                for column in 0..<(level.width + 31) / 32 {
                    let tile = part(
                        level, x: column * 32, y: row * 32, width: min(32, level.width - column * 32),
                        height: min(32, level.height - row * 32))
                    try write(tile, to: "\(files)/\(number)/\(column)_\(row).\(ending)")
                }
            }
            level = halved(level)
        }
    }

    /// Deep Zoom Composer writes `dzc_output.xml`; other programs write UTF-16, another namespace, or formats in
    /// capitals.
    @Test(
        "Deep Zoom descriptions of any name, encoding and namespace are recognized",
        arguments: [
            ("d.xml", String.Encoding.utf8, "http://schemas.microsoft.com/deepzoom/2009", "png", "png"),
            ("d.xml", .utf16LittleEndian, "http://schemas.microsoft.com/deepzoom/2008", "png", "png"),
            ("d.dzi", .utf16BigEndian, "http://schemas.microsoft.com/deepzoom/2008", "png", "png"),
            ("d.dzi", .utf8, "", "PNG", "png"), ("d.DZI", .utf8, "", "PNG", "PNG"),
        ])
    func deepZoom(name: String, encoding: String.Encoding, space: String, stated: String, ending: String)
        throws
    {
        try writeDeepZoom("d", files: "d_files", ending: ending)
        let attribute = space.isEmpty ? "" : #" xmlns="\#(space)""#
        let label = encoding == .utf8 ? "utf-8" : "utf-16"
        let text =
            #"<?xml version="1.0" encoding="\#(label)"?><Image TileSize="32" Overlap="0" Format="\#(stated)"\#(attribute)>"#
            + #"<Size Width="130" Height="100"/></Image>"#
        let mark: [UInt8] =
            switch encoding {
            case .utf16LittleEndian: [0xFF, 0xFE]
            case .utf16BigEndian: [0xFE, 0xFF]
            default: []
            }
        let path = try folder.write(name, mark + Array(try #require(text.data(using: encoding))))
        #expect(TileArchive.layout(at: path) == .deepZoom)
        let reader = try TileArchive.open(path)
        #expect(reader.description.format == .png)
        #expect(try ArchiveVerifier(reader, jobs: 2).run().problems == [])
    }

    @Test("Deep Zoom whose levels begin at one tile, or that has the full size alone, shows the picture")
    func shallowDeepZoom() throws {
        try writeDeepZoom("d", files: "d_files", ending: "png")
        // libvips dzsave --depth onetile: level 5, of 17 × 13 pixels, is called 0.
        for (name, levels) in [("onetile", 5...8), ("one", 8...8)] {
            for level in levels {
                try FileManager.default.createDirectory(
                    atPath: folder.file("\(name)_files"), withIntermediateDirectories: true)
                try FileManager.default.copyItem(
                    atPath: folder.file("d_files/\(level)"),
                    toPath: folder.file("\(name)_files/\(level - levels.lowerBound)"))
            }
            let path = try folder.write(
                "\(name).dzi",
                #"<Image TileSize="32" Overlap="0" Format="png"><Size Width="130" Height="100"/></Image>"#)
            let reader = try TileArchive.open(path)
            #expect(reader.description.levels == levels)
            #expect(DescriptionCheck.contradictions(of: reader) == [])
            #expect(try ArchiveVerifier(reader, jobs: 2).run().problems == [])
            let whole = try draw(
                try ArchiveSource(reader), RasterArea(scale: 1, x: 0, y: 0, width: Self.width, height: Self.height))
            #expect(pixels(whole) == pixels(picture), "\(name)")
        }
    }

    @Test("XML that describes nothing of the kind is not taken for Deep Zoom")
    func otherXML() throws {
        for text in [
            "<svg xmlns='http://www.w3.org/2000/svg'><image Format='png'/></svg>", "<Image/>",
            "<Collection xmlns='http://schemas.microsoft.com/deepzoom/2008'/>",
            "<a xmlns='http://schemas.microsoft.com/deepzoom/2008'><Image Format='png' TileSize='1'/></a>",
        ] {
            #expect(TileArchive.layout(at: try folder.write("a.xml", text)) == nil, "\(text)")
        }
    }

    @Test("Deep Zoom that is cut otherwise than its description says is told")
    func wrongDeepZoom() throws {
        try writeDeepZoom("d", files: "d_files", ending: "png")
        func contradictions(width: Int, height: Int) throws -> [String] {
            let path = try folder.write(
                "d.dzi",
                #"<Image TileSize="32" Overlap="0" Format="png"><Size Width="\#(width)" Height="\#(height)"/></Image>"#)
            return DescriptionCheck.contradictions(of: try TileArchive.open(path))
        }
        #expect(try contradictions(width: 130, height: 100) == [])
        #expect(
            try contradictions(width: 130, height: 64)
                == ["level 7 is described as 3 × 1 tiles, and tile 7/0/1 lies outside them"])
        #expect(
            try contradictions(width: 200, height: 100)
                == ["level 7 is described as 4 × 2 tiles, and tile 7/3/0 is missing"])
        #expect(
            try contradictions(width: 130, height: 110)
                == ["tile 8/4/3 is 2 × 4 pixels, and the described size leaves it 2 × 14"])
    }
}
