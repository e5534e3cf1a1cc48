import Foundation
import TileGeometry

/// The metadata of an archive's tiles from any writer: TileJSON, or the metadata of PMTiles and MBTiles.
package struct TileMetadata: Hashable, Sendable {
    package var name: String?
    /// The tiles' file extension or format name.
    package var format: String?
    /// The URL template of the tiles.
    package var template: String?
    /// Whether rows are counted from the bottom.
    package var isFromBottom = false
    /// Whether the metadata determines the order of rows. TileJSON does; metadata extracted from MBTiles does not.
    package var statesScheme = false
    package var minLevel: Int?
    package var maxLevel: Int?
    /// The pyramid, from the member `tilework`.
    package var pyramid: TilePyramid?
    /// The part with tiles, from the member `tilework`; nil for all.
    package var part: CGRect?

    /// The location of the tiles on Earth, for maps.
    package var bounds: DegreeBounds?

    package init() {}

    /// Parses JSON; nil if it is not an object.
    package init?(json: Data) {
        guard let members = (try? JSONSerialization.jsonObject(with: json)) as? [String: Any] else { return nil }
        self.init(members)
        apply((try? JSONDecoder().decode(Whole.self, from: json))?.tilework)
    }

    /// The properties of `TileJSON.Own`. They are decoded by `JSONDecoder` because `JSONSerialization` on Linux reads
    /// 1122.5196850393702 as 1122.5196850393704.
    private struct Own: Decodable {
        var width: Double?
        var height: Double?
        var tileSize: Double?
        var deepestScale: Double?
        var part: [Double]?
        var format: String?
    }

    private struct Whole: Decodable {
        var tilework: Own?
    }

    /// Parses the rows of an MBTiles `metadata` table.
    package init(rows: [String: String]) {
        self.init(rows as [String: Any])
        apply(rows["tilework"].flatMap { try? JSONDecoder().decode(Own.self, from: Data($0.utf8)) })
    }

    private init(_ members: [String: Any]) {
        name = members["name"] as? String
        format = members["format"] as? String
        template = (members["tiles"] as? [Any])?.first as? String
        let scheme = (members["scheme"] as? String)?.lowercased()
        isFromBottom = scheme == "tms"
        statesScheme = scheme == "xyz" || scheme == "tms" || template != nil || members["tilejson"] != nil
        minLevel = Self.level(members["minzoom"])
        maxLevel = Self.level(members["maxzoom"])
        let bounds =
            (members["bounds"] as? [Any])?.map { ($0 as? NSNumber)?.doubleValue ?? .nan }
            ?? (members["bounds"] as? String)?.split(separator: ",").map {
                Double($0.trimmingCharacters(in: .whitespaces)) ?? .nan
            }
        self.bounds = bounds.flatMap { DegreeBounds($0) }
    }

    private mutating func apply(_ own: Own?) {
        guard let own else { return }
        if let width = own.width, let height = own.height, let tileSize = own.tileSize.flatMap({ Int(exactly: $0) }),
            let scale = own.deepestScale
        {
            pyramid = try? TilePyramid(
                contentSize: CGSize(width: width, height: height), tileSize: tileSize, scale: scale)
        }
        if let part = own.part, part.count == 4, part.allSatisfy(\.isFinite), part[2] > 0, part[3] > 0 {
            self.part = CGRect(x: part[0], y: part[1], width: part[2], height: part[3])
        }
        if format == nil { format = own.format }
    }

    /// Returns a level, which some programs write as a string.
    private static func level(_ value: Any?) -> Int? {
        let number = (value as? NSNumber)?.doubleValue ?? (value as? String).flatMap { Double($0) }
        return number.flatMap { Int(exactly: $0) }.flatMap { (0...PMTilesTile.deepestLevel).contains($0) ? $0 : nil }
    }
}
