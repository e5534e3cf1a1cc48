import Foundation
import Testing
import TileGeometry

@testable import TileFormats

@Suite("TileJSON")
struct TileJSONTests {
    private func document(_ width: Double, _ height: Double, extraLevels: Int = 0, minLevel: Int = 0) throws -> TileJSON
    {
        let pyramid = try TilePyramid(
            contentSize: CGSize(width: width, height: height), tileSize: 256, extraLevels: extraLevels)
        return TileJSON(
            name: "plan", pyramid: pyramid, minLevel: minLevel, template: "{z}/{x}/{y}.png", format: "png")
    }

    @Test("lays level 0 over the world: what fills its square has the whole world's bounds")
    func wholeWorld() throws {
        let json = try document(1024, 1024)
        // The latitude at which spherical Mercator is a square: atan(sinh(π)).
        #expect(json.bounds == [-180, -85.051_128_8, 180, 85.051_128_8])
        #expect(json.center == [0, 0, 0] && json.maxzoom == 2)
    }

    @Test("has bounds that do not depend on how much deeper than full size the levels go")
    func bounds() throws {
        let (shallow, deep) = (try document(1024, 512), try document(1024, 512, extraLevels: 6))
        #expect(shallow.bounds == [-180, 0, 180, 85.051_128_8] && deep.bounds == shallow.bounds)
        #expect(deep.maxzoom == 8 && deep.own.deepestScale == 64 && deep.own.width == 1024)
        #expect(try document(1024, 512, minLevel: 1).center.last == 1)
    }

    @Test("says that the degrees are of no place on Earth, and leaves out what only a server knows")
    func own() throws {
        let data = try document(300, 200).data(forPeople: false)
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let own = try #require(json["tilework"] as? [String: Any])
        #expect(own["crs"] as? String == "EPSG:3857" && own["georeferenced"] as? Bool == false)
        #expect(own["id"] == nil && own["formats"] == nil && own["doubled"] == nil)
        #expect(json["vector_layers"] as? [String] == [])
        let people = try document(300, 200).data(forPeople: true)
        #expect(people.last == UInt8(ascii: "\n") && !data.contains(UInt8(ascii: "\n")))
    }
}
