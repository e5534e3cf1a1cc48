import Foundation

/// The JSON metadata of a PMTiles file: the members known to the specification and its readers, and those of TileJSON.
package struct PMTilesMetadata: Encodable {
    private var name: String
    private var type = "baselayer"
    private var format: String
    private var tilework: TileJSON.Own

    package init(_ description: TileJSON) {
        name = description.name
        format = description.own.format
        tilework = description.own
    }

    package var data: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding cannot fail: only strings and finite numbers.
        return try! encoder.encode(self)
    }
}
