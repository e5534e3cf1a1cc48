import Foundation
import Synchronization
public import TileGraphics
import TileSupport

/// Joins the parts made by the shards of a build (`BuildOptions.shard`) into the archive.
///
///     let merge = try TileMerge(parts: paths, output: "plan.pmtiles")
///     let summary = try merge.run()
///
/// The archive equals that of a build without shards, byte for byte. Each part is read once for verification and once
/// for its tiles. The memory is 30 bytes for each tile and 40 for each distinct one.
public final class TileMerge: Sendable {
    /// Whether to replace an archive of the same name when the new one is complete.
    public let replacesExisting: Bool
    public let hasPreview: Bool
    public let jobs: Int
    public let plan: BuildPlan
    /// The format of the tiles.
    public let format: TileFormat

    private struct Part: Sendable {
        var path: String
        var file: LogFile
        var description: BuildDescription
    }

    private let parts: [Part]
    private let output: PathName
    private let counters: BuildCounters
    private let isStopped = Atomic(false)

    /// Opens the parts and verifies by their descriptions that they belong together and none is missing.
    ///
    /// - Parameters:
    ///   - parts: The paths, in any order.
    ///   - output: The archive's name. Its kind must be the one that the parts were made for, or one with the same
    ///     levels and cropping.
    /// - Throws: `.part`, `.missingParts`, `.option` and `.cannotHold`.
    public init(
        parts paths: [String], output: String, layout: ArchiveLayout? = nil, replacesExisting: Bool = false,
        hasPreview: Bool = true, jobs: Int = ProcessInfo.processInfo.activeProcessorCount
    ) throws(BuildFailure) {
        precondition(jobs > 0, "at least one thread must work")
        var parts: [Part] = []
        for path in paths { parts.append(try Self.open(path)) }
        guard let first = parts.first else {
            throw .option(name: "TileMerge.parts", value: "", reason: "give the parts to join")
        }
        guard let shard = first.description.shard, var options = first.description.options else {
            throw .part(path: first.path, reason: "not a part made with `BuildOptions.shard`")
        }
        var byNumber: [Int: Part] = [:]
        for part in parts {
            guard let own = part.description.shard, own.count == shard.count else {
                let count = part.description.shard?.count ?? 1
                throw .part(
                    path: part.path, reason: "one of \(count) parts, but \(first.path) is one of \(shard.count)")
            }
            guard part.description.ofWhole == first.description.ofWhole else {
                let differences = part.description.ofWhole.differences(from: first.description.ofWhole)
                throw .part(
                    path: part.path,
                    reason: "from another build than \(first.path): \(differences.joined(separator: ", "))")
            }
            if let twin = byNumber[own.number] {
                throw .part(
                    path: part.path, reason: "the same part, \(own), as \(twin.path); leave one out")
            }
            byNumber[own.number] = part
        }
        let missing = (1...shard.count).filter { byNumber[$0] == nil }
        guard missing.isEmpty else {
            throw .missingParts(
                numbers: missing, count: shard.count, command: first.description.command(of: missing[0]))
        }
        guard let madeFor = options.layout else { preconditionFailure("what a part was made for is said by it") }
        let asked = try ArchiveLayout(output: output, requested: layout)
        options.layout = asked
        let size = first.description.contentSize
        plan = try BuildPlan(
            contentSize: CGSize(width: size[0], height: size[1]), isScalable: first.description.isScalable,
            layout: asked, options: options)
        guard
            asked == madeFor
                || asked.cropsTiles == madeFor.cropsTiles
                    && asked.deepestLevel(of: plan.pyramid) == madeFor.deepestLevel(of: plan.pyramid)
        else {
            throw .cannotHold(
                kind: asked.kind.title,
                what: "these parts, which were made for \(madeFor.kind.title): use \(madeFor.outputAdvice)")
        }
        self.parts = (1...shard.count).map { byNumber[$0]! }
        self.output = PathName(output)
        format = options.format
        self.replacesExisting = replacesExisting
        self.hasPreview = hasPreview
        self.jobs = jobs
        counters = BuildCounters(plan, blocks: [])
    }

    private static func open(_ path: String) throws(BuildFailure) -> Part {
        do throws(SystemError) {
            let file = try LogFile(path, toWrite: false)
            if let description = try LogContents.about(file).flatMap({ BuildDescription($0) }) {
                return Part(path: path, file: file, description: description)
            }
        } catch {
            throw .part(path: path, reason: "can't be read: \(error)")
        }
        throw .part(path: path, reason: "not a part of an archive, or its beginning is damaged")
    }

