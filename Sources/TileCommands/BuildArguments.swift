import ArgumentParser
import Foundation
import TileArchives
import TileContent
import TileSupport

extension BuildOptions.Overviews: ExpressibleByArgument {}
extension ArchiveLayout: ExpressibleByArgument {}

extension Shard: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

/// What is built, whatever the content.
struct BuildArguments: ParsableArguments {
    @Option(name: [.short, .long], help: "The folder to make, or a name ending in .dzi, .mbtiles or .pmtiles.")
    var output: String

    @Option(help: "What the output is. (default: what its name ends in, or a folder of XYZ tiles)")
    var layout: ArchiveLayout?

    @Option(help: "The side of a tile in pixels.")
    var tileSize = TileSize.small

    @Option(help: "The format of the tiles.")
    var format = FormatName.png

    @Option(help: "The quality of jpg, webp and avif, to 100. (default: 80; of avif 60)")
    var quality: Int?

    @Option(
        help: "The shallowest level. Levels are counted as the output counts them: 0 is one tile, or in DZI one pixel.")
    var minLevel: Int?

    @Option(help: "The deepest level. (default: full size)")
    var maxLevel: Int?

    @Option(help: "The one level to make, instead of --min-level and --max-level.")
    var onlyLevel: Int?

    @Option(
        help: ArgumentHelp(
            "The part to make: left, top, width and height in units of the content.", valueName: "x,y,w,h"))
    var bounds: ContentBounds?

    @Option(help: "Pixels for each unit of the content at full size.")
    var scale = 1.0

    @Option(help: "Tiles made at a time. (default: one for each core)")
    var jobs: Int?

    @Option(help: "Draw each level from the content, or halve the one below it. Images are always halved.")
    var overviews = BuildOptions.Overviews.picture

    @OptionGroup var budget: BudgetArguments

    @Option(help: ArgumentHelp("Tiles drawn at once each way, a power of two.", visibility: .hidden))
    var metatile: Int?

