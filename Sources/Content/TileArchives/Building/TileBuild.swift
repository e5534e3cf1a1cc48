import Foundation
import Synchronization
public import TileContent
import TileEngine
import TileFormats
import TileGraphics
import TileSupport

/// A build of an archive from a document, on as many threads as it has jobs.
///
///     let build = try TileBuild(document, output: "plan.dzi", options: BuildOptions())
///     let summary = try build.run()
///
/// There are two ways to make levels. *Pictures*: each level is drawn from the content, metatile by metatile. *Boxes*:
/// the deepest level is drawn (or an image is read once from top to bottom), and each tile above is made by shrinking
/// its four children as soon as they are complete. The memory is that of a strip of tiles plus a little for each level.
///
/// The archive appears under its name when it is complete, and not at all if anything fails. From the first tile on,
/// finished tiles are kept in a log in a hidden folder beside it. However a build ends before it is complete, the next
/// one with the same content and options continues from the log, and the archive is the same, byte for byte.
/// `progress`, `stop` and `cancel` may be called from any thread while `run` runs.
public final class TileBuild: Sendable {
    public let plan: BuildPlan
    public let options: BuildOptions
    /// The source of the levels above the deepest, which for an image may differ from the options.
    public let overviews: BuildOptions.Overviews

    private let document: ContentDocument
    private let counters: BuildCounters
    /// The output: the archive, or the file of a shard.
    private let archive: PathName
    private let shards: ShardPlan?
    private let blocks: [ShardPlan.Block]
    /// The number of tiles to make, including those of an earlier build.
    public let tileCount: Int
    private let isStopped = Atomic(false)
    private let isCancelled = Atomic(false)

    /// Plans the build, without drawing or writing.
    ///
    /// - Throws: `.pyramid` and `.option` for invalid settings.
    public init(_ document: ContentDocument, output: String, options: BuildOptions) throws(BuildFailure) {
        guard options.jobs > 0 else {
            throw .option(name: "BuildOptions.jobs", value: "\(options.jobs)", reason: "use at least 1")
        }
        guard options.tileSize % 2 == 0 else {
            throw .option(
                name: "BuildOptions.tileSize", value: "\(options.tileSize)",
                reason: "use 256 or 512")
        }
        precondition(
            options.metatile > 0 && options.metatile & (options.metatile - 1) == 0, "a metatile must be a power of two")
        let name = PathName(output)
        guard !name.name.isEmpty, !output.utf8.contains(0), ![".", ".."].contains(name.name) else {
            throw .option(
                name: "TileBuild.output", value: output.isEmpty ? "“”" : output, reason: "not a name for an archive")
        }
        let layout = try ArchiveLayout(output: output, requested: options.layout)
        plan = try BuildPlan(
            contentSize: document.source.contentSize, isScalable: document.isScalable, layout: layout,
            options: options)
        if let shard = options.shard {
            archive = PathName(shard.partName(of: name.path))
            let picture = (document.source as? any PicturedSource)?.drawnPicture
            let shards = ShardPlan(
                plan, count: shard.count, effort: picture.map { picture in { picture.effort(in: $0) } })
            blocks = shards.blocks(of: shard.number - 1)
            self.shards = shards
        } else {
            archive = name
            blocks = ShardPlan.Block.all(of: plan)
            shards = nil
        }
        tileCount = blocks.reduce(0) { $0 + $1.tileCount }
        counters = BuildCounters(plan, blocks: blocks)
        // An image's overviews are its own pixels, shrunk either way; reading it once is cheaper, unless the file
        // contains overviews.
        if let image = document.source as? any StripSource {
            overviews = image.hasOwnOverviews ? .picture : .box
        } else {
            overviews = options.overviews
        }
        self.document = document
        self.options = options
    }

    /// Whether an unfinished build of an archive of this name exists that the next build can continue.
    public static func isBegun(output: String) -> Bool {
        access(BuildFolder.path(of: PathName(output)), F_OK) == 0
    }

    /// Returns the description of the archive's inputs, to be kept beside it.
    ///
    /// - Throws: If the content cannot be read.
    package func identity() throws(BuildFailure) -> [UInt8] {
        do { return try BuildDescription(document, plan: plan, options: options).bytes } catch {
            throw failure(error)
        }
    }

    /// Whether a build with this identity makes the same bytes.
    ///
    /// - Throws: If the content cannot be read.
    package func isSame(as identity: [UInt8]) throws(BuildFailure) -> Bool {
        try differences(from: identity)?.isEmpty == true
    }

    /// Returns the differences from a build with this identity as messages, empty if it makes the same bytes; nil if
    /// the identity is invalid.
    ///
    /// - Throws: If the content cannot be read.
    package func differences(from identity: [UInt8]) throws(BuildFailure) -> [String]? {
        guard let other = BuildDescription(identity), let own = BuildDescription(try self.identity()) else {
            return nil
        }
        return own.differences(from: other)
    }

