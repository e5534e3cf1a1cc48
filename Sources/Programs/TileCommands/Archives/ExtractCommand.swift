import ArgumentParser
import CommandSupport
import Foundation
import Synchronization
import TileArchives

/// `tilework extract`.
struct ExtractCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract",
        abstract: "Extract tiles from an archive as files.",
        discussion: """
            Writes a folder of {z}/{x}/{y} tiles, with the archive's level numbers and rows counted from the top; with \
            --tile, one file. Tiles are copied unchanged: tiles compressed with gzip stay compressed.
            """)

    @Argument(help: "The archive: a path, or the address of a PMTiles file.")
    var path: String

    @Option(name: [.short, .long], help: "The folder to create; with --tile, the file.")
    var output: String

    @Option(help: ArgumentHelp("A single tile to extract.", valueName: "z/x/y"), transform: TilePlace.reading)
    var tile: TilePlace?

    @OptionGroup var levels: LevelArguments

    @OptionGroup var scheme: TileSchemeArguments

    @Option(
        help: ArgumentHelp(
            "The area to extract: left, top, width, and height in units of the content.", valueName: "x,y,w,h"),
        transform: ContentBounds.reading)
    var bounds: ContentBounds?

    @Flag(help: "Print the summary as JSON.")
    var json = false

    @Flag(name: [.short, .long], help: "Print no summary, except with --json.")
    var quiet = false

    func validate() throws {
        let isOfAll = try levels.levels() == nil && bounds == nil
        guard tile == nil || isOfAll else {
            throw ValidationError("--tile can't be combined with levels or --bounds")
        }
    }

    private final class Noted: Sendable {
        let isNoted = Atomic(false)
    }

    private struct Report: Encodable {
        var output: String
        var tiles: Int
        /// The bytes of the tiles.
        var bytes: Int
    }

    func run() throws {
        let wanted = try levels.levels()
        let isInterrupted = Noted()
        // A second signal waits for no tile.
        let interrupts = Interrupts(
            first: { isInterrupted.isNoted.store(true, ordering: .relaxed) },
            second: { Foundation.exit(Complaint.Code.interrupted.rawValue) })
        defer { interrupts.end() }
        let reader = try ArchiveFailure.reporting { () throws(ArchiveFailure) in
            try TileArchive.opened(path, scheme: scheme.tileScheme)
        }
        try levels.check(reader.description, at: path)
        let summary = try ArchiveFailure.reporting { () throws(ArchiveFailure) in
            var extraction = TileExtraction(reader)
            if let tile { return try extraction.write(tile.tile, to: output) }
            extraction.levels = wanted
            extraction.bounds = bounds?.rect
            extraction.isCancelled = { isInterrupted.isNoted.load(ordering: .relaxed) }
            return try extraction.write(to: output)
        }
        if json {
            try ResultOutput.print(
                ResultOutput.json(Report(output: output, tiles: summary.tiles, bytes: summary.bytes)))
        } else if !quiet {
            try ResultOutput.print(
                "\(output): \(Amounts.counted(summary.tiles, "tile")), \(Amounts.bytes(summary.bytes))")
        }
    }
}
