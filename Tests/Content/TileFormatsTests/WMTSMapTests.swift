import Foundation
import Testing
import TileGeometry

@testable import TileFormats

@Suite("Maps of the Earth in WMTS")
struct WMTSMapTests {
    private static let size = CGSize(width: 1000, height: 600)

    private func map(
        _ system: GeoLocation.CoordinateSystem, x: Double, y: Double, width: Double, height: Double? = nil,
        extraLevels: Int = 0
    ) throws -> WMTSMap? {
        let location = try #require(
            GeoLocation(
                system, topLeft: CGPoint(x: x, y: y), unit: CGSize(width: width, height: height ?? width),
                size: Self.size))
        return WMTSMap(
            try TilePyramid(contentSize: Self.size, tileSize: 256, extraLevels: extraLevels), location)
    }

    @Test("matrices have the scale and the corner of the map, in meters and in degrees")
    func matrices() throws {
        let meters = try #require(try map(.webMercator, x: 1000, y: 2000, width: 2.8)).matrixSet
        // Pixels of 2.8 m at level 2, shown in 0.28 mm each; OGC 07-057r7, 6.1.
        #expect(meters.contains("<ScaleDenominator>10000.0"))
        #expect(meters.contains("<TopLeftCorner>1000.0 2000.0</TopLeftCorner>"))
        #expect(meters.contains("<MatrixWidth>4</MatrixWidth><MatrixHeight>3</MatrixHeight>"))
        #expect(meters.contains("urn:ogc:def:crs:EPSG::3857"))
        let degrees = try #require(try map(.degrees, x: 10, y: 50, width: 0.001)).matrixSet
        // 111,319.49 m a degree.
        let scale = try #require(degrees.matches(of: /<ScaleDenominator>([0-9.]+)</).last.flatMap { Double($0.1) })
        #expect(abs(scale - 111.31949079327358 / 0.00028) < 1e-3)
        #expect(degrees.contains("<TopLeftCorner>10.0 50.0</TopLeftCorner>"))
        #expect(degrees.contains("urn:ogc:def:crs:OGC:1.3:CRS84"))
    }

    @Test("a level less deep has larger pixels")
    func reduced() throws {
        let half = try #require(try map(.webMercator, x: 0, y: 0, width: 2.8, extraLevels: -1)).matrixSet
        let scales = half.matches(of: /<ScaleDenominator>([0-9.]+)</).compactMap { Double($0.1) }
        #expect(scales.count == 2 && abs(scales[1] - 20_000) < 1e-6 && abs(scales[0] - 40_000) < 1e-6)
    }

    @Test("bounds are in the map's system and in degrees")
    func bounds() throws {
        let boxes = try #require(try map(.degrees, x: 10, y: 50, width: 0.001)).boundingBoxes
        let corners = "<ows:LowerCorner>10.0 49.4</ows:LowerCorner><ows:UpperCorner>11.0 50.0</ows:UpperCorner>"
        #expect(boxes.contains("<ows:WGS84BoundingBox>\(corners)</ows:WGS84BoundingBox>"))
        #expect(boxes.contains("CRS84\">\(corners)</ows:BoundingBox>"))
    }

    @Test("different locations have different sets, and pixels that are no squares have none")
    func names() throws {
        let names = try [
            map(.webMercator, x: 0, y: 0, width: 1), map(.webMercator, x: 1, y: 0, width: 1),
            map(.webMercator, x: 0, y: 1, width: 1), map(.webMercator, x: 0, y: 0, width: 2),
            map(.degrees, x: 0, y: 0, width: 0.1), map(.webMercator, x: 0, y: 0, width: 0.1),
        ].map { try #require($0).name }
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.wholeMatch(of: /earth-256-2-[0-9a-f]+/) != nil })
        #expect(try map(.webMercator, x: 0, y: 0, width: 1, height: 1.1) == nil)
    }
}
