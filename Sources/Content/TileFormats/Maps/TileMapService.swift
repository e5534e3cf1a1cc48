import Foundation
import TileGeometry
import TileSupport

/// Tile Map Service 1.0.0 (OSGeo, 2009): a list of maps, a description of each, and tiles with rows counted from the
/// bottom.
///
/// Maps have the coordinates of `TileJSON`: level 0 is one tile, and row 0 is at the world's lower edge.
package enum TileMapService {
    /// A map in the list.
    package struct Map: Sendable {
        /// The map's path component in URLs, percent-encoded.
        package var id: String
        package var title: String

        package init(id: String, title: String) { (self.id, self.title) = (id, title) }
    }

    /// Returns the document that lists the maps.
    ///
    /// - Parameter address: The service's URL, without a trailing slash.
    package static func list(_ maps: [Map], address: String) -> String {
        let items = maps.map { map in
            """
                <TileMap title="\(map.title.escapedForMarkup)" srs="EPSG:3857" profile="global-mercator" \
            href="\("\(address)/\(map.id)".escapedForMarkup)"/>

            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <TileMapService version="1.0.0" services="\(address.escapedForMarkup)">
              <Title>Tilework</Title>
              <Abstract/>
              <TileMaps>
            \(items.joined())  </TileMaps>
            </TileMapService>

            """
    }

    /// Returns the document that describes a map.
    ///
    /// - Parameter service: The service's URL, without a trailing slash.
    package static func map(
        _ map: Map, pyramid: TilePyramid, service: String, fileExtension: String, mediaType: String
    ) -> String {
        let address = "\(service)/\(map.id)"
        let world = WebMercatorWorld(pyramid)
        // The bounds of the whole world instead of the content, because GDAL counts tiles from the corner of the box,
        // not from the origin.
        let half = WebMercator.halfWorld
        let sets = (0...pyramid.maxLevel).map { level in
            """
                <TileSet href="\("\(address)/\(level)".escapedForMarkup)" units-per-pixel="\(world.unitsPerPixel(level))" \
            order="\(level)"/>

            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <TileMap version="1.0.0" tilemapservice="\(service.escapedForMarkup)">
              <Title>\(map.title.escapedForMarkup)</Title>
              <Abstract/>
              <SRS>EPSG:3857</SRS>
              <BoundingBox minx="\(-half)" miny="\(-half)" maxx="\(half)" maxy="\(half)"/>
              <Origin x="\(-half)" y="\(-half)"/>
              <TileFormat width="\(pyramid.tileSize)" height="\(pyramid.tileSize)" mime-type="\(mediaType)" \
            extension="\(fileExtension)"/>
              <TileSets profile="global-mercator">
            \(sets.joined())  </TileSets>
            </TileMap>

            """
    }
}
