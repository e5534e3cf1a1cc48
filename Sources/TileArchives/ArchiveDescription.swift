import Foundation
import TileGeometry
import TileGraphics

/// The file that tells a viewer what an archive holds.
enum ArchiveDescription {
    /// The descriptor of Deep Zoom's schema of 2008.
    static func deepZoom(_ plan: BuildPlan, format: TileFormat) -> String {
        let size = plan.pyramid.pixelSize(ofLevel: plan.pyramid.maxLevel)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="\(format.fileExtension)" Overlap="0" \
            TileSize="\(plan.pyramid.tileSize)">
              <Size Width="\(size.width)" Height="\(size.height)"/>
            </Image>

            """
    }

    /// TileJSON 3.0.0, with the tiles relative to the file itself, since nobody knows yet where it will be served.
    ///
    /// Tiles without a place on Earth are laid on the map as every viewer of such tiles does: level 0 is the whole world in
    /// spherical Mercator.
    static func tileJSON(_ plan: BuildPlan, name: String, format: TileFormat) throws -> Data {
        struct Document: Encodable {
            /// Beyond the standard, which allows further members.
            struct Own: Encodable {
                /// In pixels, at `maxzoom`.
                var width: Int
                var height: Int
                var tileSize: Int
            }
            var tilejson = "3.0.0"
            var name: String
            var scheme = "xyz"
            var tiles: [String]
            var minzoom: Int
            var maxzoom: Int
            var bounds: [Double]
            var center: [Double]
            // The standard's schema asks for them, of pictures too.
            var vectorLayers: [String] = []
            var tilework: Own

            enum CodingKeys: String, CodingKey {
                case tilejson, name, scheme, tiles, minzoom, maxzoom, bounds, center, tilework
                case vectorLayers = "vector_layers"
            }
        }
        let pyramid = plan.pyramid
        let size = pyramid.pixelSize(ofLevel: pyramid.maxLevel)
        let world = Double(pyramid.tileSize) * exp2(Double(pyramid.maxLevel))
        func longitude(_ x: Double) -> Double { rounded(x / world * 360 - 180) }
        func latitude(_ y: Double) -> Double { rounded(atan(sinh(.pi * (1 - 2 * y / world))) * 180 / .pi) }
        // 10⁻⁷ degrees are a centimetre.
        func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
        let (width, height) = (Double(size.width), Double(size.height))
        let document = Document(
            name: name, tiles: ["{z}/{x}/{y}.\(format.fileExtension)"], minzoom: plan.levels[0].number,
            maxzoom: plan.levels[plan.levels.count - 1].number,
            bounds: [longitude(0), latitude(height), longitude(width), latitude(0)],
            center: [longitude(width / 2), latitude(height / 2), Double(plan.levels[0].number)],
            tilework: Document.Own(width: size.width, height: size.height, tileSize: pyramid.tileSize))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(document) + Data("\n".utf8)
    }
}