    /// The progress of `run`. Cheap to read.
    public var progress: BuildProgress { counters.progress }

    /// Makes `run` throw `.cancelled` after the current tiles are finished.
    public func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Makes `run` throw `.cancelled` soon, without finishing the current tiles.
    public func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        stop()
    }

    /// Builds the archive. May be called once. Blocks until it is done.
    public func run() throws(BuildFailure) -> BuildSummary {
        let start = ContinuousClock.now
        let contents = ArchiveContents(
            name: PathName(document.path).stem, plan: plan, format: options.format, hasPreview: options.hasPreview)
        try plan.layout.kind.check(contents)
        guard !options.isDryRun else { return try dryRun(since: start) }
        let folder = try BuildFolder(of: archive)
        let wasBegun = access(folder.logPath, F_OK) == 0
        do {
            return try run(output(contents, in: folder), in: folder, since: start)
        } catch {
            let failure = failure(error)
            if !isResumable(after: failure, wasBegun: wasBegun) { folder.remove() }
            throw failure
        }
    }

    private func output(_ contents: ArchiveContents, in folder: BuildFolder) -> any BuildOutput {
        if options.shard != nil { return ShardOutput(name: archive, folder: folder) }
        return ArchiveOutput(
            name: archive, contents: contents, folder: folder, crew: crew(), counters: counters,
            keptDocument: options.updates ? document : nil)
    }

    private func run(
        _ output: any BuildOutput, in folder: BuildFolder, since start: ContinuousClock.Instant
    ) throws -> BuildSummary {
        let products = output.products
        let publication = Publication(
            archive: archive, products: products, replacesExisting: options.replacesExisting, folder: folder)
        let description = try BuildDescription(document, plan: plan, options: options)
        if try isPublished(publication, folder, description) {
            folder.remove()
            return summary(since: start, nil)
        }
        try publication.check()
        let (log, whyAllAreDrawn) = try startLog(folder, description)
        log.expect(tileCount - log.earlier.tiles.count)
        if log.earlier.tiles.count < tileCount { try crew().run(makeWork(log)) }
        let staging = try StagingFolder(folder.stagingPath, of: archive)
        try output.write(log, to: staging)
        let size = staging.byteCount(of: products)
        try publication.publish(staging)
        output.didPublish()
        folder.remove()
        return summary(since: start, whyAllAreDrawn, archiveBytes: size)
    }

    /// Makes all tiles and writes nothing.
    private func dryRun(since start: ContinuousClock.Instant) throws(BuildFailure) -> BuildSummary {
        do {
            let log = BuildLog()
            counters.start(log.earlier, unchanged: 0)
            try crew().run(makeWork(log))
            return summary(since: start, nil)
        } catch {
            throw failure(error)
        }
    }

    /// Opens the log, with the unchanged tiles of the last build if this one is an update, and starts counting.
    ///
    /// - Returns: The log, and the reason why all tiles of an update are drawn, if they are.
    private func startLog(
        _ folder: BuildFolder, _ description: BuildDescription
    ) throws -> (log: BuildLog, whyAllAreDrawn: String?) {
        var log = try openLog(folder, description)
        var unchanged = 0
        var whyAllAreDrawn: String?
        if options.updates {
            do {
                unchanged = try copyUnchanged(to: log, description)
            } catch let refusal as KeptBuild.Refusal {
                whyAllAreDrawn = refusal.reason
            }
            // Reopened, so that the copied tiles count as earlier ones.
            if unchanged > 0 { log = try openLog(folder, description, restarts: false) }
        }
        counters.start(log.earlier, unchanged: unchanged)
        return (log, whyAllAreDrawn)
    }

    private func crew() -> BuildCrew {
        BuildCrew(jobs: options.jobs, isCancelled: { [self] in isStopped.load(ordering: .relaxed) })
    }

    private func summary(
        since start: ContinuousClock.Instant, _ whyAllAreDrawn: String?, archiveBytes: Int? = nil
    ) -> BuildSummary {
        let progress = counters.progress
        return BuildSummary(
            tiles: progress.tiles, earlierTiles: progress.earlierTiles, unchangedTiles: progress.unchangedTiles,
            whyAllAreDrawn: whyAllAreDrawn, solidTiles: progress.solidTiles,
            repeatedTiles: progress.repeatedTiles, bytes: progress.bytes,
            archiveBytes: archiveBytes ?? progress.distinctBytes, incompleteParts: progress.incompleteParts,
            seconds: (ContinuousClock.now - start) / .seconds(1), stages: counters.clock.stages, overviews: overviews)
    }

    /// Copies the unchanged tiles of the last build to the log.
    ///
    /// - Returns: The number of tiles.
    private func copyUnchanged(to log: BuildLog, _ description: BuildDescription) throws -> Int {
        let kept = try KeptBuild(of: archive).reusable(for: description, of: document, plan: plan)
        var buffer: [UInt8] = []
        var count = 0
        for (tile, isSolid) in zip(kept.contents.tiles, kept.contents.isSolid) where !log.had(tile.number) {
            guard let place = PMTilesTile(number: tile.number),
                !kept.changed.contains(level: place.level, column: place.column, row: place.row)
            else { continue }
            try kept.contents.contents[Int(tile.content)].read(of: kept.log, into: &buffer)
            try log.add(buffer, number: tile.number, solid: nil, isSolid: isSolid)
            count += 1
            if isStopped.load(ordering: .relaxed) { throw CancellationError() }
        }
        return count
    }

    /// Whether an earlier build of the same tiles published its archive and was interrupted only during cleanup.
    private func isPublished(
        _ publication: Publication, _ folder: BuildFolder, _ description: BuildDescription
    ) throws -> Bool {
        guard !options.restarts, access(folder.markPath, F_OK) == 0,
            let log = try? LogFile(folder.logPath, toWrite: false), let contents = try? LogContents(log),
            let earlier = BuildDescription(contents.about), description.differences(from: earlier).isEmpty,
            try publication.resume()
        else { return false }
        counters.start(try BuildLog(log, continuing: contents, isReadOnly: true).earlier, unchanged: 0)
        return true
    }

    /// Opens the log of an earlier build of the same tiles, or creates a new one.
    private func openLog(
        _ folder: BuildFolder, _ description: BuildDescription, restarts: Bool? = nil
    ) throws -> BuildLog {
        if !(restarts ?? options.restarts), access(folder.logPath, F_OK) == 0 {
            let file = try LogFile(folder.logPath, toWrite: true)
            if let earlier = try LogContents(file) {
                let differences =
                    BuildDescription(earlier.about).map { description.differences(from: $0) }
                    ?? ["the program has changed"]
                if differences.isEmpty { return try BuildLog(file, continuing: earlier) }
                throw BuildFailure.changed(path: archive.path, differences: differences)
            }
        }
        return try BuildLog(making: folder.logPath, about: description.bytes)
    }

    private func makeWork(_ log: BuildLog) throws -> any BuildWork {
        let writer = TileWriter(
            log: log, plan: plan, shards: shards, shard: options.shard, format: options.format, counters: counters)
        let raster = MetatileRaster(
            source: document.source, plan: plan, metatile: options.metatile, clock: counters.clock,
            isCancelled: { [self] in isCancelled.load(ordering: .relaxed) },
            onMissingPart: { [counters] _ in
                counters.noteIncomplete()
                // The archive is incomplete either way. If the log cannot be written, writing the tile fails too.
                try? log.addIncomplete()
            })
        guard overviews == .box else { return PictureWork(blocks, raster: raster, writer: writer) }
        let tree = BoxTree(plan: plan, writer: writer)
        // If the plan's scale is full size or a power of two below, the image's own rows are used.
        if let image = document.source as? any StripSource, let full = StripWork.pyramid(of: image, for: plan) {
            return StripWork(
                reader: try image.makeStripReader(), pyramid: full, tree: tree, clock: counters.clock)
        }
        return BoxWork(plan: plan, raster: raster, tree: tree)
    }

    /// Whether another build can continue from the finished tiles.
    ///
    /// - Parameter wasBegun: Whether an unfinished build existed before this one.
    private func isResumable(after failure: BuildFailure, wasBegun: Bool) -> Bool {
        switch failure {
        case .changed, .busy, .unfinished: true
        // A retry would fail in the same way.
        case .codec, .option, .pyramid, .cannotHold, .part, .missingParts, .archive: false
        case .content(let failure) where failure.isOfFile: false
        case .content, .raster, .unavailable, .exists, .notAnArchive, .cannotCreate, .cannotWrite, .cancelled:
            wasBegun || counters.progress.tiles > 0
        }
    }

    private func failure(_ error: any Error) -> BuildFailure {
        switch error {
        case let failure as BuildFailure: failure
        case let failure as ContentFailure: .content(failure)
        case let error as SystemError: .cannotWrite(path: archive.path, reason: error.description)
        case let failure as CodecFailure: .codec(failure)
        case is CancellationError:
            .cancelled(path: archive.path, tiles: counters.progress.tiles, total: tileCount)
        case RasterFailure.unavailable(let reason): .unavailable(path: document.path, reason: reason)
        default: .raster(path: document.path, reason: "\(error)")
        }
    }
}
