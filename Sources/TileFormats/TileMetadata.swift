import Foundation
import TileGeometry

/// What an archive's own description says of its tiles, as far as it does: TileJSON, the metadata of PMTiles and of
/// MBTiles, whoever wrote it.
package struct TileMetadata: Hashable, Sendable {
    package var name: String?
    /// The ending of tiles, or the name of their format.
    package var format: String?
    /// How a client makes the tiles' addresses.
    package var template: String?
    /// Whether rows are counted from the bottom.
    package var isFromBottom = false
    package var minLevel: Int?
    package var maxLevel: Int?
    /// From the member `tilework`.
    package var pyramid: TilePyramid?
    /// The part of the content that there are tiles of, from the same; nil for all.
    package var part: CGRect?

    package init() {}

    /// From JSON. Nil for what is no object.
    package init?(json: Data) {
        guard let members = (try? JSONSerialization.jsonObject(with: json)) as? [String: Any] else { return nil }
        self.init(members)
    }

    /// From the rows of MBTiles' `metadata`.
    package init(rows: [String: String]) {
        self.init(rows as [String: Any])
        if let own = rows["tilework"].flatMap({ try? JSONSerialization.jsonObject(with: Data($0.utf8)) }) {
            take(own)
        }
    }

    private init(_ members: [String: Any]) {
        name = members["name"] as? String
        format = members["format"] as? String
        template = (members["tiles"] as? [Any])?.first as? String
        isFromBottom = (members["scheme"] as? String)?.lowercased() == "tms"
        minLevel = Self.level(members["minzoom"])
        maxLevel = Self.level(members["maxzoom"])
        take(members["tilework"] as Any)
    }

    private mutating func take(_ own: Any) {
        guard let own = own as? [String: Any] else { return }
        func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }
        if let width = number(own["width"]), let height = number(own["height"]),
            let tileSize = number(own["tileSize"]).flatMap({ Int(exactly: $0) }),
            let scale = number(own["deepestScale"])
        {
            pyramid = try? TilePyramid(
                contentSize: CGSize(width: width, height: height), tileSize: tileSize, scale: scale)
        }
        if let part = (own["part"] as? [Any])?.compactMap(number), part.count == 4, part.allSatisfy(\.isFinite),
            part[2] > 0, part[3] > 0
        {
            self.part = CGRect(x: part[0], y: part[1], width: part[2], height: part[3])
        }
        if format == nil { format = own["format"] as? String }
    }

    /// A number, or one in a text, as some programs write it.
    private static func level(_ value: Any?) -> Int? {
        let number = (value as? NSNumber)?.doubleValue ?? (value as? String).flatMap { Double($0) }
        return number.flatMap { Int(exactly: $0) }.flatMap { (0...PMTilesTile.deepestLevel).contains($0) ? $0 : nil }
    }
}
