import Foundation
import TileGeometry

/// TileJSON 3.0.0 for content without a location on Earth.
///
/// Tiles are placed as in web maps: level 0 is the whole world in spherical Mercator (EPSG:3857). `bounds` and `center`
/// are the degrees that the content covers there, so that map viewers show it; they have no other meaning. A viewer
/// with a plane of its own uses the member `tilework`, which the standard permits.
package struct TileJSON: Encodable {
    /// The custom member `tilework`, for properties that the standard does not cover.
    package struct Own: Encodable {
        /// The size of the content, in its units.
        package var width: Double
        package var height: Double
        /// The side of a tile in pixels.
        package var tileSize: Int
        /// The pixels per unit at `maxzoom`.
        package var deepestScale: Double
        /// The coordinate system of `bounds` and `center`, for clients that do not know this member.
        package var crs = "EPSG:3857"
        /// Whether `bounds` and `center` are the content's location on Earth.
        package var georeferenced = false
        /// The tiles' file extension, without the dot.
        package var format: String
        /// The part with tiles, in an archive that has tiles of a part only: left, top, width and height in units of
        /// the content.
        package var part: [Double]?
        // From a server only.
        /// The location on Earth.
        package var location: Location?
        package var id: String?
        package var title: String?
        /// Whether tiles with twice the pixels (`@2x`) are available.
        package var doubled: Bool?
        /// Other available file extensions.
        package var formats: [String]?
        /// The color behind transparent pixels.
        package var background: String?
        package var kind: String?
        /// A description of what is missing, for a damaged file that is shown in part.
        package var damage: String?
        /// Phrases about the features of the file that are not honored.
        package var omissions: [String]?
        /// The values and bands of which requests can choose others.
        package var raster: Raster?
        // From a page of a document only.
        /// The identifier of the document.
        package var document: String?
        /// The page number, from 1.
        package var page: Int?
        /// The number of pages in the document.
        package var pages: Int?
        /// Whether the page's text can be searched.
        package var searchable: Bool?
        /// Whether each viewer gets its own copy.
        package var personal: Bool?
    }

    /// A location on Earth, in a coordinate system with x to the east and y to the north.
    package struct Location: Encodable {
        /// The coordinate system.
        package var crs: String
        /// The coordinates of the top left corner.
        package var topLeft: [Double]
        /// The width and height of a unit of the content, in units of the coordinate system.
        package var unit: [Double]
        /// West, south, east and north in degrees of WGS 84.
        package var bounds: [Double]

        package init(_ location: GeoLocation, of size: CGSize) {
            crs = location.system.rawValue
            topLeft = [Double(location.topLeft.x), Double(location.topLeft.y)]
            unit = [Double(location.unit.width), Double(location.unit.height)]
            bounds = location.bounds(of: size)
        }
    }

    /// The values, bands and channels of a raster image, of which requests can choose others with `?range=`, `?bands=`
    /// and `?channels=`.
    package struct Raster: Encodable {
        /// The values that are shown from black to white.
        package var range: [Double]
        /// The range of the values, if it is known.
        package var values: [Double]?
        /// The number of bands.
        package var bands: Int
        /// The bands that are shown, counted from 1: one as gray, or three as red, green and blue.
        package var shown: [Int]
        /// The names of all bands, "" for those without one, if the file names any.
        package var names: [String]?
        /// The channels that are added up, if the image has channels.
        package var channels: [Channel]?

        /// A channel of a microscope's image.
        package struct Channel: Encodable {
            package var name: String
            /// The color of the greatest values as six hexadecimal digits.
            package var color: String
            /// Whether the channel is shown if none are chosen.
            package var shown: Bool
            /// The factor of the color from 0 to 1, unless it is 1.
            package var opacity: Double?

            package init(name: String, color: String, shown: Bool) {
                (self.name, self.color, self.shown) = (name, color, shown)
            }
        }

        package init(range: [Double], values: [Double]?, bands: Int, shown: [Int], names: [String]?) {
            (self.range, self.values) = (range, values)
            (self.bands, self.shown, self.names) = (bands, shown, names)
        }
    }

    package var tilejson = "3.0.0"
    package var name: String
    package var scheme = "xyz"
    package var tiles: [String]
    package var minzoom: Int
    package var maxzoom: Int
    package var bounds: [Double]
    package var center: [Double]
    // Required by the standard's schema, even for raster tiles.
    package var vectorLayers: [String] = []
    package var own: Own

    private enum CodingKeys: String, CodingKey {
        case tilejson, name, scheme, tiles, minzoom, maxzoom, bounds, center
        case vectorLayers = "vector_layers"
        case own = "tilework"
    }

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - part: The part with tiles, in units of the content; nil for all.
    ///   - template: The URL template of tiles, relative to the document or absolute.
    ///   - format: The tiles' file extension, without the dot.
    package init(
        name: String, pyramid: TilePyramid, minLevel: Int = 0, part: CGRect? = nil, template: String, format: String
    ) {
        self.name = name
        tiles = [template]
        minzoom = minLevel
        maxzoom = pyramid.maxLevel
        let world = SphericalMercator(side: Double(pyramid.tileSize) * exp2(Double(pyramid.maxLevel)))
        let box = pyramid.deepestPixels(of: part)
        bounds = [
            world.longitude(box.minX), world.latitude(box.maxY), world.longitude(box.maxX), world.latitude(box.minY),
        ]
        center = [
            world.longitude((box.minX + box.maxX) / 2), world.latitude((box.minY + box.maxY) / 2), Double(minLevel),
        ]
        own = Own(
            width: Double(pyramid.contentSize.width), height: Double(pyramid.contentSize.height),
            tileSize: pyramid.tileSize, deepestScale: pyramid.deepestScale, format: format,
            part: part.map { [$0.minX, $0.minY, $0.width, $0.height].map { Double($0) } })
    }

    /// Returns the encoded document, either indented with a trailing newline or compact.
    package func data(forPeople: Bool) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if forPeople { encoder.outputFormatting.insert(.prettyPrinted) }
        // Encoding cannot fail: only strings, integers and finite numbers.
        return try! encoder.encode(self) + Data((forPeople ? "\n" : "").utf8)
    }
}

