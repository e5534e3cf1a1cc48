import ArgumentParser
import Foundation
import TileArchives
import TileGeometry
import TileSupport

/// `tilework diff`.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Name the tiles of two archives that look different, with how much.",
        discussion: """
            Compares pixels, not files: archives of other kinds and formats are compared where their tiles are of one size. \
            For each tile it says the mean and the largest difference of the channels, out of 255, and the share of pixels \
            that differ.

            Ends with 0 when all tiles are equal, and with 1 when some differ or are only in one of them.
            """)

    @Argument(help: "The first archive. Levels are counted as it counts them.")
    var first: String

    @Argument(help: "The second archive.")
    var second: String

    @OptionGroup var levels: LevelArguments

    @OptionGroup var jobs: JobArguments

    @Option(
        help: ArgumentHelp(
            """
            Write a map of the deepest level as PNG: a square a tile, gray where both are equal, yellow to red by the \
            difference, blue and green where only the first and only the second has one.
            """, valueName: "file"))
    var picture: String?

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(name: [.short, .long], help: "Print nothing: the exit code says it.")
    var quiet = false

    func run() throws {
        let wanted = try levels.levels()
        let (result, report) = try ArchiveFailure.reporting { () throws(ArchiveFailure) in
            let comparer = ArchiveComparer(
                try TileArchive.opened(first), try TileArchive.opened(second), levels: wanted,
                jobs: jobs.jobs ?? ProcessorSet.count)
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

/// What `tilework diff` says.
struct DiffReport: Encodable {
    struct Tile: Encodable {
        /// Level, column and row, as the first archive counts.
        var tile: String
        /// Out of 255.
        var mean: Double
        /// Out of 255.
        var largest: Int
        /// Of the pixels, to 1.
        var share: Double
        /// Why pixels could not be compared.
        var reason: String?
    }

    var first: String
    var second: String
    var areEqual: Bool
    /// Tiles that both have.
    var compared: Int
    var different: [Tile]
    var onlyInFirst: [String]
    /// As the second archive counts.
    var onlyInSecond: [String]

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
    }

    var json: String { ResultOutput.json(self, .prettyPrinted) }

    var text: String {
        var lines = different.map { tile in
            tile.reason.map { "\(tile.tile)  \($0)" }
                ?? "\(tile.tile)  mean \(Amounts.fixed(tile.mean, digits: 2)), max \(tile.largest), "
                + "\(Amounts.fixed(tile.share * 100, digits: 2)) % of pixels"
        }
        lines += onlyInFirst.map { "\($0)  only in \(first)" }
        lines += onlyInSecond.map { "\($0)  only in \(second)" }
        lines.append(
            areEqual
                ? "all \(Amounts.grouped(compared)) tiles are equal"
                : "\(Amounts.grouped(different.count)) of \(Amounts.grouped(compared)) tiles differ, "
                    + "\(Amounts.grouped(onlyInFirst.count)) only in \(first), "
                    + "\(Amounts.grouped(onlyInSecond.count)) only in \(second)")
        return lines.joined(separator: "\n")
    }
}
