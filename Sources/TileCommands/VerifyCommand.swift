import ArgumentParser
import Foundation
import TileArchives
import TileSupport

/// `tilework verify`.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check an archive of tiles: its structure, every tile, and whether tiles are missing.",
        discussion: """
            Reads PMTiles, MBTiles, Deep Zoom (.dzi), Zoomify and folders of {z}/{x}/{y} tiles, whoever wrote them. Tiles \
            that hold shapes (vector tiles) are not decoded.

            Ends with 0 when the archive is sound, and with 65 when it is not.
            """)

    @Argument(help: "The archive.")
    var path: String

    @Option(help: ArgumentHelp("Problems that are named; all are counted.", valueName: "count"))
    var problems = 100

    @OptionGroup var jobs: JobArguments

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(name: [.short, .long], help: "Print nothing but what is wrong.")
    var quiet = false

    func validate() throws {
        guard (0...1_000_000).contains(problems) else {
            throw ValidationError("--problems \(problems) is not from 0 to 1000000.")
        }
    }

    func run() throws {
        let (report, isSound) = try ArchiveFailure.reporting { () throws(ArchiveFailure) in
            let reader = try TileArchive.opened(path)
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
        let named = report.problems.count < report.problemCount ? ", of which \(report.problems.count) are named" : ""
        throw Complaint(
            "\(path): not sound: \(Amounts.grouped(report.problemCount)) problem\(report.problemCount == 1 ? "" : "s")\(named)",
            .data
        ).reported()
    }
}

/// What `tilework verify` says of an archive.
struct VerifyReport: Encodable {
    struct Level: Encodable {
        /// As the archive counts.
        var level: Int
        var tiles: Int
        /// Those that there should be; nil where nothing says it.
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
    /// Of all tiles, as they are stored; equal ones each time.
    var bytes: Int
    var contents: Int
    var repeatedTiles: Int
    var wastedBytes: Int
    var isDecoded: Bool
    var levels: [Level]
    var notes: [String]
    var problems: [Problem]
    var problemCount: Int

    init(_ result: ArchiveVerification, of description: ArchiveDescription, path: String) {
        self.path = path
        kind = description.layout.rawValue
        format = description.format?.rawValue
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
            "\(path): \(isSound ? "sound" : "not sound"), \(Amounts.grouped(tiles)) tiles"
                + "\(format.map { " (\($0))" } ?? "") in \(levels.count) level\(levels.count == 1 ? "" : "s"), "
                + "\(Amounts.grouped(repeatedTiles)) of them repeated, \(Amounts.bytes(bytes))"
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