extension TilePyramid {
    /// Returns the pixels of the deepest level that a part of the content covers, given in its units; of all content if
    /// nil.
    func deepestPixels(of part: CGRect?) -> Box {
        guard let part else {
            let size = pixelSize(ofLevel: maxLevel)
            return Box(minX: 0, minY: 0, maxX: Double(size.width), maxY: Double(size.height))
        }
        return Box(
            minX: Double(part.minX) * deepestScale, minY: Double(part.minY) * deepestScale,
            maxX: Double(part.maxX) * deepestScale, maxY: Double(part.maxY) * deepestScale)
    }
}

/// A rectangle on Earth, in degrees.
package struct DegreeBounds: Hashable, Sendable {
    package var west: Double
    package var south: Double
    package var east: Double
    package var north: Double

    /// Creates bounds from west, south, east and north; nil if they are out of range or empty.
    package init?(_ numbers: [Double]) {
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[0] < numbers[2], numbers[1] < numbers[3],
            (-180...180).contains(numbers[0]), (-180...180).contains(numbers[2]), (-90...90).contains(numbers[1]),
            (-90...90).contains(numbers[3])
        else { return nil }
        (west, south, east, north) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// Returns the area in the world of web maps, as a square with this side; nil if it is all of the square or almost
    /// empty.
    package func part(ofSquare side: Double) -> CGRect? {
        let world = SphericalMercator(side: side)
        let (left, right) = (world.x(west), world.x(east))
        let (top, bottom) = (world.y(north), world.y(south))
        guard right - left >= 1, bottom - top >= 1, right - left < side - 1 || bottom - top < side - 1 else {
            return nil
        }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

/// The world in spherical Mercator as a square with a side in pixels.
private struct SphericalMercator {
    var side: Double

    func x(_ longitude: Double) -> Double { (longitude + 180) / 360 * side }
    /// Clamped to the square, which does not reach the poles.
    func y(_ latitude: Double) -> Double {
        let place = 0.5 - asinh(tan(latitude * .pi / 180)) / (2 * .pi)
        return min(max(place, 0), 1) * side
    }

    func longitude(_ x: Double) -> Double { rounded(x / side * 360 - 180) }
    func latitude(_ y: Double) -> Double { rounded(atan(sinh(.pi * (1 - 2 * y / side))) * 180 / .pi) }

    // A unit of 10⁻⁷ degrees is a centimeter.
    private func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
}
