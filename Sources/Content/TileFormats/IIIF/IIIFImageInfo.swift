import Foundation
import TileGeometry

/// The description of an image for clients: `info.json` of the Image API, section 5.
///
/// The scale factors are the levels of the pyramid, so that viewers request regions that are tiles.
package struct IIIFImageInfo: Sendable {
    package var version: IIIFVersion
    /// The URL of the image, without a trailing slash.
    package var id: String
    package var pyramid: TilePyramid
    package var limits: IIIFLimits
    /// The format in which the tiles are stored.
    package var preferredFormat: String

    package init(
        version: IIIFVersion, id: String, pyramid: TilePyramid, limits: IIIFLimits, preferredFormat: String
    ) {
        self.version = version
        self.id = id
        self.pyramid = pyramid
        self.limits = limits
        self.preferredFormat = preferredFormat
    }

    /// Returns the URL of the compliance document, for `profile`.
    package static func profile(_ version: IIIFVersion) -> String {
        "http://iiif.io/api/image/\(version.rawValue)/level2.json"
    }

    private struct Size: Encodable {
        var width: Int
        var height: Int
    }

    private struct Tiles: Encodable {
        var width: Int
        var height: Int
        var scaleFactors: [Int]
    }

    private var levels: [Size] {
        (0...pyramid.maxLevel).map { level in
            let size = pyramid.pixelSize(ofLevel: level)
            return Size(width: size.width, height: size.height)
        }.filter { limits.allow(ImageSize($0.width, $0.height)) }
    }

    private var tiles: Tiles {
        Tiles(
            width: pyramid.tileSize, height: pyramid.tileSize, scaleFactors: (0...pyramid.maxLevel).map { 1 << $0 })
    }

    private struct Version3: Encodable {
        var context = IIIFVersion.v3.context
        var id: String
        var type = "ImageService3"
        var `protocol` = IIIFVersion.protocolName
        var profile = "level2"
        var width: Int
        var height: Int
        var maxWidth: Int
        var maxHeight: Int
        var maxArea: Int
        var sizes: [Size]
        var tiles: [Tiles]
        var preferredFormats: [String]
        var extraFormats = ["webp", "avif", "jxl"]
        var extraQualities = ["color", "gray", "bitonal"]
        var extraFeatures = ["mirroring", "rotationArbitrary", "sizeUpscaling"]

        enum CodingKeys: String, CodingKey {
            case context = "@context"
            case id, type, `protocol`, profile, width, height, maxWidth, maxHeight, maxArea, sizes, tiles
            case preferredFormats, extraFormats, extraQualities, extraFeatures
        }
    }

    private struct Version2: Encodable {
        struct Profile: Encodable {
            var formats = ["jpg", "png", "webp", "avif", "jxl"]
            var qualities = ["default", "color", "gray", "bitonal"]
            var supports = ["mirroring", "regionSquare", "rotationArbitrary", "sizeAboveFull"]
            var maxWidth: Int
            var maxHeight: Int
            var maxArea: Int
        }

        enum ProfileItem: Encodable {
            case level(String)
            case more(Profile)

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .level(let address): try container.encode(address)
                case .more(let profile): try container.encode(profile)
                }
            }
        }

        var context = IIIFVersion.v2.context
        var id: String
        var `protocol` = IIIFVersion.protocolName
        var width: Int
        var height: Int
        var sizes: [Size]
        var tiles: [Tiles]
        var profile: [ProfileItem]

        enum CodingKeys: String, CodingKey {
            case context = "@context"
            case id = "@id"
            case `protocol`, width, height, sizes, tiles, profile
        }
    }

    /// The encoded document.
    package var bytes: [UInt8] {
        let size = pyramid.pixelSize(ofLevel: pyramid.maxLevel)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding cannot fail: the document has only strings and integers.
        switch version {
        case .v3:
            let document = Version3(
                id: id, width: size.width, height: size.height, maxWidth: limits.side, maxHeight: limits.side,
                maxArea: limits.area, sizes: levels, tiles: [tiles], preferredFormats: [preferredFormat])
            return [UInt8](try! encoder.encode(document))
        case .v2:
            let more = Version2.Profile(maxWidth: limits.side, maxHeight: limits.side, maxArea: limits.area)
            let document = Version2(
                id: id, width: size.width, height: size.height, sizes: levels, tiles: [tiles],
                profile: [.level(Self.profile(.v2)), .more(more)])
            return [UInt8](try! encoder.encode(document))
        }
    }
}
