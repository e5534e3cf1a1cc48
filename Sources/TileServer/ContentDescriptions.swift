import Foundation
import TileGeometry

/// The documents that describe contents to viewers.
enum ContentDescriptions {
    /// TileJSON 3.0.0, with a member of our own for what it has no word for.
    ///
    /// Its levels are the content's own, not the world's, so it has no bounds: those are degrees.
    ///
    /// - Parameter origin: Scheme, host and port that the request came to, because TileJSON's addresses are absolute.
    static func tileJSON(_ entry: Site.Entry, origin: String) -> [UInt8] {
        struct Document: Encodable {
            struct Own: Encodable {
                var id: String
                var title: String
                var width: Double
                var height: Double
                var tileSize: Int
                var deepestScale: Double
                var doubled: Bool
                var format: String
                var formats = ["png", "webp", "jpg"]
                var background = "#ffffff"
                var kind: String?
            }
            var tilejson = "3.0.0"
            var name: String
            var scheme = "xyz"
            var tiles: [String]
            var minzoom = 0
            var maxzoom: Int
            // Required by the specification's schema, meaningless for pictures.
            var vectorLayers: [String] = []
            var tilework: Own

            enum CodingKeys: String, CodingKey {
                case tilejson, name, scheme, tiles, minzoom, maxzoom, tilework
                case vectorLayers = "vector_layers"
            }
        }
        let (content, pyramid) = (entry.content, entry.content.pyramid)
        let format = content.format.fileExtension
        return encoded(
            Document(
                name: content.title, tiles: ["\(origin)/tiles/\(content.id)/{z}/{x}/{y}.\(format)"],
                maxzoom: pyramid.maxLevel,
                tilework: Document.Own(
                    id: content.id, title: content.title, width: Double(pyramid.contentSize.width),
                    height: Double(pyramid.contentSize.height), tileSize: pyramid.tileSize,
                    deepestScale: pyramid.deepestScale, doubled: content.isScalable, format: format,
                    kind: content.kind)))
    }

    /// What the gallery lists: the contents that are open, and how many are not yet.
    static func contents(_ site: Site) -> [UInt8] {
        struct Document: Encodable {
            struct Item: Encodable {
                var id: String
                var title: String
                var width: Double
                var height: Double
                var kind: String?
                var folder: String?
            }
            var contents: [Item]
            var opening: Int
        }
        return encoded(
            Document(
                contents: site.entries.map { entry in
                    let size = entry.content.pyramid.contentSize
                    return Document.Item(
                        id: entry.content.id, title: entry.content.title, width: Double(size.width),
                        height: Double(size.height), kind: entry.content.kind, folder: entry.content.folder)
                }, opening: site.places.count { !$0.isSettled }))
    }

    /// Deep Zoom's description, schema of 2008.
    static func deepZoom(_ entry: Site.Entry) -> [UInt8] {
        let pyramid = entry.content.pyramid
        let size = pyramid.pixelSize(ofLevel: pyramid.maxLevel)
        return Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="\(entry.content.format.fileExtension)" \
            Overlap="0" TileSize="\(pyramid.tileSize)">
              <Size Width="\(size.width)" Height="\(size.height)"/>
            </Image>

            """.utf8)
    }

    private static func encoded(_ document: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings, whole numbers and finite lengths: there is nothing that JSON can't say.
        return [UInt8](try! encoder.encode(document))
    }
}