    @Flag(help: "Replace an archive of the same name, once the new one is whole.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "The part to make of so many, as 3/16: a file beside the output's name, for `merge`.", valueName: "i/n"))
    var shard: Shard?

    @Flag(
        help: """
            Replace the archive, drawing only tiles that can differ from those of the last build with --update, and keep \
            what the next one needs in a hidden folder as large as the archive. For drawings.
            """)
    var update = false

    @Flag(help: "Begin anew where an earlier build ended before it was done, instead of going on from it.")
    var restart = false

    @Flag(help: "Make all tiles and write nothing: says how many there are, how large they get and how long it takes.")
    var dryRun = false

    @Flag(inversion: .prefixedNo, help: "Put a page that shows the tiles, index.html, beside them.")
    var preview = true

    @Flag(help: "Print where the CPU time went as well.")
    var stages = false

    @Flag(help: "Print progress and summary as JSON, an event a line.")
    var json = false

    @Flag(name: [.short, .long], help: "Print no progress, and no summary but that of --json.")
    var quiet = false

    func validate() throws {
        _ = try options()
    }

    private func options() throws -> BuildOptions {
        var options = BuildOptions()
        options.layout = layout
        options.tileSize = tileSize.rawValue
        options.format = try format.format(quality: quality)
        guard scale > 0, scale.isFinite else {
            throw ValidationError("--scale \(scale) is no scale; choose a number above 0.")
        }
        options.scale = scale
        if let minLevel, minLevel < 0 { throw ValidationError("--min-level \(minLevel) is below 0.") }
        if let maxLevel, maxLevel < 0 { throw ValidationError("--max-level \(maxLevel) is below 0.") }
        if let minLevel, let maxLevel, minLevel > maxLevel {
            throw ValidationError("--min-level \(minLevel) is deeper than --max-level \(maxLevel).")
        }
        if let onlyLevel {
            guard minLevel == nil, maxLevel == nil else {
                throw ValidationError("--only-level is --min-level and --max-level in one; give it alone.")
            }
            guard onlyLevel >= 0 else { throw ValidationError("--only-level \(onlyLevel) is below 0.") }
        }
        options.minLevel = onlyLevel ?? minLevel
        options.maxLevel = onlyLevel ?? maxLevel
        options.bounds = bounds?.rect
        options.shard = shard
        options.command = CommandLine.arguments
        options.restarts = restart
        guard !dryRun || !update else { throw ValidationError("--dry-run does not know what --update would keep.") }
        options.isDryRun = dryRun
        if let jobs {
            // 1024: far beyond any machine's use, and each job takes memory.
            guard (1...1024).contains(jobs) else {
                throw ValidationError("--jobs \(jobs) is not from 1 to 1024.")
            }
            options.jobs = jobs
        }
        if let metatile {
            guard [1, 2, 4, 8, 16].contains(metatile) else {
                throw ValidationError("--metatile \(metatile) is not 1, 2, 4, 8 or 16.")
            }
            options.metatile = metatile
        }
        options.overviews = overviews
        options.replacesExisting = force || update
        options.updates = update
        options.hasPreview = preview
        return options
    }

    /// Builds the archive, showing how far it is.
    ///
    /// - Parameter variant: What else decides the pixels: `BuildOptions.variant`.
    /// - Throws: `ExitCode`, after the reason was reported.
    func build(_ document: ContentDocument, variant: String = "") throws {
        for note in document.notes { StandardError.print("\(document.path): \(note)") }
        var options = try options()
        options.variant = variant
        guard !dryRun else { return try rehearse(document, options) }
        let place = try ArchiveOutput(output, layout: layout, replacesExisting: options.replacesExisting)
        do {
            // In a folder of its own nothing else is replaced.
            if place.isRemote {
                guard shard == nil, !update else {
                    throw Complaint("--shard and --update make files on this machine; name such an output", .usage)
                        .reported()
                }
                options.replacesExisting = true
            }
            let build = try TileBuild(document, output: place.path, options: options)
            if !options.restarts, let made = place.made, try build.isSame(as: made) {
                return try place.publish(identity: made, isQuiet: quiet)
            }
            place.prepare()
            let output = shard?.partName(of: PathName(output).path) ?? output
            let summary = try run(build, path: document.path)
            try place.publish(identity: place.isRemote ? try build.identity() : nil, isQuiet: quiet || json)
            if let reason = summary.whyAllAreDrawn, !quiet {
                StandardError.print("\(document.path): all tiles were drawn: \(reason)")
            }
            try report(summary, build, output: output, of: document)
        } catch let failure as BuildFailure {
            let code = Complaint(failure, input: document.path).reported()
            if TileBuild.isBegun(output: place.path), case .cancelled = failure { explainContinuing() }
            if TileBuild.isBegun(output: place.path), case .cannotWrite = failure { explainContinuing() }
            throw code
        }
    }

    private func rehearse(_ document: ContentDocument, _ options: BuildOptions) throws {
        do {
            let build = try TileBuild(document, output: output, options: options)
            try report(try run(build, path: document.path), build, output: output, of: document)
        } catch let failure as BuildFailure {
            throw Complaint(failure, input: document.path).reported()
        }
    }

    private func report(
        _ summary: BuildSummary, _ build: TileBuild, output: String, of document: ContentDocument
    ) throws {
        if summary.incompleteParts > 0 {
            StandardError.print(
                "\(document.path): some of its elements could not be drawn, which \(summary.incompleteParts) parts "
                    + "of the archive lack; `tilework info` names the features")
        }
        if json {
            try ResultOutput.print(
                BuildReport(summary, of: build.plan, output: output, format: build.options.format).json)
        } else if !quiet {
            try ResultOutput.print(text(summary, output))
            if stages { try ResultOutput.print(text(summary.stages)) }
        }
    }

    private func explainContinuing() {
        StandardError.print(
            "tilework: what was made is kept; the same command goes on from there, and with --restart begins anew")
    }

    private func run(_ build: TileBuild, path: String) throws -> BuildSummary {
        let interrupts = Interrupts(
            first: {
                build.stop()
                if !quiet {
                    StandardError.print("tilework: finishing the tiles in hand; interrupt again to drop them")
                }
            }, second: { build.cancel() })
        defer { interrupts.end() }
        if quiet { return try build.run() }
        if json {
            let events = BuildEvents(build)
            defer { events.stop() }
            return try build.run()
        }
        let levels = build.plan.levels
        StandardError.print(
            "\(path): \(Amounts.grouped(build.tileCount)) tiles in \(levels.count) "
                + "level\(levels.count == 1 ? "" : "s"), full size \(levels.last!.width) × \(levels.last!.height) pixels"
        )
        let display = ProgressDisplay(total: build.tileCount, progress: { build.progress })
        defer { display.stop() }
        return try build.run()
    }

    private func text(_ stages: BuildStages) -> String {
        [("raster", stages.raster), ("encode", stages.encode), ("write", stages.write)]
            .map { "\($0) \(Amounts.fixed($1, digits: 3)) s" }.joined(separator: ", ") + " of CPU time"
    }

    private func text(_ summary: BuildSummary, _ output: String) -> String {
        let rate =
            summary.seconds > 0
            ? Double(summary.tiles - summary.earlierTiles - summary.unchangedTiles) / summary.seconds : 0
        return
            "\(output): \(Amounts.grouped(summary.tiles)) tiles, "
            + (dryRun ? "none written, " : "")
            + (summary.earlierTiles > 0 ? "\(Amounts.grouped(summary.earlierTiles)) made before, " : "")
            + (summary.unchangedTiles > 0 ? "\(Amounts.grouped(summary.unchangedTiles)) unchanged, " : "")
            + "\(Amounts.grouped(summary.solidTiles)) of one color, "
            + "\(Amounts.bytes(summary.bytes)), \(Amounts.short(summary.seconds)) s, "
            + "\(Amounts.grouped(Int(rate))) tiles/s"
    }
}
