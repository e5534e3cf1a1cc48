import ArgumentParser
import CommandSupport
import Foundation
import TileArchives
import TileContent
import TileSupport

extension BuildOptions.Overviews: ExpressibleByArgument {}
extension ArchiveLayout: ExpressibleByArgument {}

extension Shard: AdvisedValue {
    package static let advice = "use I/N with I from 1 to N, such as 3/16"

    public init?(argument: String) { self.init(argument) }
}

/// The options of a build, for every kind of content.
package struct BuildArguments: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: """
            The archive to create: a name ending in .dzi, .mbtiles, or .pmtiles, or a folder. For several pages, the \
            folder of their archives.
            """)
    var output: String

    @Option(help: "The format of the output. (default: by the ending of its name; without one, a folder of XYZ tiles)")
    var layout: ArchiveLayout?

    @Option(help: "The width and height of a tile in pixels.")
    var tileSize = TileSize.small

    @Option(help: "The format of the tiles.")
    var format = FormatName.png

    @Option(help: "The quality of jpg, webp, avif, and jxl, up to 100. (default: 80; 60 for avif)")
    var quality: Int?

    @Option(
        help: "The shallowest level, by the numbers of the output: level 0 is one tile, or one pixel in Deep Zoom.")
    var minLevel: Int?

    @Option(help: "The deepest level. (default: full size)")
    var maxLevel: Int?

    @Option(help: "A single level to build, instead of --min-level and --max-level.")
    var onlyLevel: Int?

    @Option(
        help: ArgumentHelp(
            "The area to build: left, top, width, and height in units of the content.", valueName: "x,y,w,h"),
        transform: ContentBounds.reading)
    var bounds: ContentBounds?

    @Option(name: .customLong("scale"), help: "The pixels per unit of the content at full size.")
    private var givenScale = PlainNumber(1)

    var scale: Double { givenScale.value }

    @Option(help: "The number of tiles built in parallel. (default: one per core)")
    var jobs: Int?

    @Option(
        help:
            "Draw each level from the content (picture), or halve the next deeper one (box). Images are always halved.")
    var overviews = BuildOptions.Overviews.picture

    @OptionGroup var budget: BudgetArguments

    @Option(help: ArgumentHelp("The tiles per side that are drawn together, a power of two.", visibility: .hidden))
    var metatile: Int?

    @Flag(help: "Replace an existing archive once the new one is complete.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "Build one part of several, such as 3/16, into a file beside the output; join the parts with merge.",
            valueName: "i/n"),
        transform: Shard.reading)
    var shard: Shard?

    @Flag(
        help: """
            Replace the archive, and draw only tiles that may have changed since the last build with --update. Keeps the \
            tiles for the next update in a hidden folder as large as the archive. For SVG drawings and views only.
            """)
    var update = false

    @Flag(help: "Discard an unfinished build and start over.")
    var restart = false

    @Flag(help: "Build all tiles but write nothing, to find out their number, their size, and the time.")
    var dryRun = false

    @Flag(inversion: .prefixedNo, help: "Add index.html, a page that shows the tiles.")
    var preview = true

    @Flag(help: "Fail if a drawing or a page has features that are not honored. tilework info lists them.")
    var strict = false

    @Flag(help: "Print the CPU time of each stage as well.")
    var stages = false

    @Flag(help: "Print progress and summary as JSON, one event per line.")
    var json = false

    @Flag(name: [.short, .long], help: "Print no progress, and no summary except with --json.")
    var quiet = false

    package init() {}

    package func validate() throws {
        _ = try options()
    }

    private func options() throws -> BuildOptions {
        var options = BuildOptions()
        options.layout = layout
        options.tileSize = tileSize.rawValue
        options.format = try format.format(quality: quality)
        guard scale > 0, scale.isFinite else {
            throw ValidationError("--scale \(GroupedNumber.typed(scale)): use a finite number above 0")
        }
        options.scale = scale
        if let minLevel, minLevel < 0 { throw ValidationError("--min-level \(minLevel): use 0 or more") }
        if let maxLevel, maxLevel < 0 { throw ValidationError("--max-level \(maxLevel): use 0 or more") }
        if let minLevel, let maxLevel, minLevel > maxLevel {
            throw ValidationError("--min-level \(minLevel) is greater than --max-level \(maxLevel)")
        }
        if let onlyLevel {
            guard minLevel == nil, maxLevel == nil else {
                throw ValidationError("--only-level can't be combined with --min-level or --max-level")
            }
            guard onlyLevel >= 0 else { throw ValidationError("--only-level \(onlyLevel): use 0 or more") }
        }
        options.minLevel = onlyLevel ?? minLevel
        options.maxLevel = onlyLevel ?? maxLevel
        options.bounds = bounds?.rect
        options.shard = shard
        options.command = CommandLine.arguments
        options.restarts = restart
        guard !dryRun || !update else { throw ValidationError("--dry-run can't be combined with --update") }
        options.isDryRun = dryRun
        if let jobs {
            // 1024: far beyond any machine's use, and each job takes memory.
            guard (1...1024).contains(jobs) else {
                throw ValidationError("--jobs \(jobs): use 1 to 1,024")
            }
            options.jobs = jobs
        }
        if let metatile {
            guard [1, 2, 4, 8, 16].contains(metatile) else {
                throw ValidationError("--metatile \(metatile): use 1, 2, 4, 8 or 16")
            }
            options.metatile = metatile
        }
        options.overviews = overviews
        options.replacesExisting = force || update
        options.updates = update
        options.hasPreview = preview
        return options
    }

    /// Builds the archive and shows its progress.
    ///
    /// - Parameters:
    ///   - variant: The choices besides the options that change the pixels: `BuildOptions.variant`.
    ///   - page: The page, if it is one of several that are built.
    /// - Returns: The summary; nil if the archive was complete before and only had to be uploaded.
    /// - Throws: `ExitCode`, after the reason was reported.
    @discardableResult
    package func build(
        _ document: ContentDocument, variant: String = "", page: BuiltPage? = nil
    ) throws -> BuildSummary? {
        for note in document.notes { StandardError.print("\(document.path): \(note)") }
        try reportOmissions(of: document)
        var options = try options()
        options.variant = variant
        guard !dryRun else { return try rehearse(document, page: page, options) }
        let place = try ArchiveOutput(output, layout: layout, replacesExisting: options.replacesExisting)
        do {
            // In a folder of its own nothing else is replaced.
            if place.isRemote {
                guard shard == nil, !update else {
                    throw Complaint("--shard and --update need an output on this machine, not an address", .usage)
                        .reported()
                }
                options.replacesExisting = true
            }
            let build = try TileBuild(document, output: place.path, options: options)
            if !options.restarts, let made = place.made, try build.isSame(as: made) {
                try place.publish(identity: made, isQuiet: quiet)
                return nil
            }
            place.prepare()
            let output = shard?.partName(of: PathName(output).path) ?? output
            let summary = try run(build, path: document.path, page: page)
            try place.publish(identity: place.isRemote ? try build.identity() : nil, isQuiet: quiet || json)
            if let reason = summary.whyAllAreDrawn, !quiet {
                StandardError.print("\(document.path): drew all tiles: \(reason)")
            }
            try report(summary, build, output: output, of: document, page: page)
            return summary
        } catch let failure as BuildFailure {
            let code = complaint(failure, document).reported()
            if TileBuild.isBegun(output: place.path), case .cancelled = failure { explainContinuing() }
            if TileBuild.isBegun(output: place.path), case .cannotWrite = failure { explainContinuing() }
            throw code
        }
    }

    /// Reports the features that are not honored.
    ///
    /// - Throws: `ExitCode` with `--strict`, if there are any.
    func reportOmissions(of document: ContentDocument) throws {
        guard let omissions = document.omissionSummary else { return }
        if strict { throw Complaint("\(omissions); build without --strict to accept that", .data).reported() }
        StandardError.print(omissions)
    }

    /// The identity of the archive that `build` makes.
    func identity(of document: ContentDocument, variant: String) throws -> [UInt8] {
        try planned(document, variant: variant).identity()
    }

    /// Returns the differences of the archive that `build` makes from one with this identity; nil if it is invalid.
    func differences(of document: ContentDocument, from identity: [UInt8], variant: String) throws -> [String]? {
        try planned(document, variant: variant).differences(from: identity)
    }

    private func planned(_ document: ContentDocument, variant: String) throws -> TileBuild {
        var options = try options()
        options.variant = variant
        return try TileBuild(document, output: output, options: options)
    }

    private func rehearse(_ document: ContentDocument, page: BuiltPage?, _ options: BuildOptions) throws -> BuildSummary
    {
        do {
            let build = try TileBuild(document, output: output, options: options)
            let summary = try run(build, path: document.path, page: page)
            try report(summary, build, output: output, of: document, page: page)
            return summary
        } catch let failure as BuildFailure {
            throw complaint(failure, document).reported()
        }
    }

    /// The complaint about a failed build. A level of `--only-level` is reported under that name, because the library
    /// knows it as both the shallowest and the deepest level.
    private func complaint(_ failure: BuildFailure, _ document: ContentDocument) -> Complaint {
        if onlyLevel != nil, case .option(let name, let value, let reason) = failure,
            name == "BuildOptions.minLevel" || name == "BuildOptions.maxLevel"
        {
            return Complaint("--only-level \(value): \(reason)", .usage)
        }
        return Complaint(failure, input: document.path)
    }

    private func report(
        _ summary: BuildSummary, _ build: TileBuild, output: String, of document: ContentDocument, page: BuiltPage?
    ) throws {
        if summary.incompleteParts > 0 {
            let parts = Amounts.counted(summary.incompleteParts, "part")
            let isOne = summary.incompleteParts == 1
            // The pixels of an image are missing only where its file ends.
            let reason =
                document.damage == nil
                ? "\(isOne ? "lacks" : "lack") elements that could not be drawn; for the unsupported features, see "
                    + "tilework info"
                : "\(isOne ? "is" : "are") incomplete because the file ends early"
            StandardError.print("\(document.path): \(parts) of the archive \(reason)")
        }
        if json {
            var report = BuildReport(summary, of: build.plan, output: output, format: build.options.format)
            report.page = page?.number
            try ResultOutput.print(report.json)
        } else if !quiet {
            try ResultOutput.print(text(summary, output))
            if stages { try ResultOutput.print(text(summary.stages)) }
        }
    }

    private func explainContinuing() {
        StandardError.print(
            "tilework: finished tiles are kept; run the same command to continue, or add --restart to start over")
    }

    private func run(_ build: TileBuild, path: String, page: BuiltPage?) throws -> BuildSummary {
        guard let page else {
            let interrupts = BuildInterrupts()
            return try interrupts.handle { try run(build, path: path, BuiltPage(number: nil, interrupts: interrupts)) }
        }
        return try run(build, path: path, page)
    }

    private func run(_ build: TileBuild, path: String, _ page: BuiltPage) throws -> BuildSummary {
        if quiet { return try page.interrupts.run(build) { _ in } }
        if json {
            let events = BuildEvents(build, page: page.number)
            defer { events.stop() }
            return try page.interrupts.run(build) { StandardError.print($0) }
        }
        let levels = build.plan.levels
        let (width, height) = (levels[levels.count - 1].width, levels[levels.count - 1].height)
        StandardError.print(
            "\(path): \(page.number.map { "page \(Amounts.grouped($0)): " } ?? "")"
                + "\(Amounts.counted(build.tileCount, "tile")) in \(Amounts.counted(levels.count, "level")), "
                + "full size \(Amounts.grouped(width)) × \(Amounts.grouped(height)) pixels")
        let display = ProgressDisplay(total: build.tileCount, progress: { build.progress })
        defer { display.stop() }
        return try page.interrupts.run(build) { [line = display.line] in line.print($0) }
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
            "\(output): \(Amounts.counted(summary.tiles, "tile")), "
            + (dryRun ? "none written, " : "")
            + (summary.earlierTiles > 0 ? "\(Amounts.grouped(summary.earlierTiles)) from an earlier build, " : "")
            + (summary.unchangedTiles > 0 ? "\(Amounts.grouped(summary.unchangedTiles)) unchanged, " : "")
            + "\(Amounts.grouped(summary.solidTiles)) of one color, "
            + "\(Amounts.bytes(summary.archiveBytes)), \(Amounts.short(summary.seconds)) s"
            + (rate > 0 ? ", \(Amounts.grouped(Int(rate))) tiles/s" : "")
    }
}
