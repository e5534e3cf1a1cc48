import Foundation
import TileGeometry

/// TileJSON 3.0.0 of a content that has no place on Earth.
///
/// The tiles lie as every viewer of such tiles lays them: level 0 is the whole world in spherical Mercator (EPSG:3857).
/// `bounds` and `center` are the degrees that the content takes up there, so that such a viewer shows it; they mean
/// nothing else. A viewer with a plane of its own goes by the member `tilework`, which the standard allows.
package struct TileJSON: Encodable {
    /// What the standard has no word for.
    package struct Own: Encodable {
        /// Of the content, in its units.
        package var width: Double
        package var height: Double
        /// In pixels.
        package var tileSize: Int
        /// Pixels for each unit at `maxzoom`.
        package var deepestScale: Double
        /// What `bounds` and `center` are in, and what a client that knows nothing of this member has to use.
        package var crs = "EPSG:3857"
        /// Whether those are where the content lies on Earth.
        package var georeferenced = false
        /// The tiles' file extension, without the dot.
        package var format: String
        /// Of an archive that has tiles of a part alone: its left, top, width and height, in units of the content.
        package var part: [Double]?
        // Of a server.
        package var id: String?
        package var title: String?
        /// Whether there are tiles of twice the pixels (`@2x`).
        package var doubled: Bool?
        /// Other file extensions that the tiles come with.
        package var formats: [String]?
        /// Behind what is clear.
        package var background: String?
        package var kind: String?
        /// What is missing of a damaged file, of which the rest is shown.
        package var damage: String?
        // Of a page of a document.
        /// Names the document.
        package var document: String?
        /// From 1.
        package var page: Int?
        /// How many the document has.
        package var pages: Int?
        /// Whether its text can be searched.
        package var searchable: Bool?
        /// Whether each viewer is to have a copy of its own.
        package var personal: Bool?
    }

    package var tilejson = "3.0.0"
    package var name: String
    package var scheme = "xyz"
    package var tiles: [String]
    package var minzoom: Int
    package var maxzoom: Int
    package var bounds: [Double]
    package var center: [Double]
    // The standard's schema asks for them, of pictures too.
    package var vectorLayers: [String] = []
    package var own: Own

    private enum CodingKeys: String, CodingKey {
        case tilejson, name, scheme, tiles, minzoom, maxzoom, bounds, center
        case vectorLayers = "vector_layers"
        case own = "tilework"
    }

    /// - Parameters:
    ///   - part: what there is to see, in units of the content; nil for all.
    ///   - template: Of the tiles' addresses, from the document or absolute.
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

    /// The document's bytes; indented for people with a line's end behind it, or neither.
    package func data(forPeople: Bool) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if forPeople { encoder.outputFormatting.insert(.prettyPrinted) }
        // Strings, whole numbers and finite lengths: there is nothing that JSON can't say.
        return try! encoder.encode(self) + Data((forPeople ? "\n" : "").utf8)
    }
}

extension TilePyramid {
    /// The pixels of the deepest level that a part of the content takes, in its units; of all of it for nil.
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

/// A part of the Earth, in degrees.
package struct DegreeBounds: Hashable, Sendable {
    package var west: Double
    package var south: Double
    package var east: Double
    package var north: Double

    /// Nil for numbers that name no part of the Earth, or none that has an extent.
    package init?(_ numbers: [Double]) {
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[0] < numbers[2], numbers[1] < numbers[3],
            (-180...180).contains(numbers[0]), (-180...180).contains(numbers[2]), (-90...90).contains(numbers[1]),
            (-90...90).contains(numbers[3])
        else { return nil }
        (west, south, east, north) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// Where it is in the world of maps, a square of that side; nil where that is all of it, or next to nothing.
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

/// The world as a square of so many pixels.
private struct SphericalMercator {
    var side: Double

    func x(_ longitude: Double) -> Double { (longitude + 180) / 360 * side }
    /// Within the square: it ends before the poles.
    func y(_ latitude: Double) -> Double {
        let place = 0.5 - asinh(tan(latitude * .pi / 180)) / (2 * .pi)
        return min(max(place, 0), 1) * side
    }

    func longitude(_ x: Double) -> Double { rounded(x / side * 360 - 180) }
    func latitude(_ y: Double) -> Double { rounded(atan(sinh(.pi * (1 - 2 * y / side))) * 180 / .pi) }

    // 10⁻⁷ degrees are a centimetre.
    private func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
}
