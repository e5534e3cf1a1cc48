import ArgumentParser
import CommandSupport
import Foundation
import TileArchives
import TileGeometry
import TileSupport

/// `tilework diff`.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "List tiles that differ between two archives, and by how much.",
        discussion: """
            Compares pixels, not files: the archives may have different formats if their tiles have the same size. Prints, \
            for each tile that differs, the mean and the largest difference of its color channels (0 to 255) and the \
            percentage of pixels that differ.

            Exits with 0 if all tiles are equal, and with 1 if tiles differ or are only in one archive.
            """)

    @Argument(help: "The first archive, whose level numbers are used.")
    var first: String

    @Argument(help: "The second archive.")
    var second: String

    @OptionGroup var levels: LevelArguments

    @OptionGroup var scheme: TileSchemeArguments

    @OptionGroup var jobs: JobArguments

    @Option(
        help: ArgumentHelp(
            """
            Write a map of the deepest level as PNG. Each tile is a square: gray if equal, yellow to red by the \
            difference, blue if only in the first archive, green if only in the second.
            """, valueName: "file"))
    var picture: String?

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(name: [.short, .long], help: "Print nothing; only set the exit code.")
    var quiet = false

    func validate() throws {
        guard let picture else { return }
        if let refusal = OutputEnding.refusal(of: picture, supported: ["png"], takesFolder: false) {
            throw ValidationError("--picture \(picture): \(refusal)")
        }
    }

    func run() throws {
        let wanted = try levels.levels()
        var status = stat()
        if let picture, lstat(picture, &status) == 0 {
            throw Complaint(archive: .exists(path: picture)).reported()
        }
        let readers = try ArchiveFailure.reporting { () throws(ArchiveFailure) in
            (
                try TileArchive.opened(first, scheme: scheme.tileScheme),
                try TileArchive.opened(second, scheme: scheme.tileScheme)
            )
        }
        try levels.check(readers.0.description, at: first)
        let (result, report) = try ArchiveFailure.reporting { () throws(ArchiveFailure) in
            let comparer = ArchiveComparer(
                readers.0, readers.1, levels: wanted, jobs: jobs.jobs ?? ProcessorSet.count)
            let result = try comparer.run()
            if let picture, let level = result.levels.last { try result.writePicture(ofLevel: level, to: picture) }
            return (result, DiffReport(result, first: first, second: second))
        }
        if json {
            try ResultOutput.print(report.json)
        } else if !quiet {
            try ResultOutput.print(report.text)
        }
        if !result.areEqual { throw ExitCode(1) }
    }
}

/// The report of `tilework diff`.
struct DiffReport: Encodable {
    struct Tile: Encodable {
        /// Level, column and row, by the first archive's numbers.
        var tile: String
        /// The mean difference of the channels, 0 to 255.
        var mean: Double
        /// The largest difference of a channel, 0 to 255.
        var largest: Int
        /// The fraction of pixels that differ.
        var share: Double
        /// The reason why the pixels could not be compared; nil if they were.
        var reason: String?
    }

    var first: String
    var second: String
    var areEqual: Bool
    /// Tiles that both have.
    var compared: Int
    var different: [Tile]
    var onlyInFirst: [String]
    /// Tiles of the second archive, by its own numbers.
    var onlyInSecond: [String]
    /// The same tiles by the first archive's numbers, for the text.
    private let onlyInSecondAsFirst: [String]

    private enum CodingKeys: String, CodingKey {
        case first, second, areEqual, compared, different, onlyInFirst, onlyInSecond
    }

    init(_ result: ArchiveComparison, first: String, second: String) {
        self.first = first
        self.second = second
        areEqual = result.areEqual
        compared = result.compared
        different = result.differences.map {
            Tile(tile: $0.tile.text, mean: $0.mean, largest: $0.largest, share: $0.share, reason: $0.reason)
        }
        onlyInFirst = result.onlyInFirst.map(\.text)
        onlyInSecond = result.onlyInSecond.map(\.text)
        onlyInSecondAsFirst = result.onlyInSecond.map { tile in
            TileCoordinate(level: tile.level - result.levelOffset, column: tile.column, row: tile.row).text
        }
    }

    var json: String { ResultOutput.json(self, .prettyPrinted) }

    var text: String {
        var lines = different.map { tile in
            tile.reason.map { "\(tile.tile)  \($0)" }
                ?? "\(tile.tile)  mean \(Amounts.fixed(tile.mean, digits: 2)), max \(tile.largest), "
                + "\(Amounts.fixed(tile.share * 100, digits: 2))% of pixels"
        }
        lines += onlyInFirst.map { "\($0)  only in \(first)" }
        lines += onlyInSecondAsFirst.map { "\($0)  only in \(second)" }
        lines.append(
            areEqual
                ? "\(first) and \(second): all \(Amounts.counted(compared, "tile")) equal"
                : "\(Amounts.grouped(different.count)) of \(Amounts.counted(compared, "tile")) differ, "
                    + "\(Amounts.grouped(onlyInFirst.count)) only in \(first), "
                    + "\(Amounts.grouped(onlyInSecond.count)) only in \(second)")
        return lines.joined(separator: "\n")
    }
}
