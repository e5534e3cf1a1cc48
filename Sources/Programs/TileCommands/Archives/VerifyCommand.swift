import ArgumentParser
import CommandSupport
import Foundation
import TileArchives
import TileSupport

/// `tilework verify`.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check a tile archive: its structure, every tile, and missing tiles.",
        discussion: """
            Reads PMTiles, MBTiles, Deep Zoom (.dzi), Zoomify, and folders of {z}/{x}/{y} tiles by any writer. Vector \
            tiles, and others that Tilework does not draw, are counted but not decoded.

            Exits with 0 if the archive is intact, and with 65 if it is damaged.
            """)

    @Argument(help: "The archive: a path, or the address of a PMTiles file.")
    var path: String

    @Option(help: ArgumentHelp("The number of problems to list; all are counted.", valueName: "count"))
    var problems = 100

    @OptionGroup var scheme: TileSchemeArguments

    @OptionGroup var jobs: JobArguments

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(name: [.short, .long], help: "Print only problems.")
    var quiet = false

    func validate() throws {
        guard (0...1_000_000).contains(problems) else {
            throw ValidationError("--problems \(problems): use 0 to 1,000,000")
        }
    }

    func run() throws {
        let (report, isSound) = try ArchiveFailure.reporting { () throws(ArchiveFailure) in
            let reader = try TileArchive.opened(path, scheme: scheme.tileScheme)
            let verifier = ArchiveVerifier(
                reader, jobs: jobs.jobs ?? ProcessorSet.count, mostProblems: problems)
            let result = try verifier.run()
            return (VerifyReport(result, of: reader.description, path: path), result.isSound)
        }
        if json {
            try ResultOutput.print(report.json)
        } else if !quiet {
            try ResultOutput.print(report.text)
        }
        guard !isSound else { return }
        if !json { for problem in report.problems { StandardError.print("\(path): \(problem.text)") } }
        let listed = Amounts.grouped(report.problems.count)
        let named = report.problems.count < report.problemCount ? ", \(listed) of them listed" : ""
        throw Complaint(
            "\(path): damaged: \(Amounts.counted(report.problemCount, "problem"))\(named)", .data
        ).reported()
    }
}

/// The report of `tilework verify` about an archive.
struct VerifyReport: Encodable {
    struct Level: Encodable {
        /// The level's number in the archive.
        var level: Int
        var tiles: Int
        /// The number of tiles that the level should have; nil if it is unknown.
        var expected: Int?
        var bytes: Int
    }

    struct Problem: Encodable {
        var kind: String
        /// Level, column and row.
        var tile: String?
        var text: String
    }

    var path: String
    var kind: String
    var format: String?
    var isSound: Bool
    var tileSize: Int?
    var overlap: Int
    var tiles: Int
    /// The stored bytes of all tiles; a tile that repeats another counts like every other.
    var bytes: Int
    var contents: Int
    var repeatedTiles: Int
    var wastedBytes: Int
    var isDecoded: Bool
    var levels: [Level]
    var notes: [String]
    var problems: [Problem]
    var problemCount: Int
    private var formatTitle: String?

    private enum CodingKeys: CodingKey {
        case path, kind, format, isSound, tileSize, overlap, tiles, bytes, contents, repeatedTiles, wastedBytes,
            isDecoded, levels, notes, problems, problemCount
    }

    init(_ result: ArchiveVerification, of description: ArchiveDescription, path: String) {
        self.path = path
        kind = description.layout.rawValue
        format = description.format?.rawValue
        formatTitle = description.formatTitle
        isSound = result.isSound
        tileSize = description.tileSize
        overlap = description.overlap
        tiles = result.tiles
        bytes = result.bytes
        contents = result.contents
        repeatedTiles = result.repeatedTiles
        wastedBytes = result.wastedBytes
        isDecoded = result.isDecoded
        levels = result.levels.map { Level(level: $0.level, tiles: $0.tiles, expected: $0.expected, bytes: $0.bytes) }
        notes = result.notes
        problems = result.problems.map { Problem(kind: $0.kind, tile: $0.tile?.text, text: $0.description) }
        problemCount = result.problemCount
    }

    var json: String { ResultOutput.json(self, .prettyPrinted) }

    var text: String {
        var lines = [
            "\(path): \(isSound ? "intact" : "damaged"), \(Amounts.counted(tiles, "tile"))"
                + " in \(Amounts.counted(levels.count, "level")), \(Amounts.grouped(repeatedTiles)) repeated, "
                + "\(Amounts.bytes(bytes))\(formatTitle.map { ", \($0)" } ?? "")"
        ]
        for note in notes { lines.append("  note: " + note) }
        lines.append(Self.row(["level", "tiles", "expected", "bytes"]))
        lines += levels.map {
            Self.row([
                "\($0.level)", Amounts.grouped($0.tiles), $0.expected.map { Amounts.grouped($0) } ?? "–",
                Amounts.grouped($0.bytes),
            ])
        }
        return lines.joined(separator: "\n")
    }

    private static func row(_ cells: [String]) -> String {
        "  "
            + zip(cells, [5, 13, 13, 18]).map { cell, width in
                String(repeating: " ", count: max(1, width - cell.count)) + cell
            }.joined()
    }
}
