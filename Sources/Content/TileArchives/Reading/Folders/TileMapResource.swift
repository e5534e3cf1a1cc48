import Foundation
import TileFormats
import TileGeometry

/// The description of a Tile Map Service folder, `tilemapresource.xml` (OSGeo TMS 1.0.0), as gdal2tiles and MapTiler
/// write it.
struct TileMapResource: Sendable {
    /// The coordinate system of the tiles.
    enum Profile: Hashable {
        /// Spherical Mercator: 2ⁿ × 2ⁿ tiles of the world at level n.
        case mercator
        /// Degrees as pixels. gdal2tiles starts with one tile for 360° × 360°, the standard with two of 180°.
        case geodetic
        /// Any other plane, cut from the origin.
        case raster

        init(_ name: String) {
            switch name.lowercased() {
            case "mercator", "global-mercator": self = .mercator
            case "geodetic", "global-geodetic": self = .geodetic
            default: self = .raster
            }
        }
    }

    static let fileName = "tilemapresource.xml"

    var title: String
    var profile: Profile
    var tileSize: Int
    var fileExtension: String
    /// The corner from which tiles are counted, in units of the plane; y goes up.
    var origin: (x: Double, y: Double)
    /// The extent of the map, in the same units, or in degrees; y goes up.
    var box: Box
    /// Units per pixel, by level.
    var unitsPerPixel: [Int: Double]

    /// Returns nil for a document that is not such a description, or that contradicts itself.
    init?(_ bytes: [UInt8]) {
        guard let document = DescriptionXML(bytes), document.elements.first?.name == "TileMap",
            let format = document.element("TileFormat"), let tileSize = format.number("width", from: 1),
            tileSize <= TilePyramid.largestTileSize, format.number("height", from: 1) == tileSize,
            let bounds = document.element("BoundingBox"), let box = Self.box(bounds)
        else { return nil }
        self.tileSize = tileSize
        self.box = box
        title = document.element("Title")?.text ?? ""
        fileExtension = format.attributes["extension"] ?? ""
        profile = Profile(document.element("TileSets")?.attributes["profile"] ?? "")
        let corner = document.element("Origin")
        origin = (corner?.real("x") ?? box.minX, corner?.real("y") ?? box.minY)
        var unitsPerPixel: [Int: Double] = [:]
        for set in document.elements where set.name == "TileSet" {
            let order = set.attributes["order"] ?? set.attributes["href"]?.split(separator: "/").last.map(String.init)
            guard let level = order.flatMap({ Int($0) }), (0...PMTilesTile.deepestLevel).contains(level),
                let units = set.real("units-per-pixel"), units > 0
            else { continue }
            unitsPerPixel[level] = units
        }
        self.unitsPerPixel = unitsPerPixel
    }

    private static func box(_ element: DescriptionXML.Element) -> Box? {
        guard let minX = element.real("minx"), let minY = element.real("miny"), let maxX = element.real("maxx"),
            let maxY = element.real("maxy"), minX < maxX, minY < maxY
        else { return nil }
        return Box(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    }
}

extension DescriptionXML.Element {
    /// An attribute as a finite number.
    func real(_ name: String) -> Double? {
        attributes[name].flatMap { Double($0.trimmingCharacters(in: .whitespaces)) }.flatMap { $0.isFinite ? $0 : nil }
    }
}
