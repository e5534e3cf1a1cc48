import CommandSupport
import Foundation
import TileContent
import TileGeometry
import TileServer
import TileSupport

/// The report of `tilework info` about a file.
struct InfoReport: Encodable {
    struct Level: Encodable {
        var level: Int
        /// Pixels per unit of the content.
        var scale: Double
        var width: Int
        var height: Int
        var columns: Int
        var rows: Int
        var tiles: Int
    }

    struct Size: Encodable {
        var width: Double
        var height: Double
    }

    struct Fact: Encodable {
        var name: String
        var value: String
    }

    /// A feature of the file that is not honored.
    struct Omission: Encodable {
        var kind: String
        var name: String
        /// The line of the first use; nil if it is not known.
        var line: Int?
        /// The first page with it, from 1; nil if it is not a page's.
        var page: Int?
        /// The number of uses, or of pages.
        var count: Int
        var text: String
    }

    var path: String
    var kind: String
    var width: Double
    var height: Double
    /// The unit of the size: pixels, or UIKit's points for views.
    var unit: String
    /// The pixels of the size per inch, for drawings and pages, whose pixels are those of CSS; nil for others.
    var pixelsPerInch: Double?
    /// The size on paper; nil if the file states none.
    var millimeters: Size?
    var isScalable: Bool
    var facts: [Fact]
    /// The details of a PDF; nil for other files.
    var document: Document?
    var notes: [String]
    /// The features of the file that are not honored, in the order of their first uses.
    var omissions: [Omission]
    var tileSize: Int
    var tiles: Int
    /// The levels up to full size, which a build makes.
    var levels: [Level]
    /// The levels beyond full size, which a server has too.
    var deeperLevels: [Level]

    init(_ document: ContentDocument, tileSize: Int) throws(TilePyramid.Failure) {
        let size = document.source.contentSize
        let (pyramid, missing) = try TilePyramid.reaching(contentSize: size, tileSize: tileSize, extraLevels: 0)
        path = document.path
        kind = document.kind?.rawValue ?? "program"
        width = Double(size.width)
        height = Double(size.height)
        switch document.kind {
        case .nib, .storyboard, nil: unit = "points"
        case .svg, .pdf: (unit, pixelsPerInch) = ("pixels", ContentDocument.cssPixelsPerInch)
        default: unit = "pixels"
        }
        millimeters = document.physicalSize.map { Size(width: $0.width, height: $0.height) }
        isScalable = document.isScalable
        facts = document.facts.map { Fact(name: $0.name, value: $0.value) }
        notes = document.notes.map { FlagNames.spelled(in: $0) }
        omissions = document.omissions.map {
            Omission(
                kind: $0.kind.rawValue, name: $0.name, line: $0.line, page: $0.page, count: $0.count, text: $0.text)
        }
        if document.isTooDamagedToBuild { notes.append("It can be served, but not built.") }
        if missing > 0 {
            notes.append(
                "The full size exceeds \(Amounts.grouped(TilePyramid.largestExtent)) pixels, the most that tiles can "
                    + "address, so the deepest level shows it at 1/\(Amounts.grouped(1 << min(missing, 62))) of its "
                    + "size. Building needs --max-level \(pyramid.maxLevel) or a lower --scale.")
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
        let density = pixelsPerInch.map { " at \(Self.number($0)) per inch" } ?? ""
        add("size", "\(Self.number(width)) × \(Self.number(height)) \(unit)\(density)")
        if let millimeters { add("physical size", physical(millimeters)) }
        for fact in facts { add(fact.name, fact.value) }
        add("scalable", isScalable ? "yes, stays sharp when magnified" : "no")
        add(
            "tiles",
            "\(Amounts.grouped(tiles)) of \(tileSize) × \(tileSize) pixels in \(Amounts.counted(levels.count, "level"))"
        )
        for note in notes { lines.append("  note: " + note) }
        for omission in omissions { lines.append("  not honored: " + omission.text) }
        lines.append("")
        lines.append(Self.header)
        lines += levels.map(\.row)
        if !deeperLevels.isEmpty {
            lines.append("  deeper levels, which serve has too:")
            lines += deeperLevels.map(\.row)
        }
        return lines.joined(separator: "\n")
    }

    /// The size in millimeters, and in the unit that is common for the kind: points for pages, else inches.
    private func physical(_ size: Size) -> String {
        let (perUnit, unit) = kind == ContentKind.pdf.rawValue ? (25.4 / 72, "points") : (25.4, "inches")
        func rounded(_ value: Double, _ steps: Double) -> String { Self.number((value * steps).rounded() / steps) }
        return "\(rounded(size.width, 10)) × \(rounded(size.height, 10)) mm "
            + "(\(rounded(size.width / perUnit, 100)) × \(rounded(size.height / perUnit, 100)) \(unit))"
    }

    static func line(_ name: String, _ value: String) -> String {
        "  " + name.padding(toLength: max(16, name.count + 1), withPad: " ", startingAt: 0) + value
    }

    /// The header of the table of levels.
    static var header: String { row(["level", "pixels", "columns", "rows", "tiles"]) }

    fileprivate static func row(_ cells: [String]) -> String {
        "  "
            + zip(cells, [5, 24, 10, 10, 14]).map { cell, width in
                String(repeating: " ", count: max(1, width - cell.count)) + cell
            }.joined()
    }

    /// A size or a coordinate with its digits grouped and at most three decimals.
    static func number(_ value: Double) -> String { GroupedNumber.text(value) }
}

extension InfoReport.Level {
    /// - Parameter number: The number to print; nil for the level's own.
    init(_ level: Int, of pyramid: TilePyramid, numbered number: Int? = nil) {
        let size = pyramid.pixelSize(ofLevel: level)
        self.init(
            level: number ?? level, scale: pyramid.scale(ofLevel: level), width: size.width, height: size.height,
            columns: pyramid.columns(ofLevel: level), rows: pyramid.rows(ofLevel: level),
            tiles: pyramid.tileCount(ofLevel: level))
    }

    /// The level's row of the table.
    var row: String {
        InfoReport.row([
            "\(level)", "\(Amounts.grouped(width)) × \(Amounts.grouped(height))", Amounts.grouped(columns),
            Amounts.grouped(rows), Amounts.grouped(tiles),
        ])
    }
}
