import Foundation
import TileGeometry
import TileSupport

/// The capabilities document of a Web Map Tile Service: WMTS 1.0.0 (OGC 07-057r7), in RESTful and KVP encoding.
///
/// Layers have the coordinates of `TileJSON`. There is one matrix set for each combination of tile size and number of
/// levels, because GDAL assumes that a layer is as deep as its set, regardless of the layer's limits. A layer with a
/// location on Earth, and pixels as wide as high, has a matrix set of its own with that location.
package struct WMTSCapabilities: Sendable {
    package struct Layer: Sendable {
        package var id: String
        /// The identifier as a path component in URLs, percent-encoded.
        package var pathName: String
        package var title: String
        package var pyramid: TilePyramid
        /// The visible part, in units of the content; nil for all.
        package var part: CGRect?
        /// The location on Earth; nil if there is none.
        package var location: GeoLocation?

        package init(
            id: String, pathName: String, title: String, pyramid: TilePyramid, part: CGRect?,
            location: GeoLocation? = nil
        ) {
            (self.id, self.pathName) = (id, pathName)
            (self.title, self.pyramid, self.part, self.location) = (title, pyramid, part, location)
        }

        /// The layer as a map of the Earth; nil if it is none.
        fileprivate var map: WMTSMap? { location.flatMap { WMTSMap(pyramid, $0) } }
        fileprivate var matrixSet: String { map?.name ?? WMTSCapabilities.matrixSet(of: pyramid) }
    }

    /// The service's URL, without a trailing slash.
    package var address: String
    package var layers: [Layer]

    package init(address: String, layers: [Layer]) { (self.address, self.layers) = (address, layers) }

    /// Returns the name of a pyramid's matrix set: the side of a tile in pixels, and the deepest level.
    package static func matrixSet(of pyramid: TilePyramid) -> String {
        "square-\(pyramid.tileSize)-\(pyramid.maxLevel)"
    }

    /// The only style of a layer.
    package static let style = "default"
    /// The media types with their file extensions.
    package static let formats = [
        ("image/png", "png"), ("image/webp", "webp"), ("image/jpeg", "jpg"), ("image/avif", "avif"),
        ("image/jxl", "jxl"),
    ]

    /// The scale denominator of one tile of 256 pixels around the equator, with pixels of 0.28 mm (table E.4).
    private static let denominatorOfWorld = 559_082_264.0287178

    package var document: String {
        let query = """
            <ows:Get xlink:href="\(address.escapedForMarkup)?"><ows:Constraint name="GetEncoding"><ows:AllowedValues>\
            <ows:Value>KVP</ows:Value></ows:AllowedValues></ows:Constraint></ows:Get>
            """
        let operations = ["GetCapabilities", "GetTile"].map { name in
            """
                <ows:Operation name="\(name)"><ows:DCP><ows:HTTP>\(query)</ows:HTTP></ows:DCP></ows:Operation>

            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" \
            xmlns:xlink="http://www.w3.org/1999/xlink" version="1.0.0">
              <ows:ServiceIdentification>
                <ows:Title>Tilework</ows:Title>
                <ows:ServiceType>OGC WMTS</ows:ServiceType>
                <ows:ServiceTypeVersion>1.0.0</ows:ServiceTypeVersion>
              </ows:ServiceIdentification>
              <ows:OperationsMetadata>
            \(operations.joined())  </ows:OperationsMetadata>
              <Contents>
            \(layers.map(description).joined())\(matrixSets)  </Contents>
              <ServiceMetadataURL xlink:href="\(address.escapedForMarkup)/1.0.0/WMTSCapabilities.xml"/>
            </Capabilities>

            """
    }

    private func description(_ layer: Layer) -> String {
        let world = WebMercatorWorld(layer.pyramid)
        let bounds = world.bounds(layer.part)
        let set = layer.matrixSet
        let box =
            layer.map?.boundingBoxes ?? """
                      <ows:BoundingBox crs="urn:ogc:def:crs:EPSG::3857">\
                <ows:LowerCorner>\(bounds.minX) \(bounds.minY)</ows:LowerCorner>\
                <ows:UpperCorner>\(bounds.maxX) \(bounds.maxY)</ows:UpperCorner></ows:BoundingBox>
                """
        let limits = (0...layer.pyramid.maxLevel).map { level in
            """
                        <TileMatrixLimits><TileMatrix>\(level)</TileMatrix><MinTileRow>0</MinTileRow>\
            <MaxTileRow>\(layer.pyramid.rows(ofLevel: level) - 1)</MaxTileRow><MinTileCol>0</MinTileCol>\
            <MaxTileCol>\(layer.pyramid.columns(ofLevel: level) - 1)</MaxTileCol></TileMatrixLimits>

            """
        }
        let addresses = Self.formats.map { type, ending in
            """
                  <ResourceURL format="\(type)" resourceType="tile" \
            template="\("\(address)/1.0.0/\(layer.pathName)".escapedForMarkup)/{Style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.\(ending)"/>

            """
        }
        return """
                <Layer>
                  <ows:Title>\(layer.title.escapedForMarkup)</ows:Title>
            \(box)
                  <ows:Identifier>\(layer.id.escapedForMarkup)</ows:Identifier>
                  <Style isDefault="true"><ows:Identifier>\(Self.style)</ows:Identifier></Style>
            \(Self.formats.map { "      <Format>\($0.0)</Format>\n" }.joined())\
                  <TileMatrixSetLink>
                    <TileMatrixSet>\(set)</TileMatrixSet>
                    <TileMatrixSetLimits>
            \(limits.joined())        </TileMatrixSetLimits>
                  </TileMatrixSetLink>
            \(addresses.joined())    </Layer>

            """
    }

    private var matrixSets: String {
        let sets = Dictionary(layers.map { ($0.matrixSet, $0) }, uniquingKeysWith: { $1 })
        return sets.sorted { $0.key < $1.key }.map { name, layer in
            if let map = layer.map { return map.matrixSet }
            let pyramid = layer.pyramid
            let size = pyramid.tileSize
            let matrices = (0...pyramid.maxLevel).map { level in
                let count = 1 << level
                let denominator = Self.denominatorOfWorld * 256 / Double(size) / exp2(Double(level))
                let half = WebMercator.halfWorld
                return """
                          <TileMatrix><ows:Identifier>\(level)</ows:Identifier>\
                    <ScaleDenominator>\(denominator)</ScaleDenominator><TopLeftCorner>\(-half) \(half)</TopLeftCorner>\
                    <TileWidth>\(size)</TileWidth><TileHeight>\(size)</TileHeight><MatrixWidth>\(count)</MatrixWidth>\
                    <MatrixHeight>\(count)</MatrixHeight></TileMatrix>

                    """
            }
            return """
                    <TileMatrixSet>
                      <ows:Identifier>\(name)</ows:Identifier>
                      <ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS>
                \(matrices.joined())    </TileMatrixSet>

                """
        }.joined()
    }

    /// Returns the response to an invalid query: OWS 1.1, table 25.
    ///
    /// - Parameter parameter: The invalid parameter; nil if the request as a whole is invalid.
    package static func exceptionReport(_ code: String, _ text: String, parameter: String?) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <ExceptionReport xmlns="http://www.opengis.net/ows/1.1" version="1.1.0" xml:lang="en">
          <Exception exceptionCode="\(code)"\(parameter.map { " locator=\"\($0.escapedForMarkup)\"" } ?? "")>
            <ExceptionText>\(text.escapedForMarkup)</ExceptionText>
          </Exception>
        </ExceptionReport>

        """
    }
}
