import Foundation
import TestSupport
import Testing
import TileGraphics

@testable import TileContent

/// Opens the files that a test makes.
struct RasterFixture {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func path(_ file: SampleTIFF) throws -> String { try folder.write("a.tif", file.bytes) }

    func limits(range: ClosedRange<Double>? = nil, bands: [Int] = []) -> ContentLimits {
        var limits = ContentLimits()
        (limits.rasters.range, limits.rasters.bands) = (range, bands)
        return limits
    }

    func open(_ file: SampleTIFF, range: ClosedRange<Double>? = nil) throws -> ImageSource {
        try ImageSource.open(try path(file), limits: limits(range: range))
    }

    /// Returns the image as the reader on libtiff sees it.
    func raster(_ file: SampleTIFF, range: ClosedRange<Double>? = nil) throws -> TIFFRasterImage {
        try #require(try TIFFRasterImage.read(path(file), page: .page(0), limits: limits(range: range)))
    }

    func firstRow(_ file: SampleTIFF, range: ClosedRange<Double>? = nil) throws -> [PixelColor] {
        let bitmap = try whole(try open(file, range: range))
        return (0..<bitmap.width).map { bitmap[$0, 0] }
    }

    func failure(_ file: SampleTIFF) -> ContentFailure? {
        do {
            _ = try whole(try open(file))
            return nil
        } catch {
            return error as? ContentFailure
        }
    }

    static func gray(_ value: Int) -> PixelColor {
        let byte = UInt8(value)
        return PixelColor(premultipliedRed: byte, green: byte, blue: byte, alpha: 255)
    }

    static func mask(width: Int, height: Int, kind: Int, _ rows: [[Int]], tags: [Int: SampleTIFF.Value] = [:])
        -> SampleTIFF.Page
    {
        SampleTIFF(
            width: width, height: height, bits: 1, photometric: 4,
            tags: [254: .longs([kind])].merging(tags) { $1 }, pieces: [SampleTIFF.packed(rows, bits: 1)]
        ).pages[0]
    }
}
