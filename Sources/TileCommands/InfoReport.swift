import Foundation
import PerfCommands
import TileContent
import TileGeometry
import TileServer

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
    /// To full size: what is built.
    var levels: [Level]
    /// Beyond it: what is served too.
    var deeperLevels: [Level]

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
        notes = document.notes.map { FlagNames.spelled(in: $0) }
        if missing > 0 {
            notes.append(
                "Its full size is beyond the \(TilePyramid.largestExtent) pixels that tiles can address; levels end at "
                    + "1/\(1 << min(missing, 62)) of it.")
        }
        self.tileSize = tileSize
        levels = (0...pyramid.maxLevel).map { Level($0, of: pyramid) }
        tiles = levels.reduce(0) { $0 + $1.tiles }
        let served = try ServedContent.pyramid(of: document, tileSize: tileSize)
        deeperLevels =
            pyramid.maxLevel < served.maxLevel
            ? (pyramid.maxLevel + 1...served.maxLevel).map { Level($0, of: served) } : []
    }

    var json: String { ResultOutput.json(self, .prettyPrinted) }

    var text: String {
        var lines = [path]
        func add(_ name: String, _ value: String) { lines.append(Self.line(name, value)) }
        add("size", "\(Self.number(width)) × \(Self.number(height)) \(unit)")
        for fact in facts { add(fact.name, fact.value) }
        add("scalable", isScalable ? "yes: stays sharp beyond its own size" : "no")
        add("tiles", "\(Amounts.grouped(tiles)) of \(tileSize) pixels in \(levels.count) levels")
        for note in notes { lines.append("  note: " + note) }
        lines.append("")
        lines.append(Self.header)
        lines += levels.map(\.row)
        if !deeperLevels.isEmpty {
            lines.append("  serve goes deeper:")
            lines += deeperLevels.map(\.row)
        }
        return lines.joined(separator: "\n")
    }

    static func line(_ name: String, _ value: String) -> String {
        "  " + name.padding(toLength: max(16, name.count + 1), withPad: " ", startingAt: 0) + value
    }

    /// Of the table of levels.
    static var header: String { row(["level", "pixels", "columns", "rows", "tiles"]) }

    fileprivate static func row(_ cells: [String]) -> String {
        "  "
            + zip(cells, [5, 20, 9, 7, 11]).map { cell, width in
                String(repeating: " ", count: max(0, width - cell.count)) + cell
            }.joined()
    }

    /// Without digits that say nothing.
    static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(format: "%.3f", value)
    }
}

extension InfoReport.Level {
    /// - Parameter number: What the level is called; nil for its own number.
    init(_ level: Int, of pyramid: TilePyramid, numbered number: Int? = nil) {
        let size = pyramid.pixelSize(ofLevel: level)
        self.init(
            level: number ?? level, scale: pyramid.scale(ofLevel: level), width: size.width, height: size.height,
            columns: pyramid.columns(ofLevel: level), rows: pyramid.rows(ofLevel: level),
            tiles: pyramid.tileCount(ofLevel: level))
    }

    /// In the table.
    var row: String {
        InfoReport.row([
            "\(level)", "\(width) × \(height)", "\(columns)", "\(rows)", Amounts.grouped(tiles),
        ])
    }
}
