import Foundation

/// The JSON of a PMTiles file: what the specification and its readers know by name, and what TileJSON says besides.
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
        // Strings and finite numbers: there is nothing that JSON can't say.
        return try! encoder.encode(self)
    }
}
