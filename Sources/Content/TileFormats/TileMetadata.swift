import Foundation
import TileGeometry

/// An archive's own description of its tiles: TileJSON, or the metadata of PMTiles and MBTiles, whoever wrote it.
package struct TileMetadata: Hashable, Sendable {
    package var name: String?
    /// The ending of tiles, or the name of their format.
    package var format: String?
    /// The pattern of the tiles' addresses.
    package var template: String?
    /// Whether rows are counted from the bottom.
    package var isFromBottom = false
    /// Whether the description settles how rows are counted: TileJSON does, and metadata taken out of MBTiles does not.
    package var statesScheme = false
    package var minLevel: Int?
    package var maxLevel: Int?
    /// From the member `tilework`.
    package var pyramid: TilePyramid?
    /// The part of the content that there are tiles of, from the same; nil for all.
    package var part: CGRect?

    /// Where on Earth the tiles are, as maps say it.
    package var bounds: DegreeBounds?

    package init() {}

    /// From JSON. Nil for what is no object.
    package init?(json: Data) {
        guard let members = (try? JSONSerialization.jsonObject(with: json)) as? [String: Any] else { return nil }
        self.init(members)
        take((try? JSONDecoder().decode(Whole.self, from: json))?.tilework)
    }

    /// What `TileJSON.Own` has. By `JSONDecoder`: on Linux, `JSONSerialization` reads 1122.5196850393702 as
    /// 1122.5196850393704.
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

    /// From the rows of MBTiles' `metadata`.
    package init(rows: [String: String]) {
        self.init(rows as [String: Any])
        take(rows["tilework"].flatMap { try? JSONDecoder().decode(Own.self, from: Data($0.utf8)) })
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

    private mutating func take(_ own: Own?) {
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

    /// A number, or one in a text, as some programs write it.
    private static func level(_ value: Any?) -> Int? {
        let number = (value as? NSNumber)?.doubleValue ?? (value as? String).flatMap { Double($0) }
        return number.flatMap { Int(exactly: $0) }.flatMap { (0...PMTilesTile.deepestLevel).contains($0) ? $0 : nil }
    }
}
