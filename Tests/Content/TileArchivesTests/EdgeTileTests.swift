import Foundation
import TestSupport
import Testing
import TileContent
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileArchives

/// A content that is dark to its edges, which are not at whole pixels on any level.
private final class DarkSource: TileSource {
    let contentSize = CGSize(width: 101, height: 71)
    static let ink = PixelColor(argb: 0xFF10_1820)

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        let bitmap = context.pool.clearBitmap(width: area.width, height: area.height)
        func coverage(_ place: Int, _ extent: Double) -> Double { min(max(extent * area.scale - Double(place), 0), 1) }
        for y in 0..<area.height {
            for x in 0..<area.width {
                let part = coverage(area.x + x, contentSize.width) * coverage(area.y + y, contentSize.height)
                func scaled(_ value: UInt8) -> UInt8 { UInt8((Double(value) * part).rounded()) }
                bitmap[x, y] = PixelColor(
                    premultipliedRed: scaled(Self.ink.red), green: scaled(Self.ink.green),
                    blue: scaled(Self.ink.blue), alpha: scaled(255))
            }
        }
        return .bitmap(bitmap)
    }
}

@Suite("Edge tiles without transparency")
final class EdgeTileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns the largest component of any pixel of a JPEG.
    private func brightest(_ bytes: Data) throws -> Int {
        let image = try #require(CGImage.decoding(bytes)?.bitmap)
        var brightest = 0
        for y in 0..<image.height {
            for pixel in image.row(y).map({ PixelColor(argb: $0) }) {
                brightest = max(brightest, Int(pixel.red), Int(pixel.green), Int(pixel.blue))
            }
        }
        return brightest
    }

    @Test("of a dark content are dark throughout, at every level, in both layouts", arguments: ["out", "out.dzi"])
    func built(output: String) throws {
        let document = ContentDocument(
            path: "dark.svg", kind: .svg, source: DarkSource(), isScalable: true, facts: [], notes: [])
        var options = BuildOptions()
        options.tileSize = 32
        options.format = .jpeg(quality: 80)
        _ = try TileBuild(document, output: folder.file(output), options: options).run()
        let files = try folder.files().filter { $0.hasSuffix(".jpg") }
        #expect(files.count >= 16)
        for file in files {
            // At most 48: the ink is at most 32, and JPEG's error next to it is small. With white next to it, values
            // reached 255.
            #expect(try brightest(Data(contentsOf: URL(fileURLWithPath: folder.file(file)))) < 48, "\(file)")
        }
    }

    @Test("come dark from the engine, too, whole and cropped", arguments: [false, true])
    func served(isCropped: Bool) async throws {
        let source = DarkSource()
        let engine = TileEngine(services: EngineServices())
        let pyramid = try TilePyramid(contentSize: source.contentSize, tileSize: 32)
        let content = engine.add(source, pyramid: pyramid)
        for (column, row) in [(3, 0), (0, 2), (3, 2), (1, 1)] {
            let key = TileKey(
                content, TileCoordinate(level: pyramid.maxLevel, column: column, row: row), cropped: isCropped,
                as: .encoded(.jpeg(quality: 80)))
            let tile = try await engine.tile(key)
            guard case .file(let bytes) = tile.payload else {
                Issue.record("no file")
                continue
            }
            #expect(try brightest(Data(bytes)) < 48, "tile \(column), \(row)")
        }
    }
}
