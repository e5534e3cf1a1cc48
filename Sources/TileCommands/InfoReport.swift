import Foundation
import TileContent
import TileGeometry

/// What `tilework info` says of a file.
struct InfoReport: Encodable {
    struct Level: Encodable {
        var level: Int
        /// Pixels for each unit of the content.
        var scale: Double
        var width: Int
        var height: Int
        var columns: Int
        var rows: Int
        var tiles: Int
    }

    struct Fact: Encodable {
        var name: String
        var value: String
    }

    var path: String
    var kind: String
    var width: Double
    var height: Double
    var unit: String
    var isScalable: Bool
    var facts: [Fact]
    var notes: [String]
    var tileSize: Int
    var tiles: Int
    var levels: [Level]

    init(_ document: ContentDocument, tileSize: Int) throws(TilePyramid.Failure) {
        let size = document.source.contentSize
        let (pyramid, missing) = try TilePyramid.reaching(contentSize: size, tileSize: tileSize, extraLevels: 0)
        path = document.path
        kind = document.kind?.rawValue ?? "program"
        width = Double(size.width)
        height = Double(size.height)
        unit = document.isScalable ? "points" : "pixels"
        isScalable = document.isScalable
        facts = document.facts.map { Fact(name: $0.name, value: $0.value) }
        notes = document.notes
        if missing > 0 {
            notes.append(
                "Its full size is beyond the \(TilePyramid.largestExtent) pixels that tiles can address; levels end at "
                    + "1/\(1 << min(missing, 62)) of it.")
        }
        self.tileSize = tileSize
        levels = (0...pyramid.maxLevel).map { level in
            let size = pyramid.pixelSize(ofLevel: level)
            return Level(
                level: level, scale: pyramid.scale(ofLevel: level), width: size.width, height: size.height,
                columns: pyramid.columns(ofLevel: level), rows: pyramid.rows(ofLevel: level),
                tiles: pyramid.tileCount(ofLevel: level))
        }
        tiles = levels.reduce(0) { $0 + $1.tiles }
    }

    /// Keys in alphabetical order, so that two reports can be compared line by line.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // All members are numbers and text: there is nothing that could not be encoded.
        return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self)
    }

    var text: String {
        var lines = [path]
        func add(_ name: String, _ value: String) {
            lines.append("  " + name.padding(toLength: max(16, name.count + 1), withPad: " ", startingAt: 0) + value)
        }
        add("size", "\(Self.number(width)) × \(Self.number(height)) \(unit)")
        for fact in facts { add(fact.name, fact.value) }
        add("scalable", isScalable ? "yes: stays sharp beyond its own size" : "no")
        add("tiles", "\(Amounts.grouped(tiles)) of \(tileSize) pixels in \(levels.count) levels")
        for note in notes { lines.append("  note: " + note) }
        lines.append("")
        lines.append(Self.row(["level", "pixels", "columns", "rows", "tiles"]))
        for level in levels {
            lines.append(
                Self.row([
                    "\(level.level)", "\(level.width) × \(level.height)", "\(level.columns)", "\(level.rows)",
                    Amounts.grouped(level.tiles),
                ]))
        }
        return lines.joined(separator: "\n")
    }

    private static func row(_ cells: [String]) -> String {
        "  "
            + zip(cells, [5, 20, 9, 7, 11]).map { cell, width in
                String(repeating: " ", count: max(0, width - cell.count)) + cell
            }.joined()
    }

    /// Without digits that say nothing.
    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(format: "%.3f", value)
    }
}
