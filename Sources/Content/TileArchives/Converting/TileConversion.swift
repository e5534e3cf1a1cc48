import Foundation
import Synchronization
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// A conversion of an archive to another kind. Tiles keep their bytes and are not decoded, except those that differ in
/// the other kind (`TileRemaking`). JPEG tiles may be repacked as JPEG XL, from which each can be restored byte for
/// byte.
///
///     let conversion = try TileConversion(try TileArchive.open("plan.dzi"), output: "plan", layout: .zoomify)
///     let summary = try conversion.run()
public final class TileConversion: Sendable {
    public let plan: BuildPlan
    private let reader: any ArchiveReader
    private let output: PathName
    private let contents: ArchiveContents
    private let replacesExisting: Bool
    private let jobs: Int
    /// The difference between a level's numbers in the new and the old archive.
    private let levelStep: Int
    private let counters: BuildCounters
    private let isStopped = Atomic(false)
    private let remadeCount = Atomic(0)
    private let faultyCount = Atomic(0)
    /// The remaking of tiles; nil if all tiles can be copied.
    private let remaking: TileRemaking?
    private let repacksJPEG: Bool

    /// Plans the conversion and checks whether the other kind can hold the tiles.
    ///
    /// - Parameters:
    ///   - layout: The kind of archive; nil to derive it from the output's extension.
    ///   - repacksJPEG: Whether JPEG tiles become JPEG XL, without loss. Tiles that must be encoded again, or that
    ///     JPEG XL can't hold, are encoded at quality 90.
    /// - Throws: `.cannotHold`, `.option`, `.pyramid`, and `.archive` if the archive has no tiles, has tiles that are
    ///   not written by Tilework, or cannot be read.
    public init(
        _ reader: any ArchiveReader, output: String, layout: ArchiveLayout? = nil, replacesExisting: Bool = false,
        hasPreview: Bool = true, repacksJPEG: Bool = false, jobs: Int = ProcessInfo.processInfo.activeProcessorCount
    ) throws(BuildFailure) {
        precondition(jobs > 0, "at least one thread must work")
        let old: ArchiveDescription
        do throws(ArchiveFailure) {
            guard try reader.anyTile() != nil else { throw .noTiles(path: reader.path, isPart: false) }
            old = try reader.describedByTiles()
        } catch {
            throw .archive(error)
        }
        let new = try ArchiveLayout(output: output, requested: layout)
        func refused(_ what: String) -> BuildFailure {
            .cannotHold(kind: new.kind.title, what: "the tiles of \(reader.path) as they are: \(what)")
        }
        guard var format = old.format?.written else {
            let tiles = old.formatTitle.map { "its tiles are \($0)" } ?? "the format of its tiles is unknown"
            throw .archive(
                .unsupported(
                    path: reader.path, what: "\(tiles); only PNG, JPEG, WebP, AVIF, and JPEG XL can be converted"))
        }
        guard !old.isGzipped else { throw refused("they are compressed with gzip") }
        if repacksJPEG {
            guard case .jpeg = format else {
                let tiles = "its tiles are \(old.format!.title)"
                throw .archive(
                    .unsupported(path: reader.path, what: "\(tiles); only JPEG can be repacked as JPEG XL"))
            }
            format = StoredTileFormat.jpegXL.written!
        }
        self.repacksJPEG = repacksJPEG
        let pyramid = try Self.pyramid(of: old, refused)
        levelStep = new.deepestLevel(of: pyramid) - old.layout.deepestLevel(of: pyramid)
        var options = BuildOptions()
        options.layout = new
        options.tileSize = pyramid.tileSize
        options.scale = pyramid.deepestScale
        options.minLevel = max(0, old.levels.lowerBound + levelStep)
        options.maxLevel = old.levels.upperBound + levelStep
        // Deep Zoom has levels smaller than one tile. They can be made if the level of one tile is complete.
        let lowestIsOneTile =
            old.layout.level(ofNumber: old.levels.lowerBound, in: pyramid) <= 0
            || old.grids[old.levels.lowerBound].map { $0.columns == 1 && $0.rows == 1 } == true
        let makesSmallLevels =
            options.minLevel != 0 && old.part == nil && lowestIsOneTile
            && (new.level(ofNumber: 0, in: pyramid) < 0 || !old.grids.isEmpty)
        if makesSmallLevels { options.minLevel = 0 }
        // A known pyramid has all its tiles or those of a part. The tiles of an unknown one cannot be predicted.
        options.bounds = old.part
        plan = try BuildPlan(contentSize: pyramid.contentSize, isScalable: true, layout: new, options: options)
        let areAlike =
            old.cropsTiles == new.cropsTiles && old.overlap == 0 && !makesSmallLevels && old.grids.isEmpty
        remaking = areAlike && !repacksJPEG ? nil : try TileRemaking(reader, as: format, of: plan.pyramid, for: new)
        contents = ArchiveContents(name: old.name, plan: plan, format: format, hasPreview: hasPreview)
        try new.kind.check(contents)
        self.reader = reader
        self.output = PathName(output)
        self.replacesExisting = replacesExisting
        self.jobs = jobs
        counters = BuildCounters(plan, blocks: [])
    }