    /// The progress of `run`. Cheap to read.
    public var progress: BuildProgress { counters.progress }

    /// Makes `run` throw `.cancelled` soon.
    public func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Joins the parts. May be called once. Blocks until it is done.
    public func run() throws(BuildFailure) -> BuildSummary {
        let start = ContinuousClock.now
        let description = parts[0].description
        guard let options = description.options else { preconditionFailure("a part that was opened has options") }
        var sum = Sum()
        let assembly = ArchiveAssembly(
            archive: output,
            contents: ArchiveContents(name: description.name, plan: plan, format: format, hasPreview: hasPreview),
            replacesExisting: replacesExisting, jobs: jobs, counters: counters,
            isCancelled: { [self] in isStopped.load(ordering: .relaxed) })
        let size = try assembly.run { _ in
            let tiles = try joined(&sum)
            guard tiles.tiles.count == plan.tileCount else {
                throw BuildFailure.part(
                    path: parts[0].path,
                    reason: "the parts together have \(GroupedNumber.text(tiles.tiles.count)) of "
                        + "\(GroupedNumber.counted(plan.tileCount, "tile")); build them again with one version")
            }
            return tiles
        }
        return BuildSummary(
            tiles: plan.tileCount, earlierTiles: plan.tileCount, unchangedTiles: 0, solidTiles: sum.solidTiles,
            repeatedTiles: plan.tileCount - sum.contents, bytes: Int(sum.bytes), archiveBytes: size,
            incompleteParts: sum.incompleteParts,
            seconds: (ContinuousClock.now - start) / .seconds(1), stages: counters.clock.stages,
            overviews: options.overviews)
    }

    private struct Sum {
        var solidTiles = 0
        var contents = 0
        var bytes: UInt64 = 0
        var incompleteParts = 0
    }

    /// Returns the tiles of all parts, with equal contents once.
    private func joined(_ sum: inout Sum) throws -> FinishedTiles {
        var tiles: [FinishedTiles.Tile] = []
        var contents: [FinishedTiles.Content] = []
        var byHash: [SipHash.Value: UInt32] = [:]
        // A random key, so that nobody can craft tiles that are mistaken for each other.
        let key = SipHash.Value.random
        tiles.reserveCapacity(plan.tileCount)
        for (number, part) in parts.enumerated() {
            guard let read = try LogContents(part.file, hashKey: key, number: UInt32(number)), read.isComplete else {
                throw BuildFailure.part(
                    path: part.path,
                    reason: "damaged or cut short; copy it again, or make it again with: "
                        + part.description.command(of: number + 1) + " --force")
            }
            let places = zip(read.contents, read.hashes).map { content, hash -> UInt32 in
                if let known = byHash[hash] { return known }
                let place = UInt32(contents.count)
                contents.append(content)
                byHash[hash] = place
                return place
            }
            for tile in read.tiles {
                tiles.append(FinishedTiles.Tile(number: tile.number, content: places[Int(tile.content)]))
            }
            sum.solidTiles += read.solidTiles
            sum.bytes += read.tileBytes
            sum.incompleteParts += read.incompleteParts
            if isStopped.load(ordering: .relaxed) { throw CancellationError() }
        }
        sum.contents = contents.count
        return FinishedTiles(tiles: tiles, contents: contents, files: parts.map(\.file))
    }
}

extension BuildDescription {
    /// Returns the command that makes another part of the same build.
    func command(of number: Int) -> String {
        guard let shard else { return "" }
        guard !command.isEmpty else { return "the same build with `BuildOptions.shard` \(number)/\(shard.count)" }
        var words = command
        for index in words.indices {
            if words[index] == "--shard", index + 1 < words.count { words[index + 1] = "\(number)/\(shard.count)" }
            if words[index].hasPrefix("--shard=") { words[index] = "--shard=\(number)/\(shard.count)" }
        }
        return words.map(\.shellQuoted).joined(separator: " ")
    }
}

extension String {
    /// The text quoted as one word for a shell.
    fileprivate var shellQuoted: String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,@%+")
        if !isEmpty, allSatisfy({ plain.contains($0) }) { return self }
        return "'" + replacing("'", with: "'\\''") + "'"
    }
}
