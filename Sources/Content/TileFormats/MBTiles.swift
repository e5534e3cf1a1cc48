import Foundation

/// MBTiles 1.3: tiles in a SQLite file. Rows are counted from the bottom (TMS), levels from one tile.
///
/// The tables are those that writers who store equal tiles once have in common: `images` with the bytes, `map` from
/// places to them, and the standard's `tiles` as a view of both.
package enum MBTiles {
    package static let fileExtension = "mbtiles"
    /// What the standard asks for as `application_id`: "MPBX".
    package static let applicationID = 0x4D50_4258
    /// Columns and rows have 64 bits in SQLite, but readers have 32.
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

    /// A row as the other way of counting has it.
    package static func flipped(_ row: Int, ofLevel level: Int) -> Int { (1 << level) - 1 - row }

    /// The rows of `metadata`, in their order.
    package static func metadata(_ description: TileJSON) -> [(name: String, value: String)] {
        func list(_ numbers: [Double]) -> String { numbers.map { "\($0)" }.joined(separator: ",") }
        let center = description.center
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [
            ("name", description.name),
            ("format", description.own.format),
            ("bounds", list(description.bounds)),
            ("center", "\(center[0]),\(center[1]),\(Int(center[2]))"),
            ("minzoom", "\(description.minzoom)"),
            ("maxzoom", "\(description.maxzoom)"),
            ("type", "baselayer"),
            // Strings and finite numbers.
            ("tilework", String(decoding: try! encoder.encode(description.own), as: UTF8.self)),
        ]
    }
}