    /// Returns the archive's pyramid, or one that fills the square of its levels.
    private static func pyramid(
        of archive: ArchiveDescription, _ refused: (String) -> BuildFailure
    ) throws(BuildFailure) -> TilePyramid {
        if let pyramid = archive.pyramid { return pyramid }
        guard !archive.cropsTiles, archive.levels.upperBound <= 30 else {
            throw refused("the archive does not state the size of its content")
        }
        let side = Double(archive.tileSize ?? 256) * exp2(Double(archive.levels.upperBound))
        do {
            return try TilePyramid(
                contentSize: CGSize(width: side, height: side), tileSize: archive.tileSize ?? 256)
        } catch {
            throw .pyramid(error)
        }
    }

    /// The progress of `run`. Cheap to read.
    public var progress: BuildProgress { counters.progress }

    /// The number of tiles that were decoded and encoded again.
    public var remadeTiles: Int { remadeCount.load(ordering: .relaxed) }

    /// The number of tiles of the old archive that are missing, empty or not images, or that are to be repacked and are
    /// damaged. Empty tiles are left out, and so are those that are to be repacked but can't be decoded.
    public var faultyTiles: Int { faultyCount.load(ordering: .relaxed) }

    /// Makes `run` throw `.cancelled` soon.
    public func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Makes the archive. May be called once. Blocks until it is done.
    ///
    /// - Throws: `.archive` if the source cannot be read, and the errors of a build that cannot write.
    public func run() throws(BuildFailure) -> BuildSummary {
        let start = ContinuousClock.now
        let assembly = ArchiveAssembly(
            archive: output, contents: contents, replacesExisting: replacesExisting, jobs: jobs, counters: counters,
            isCancelled: { [self] in isStopped.load(ordering: .relaxed) })
        let size = try assembly.run { folder in
            // A log stores each distinct tile once.
            let log = try BuildLog(making: folder.copyPath, about: [])
            try copyTiles(to: log)
            return log.finished()
        }
        let progress = counters.progress
        return BuildSummary(
            tiles: progress.tiles, earlierTiles: 0, unchangedTiles: progress.tiles, solidTiles: 0,
            repeatedTiles: progress.repeatedTiles, bytes: progress.bytes, archiveBytes: size,
            incompleteParts: 0, seconds: (ContinuousClock.now - start) / .seconds(1),
            stages: counters.clock.stages, overviews: .picture)
    }

    private func copyTiles(to log: BuildLog) throws {
        guard reader.description.grids.isEmpty else { return try recutTiles(log) }
        var (others, copies): ([NewTile], [Copy]) = ([], [])
        var cursor = try reader.tiles()
        let expected = reader.description.plan
        var missing = expected?.levels.reduce(0) { $0 + $1.tileCount } ?? 0
        while let run = try cursor.nextRun() {
            let bytes = try reader.bytes(of: run.first)
            if !Self.isImage(bytes) { faultyCount.add(run.count, ordering: .relaxed) }
            for number in run.numbers {
                if isStopped.load(ordering: .relaxed) { throw CancellationError() }
                let old = TileCoordinate(number: number)
                if expected?.contains(old) == true { missing -= 1 }
                // No kind of archive can hold an empty tile.
                if bytes.isEmpty { continue }
                // Deep Zoom has levels smaller than one tile, which other kinds lack.
                guard let level = plan.level(number: old.level + levelStep), level.columns > old.column,
                    level.rows > old.row
                else { continue }
                let tile = NewTile(level: level, column: old.column, row: old.row)
                if let remaking, remaking.hasOtherwise(tile.place) {
                    others.append(tile)
                    if others.count == TileRemaking.atOnce { try make(&others, log) }
                } else if repacksJPEG {
                    copies.append(Copy(tile: tile, bytes: bytes))
                    if copies.count == TileRemaking.atOnce { try add(&copies, others: &others, to: log) }
                } else {
                    try add(bytes, as: tile, to: log)
                }
            }
        }
        faultyCount.add(max(0, missing), ordering: .relaxed)
        try add(&copies, others: &others, to: log)
        try make(&others, log)
        try makeSmallLevels(log)
    }

