import Foundation
import Testing

@testable import TileGeometry

@Suite("Locations on Earth")
struct GeoLocationTests {
    private let size = CGSize(width: 200, height: 100)

    private func location(
        _ system: GeoLocation.CoordinateSystem, _ x: Double, _ y: Double, _ width: Double, _ height: Double
    ) -> GeoLocation? {
        GeoLocation(
            system, topLeft: CGPoint(x: x, y: y), unit: CGSize(width: width, height: height), size: size)
    }

    @Test("bounds in degrees follow from meters of spherical Mercator")
    func mercator() throws {
        // The values of PROJ for EPSG:3857 to EPSG:4326.
        let map = try #require(location(.webMercator, 1_113_194.9079327357, 6_446_275.841017161, 556.597453966, 1000))
        let extent = [1_113_194.9079327357, 6_346_275.841017161, 1_224_514.3987259357, 6_446_275.841017161]
        #expect(map.extent(of: size) == extent)
        let bounds = map.bounds(of: size)
        #expect(abs(bounds[0] - 10) < 1e-7 && abs(bounds[2] - 11) < 1e-7 && abs(bounds[3] - 50) < 1e-7)
        #expect(bounds[1] < 49.5 && bounds[1] > 49.4)
    }

    @Test("pixels whose centers are on the edge of the world are on Earth, and others are not")
    func edges() throws {
        let world = try #require(location(.degrees, -180.9, 90.9, 1.809, 1.818))
        #expect(world.bounds(of: size) == [-180, -90, 180, 90])
        #expect(location(.degrees, -190, 90, 1, 1) == nil)
        #expect(location(.degrees, 0, 90, 1, 1) == nil)
        #expect(location(.degrees, 0, -10, 0.1, 1) == nil)
        #expect(location(.webMercator, -2.1e7, 0, 1, 1) == nil)
        #expect(location(.webMercator, 0, 0, 0, 1) == nil)
        #expect(location(.webMercator, 0, 0, 1, -1) == nil)
        #expect(location(.webMercator, .nan, 0, 1, 1) == nil)
        #expect(location(.webMercator, 0, .infinity, 1, 1) == nil)
        #expect(location(.webMercator, 0, 0, 1, .infinity) == nil)
    }
}
