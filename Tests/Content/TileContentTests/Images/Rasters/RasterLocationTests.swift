import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileContent

@Suite("Locations of GeoTIFF")
struct RasterLocationTests {
    let fixture: RasterFixture

    init() throws { fixture = try RasterFixture() }

    /// Returns the keys of a table, each with its value (OGC 19-008r4, 7.1).
    private static func keys(_ keys: [(Int, Int)]) -> SampleTIFF.Value {
        .shorts([1, 1, 0, keys.count] + keys.flatMap { [$0.0, 0, 1, $0.1] })
    }

    private static let scale = SampleTIFF.Value.doubles([0.5, 0.25, 0])
    private static let tie = SampleTIFF.Value.doubles([0, 0, 0, 10, 50, 0])
    private static let degrees = keys([(1024, 2), (1025, 1), (2048, 4326)])

    private func document(_ tags: [Int: SampleTIFF.Value]) throws -> ContentDocument {
        let file = SampleTIFF(
            width: 8, height: 4, tags: tags, pieces: [[UInt8](repeating: 9, count: 32)])
        return try ContentReader.open(fixture.path(file))
    }

    private func bounds(_ tags: [Int: SampleTIFF.Value]) throws -> [Double]? {
        let document = try document(tags)
        return document.location.map { $0.bounds(of: document.source.contentSize) }
    }

    @Test("a tie point and a scale, or a matrix, place the picture")
    func placed() throws {
        #expect(try bounds([33_550: Self.scale, 33_922: Self.tie, 34_735: Self.degrees]) == [10, 49, 14, 50])
        let other = SampleTIFF.Value.doubles([2, 4, 0, 10, 50, 0])
        #expect(try bounds([33_550: Self.scale, 33_922: other, 34_735: Self.degrees]) == [9, 50, 13, 51])
        let matrix = SampleTIFF.Value.doubles([0.5, 0, 0, 10, 0, -0.25, 0, 50, 0, 0, 0, 0, 0, 0, 0, 1])
        #expect(try bounds([34_264: matrix, 34_735: Self.degrees]) == [10, 49, 14, 50])
        // Coordinates of the pixels' centers.
        let points = Self.keys([(1024, 2), (1025, 2), (2048, 4326)])
        #expect(
            try bounds([33_550: Self.scale, 33_922: Self.tie, 34_735: points]) == [9.75, 49.125, 13.75, 50.125])
        let mercator = Self.keys([(1024, 1), (1025, 1), (3072, 3857)])
        let location = try #require(
            try document([33_550: Self.scale, 33_922: Self.tie, 34_735: mercator]).location)
        #expect(
            location.system == .webMercator && location.extent(of: CGSize(width: 8, height: 4)) == [10, 49, 14, 50])
    }

    @Test("Fields of other lengths count as they do for GDAL 3.6")
    func lengths() throws {
        func placed(scale: [Double] = [0.5, 0.25, 0], tie: [Double] = [0, 0, 0, 10, 50, 0]) throws -> [Double]? {
            try bounds([33_550: .doubles(scale), 33_922: .doubles(tie), 34_735: Self.degrees])
        }
        let right: [Double] = [10, 49, 14, 50]
        #expect(try placed(scale: [0.5, 0.25]) == right)
        #expect(try placed(scale: [0.5, 0.25, 0, 0]) == right)
        #expect(try placed(scale: [0.5, -0.25, 0]) == right)
        #expect(try placed(tie: [0, 0, 0, 10, 50, 0, 7, 3, 0, 13, 48, 0]) == right)
        #expect(try placed(scale: [0.5]) == nil)
        #expect(try placed(scale: [0.5, 0, 0]) == nil)
        #expect(try placed(tie: [0, 0, 0, 10, 50]) == nil)
        let matrix: [Double] = [0.5, 0, 0, 10, 0, -0.25, 0, 50, 0, 0, 0, 0, 0, 0, 0, 1]
        for other in [matrix.dropLast(), matrix + [0]] {
            #expect(try bounds([34_264: .doubles(Array(other)), 34_735: Self.degrees]) == nil)
        }

        func keyed(_ head: [Int], _ rest: [Int]) throws -> [Double]? {
            try bounds([33_550: Self.scale, 33_922: Self.tie, 34_735: .shorts(head + rest)])
        }
        let keys = [1024, 0, 1, 2, 2048, 0, 1, 4326]
        #expect(try keyed([1, 1, 0, 2], keys) == right)
        #expect(try keyed([1, 1, 0, 2], keys + [0, 0]) == right)
        // The number of keys excludes the system, exceeds the table, or is 0; another version; a key of two values.
        #expect(try keyed([1, 1, 0, 1], keys) == nil)
        #expect(try keyed([1, 1, 0, 9], keys) == nil)
        #expect(try keyed([1, 1, 0, 0], keys) == nil)
        #expect(try keyed([2, 1, 0, 2], keys) == nil)
        #expect(try keyed([1, 1, 0, 2], keys.dropLast()) == nil)
        #expect(try keyed([1, 1, 0, 2], [1024, 0, 1, 2, 2048, 0, 2, 4326]) == nil)
    }

    @Test("info tells the bounds and the coordinate system")
    func facts() throws {
        let facts = try document([33_550: Self.scale, 33_922: Self.tie, 34_735: Self.degrees]).facts
        #expect(facts.contains(ContentDocument.Fact(name: "degrees", value: "10,49,14,50 (EPSG:4326)")))
    }

    @Test("pictures in other systems, turned ones and those with contradictions have no location")
    func none() throws {
        let turned = SampleTIFF.Value.doubles([0.5, 0.1, 0, 10, 0.1, -0.25, 0, 50, 0, 0, 0, 0, 0, 0, 0, 1])
        let nothing = SampleTIFF.Value.doubles([0, 0, 0])
        let far = SampleTIFF.Value.doubles([0, 0, 0, 1e9, 50, 0])
        let lambert = Self.keys([(1024, 1), (3072, 2154)])
        let cases: [[Int: SampleTIFF.Value]] = [
            [:], [33_550: Self.scale, 33_922: Self.tie], [34_735: Self.degrees],
            [33_550: Self.scale, 33_922: Self.tie, 34_735: lambert],
            [33_550: nothing, 33_922: Self.tie, 34_735: Self.degrees],
            [33_550: Self.scale, 33_922: far, 34_735: Self.degrees],
            [34_264: turned, 34_735: Self.degrees],
            [33_550: Self.scale, 33_922: Self.tie, 34_735: .shorts([1, 1, 0])],
            [33_550: Self.scale, 33_922: Self.tie, 34_735: Self.degrees, 274: .shorts([6])],
        ]
        for (index, tags) in cases.enumerated() { #expect(try document(tags).location == nil, "case \(index)") }
    }
}
