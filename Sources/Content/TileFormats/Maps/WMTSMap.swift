import Foundation
import TileGeometry
import TileSupport

/// A pyramid with a location on Earth as a layer of a Web Map Tile Service, whose matrix set has the coordinates of the
/// location.
package struct WMTSMap: Sendable {
    private let pyramid: TilePyramid
    private let location: GeoLocation

    /// The size of a pixel of a standard display in meters, by which scales are stated (OGC 07-057r7, 6.1).
    private static let displayPixel = 0.00028
    /// The largest ratio of a pixel's sides, because matrices have square pixels.
    private static let mostStretch = 1.000001

    /// Returns nil for a location whose units are not squares.
    package init?(_ pyramid: TilePyramid, _ location: GeoLocation) {
        let (width, height) = (Double(location.unit.width), Double(location.unit.height))
        guard max(width, height) <= min(width, height) * Self.mostStretch else { return nil }
        (self.pyramid, self.location) = (pyramid, location)
    }

    /// The name of the matrix set, which differs for different locations.
    package var name: String {
        let numbers = [
            location.topLeft.x, location.topLeft.y, location.unit.width, CGFloat(pyramid.deepestScale),
            pyramid.contentSize.width, pyramid.contentSize.height,
        ]
        let words = numbers.map { Double($0).bitPattern } + [location.system == .degrees ? 1 : 0]
        let hash = FNV1a.hash(words.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) })
        return "earth-\(pyramid.tileSize)-\(pyramid.maxLevel)-\(String(hash, radix: 16))"
    }

    /// The coordinate system. In degrees, it has longitude before latitude.
    private var system: String {
        location.system == .degrees ? "urn:ogc:def:crs:OGC:1.3:CRS84" : "urn:ogc:def:crs:EPSG::3857"
    }

    /// The elements with the bounds, in WGS 84 and in the coordinate system.
    package var boundingBoxes: String {
        let bounds = location.bounds(of: pyramid.contentSize)
        let extent = location.extent(of: pyramid.contentSize)
        return """
                  <ows:WGS84BoundingBox><ows:LowerCorner>\(bounds[0]) \(bounds[1])</ows:LowerCorner>\
            <ows:UpperCorner>\(bounds[2]) \(bounds[3])</ows:UpperCorner></ows:WGS84BoundingBox>
                  <ows:BoundingBox crs="\(system)"><ows:LowerCorner>\(extent[0]) \(extent[1])</ows:LowerCorner>\
            <ows:UpperCorner>\(extent[2]) \(extent[3])</ows:UpperCorner></ows:BoundingBox>
            """
    }

    /// The element of the matrix set.
    package var matrixSet: String {
        let meters = Double(location.unit.width) * (location.system == .degrees ? WebMercator.metersPerDegree : 1)
        let matrices = (0...pyramid.maxLevel).map { level in
            let scale = pyramid.deepestScale * exp2(Double(level - pyramid.maxLevel))
            return """
                      <TileMatrix><ows:Identifier>\(level)</ows:Identifier>\
                <ScaleDenominator>\(meters / scale / Self.displayPixel)</ScaleDenominator>\
                <TopLeftCorner>\(Double(location.topLeft.x)) \(Double(location.topLeft.y))</TopLeftCorner>\
                <TileWidth>\(pyramid.tileSize)</TileWidth><TileHeight>\(pyramid.tileSize)</TileHeight>\
                <MatrixWidth>\(pyramid.columns(ofLevel: level))</MatrixWidth>\
                <MatrixHeight>\(pyramid.rows(ofLevel: level))</MatrixHeight></TileMatrix>

                """
        }
        return """
                <TileMatrixSet>
                  <ows:Identifier>\(name)</ows:Identifier>
                  <ows:SupportedCRS>\(system)</ows:SupportedCRS>
            \(matrices.joined())    </TileMatrixSet>

            """
    }
}
