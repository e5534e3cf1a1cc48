import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileContent

@Suite("Pictures of a file that is fetched in parts")
struct FetchedSourceTests {
    /// A file whose bytes can be out of reach for a while.
    private final class Network: FetchedFile {
        private let bytes: [UInt8]
        private let state = Lock((isDown: false, failures: 0))

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var byteCount: Int { bytes.count }
        var failureCount: Int { state.withLock { $0.failures } }

        func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

        func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
            let isDown = state.withLock { state in
                if state.isDown { state.failures += 1 }
                return state.isDown
            }
            if isDown { return false }
            target.copyBytes(from: bytes[offset..<offset + target.count])
            return true
        }
    }

    /// 16-bit pages with overviews. Their value range has to be sampled.
    private func channels() -> SampleTIFF {
        func page(_ side: Int, _ value: Int, _ tags: [Int: SampleTIFF.Value]) -> SampleTIFF {
            let values = (0..<side * side).map { UInt16($0 % 2 == 0 ? value : 1000) }
            return SampleTIFF(
                width: side, height: side, bits: 16, tile: side, tags: tags, pieces: [SampleTIFF.bytes(values)])
        }
        let description =
            "<OME><Image><Pixels DimensionOrder=\"XYCZT\" SizeC=\"2\" SizeZ=\"1\" SizeT=\"1\">"
            + "<Channel Name=\"a\" Color=\"-16776961\"/><Channel Name=\"b\" Color=\"16711935\"/><TiffData/>"
            + "</Pixels></Image></OME>"
        var file = page(64, 500, [270: .text(description)])
        file.pages += page(64, 200, [:]).pages
        file.subpages = page(32, 500, [254: .longs([1])]).pages
        file.laterSubpages = [1: page(32, 200, [254: .longs([1])]).pages]
        return file
    }

    private func corner(_ source: any TileSource) throws -> PixelColor {
        let area = RasterArea(scale: 1, x: 0, y: 0, width: 2, height: 1)
        return try source.raster(area, in: RasterContext(pool: BitmapPool())).asBitmap[1, 0]
    }

    @Test("are opened again after a failure, and nothing that lacked a part is kept")
    func failures() throws {
        let network = Network(channels().bytes)
        var limits = ContentLimits()
        limits.rasters.channels = try RasterPreferences.channels("a")
        let tiff = try #require(FetchedTIFF(network, name: "https://maps.test/a.tif", limits: limits))
        let raster = try #require(tiff.document.raster)
        var preferences = RasterPreferences()
        preferences.channels = try RasterPreferences.channels("b")
        // The range of this channel is sampled for the first tile.
        let chosen = raster.source(try raster.resolved(preferences))
        network.setDown(true)
        #expect(throws: ContentFailure.self) { try corner(chosen) }
        #expect(throws: ContentFailure.self) { _ = try (chosen as? any FetchedSource)?.ranges(of: area) }
        network.setDown(false)
        // The tile of the second page, 64 pixels a side.
        let ranges = try #require(chosen as? any FetchedSource).ranges(of: area)
        #expect(ranges.map(\.count) == [64 * 64 * 2])
        #expect(try corner(chosen) == PixelColor(premultipliedRed: 0, green: 255, blue: 0, alpha: 255))
    }

    private let area = RasterArea(scale: 1, x: 0, y: 0, width: 64, height: 64)
}
