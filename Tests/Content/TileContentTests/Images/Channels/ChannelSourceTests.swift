import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

@Suite("A TIFF whose pages are the channels of a microscope")
struct ChannelSourceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A file of pages of 2 × 1 pixels with a description of channels.
    private func file(
        _ pages: [[Int]], bits: Int = 8, tags: [Int: SampleTIFF.Value] = [:], isBigEndian: Bool = false,
        description: String
    ) throws -> String {
        func page(_ values: [Int], _ tags: [Int: SampleTIFF.Value]) -> SampleTIFF {
            SampleTIFF(
                width: values.count, height: 1, bits: bits, tags: tags,
                pieces: [bits == 8 ? values.map { UInt8($0) } : SampleTIFF.bytes(values.map { UInt16($0) })])
        }
        var file = page(pages[0], tags.merging([270: .text(description)]) { $1 })
        file.isBigEndian = isBigEndian
        file.pages += pages.dropFirst().flatMap { page($0, [:]).pages }
        return try folder.write("a.tif", file.bytes)
    }

    private func ome(_ channels: [(name: String, color: UInt32)], planes: Int = 1) -> String {
        let elements = channels.map { "<Channel Name=\"\($0.name)\" Color=\"\(Int32(bitPattern: $0.color))\"/>" }
        return
            "<OME><Image><Pixels DimensionOrder=\"XYCZT\" SizeC=\"\(channels.count)\" SizeZ=\"\(planes)\" SizeT=\"1\">"
            + elements.joined() + "<TiffData/></Pixels></Image></OME>"
    }

    private func row(_ document: ContentDocument) throws -> [PixelColor] {
        try row(document.source, width: Int(document.source.contentSize.width))
    }

    private func row(_ source: any TileSource, width: Int) throws -> [PixelColor] {
        let area = RasterArea(scale: 1, x: 0, y: 0, width: width, height: 1)
        let image = try source.raster(area, in: RasterContext(pool: BitmapPool())).asBitmap
        return (0..<width).map { image[$0, 0] }
    }

    private func color(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> PixelColor {
        PixelColor(premultipliedRed: red, green: green, blue: blue, alpha: 255)
    }

    private let dyes: [(name: String, color: UInt32)] = [("DAPI", 0x0000_FFFF), ("FITC", 0x00FF_00FF)]

    @Test("is one picture, the sum of the channels in their colors")
    func sum() throws {
        let document = try ContentReader.open(try file([[255, 100], [51, 200]], description: ome(dyes)))
        #expect(document.pages == nil)
        #expect(try row(document) == [color(0, 51, 255), color(0, 200, 100)])
        #expect(document.facts.contains { $0 == .init(name: "channels", value: "DAPI (#0000ff), FITC (#00ff00)") })
    }

    @Test("has the colors of ImageJ's tables, unless they are not shades of one", arguments: [false, true])
    func tables(isBigEndian: Bool) throws {
        func ordered(_ bytes: [UInt8]) -> [UInt8] { isBigEndian ? bytes : bytes.reversed() }
        func number(_ value: UInt8) -> [UInt8] { ordered([0, 0, 0, value]) }
        let ramp = (0..<256).map { UInt8($0) }
        let (none, half) = ([UInt8](repeating: 0, count: 256), ramp.map { $0 / 2 })
        // A text, then cyan, a darker yellow, and a table that begins with white.
        let tables = [none + ramp + ramp, half + half + none, ramp.reversed() + none + none]
        let metadata =
            ordered(Array("IJIJ".utf8)) + ordered(Array("info".utf8)) + number(1) + ordered(Array("luts".utf8))
            + number(3) + [0, 65] + tables.joined()
        let path = try file(
            [[255], [0], [0]],
            tags: [
                50_838: .longs([20, 2, 768, 768, 768]), 50_839: .raw(type: 1, count: metadata.count, metadata),
            ], isBigEndian: isBigEndian, description: "ImageJ=1.54f\nimages=3\nchannels=3\nmode=composite\n")
        let document = try ContentReader.open(path)
        #expect(
            document.facts.contains { $0 == .init(name: "channels", value: "1 (#00ffff), 2 (#7f7f00), 3 (#0000ff)") })
        #expect(try row(document) == [color(0, 255, 255)])
        // Metadata that is cut off or that contradicts its lengths has no colors.
        for lengths in [[20, 2, 768, 768, 9000], [9000], [20, 2, 768], [0]] {
            let broken = try file(
                [[255], [0], [0]],
                tags: [50_838: .longs(lengths), 50_839: .raw(type: 1, count: metadata.count, metadata)],
                isBigEndian: isBigEndian, description: "ImageJ=1.54f\nimages=3\nchannels=3\nmode=composite\n")
            #expect(try ContentReader.open(broken).facts.contains { $0.value.hasSuffix("3 (#0000ff)") })
        }
        // So has metadata that is shorter than a header.
        for (count, length) in [(1, 1), (2, 4), (3, 3), (3, 4)] {
            let short = try file(
                [[255], [0], [0]],
                tags: [50_838: .longs([length]), 50_839: .raw(type: 1, count: count, Array(metadata.prefix(count)))],
                isBigEndian: isBigEndian, description: "ImageJ=1.54f\nimages=3\nchannels=3\nmode=composite\n")
            #expect(try ContentReader.open(short).facts.contains { $0.value.hasSuffix("3 (#0000ff)") })
        }
    }

    @Test("adds equal colors up to white and no further, rounded once")
    func saturation() throws {
        let white: [(name: String, color: UInt32)] = [("a", 0xFFFF_FFFF), ("b", 0xFFFF_FFFF), ("c", 0x8000_00FF)]
        let document = try ContentReader.open(try file([[100, 1], [200, 1], [0, 255]], description: ome(white)))
        #expect(try row(document) == [color(255, 255, 255), color(130, 2, 2)])
    }

    @Test("shows chosen channels in chosen colors")
    func choices() throws {
        let document = try ContentReader.open(try file([[255, 100], [51, 200]], description: ome(dyes)))
        let raster = try #require(document.raster)
        #expect(raster.channels.map(\.name) == ["DAPI", "FITC"])
        #expect(raster.shownChannels.map(\.channel) == ["1", "2"])
        func chosen(_ text: String) throws -> [PixelColor] {
            var preferences = RasterPreferences()
            preferences.channels = try RasterPreferences.channels(text)
            return try row(raster.source(try raster.resolved(preferences)), width: 2)
        }
        #expect(try chosen("DAPI:red") == [color(255, 0, 0), color(100, 0, 0)])
        #expect(try chosen("fitc:white@0.5,1") == [color(26, 26, 255), color(100, 100, 200)])
        #expect(try chosen("1@0") == [color(0, 0, 0), color(0, 0, 0)])
    }

    @Test("opens a page once for all choices that show it alike")
    func sharing() throws {
        let path = try file([[1000, 3000], [50, 60]], bits: 16, description: ome(dyes))
        let channels = try #require(TIFFChannels(path, limits: ContentLimits()))
        let all = try channels.source(
            ofPlane: 0, ["1", "2"].compactMap { channels.planes.channels.shown(ChannelChoice(channel: $0)) }, range: nil
        )
        let red = ShownChannel(index: 1, color: ChannelColor(red: 255, green: 0, blue: 0), opacity: 1)
        let one = try channels.source(ofPlane: 0, [red], range: nil)
        #expect(one.parts[0].source === all.parts[1].source)
        let other = try channels.source(ofPlane: 0, [red], range: 0...100)
        #expect(other.parts[0].source !== all.parts[1].source)
    }

    @Test("takes texts that mean the same for the same choice")
    func resolution() throws {
        let document = try ContentReader.open(try file([[1, 2], [3, 4]], description: ome(dyes)))
        let raster = try #require(document.raster)
        func resolved(_ text: String) throws -> RasterPreferences {
            var preferences = RasterPreferences()
            preferences.channels = try RasterPreferences.channels(text)
            return try raster.resolved(preferences)
        }
        #expect(try resolved("FITC:lime,dapi") == resolved("1:0000ff,2"))
        for missing in ["3", "0", "-9223372036854775808"] {
            #expect(throws: RasterContent.Lack.channel(missing)) { try resolved(missing) }
        }
        #expect(throws: RasterContent.Lack.repeated(channel: "DAPI")) { try resolved("DAPI,1") }
        var bands = RasterPreferences()
        bands.bands = [2]
        #expect(throws: RasterContent.Lack.band(2)) { try raster.resolved(bands) }
    }

    @Test("whose channels have numbers as names is chosen by their order")
    func numbers() throws {
        let names: [(name: String, color: UInt32)] = [("0", 0xFF00_00FF), ("1", 0x00FF_00FF)]
        let document = try ContentReader.open(try file([[10, 10], [20, 20]], description: ome(names)))
        #expect(try row(document)[0] == color(10, 20, 0))
        let raster = try #require(document.raster)
        var preferences = RasterPreferences()
        preferences.channels = [ChannelChoice(channel: "0")]
        #expect(try row(raster.source(try raster.resolved(preferences)), width: 2)[0] == color(10, 0, 0))
    }

    @Test("of 16 bits shows the values of each channel from black to its color, or those of a range")
    func ranges() throws {
        let path = try file([[1000, 3000], [50, 60]], bits: 16, description: ome(dyes))
        let document = try ContentReader.open(path)
        #expect(try row(document) == [color(0, 0, 0), color(0, 255, 255)])
        let raster = try #require(document.raster)
        #expect(raster.range == 50...3000)
        var preferences = RasterPreferences()
        preferences.range = 0...3000
        #expect(try row(raster.source(preferences), width: 2) == [color(0, 4, 85), color(0, 5, 255)])
        preferences.channels = try RasterPreferences.channels("DAPI:white")
        var limits = ContentLimits()
        limits.rasters = preferences
        #expect(try row(ContentReader.open(path, limits: limits)) == [color(85, 85, 85), color(255, 255, 255)])
    }

    @Test("of several planes is a document of them, and other pages follow")
    func planes() throws {
        // The last page is too wide for an overview of the others.
        let pages = [[10, 10], [20, 20], [30, 30], [40, 40], [50, 50, 50, 50, 50]]
        let document = try ContentReader.open(try file(pages, description: ome(dyes, planes: 2)))
        // The metadata has four pages; the fifth is a picture of its own.
        let found = try #require(document.pages)
        #expect(found.count == 3)
        #expect(try row(found.open(0))[0] == color(0, 20, 10))
        #expect(try row(found.open(1))[0] == color(0, 40, 30))
        #expect(try row(found.open(2))[0] == color(50, 50, 50))
    }

    @Test("is read page by page if a channel is missing, or has another size or several bands")
    func unequal() throws {
        let missing = try ContentReader.open(try file([[1, 2]], description: ome(dyes)))
        #expect(missing.pages == nil && missing.raster?.channels.isEmpty == true)
        let sizes = try ContentReader.open(try file([[1, 2], [1, 2, 3, 4, 5]], description: ome(dyes)))
        #expect(sizes.pages?.count == 2 && sizes.raster?.channels.isEmpty == true)
    }

    @Test("names preferred channels that it lacks")
    func lacking() throws {
        let path = try file([[255, 100], [51, 200]], description: ome(dyes))
        var limits = ContentLimits()
        limits.rasters.channels = try RasterPreferences.channels("FITC,Cy5")
        let document = try ContentReader.open(path, limits: limits)
        #expect(try row(document) == [color(0, 51, 0), color(0, 200, 0)])
        #expect(document.notes.contains("It has no channel Cy5; it has DAPI (#0000ff), FITC (#00ff00)."))
    }

    @Test("shows the first six of many channels, and says so")
    func many() throws {
        let pages = (0..<8).map { [Int](repeating: $0 == 7 ? 255 : 1, count: 2) }
        let many = (0..<8).map { (name: "c\($0)", color: UInt32(0xFF00_00FF)) }
        let document = try ContentReader.open(try file(pages, description: ome(many)))
        #expect(try row(document)[0] == color(6, 0, 0))
        #expect(document.notes == ["It has 8 channels; the first 6 are shown."])
    }

    @Test("reads the overviews of each channel", arguments: [8, 16])
    func overviews(bits: Int) throws {
        func page(_ side: Int, _ value: Int, _ tags: [Int: SampleTIFF.Value]) -> SampleTIFF {
            let values = [Int](repeating: value, count: side * side)
            return SampleTIFF(
                width: side, height: side, bits: bits, tile: side, tags: tags,
                pieces: [bits == 8 ? values.map { UInt8($0) } : SampleTIFF.bytes(values.map { UInt16($0) })])
        }
        // The overviews have other values than their pages, so that the test sees which one is read.
        var file = page(64, 40, [270: .text(ome(dyes))])
        file.pages += page(64, 80, [:]).pages
        file.subpages = page(32, 120, [254: .longs([1])]).pages + page(16, 120, [254: .longs([1])]).pages
        file.laterSubpages = [1: page(32, 200, [254: .longs([1])]).pages + page(16, 200, [254: .longs([1])]).pages]
        var limits = ContentLimits()
        limits.rasters.range = bits == 8 ? nil : 0...255
        let document = try ContentReader.open(try folder.write("a.tif", file.bytes), limits: limits)
        let area = RasterArea(scale: 0.5, x: 0, y: 0, width: 32, height: 32)
        let overview = try document.source.raster(area, in: RasterContext(pool: BitmapPool())).asBitmap
        #expect(overview[5, 5] == color(0, 200, 120))
        #expect(document.facts.contains(.init(name: "access", value: "random, with the file's own overviews")))
    }
}
