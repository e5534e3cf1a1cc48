import Foundation

/// MBTiles 1.3: tiles in a SQLite file. Rows are counted from the bottom (TMS), and level 0 is one tile.
///
/// The tables follow the convention of writers that store equal tiles once: `images` has the bytes, `map` maps
/// coordinates to them, and the standard's `tiles` is a view that joins both.
package enum MBTiles {
    package static let fileExtension = "mbtiles"
    /// The standard's `application_id`: "MPBX".
    package static let applicationID = 0x4D50_4258
    /// The deepest level. Columns and rows have 64 bits in SQLite, but 32 in readers.
    package static let deepestLevel = 30

    package static let schema = """
        CREATE TABLE metadata (name text, value text);
        CREATE TABLE map (
            zoom_level integer, tile_column integer, tile_row integer, tile_id integer,
            PRIMARY KEY (zoom_level, tile_column, tile_row)
        ) WITHOUT ROWID;
        CREATE TABLE images (tile_id integer PRIMARY KEY, tile_data blob);
        CREATE VIEW tiles AS
            SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column, map.tile_row AS tile_row,
                images.tile_data AS tile_data
            FROM map JOIN images ON images.tile_id = map.tile_id;
        """

    /// Converts a row between top-down and bottom-up numbering.
    package static func flipped(_ row: Int, ofLevel level: Int) -> Int { (1 << level) - 1 - row }

    /// Returns the name of a format in the metadata: the media type of one that the specification does not name.
    private static func formatName(_ fileExtension: String) -> String {
        switch StoredTileFormat(name: fileExtension) {
        case .png, .jpeg, .webp, .vector, nil: fileExtension
        case .avif, .jpegXL, .gif, .mapLibre: StoredTileFormat(name: fileExtension)!.mediaType
        }
    }

    /// Returns the rows of the table `metadata`, in order.
    package static func metadata(_ description: TileJSON) -> [(name: String, value: String)] {
        func list(_ numbers: [Double]) -> String { numbers.map { "\($0)" }.joined(separator: ",") }
        let center = description.center
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [
            ("name", description.name),
            ("format", formatName(description.own.format)),
            ("bounds", list(description.bounds)),
            ("center", "\(center[0]),\(center[1]),\(Int(center[2]))"),
            ("minzoom", "\(description.minzoom)"),
            ("maxzoom", "\(description.maxzoom)"),
            ("type", "baselayer"),
            // Encoding cannot fail: only strings and finite numbers.
            ("tilework", String(decoding: try! encoder.encode(description.own), as: UTF8.self)),
        ]
    }
}
