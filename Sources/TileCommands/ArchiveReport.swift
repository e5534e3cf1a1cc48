import Foundation
import TileArchives
import TileGeometry

/// What `tilework info` says of an archive of tiles.
struct ArchiveReport: Encodable {
    var path: String
    var kind: String
    var name: String?
    /// Of the content, in its units; nil where nothing says it, as of a map.
    var width: Double?
    var height: Double?
    /// Of its tiles; nil where only they tell.
    var format: String?
    var isGzipped: Bool
    var tileSize: Int?
    /// Pixels that a tile shows of each neighbour.
    var overlap: Int
    /// Left, top, width and height of what there are tiles of, in units of the content; nil for all.
    var part: [Double]?
    /// West, south, east and north in degrees, of a map that says it.
    var bounds: [Double]?
    /// As the archive counts them.
    var minLevel: Int
    var maxLevel: Int
    /// Of all that there can be; empty where the side of a tile is unknown.
    var levels: [InfoReport.Level]
    private var title: String

    private enum CodingKeys: CodingKey {
        case path, kind, name, width, height, format, isGzipped, tileSize, overlap, part, bounds, minLevel, maxLevel,
            levels
    }

    init(_ description: ArchiveDescription, path: String) {
        self.path = path
        kind = description.layout.rawValue
        title = description.layout.title
        name = description.name.isEmpty ? nil : description.name
        format = description.format?.rawValue
        isGzipped = description.isGzipped
        tileSize = description.tileSize
        overlap = description.overlap
        bounds = description.degrees
        part = description.part.map {
            [Double($0.minX), Double($0.minY), Double($0.width), Double($0.height)]
        }
        (minLevel, maxLevel) = (description.levels.lowerBound, description.levels.upperBound)
        width = description.pyramid.map { Double($0.contentSize.width) }
        height = description.pyramid.map { Double($0.contentSize.height) }
        let layout = description.layout
        if let pyramid = description.pyramid {
            levels = description.levels.compactMap { number in
                let level = layout.level(ofNumber: number, in: pyramid)
                guard (0...pyramid.maxLevel).contains(level) else { return nil }
                return InfoReport.Level(level, of: pyramid, numbered: number)
            }
        } else if let side = description.tileSize, let pyramid = try? TilePyramid(squareOf: side, maxLevel: maxLevel) {
            levels = description.levels.map { InfoReport.Level($0, of: pyramid) }
        } else {
            levels = []
        }
    }

    var json: String { ResultOutput.json(self, .prettyPrinted) }

    var text: String {
        var lines = [path]
        func add(_ name: String, _ value: String) { lines.append(InfoReport.line(name, value)) }
        add("archive", title)
        if let name { add("name", name) }
        if let width, let height {
            add("size", "\(InfoReport.number(width)) × \(InfoReport.number(height))")
        }
        add(
            "tiles",
            "\(format ?? "of a format that only they tell")\(isGzipped ? ", packed by gzip" : "")"
                + (tileSize.map { ", \($0) pixels" } ?? "") + (overlap > 0 ? ", overlapping by \(overlap)" : ""))
        add("levels", minLevel == maxLevel ? "\(minLevel)" : "\(minLevel) to \(maxLevel)")
        if let part { add("part", part.map(InfoReport.number).joined(separator: ",")) }
        if let bounds { add("degrees", bounds.map(InfoReport.number).joined(separator: ",")) }
        if !levels.isEmpty {
            lines += ["", InfoReport.header] + levels.map(\.row)
        }
        return lines.joined(separator: "\n")
    }
}
