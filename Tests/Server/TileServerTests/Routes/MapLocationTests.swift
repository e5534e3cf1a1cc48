import Foundation
import Testing
import TileGeometry

@testable import TileServer

@Suite("A content with a location on Earth")
struct MapLocationTests {
    private func fixture() throws -> Fixture {
        let source = Coordinates(width: 300, height: 200)
        let size = source.contentSize
        var content = ServedContent(
            id: "map", title: "Map", source: source, pyramid: try TilePyramid(contentSize: size, tileSize: 256),
            isScalable: false, format: .png)
        content.location = GeoLocation(
            .degrees, topLeft: CGPoint(x: 10, y: 50), unit: CGSize(width: 0.01, height: 0.01), size: size)
        return try Fixture(documents: [OfferedContent(content)])
    }

    private func text(_ fixture: Fixture, _ path: String) async throws -> String {
        String(buffer: try await SiteRouterTests().ask(fixture, path).body)
    }

    @Test("has it in its TileJSON, and others have none")
    func tileJSON() async throws {
        let fixture = try fixture()
        func own(_ id: String) async throws -> [String: Any]? {
            let data = Data(try await text(fixture, "/tiles/\(id).json").utf8)
            return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["tilework"] as? [String: Any]
        }
        let location = try #require(try await own("map")?["location"] as? [String: Any])
        #expect(location["crs"] as? String == "EPSG:4326")
        #expect(location["topLeft"] as? [Double] == [10, 50] && location["unit"] as? [Double] == [0.01, 0.01])
        #expect(location["bounds"] as? [Double] == [10, 48, 13, 50])
        #expect(try await own("photo")?["location"] == nil)
    }

    @Test("has a matrix set there in WMTS, and keeps that of other contents")
    func wmts() async throws {
        let fixture = try fixture()
        let capabilities = try await text(fixture, "/wmts/1.0.0/WMTSCapabilities.xml")
        let name = try #require(capabilities.firstMatch(of: /<TileMatrixSet>(earth-256-1-[0-9a-f]+)</)?.1)
        #expect(capabilities.contains("<ows:SupportedCRS>urn:ogc:def:crs:OGC:1.3:CRS84</ows:SupportedCRS>"))
        #expect(capabilities.contains("<TileMatrixSet>square-256-1</TileMatrixSet>"))
        for set in [String(name), "square-256-1"] {
            let answer = try await SiteRouterTests().ask(fixture, "/wmts/1.0.0/map/default/\(set)/1/0/1.png")
            #expect(answer.status == .ok, "\(set)")
        }
        for (id, set) in [("photo", String(name)), ("map", "earth-256-1-0"), ("map", "earth")] {
            let answer = try await SiteRouterTests().ask(fixture, "/wmts/1.0.0/\(id)/default/\(set)/1/0/1.png")
            #expect(answer.status == .notFound, "\(id) \(set)")
        }
    }
}
