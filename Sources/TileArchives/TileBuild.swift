import Foundation
import Synchronization
public import TileContent
import TileEngine
import TileGraphics
import TileSupport

/// One build of an archive from a document, on as many threads as it has jobs.
///
///     let build = try TileBuild(document, output: "plan.dzi", options: BuildOptions())
///     let summary = try build.run()
///
/// Levels come from one of two ways. *Pictures*: each level is drawn from the content, metatile by metatile. *Boxes*:
/// the deepest level is drawn (or, for an image, read from top to bottom once) and each level above is the one below,
/// halved, as soon as the four tiles under a tile are there; memory is a strip of tiles and a bit for each level.
///
/// The archive appears under its name when it is whole, and not at all when anything fails. `progress` and `cancel` may
/// be called from any thread while `run` runs.
public final class TileBuild: Sendable {
    public let plan: BuildPlan
    public let options: BuildOptions
    /// Where the levels above the deepest come from, which for an image is not always what was asked for.
    public let overviews: BuildOptions.Overviews

    private let document: ContentDocument
    private let output: String
    private let counters = BuildCounters()
    private let isCancelled = Atomic(false)

    /// Plans the build. Nothing is drawn or written yet.
    ///
    /// - Throws: `.pyramid` and `.option` for settings that cannot be.
    public init(_ document: ContentDocument, output: String, options: BuildOptions) throws(BuildFailure) {
        guard options.jobs > 0 else {
            throw .option(name: "BuildOptions.jobs", value: "\(options.jobs)", reason: "at least one thread must work")
        }
        guard options.tileSize % 2 == 0 else {
            throw .option(
                name: "BuildOptions.tileSize", value: "\(options.tileSize)",
                reason: "tiles are halved; choose 256 or 512")
        }
        precondition(
            options.metatile > 0 && options.metatile & (options.metatile - 1) == 0, "a metatile must be a power of two")
        let name = PathName(output)
        guard !name.name.isEmpty, !output.utf8.contains(0), ![".", ".."].contains(name.name) else {
            throw .option(name: "TileBuild.output", value: "'\(output)'", reason: "it is no name for an archive")
        }
        plan = try BuildPlan(
            contentSize: document.source.contentSize, isScalable: document.isScalable,
            layout: ArchiveLayout(output: output), options: options)
        // An image's overviews are its own pixels halved, whichever way they are made; going through it once is the
        // cheaper. Not so when the file brings overviews.
        if let image = document.source as? any StripSource {
            overviews = image.hasOwnOverviews ? .picture : .box
        } else {
            overviews = options.overviews
        }
        self.document = document
        self.output = output
        self.options = options
    }

    /// How far `run` has come. Cheap.
    public var progress: BuildProgress { counters.progress }

    /// Makes `run` throw `.cancelled` soon.
    public func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Builds the archive; to be called once. Blocks until it is done.
    public func run() throws(BuildFailure) -> BuildSummary {
        let clock = ContinuousClock()
        let start = clock.now
        let archive = try plan.layout.kind.make(
            PathName(output), of: options.format, replacesExisting: options.replacesExisting)
        do {
            for level in plan.levels { try archive.prepare(level) }
            let work = try makeWork(archive)
            try BuildCrew(jobs: options.jobs, isCancelled: { [self] in isCancelled.load(ordering: .relaxed) }).run(work)
            try archive.finish(
                ArchiveContents(
                    name: PathName(document.path).stem, plan: plan, format: options.format,
                    hasPreview: options.hasPreview))
        } catch {
            archive.discard()
            throw failure(error)
        }
        let progress = counters.progress
        return BuildSummary(
            tiles: progress.tiles, solidTiles: progress.solidTiles, bytes: progress.bytes,
            incompleteParts: progress.incompleteParts,
            seconds: (clock.now - start) / .seconds(1), stages: counters.clock.stages, overviews: overviews)
    }

    private func makeWork(_ archive: any Archive) throws -> any BuildWork {
        let writer = TileWriter(archive: archive, plan: plan, format: options.format, counters: counters)
        let raster = MetatileRaster(
            source: document.source, plan: plan, metatile: options.metatile, clock: counters.clock,
            isCancelled: { [self] in isCancelled.load(ordering: .relaxed) },
            onMissingPart: { [counters] _ in counters.noteIncomplete() })
        guard overviews == .box else { return PictureWork(plan: plan, raster: raster, writer: writer) }
        let tree = BoxTree(plan: plan, writer: writer)
        // At full size or a power of two below, the image's own rows are the start.
        if let image = document.source as? any StripSource, let full = StripWork.pyramid(of: image, for: plan) {
            return StripWork(
                reader: try image.makeStripReader(), pyramid: full, tree: tree, clock: counters.clock)
        }
        return BoxWork(plan: plan, raster: raster, tree: tree)
    }

    private func failure(_ error: any Error) -> BuildFailure {
        switch error {
        case let failure as BuildFailure: failure
        case let failure as ContentFailure: .content(failure)
        case let failure as CodecFailure: .codec(failure)
        case is CancellationError: .cancelled
        default: .raster(path: document.path, reason: "\(error)")
        }
    }
}
