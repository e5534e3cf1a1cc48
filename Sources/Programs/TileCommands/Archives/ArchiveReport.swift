import CommandSupport
import Foundation
import TileArchives
import TileGeometry
import TileSupport

/// The report of `tilework info` about a tile archive.
struct ArchiveReport: Encodable {
    var path: String
    var kind: String
    var name: String?
    /// The size of the content, in its units; nil if the archive does not state it, as for a map.
    var width: Double?
    var height: Double?
    /// The format of the tiles, as stated or as the first tile shows; nil if it is unknown.
    var format: String?
    var isGzipped: Bool
    var tileSize: Int?
    /// Pixels that each tile shares with its neighbors.
    var overlap: Int
    /// Left, top, width and height of the part that has tiles, in units of the content; nil for all of it.
    var part: [Double]?
    /// West, south, east and north in degrees, of a map that states them.
    var bounds: [Double]?
    /// The order of rows in a folder of tiles, `xyz` or `tms`; nil for other archives.
    var scheme: String?
    /// The contradictions between the archive and its own description. `verify` lists all of them.
    var contradictions: [String]
    /// The shallowest level, by the archive's own numbers.
    var minLevel: Int
    var maxLevel: Int
    /// The levels with all tiles that they can have; empty if the tile size is unknown.
    var levels: [InfoReport.Level]
    private var title: String
    private var formatTitle: String?
    private var isDrawn: Bool

    private enum CodingKeys: CodingKey {
        case path, kind, name, width, height, format, isGzipped, tileSize, overlap, part, bounds, scheme,
            contradictions, minLevel, maxLevel, levels
    }

    init(_ description: ArchiveDescription, path: String, contradictions: [String] = []) {
        self.path = path
        self.contradictions = contradictions
        scheme = description.layout == .xyz ? description.scheme.rawValue : nil
        kind = description.layout.rawValue
        title = description.layout.title
        name = description.name.isEmpty ? nil : description.name
        format = description.format?.rawValue
        (formatTitle, isDrawn) = (description.formatTitle, description.isDrawn)
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
                var report = InfoReport.Level(level, of: pyramid, numbered: number)
                if let grid = description.grids[number] {
                    (report.columns, report.rows, report.tiles) = (grid.columns, grid.rows, grid.columns * grid.rows)
                }
                return report
            }
        } else if let side = description.tileSize, let pyramid = try? TilePyramid(squareOf: side, maxLevel: maxLevel) {
            levels = description.levels.map { InfoReport.Level($0, of: pyramid) }
        } else {
            levels = []
        }
    }

    var json: String { ResultOutput.json(self, .prettyPrinted) }

    /// A coordinate with at most three decimals, as `--bounds` reads it.
    private static func coordinate(_ value: Double) -> String {
        GroupedNumber.typed((value * 1000).rounded() / 1000)
    }

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
            "\(formatTitle ?? "unknown format")\(isGzipped ? ", compressed with gzip" : "")"
                + (tileSize.map { ", \($0) × \($0) pixels" } ?? "")
                + (overlap > 0 ? ", overlap \(Amounts.counted(overlap, "pixel"))" : ""))
        add("levels", minLevel == maxLevel ? "\(minLevel)" : "\(minLevel) to \(maxLevel)")
        if scheme == TileScheme.tms.rawValue { add("rows", "from the bottom (TMS)") }
        // As --bounds takes it.
        if let part { add("part", part.map(Self.coordinate).joined(separator: ",")) }
        if let bounds { add("degrees", bounds.map(Self.coordinate).joined(separator: ",")) }
        if !isDrawn { lines.append("  note: Tilework does not draw tiles of this format.") }
        for contradiction in contradictions {
            lines.append("  note: the archive does not match its description: " + contradiction)
        }
        if !levels.isEmpty {
            lines += ["", InfoReport.header] + levels.map(\.row)
        }
        return lines.joined(separator: "\n")
    }
}