    /// Copies or makes all tiles of the new archive, if the old one has levels with grids of their own.
    private func recutTiles(_ log: BuildLog) throws {
        let lowest = reader.description.levels.lowerBound + levelStep
        var (others, copies): ([NewTile], [Copy]) = ([], [])
        for level in plan.levels where level.number >= lowest {
            for row in level.part.rows {
                for column in level.part.columns {
                    if isStopped.load(ordering: .relaxed) { throw CancellationError() }
                    let tile = NewTile(level: level, column: column, row: row)
                    let old = (level: level.number - levelStep, column: column, row: row)
                    let bytes = try reader.tile(level: old.level, column: old.column, row: old.row) ?? []
                    let grid = reader.description.grids[old.level]
                    let isExpected = grid.map { old.column < $0.columns && old.row < $0.rows } ?? true
                    if isExpected, !Self.isImage(bytes) {
                        faultyCount.add(1, ordering: .relaxed)
                    }
                    if remaking?.hasOtherwise(tile.place) == false, !bytes.isEmpty {
                        guard repacksJPEG else {
                            try add(bytes, as: tile, to: log)
                            continue
                        }
                        copies.append(Copy(tile: tile, bytes: bytes))
                        if copies.count == TileRemaking.atOnce { try add(&copies, others: &others, to: log) }
                        continue
                    }
                    others.append(tile)
                    if others.count == TileRemaking.atOnce { try make(&others, log) }
                }
            }
        }
        try add(&copies, others: &others, to: log)
        try make(&others, log)
        try makeSmallLevels(log)
    }

    /// Whether a tile begins as an image, which may be compressed with gzip once more.
    private static func isImage(_ bytes: [UInt8]) -> Bool {
        StoredTileFormat(recognizing: bytes) != nil || Gunzip.isPacked(bytes)
    }

    private func add(_ bytes: [UInt8], as tile: NewTile, to log: BuildLog) throws {
        guard let number = PMTilesTile(level: tile.level.number, column: tile.column, row: tile.row).number else {
            return
        }
        let isNew = try log.add(bytes, number: number, solid: nil)
        counters.add(bytes: bytes.count, isSolid: false, isRepeated: !isNew, level: tile.level.number)
    }

    /// Adds JPEG tiles repacked as JPEG XL, and tiles that are JPEG XL. Those that can't be repacked are made like
    /// `others`, and damaged ones are left out.
    private func add(_ copies: inout [Copy], others: inout [NewTile], to log: BuildLog) throws {
        guard let remaking, !copies.isEmpty else { return }
        let distinct = Array(Set(copies.map(\.bytes))).filter { StoredTileFormat(recognizing: $0) != .jpegXL }
        let repacked = Dictionary(uniqueKeysWithValues: zip(distinct, try remaking.repacked(distinct, jobs: jobs)))
        for copy in copies {
            if isStopped.load(ordering: .relaxed) { throw CancellationError() }
            if let file = repacked[copy.bytes] ?? nil {
                try add(file, as: copy.tile, to: log)
            } else if StoredTileFormat(recognizing: copy.bytes) == .jpegXL {
                try add(copy.bytes, as: copy.tile, to: log)
            } else if case .success = try TileDecoding.decode(copy.bytes) {
                others.append(copy.tile)
            } else if Self.isImage(copy.bytes) {
                // Others were counted when they were read.
                faultyCount.add(1, ordering: .relaxed)
            }
        }
        copies = []
        if others.count >= TileRemaking.atOnce { try make(&others, log) }
    }

    private func make(_ tiles: inout [NewTile], _ log: BuildLog) throws {
        guard let remaking, !tiles.isEmpty else { return }
        for (tile, bytes) in zip(tiles, try remaking.files(tiles.map(\.place), jobs: jobs)) {
            if isStopped.load(ordering: .relaxed) { throw CancellationError() }
            try add(bytes, as: tile, to: log)
        }
        remadeCount.add(tiles.count, ordering: .relaxed)
        tiles = []
    }

    /// Makes the levels smaller than one tile, which the archive lacks.
    private func makeSmallLevels(_ log: BuildLog) throws {
        let lowest = reader.description.levels.lowerBound + levelStep
        var tiles = plan.levels.filter { $0.number < lowest }.map { NewTile(level: $0, column: 0, row: 0) }
        try make(&tiles, log)
    }
}

extension BuildPlan {
    /// Whether the plan has a tile, by the archive's numbers.
    fileprivate func contains(_ tile: TileCoordinate) -> Bool {
        guard let part = level(number: tile.level)?.part else { return false }
        return part.columns.contains(tile.column) && part.rows.contains(tile.row)
    }
}

/// A tile of the new archive.
private struct NewTile {
    var level: BuildPlan.Level
    var column: Int
    var row: Int

    /// The tile's coordinates in the pyramid.
    var place: TileCoordinate { TileCoordinate(level: level.level, column: column, row: row) }
}

/// A tile of the new archive that is one of the old archive.
private struct Copy {
    var tile: NewTile
    var bytes: [UInt8]
}

extension StoredTileFormat {
    /// The format for encoding tiles again, with a quality that does not affect copied tiles; nil for formats that are
    /// never written.
    fileprivate var written: TileFormat? {
        switch self {
        case .png: .png
        case .jpeg: .jpeg(quality: 80)
        case .webp: .webp(quality: 80)
        case .avif: .avif(quality: 60)
        case .jpegXL: .jxl(quality: 80)
        case .gif, .vector, .mapLibre: nil
        }
    }
}
