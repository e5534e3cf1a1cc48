import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

@Suite("Tiles that lie in a TIFF as JPEG")
struct StoredTileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let layout = [
        "tile": "true", "tile-width": "64", "tile-height": "64", "pyramid": "true", "compression": "jpeg",
    ]

    /// A smooth image, so that JPEG discards little.
    private static func image(bands: Int, width: Int = 300, height: Int = 200) -> SampleImage {
        SampleImage(width: width, height: height, bands: bands) { x, y, band in
            [x * 255 / width, y * 255 / height, 255 - (x + y) / 3][band] & 255
        }
    }

    private func source(_ options: [String: String], bands: Int = 3, name: String = "a.tif") throws -> ImageSource {
        let path = folder.file(name)
        try Self.image(bands: bands).write(path, by: "tiffsave", Self.layout.merging(options) { $1 })
        return try ImageSource.open(path)
    }

    private func pixels(_ source: ImageSource, _ area: RasterArea) throws -> Bitmap {
        guard case .bitmap(let bitmap) = try source.raster(area, in: RasterContext(pool: BitmapPool())) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return bitmap
    }

    /// Returns the largest difference of a component.
    private func worst(_ first: Bitmap, _ second: Bitmap) -> Int {
        (0..<first.height).reduce(0) { worst, y in
            zip(first.row(y), second.row(y)).reduce(worst) { worst, pair in
                stride(from: 0, to: 32, by: 8).reduce(worst) {
                    max($0, abs(Int(pair.0 >> $1 & 255) - Int(pair.1 >> $1 & 255)))
                }
            }
        }
    }

    @Test(
        "are handed on as they are, and look like what is drawn",
        arguments: [
            (["Q": "80"], 3), (["Q": "95"], 3), (["Q": "80"], 1), (["Q": "80", "bigtiff": "true"], 3),
            (["Q": "80", "subifd": "true"], 3), (["Q": "80", "rgbjpeg": "true"], 3),
        ] as [([String: String], Int)])
    func sameAsDrawn(options: [String: String], bands: Int) throws {
        let source = try source(options, bands: bands)
        for (scale, x, y) in [(1.0, 0, 0), (1, 192, 64), (0.5, 64, 0)] {
            let area = RasterArea(scale: scale, x: x, y: y, width: 64, height: 64)
            let file = try #require(try source.storedFile(of: area, format: .jpeg(quality: 50)))
            let path = try folder.write("tile.jpg", file)
            let stored = try ImageSource.open(path)
            #expect(stored.width == 64 && stored.height == 64)
            let whole = RasterArea(scale: 1, x: 0, y: 0, width: 64, height: 64)
            // The difference is another decoder's rounding.
            #expect(worst(try pixels(stored, whole), try pixels(source, area)) <= 4)
        }
    }

    @Test("only where a tile is full and the format is theirs")
    func notElsewhere() throws {
        let source = try source(["Q": "80"])
        func file(_ scale: Double, x: Int, y: Int, side: Int = 64, format: TileFormat = .jpeg(quality: 80))
            throws
            -> [UInt8]?
        {
            try source.storedFile(of: RasterArea(scale: scale, x: x, y: y, width: side, height: side), format: format)
        }
        #expect(try file(1, x: 64, y: 64) != nil)
        // Rects at the edge, across tiles, and of other sizes, scales and formats.
        for (scale, x, y, side) in [
            (1.0, 256, 0, 64), (1, 0, 192, 64), (1, 32, 0, 64), (1, 0, 0, 128), (1, 0, 0, 32), (0.75, 0, 0, 64),
            (2, 0, 0, 64), (1, -64, 0, 64), (0.001, 0, 0, 64), (1, 6400, 0, 64),
        ] { #expect(try file(scale, x: x, y: y, side: side) == nil, "\(scale) \(x) \(y) \(side)") }
        #expect(try file(1, x: 64, y: 64, format: .png) == nil)
        for options in [["compression": "deflate"], ["compression": "none"]] {
            let other = try self.source(options, name: "other.tif")
            let area = RasterArea(scale: 1, x: 64, y: 64, width: 64, height: 64)
            #expect(try other.storedFile(of: area, format: .jpeg(quality: 80)) == nil)
        }
    }

    @Test("what is far larger than was asked for is made anew")
    func notIfLarge() throws {
        let path = folder.file("noise.tif")
        var random = SeededGenerator(5)
        try SampleImage(width: 128, height: 128, bands: 3) { _, _, _ in Int.random(in: 0...255, using: &random) }
            .write(path, by: "tiffsave", Self.layout.merging(["Q": "100"]) { $1 })
        let source = try ImageSource.open(path)
        let area = RasterArea(scale: 1, x: 0, y: 0, width: 64, height: 64)
        #expect(try source.storedFile(of: area, format: .jpeg(quality: 80)) == nil)
    }

    @Test("damage is no file, or one that others read as they do any")
    func damaged() throws {
        _ = try source(["Q": "80"])
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("a.tif"))))
        var random = SeededGenerator(7)
        for _ in 0..<1500 {
            var changed = bytes.prefix(Int.random(in: 1...bytes.count, using: &random))
            for _ in 0..<6 {
                changed[Int.random(in: 0..<changed.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            let path = try folder.write("damaged.tif", changed)
            for page in [VipsPicture.Page.page(0), .page(1), .subdirectory(0)] {
                guard let tiles = TIFFJPEGTiles(path, page: page) else { continue }
                for (x, y) in [(0, 0), (64, 64), (192, 128), (6400, 0)] {
                    if let file = tiles.file(of: ImageLevels.Rect(x: x, y: y, width: 64, height: 64)) {
                        #expect(file.starts(with: [0xFF, 0xD8]))
                    }
                }
            }
        }
    }
}
