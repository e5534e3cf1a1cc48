import Foundation
import Synchronization
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// Verifies an archive: its structure, each of its tiles, and the completeness of its pyramid.
public final class ArchiveVerifier: Sendable {
    private let reader: any ArchiveReader
    private let jobs: Int
    /// The maximum number of problems to list.
    private let mostProblems: Int
    private let isOver = Atomic(false)

    public init(
        _ reader: any ArchiveReader, jobs: Int = ProcessInfo.processInfo.activeProcessorCount, mostProblems: Int = 100
    ) {
        self.reader = reader
        self.jobs = max(1, jobs)
        self.mostProblems = mostProblems
    }

    /// Cancels a running verification. May be called from any thread.
    public func cancel() { isOver.store(true, ordering: .relaxed) }

    /// Verifies the archive. Reads every tile once.
    ///
    /// - Throws: If the archive cannot be read to its end. Problems with what was read are in the result.
    public func run() throws(ArchiveFailure) -> ArchiveVerification {
        let work = VerificationWork(reader, try reader.tiles(), mostProblems: mostProblems)
        let crew = BuildCrew(jobs: jobs) { self.isOver.load(ordering: .relaxed) }
        do {
            try crew.run(work)
        } catch let failure as ArchiveFailure {
            throw failure
        } catch {
            throw .cancelled
        }
        return work.finish()
    }
}

/// The state of a verification, shared by its threads.
private final class VerificationWork: BuildWork {
    private struct State {
        var cursor: any ArchiveTileCursor
        var isAtEnd = false
        var runs = TileRuns()
        var levels: [Int: ArchiveVerification.Level] = [:]
        var problems: ProblemList
        /// Tiles that are not images, in an archive of an unknown format. If no tile is an image, none is damaged.
        var unrecognized: ProblemList
        /// The end of all ranges of the file seen so far.
        var end: UInt64 = 0
        /// The hashes of the distinct ranges of the file, for counting distinct contents.
        var hashes: [HashedContent] = []
        /// The hashes of recently verified tiles, by their lowest bits.
        var sound = [SipHash.Value?](repeating: nil, count: VerificationWork.soundCount)
        var sizes: [PixelSize: Int] = [:]
        /// The tiles that are compressed with gzip, and those of an MBTiles that should be and are not.
        var packed = 0
        var plain = 0
        var formats: [StoredTileFormat: Int] = [:]
    }

    private struct HashedContent {
        var hash: UInt64
        /// The offset in the file; 0 if unknown.
        var offset: UInt64
        var length: UInt32
    }

    private struct PixelSize: Hashable {
        var width: Int
        var height: Int
    }

    private let reader: any ArchiveReader
    private let description: ArchiveDescription
    private let plan: BuildPlan?
    private let state: Lock<State>
    /// A random key, so that nobody can craft tiles that are mistaken for each other.
    private let hashKey = SipHash.Value.random

    private static let soundCount = 1 << 14
    private static let piece = 32
    private static let largestTile = 64 << 20
    /// The maximum number of tiles in a level that are searched individually for missing ones, which takes some
    /// seconds.
    private static let mostSearched = 100_000_000

    init(_ reader: any ArchiveReader, _ cursor: any ArchiveTileCursor, mostProblems: Int) {
        self.reader = reader
        // A tile that can't be read is reported when its turn comes.
        description = (try? reader.describedByTiles()) ?? reader.description
        plan = description.plan
        let none = ProblemList(limit: mostProblems)
        state = Lock(State(cursor: cursor, problems: none, unrecognized: none))
    }

    private var holdsImages: Bool { description.isDrawn }

    func step(_ encoder: TileEncoder) throws -> BuildStep {
        var runs: [(run: ArchivedRun, isNew: Bool)] = []
        let isAtEnd = try state.withLock { state throws(ArchiveFailure) in
            while runs.count < Self.piece, !state.isAtEnd {
                guard let run = try state.cursor.nextRun() else {
                    state.isAtEnd = true
                    break
                }
                guard state.runs.append(run.numbers) else {
                    state.problems.add(.twice(run.first.coordinate))
                    continue
                }
                // Bytes at an earlier offset have been counted already.
                let isNew = run.place.map { $0.offset >= state.end } ?? true
                if let place = run.place { state.end = max(state.end, place.offset + place.length) }
                runs.append((run, isNew))
            }
            return state.isAtEnd
        }
        if runs.isEmpty { return isAtEnd ? .finished : .done }
        for (run, isNew) in runs {
            do throws(ArchiveFailure) {
                let bytes = try reader.bytes(of: run.first)
                note(run, length: bytes.count)
                try check(bytes, of: run.first, isNew: isNew)
            } catch {
                guard case .damaged(_, let reason) = error else { throw error }
                note(run, length: 0)
                state.withLock { $0.problems.add(.tile(run.first.coordinate, reason)) }
            }
        }
        return .done
    }

    private func note(_ run: ArchivedRun, length: Int) {
        var numbers = run.numbers
        while !numbers.isEmpty {
            let level = TileCoordinate(number: numbers.lowerBound).level
            let part = numbers.clamped(to: 0..<PMTilesTile.first(ofLevel: level + 1))
            numbers = part.upperBound..<numbers.upperBound
            state.withLock { state in
                state.levels[level, default: ArchiveVerification.Level(level: level, tiles: 0, bytes: 0)].tiles +=
                    part.count
                state.levels[level]!.bytes += length.multipliedReportingOverflow(by: part.count).partialValue
            }
        }
    }

    private func check(_ bytes: [UInt8], of stored: ArchivedTile, isNew: Bool) throws(ArchiveFailure) {
        let tile = stored.coordinate
        let hash = bytes.withUnsafeBytes { bytes in
            var hash = SipHash(key: hashKey)
            hash.add(bytes)
            return hash.finish()
        }
        let slot = Int(hash.low % UInt64(Self.soundCount))
        // An equal tile at the edge of a level may have another expected size.
        let isKnown = state.withLock { state in
            if isNew {
                state.hashes.append(
                    HashedContent(
                        hash: hash.high, offset: stored.place?.offset ?? 0, length: UInt32(clamping: bytes.count)))
            }
            return state.sound[slot] == hash && !description.cropsTiles
        }
        if isKnown { return }
        let problem = try problem(of: bytes, tile)
        state.withLock { state in
            switch problem {
            case nil: state.sound[slot] = hash
            case .unrecognized(let text) where description.format == nil: state.unrecognized.add(.tile(tile, text))
            case .unrecognized(let text), .defect(let text): state.problems.add(.tile(tile, text))
            }
        }
    }

    /// A problem of a tile, as a sentence.
    private enum TileProblem {
        case defect(String)
        /// The tile is not an image that Tilework decodes.
        case unrecognized(String)
    }

    private func problem(of stored: [UInt8], _ tile: TileCoordinate) throws(ArchiveFailure) -> TileProblem? {
        var bytes = stored
        if bytes.isEmpty { return .defect("empty") }
        if Gunzip.isPacked(bytes) {
            state.withLock { $0.packed += 1 }
            guard let unpacked = Gunzip.unpacked(bytes, limit: Self.largestTile) else {
                return .defect("its gzip data is damaged or larger than any tile")
            }
            bytes = unpacked
        } else if description.isGzipped, description.layout == .mbtiles {
            // MBTiles 1.3 requires gzip for vector tiles; the archive itself says nothing.
            state.withLock { $0.plain += 1 }
        } else if description.isGzipped {
            return .defect("not compressed with gzip, although the archive states it")
        }
        if !holdsImages { return nil }
        guard let found = StoredTileFormat(recognizing: bytes) else {
            guard let said = description.format, let found = UndrawnTileFormat(recognizing: bytes) else {
                return .unrecognized(TileDecoding.Problem.undecodable(bytes).text)
            }
            return .defect("\(found.title), although the archive states \(said.title)")
        }
        if let said = description.format, said != found {
            return .defect("\(found.title), although the archive states \(said.title)")
        }
        switch try TileDecoding.decode(bytes) {
        case .failure(let problem): return .defect(problem.text)
        case .success(let bitmap):
            state.withLock { state in
                state.formats[found, default: 0] += 1
                state.sizes[PixelSize(width: bitmap.width, height: bitmap.height), default: 0] += 1
            }
            return problem(ofSize: bitmap, tile).map { .defect($0) }
        }
    }

    /// The tolerance for the size of levels, which writers of Deep Zoom and Zoomify round in different ways.
    private static let sizeTolerance = 1

    private func problem(ofSize bitmap: Bitmap, _ tile: TileCoordinate) -> String? {
        guard let pyramid = description.pyramid else { return nil }
        var (width, height, tolerance) = (pyramid.tileSize, pyramid.tileSize, 0)
        if description.cropsTiles {
            let level = description.layout.level(ofNumber: tile.level, in: pyramid)
            let size = pyramid.pixelSize(ofLevel: level)
            func side(_ index: Int, _ whole: Int) -> Int {
                let first = max(0, index * pyramid.tileSize - description.overlap)
                return min(whole, (index + 1) * pyramid.tileSize + description.overlap) - first
            }
            (width, height) = (side(tile.column, size.width), side(tile.row, size.height))
            // A tile outside its level is reported separately.
            guard width > 0, height > 0 else { return nil }
            tolerance = Self.sizeTolerance
        }
        guard abs(bitmap.width - width) > tolerance || abs(bitmap.height - height) > tolerance else { return nil }
        return "\(bitmap.width) × \(bitmap.height) pixels instead of \(width) × \(height)"
    }

    // MARK: Result

    /// Returns the result. Call it when all threads have finished.
    func finish() -> ArchiveVerification {
        state.withLock { state in
            var result = ArchiveVerification()
            for contradiction in description.contradictions { state.problems.add(.statement(contradiction)) }
            for name in state.cursor.strays.names { state.problems.add(.stray(name)) }
            state.problems.count += state.cursor.strays.count - state.cursor.strays.names.count
            let isUnknown = description.formatTitle == nil && state.formats.isEmpty && state.unrecognized.count > 0
            if !isUnknown { state.problems.add(state.unrecognized) }
            checkPyramid(state.runs, state.levels, &state.problems)
            result.isDecoded = holdsImages && !isUnknown
            count(&state, &result)
            if let cursor = state.cursor as? PMTilesCursor {
                checkStatements(cursor.census, state, &state.problems, &result)
            }
            checkStatements(state, &result)
            let levels = Set(state.levels.keys).union(description.levels)
            result.levels = levels.sorted().map { level in
                var known = state.levels[level] ?? ArchiveVerification.Level(level: level, tiles: 0, bytes: 0)
                known.expected = plan?.level(number: level)?.tileCount
                return known
            }
            result.problems = state.problems.problems.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }
            result.problemCount = state.problems.count
            return result
        }
    }

    private func count(_ state: inout State, _ result: inout ArchiveVerification) {
        result.tiles = state.runs.count
        result.bytes = state.levels.values.reduce(0) { $0 + $1.bytes }
        state.hashes.sort { ($0.hash, $0.offset) < ($1.hash, $1.offset) }
        for (index, content) in state.hashes.enumerated() {
            if index == 0 || state.hashes[index - 1].hash != content.hash {
                result.contents += 1
            } else if state.hashes[index - 1].offset != content.offset {
                // Other kinds do not expose this: files may be links, and MBTiles tables have their own structure.
                result.wastedBytes += Int(content.length)
            }
        }
        result.repeatedTiles = result.tiles - result.contents
    }

    private func checkPyramid(
        _ runs: TileRuns, _ levels: [Int: ArchiveVerification.Level], _ problems: inout ProblemList
    ) {
        if runs.count == 0 { problems.add(.statement("the archive has no tiles")) }
        if let plan {
            for level in plan.levels {
                checkLevel(level, against: runs, found: levels[level.number]?.tiles ?? 0, &problems)
            }
        } else {
            for level in description.levels where levels[level] == nil && runs.count > 0 {
                problems.add(.emptyLevel(level))
            }
            checkParents(runs, levels, &problems)
        }
        for level in levels.keys where !description.levels.contains(level) {
            problems.add(
                .statement(
                    "level \(level) has \(levels[level]!.tiles) tiles and is not in the archive's description"))
        }
    }

    /// Checks a level with known tiles.
    private func checkLevel(_ level: BuildPlan.Level, against runs: TileRuns, found: Int, _ problems: inout ProblemList)
    {
        let all = runs.runs(ofLevel: level.number)
        // A small file can claim any number of tiles.
        guard found <= Self.mostSearched else {
            if found != level.tileCount {
                problems.add(
                    .statement(
                        "level \(level.number) has \(GroupedNumber.counted(found, "tile")) instead of "
                            + GroupedNumber.text(level.tileCount)))
            }
            return
        }
        var inside = 0
        for run in all {
            for number in run {
                let tile = TileCoordinate(number: number)
                if level.part.columns.contains(tile.column), level.part.rows.contains(tile.row) {
                    inside += 1
                } else {
                    problems.add(.outside(tile))
                }
            }
        }
        var missing = level.tileCount - inside
        guard missing > 0 else { return }
        search: for row in level.part.rows {
            for column in level.part.columns {
                let tile = PMTilesTile(level: level.number, column: column, row: row)
                guard let number = tile.number, !runs.contains(number) else { continue }
                guard problems.hasRoom else { break search }
                problems.add(.missing(TileCoordinate(level: level.number, column: column, row: row)))
                missing -= 1
                if missing == 0 { break search }
            }
        }
        problems.count += missing
    }

    /// Checks that each tile has a parent, in an archive with an unknown content size. If the whole level above is
    /// missing, that is reported instead.
    private func checkParents(
        _ runs: TileRuns, _ levels: [Int: ArchiveVerification.Level], _ problems: inout ProblemList
    ) {
        for level in description.levels.dropFirst() where levels[level - 1] != nil {
            let first = PMTilesTile.first(ofLevel: level)
            for run in runs.runs(ofLevel: level) {
                let parents =
                    PMTilesTile.parent(of: run.lowerBound, level: level)..<PMTilesTile.parent(
                        of: run.upperBound - 1, level: level) + 1
                for gap in runs.gaps(in: parents) {
                    for parent in gap {
                        guard problems.hasRoom else {
                            problems.count += Int(clamping: gap.upperBound - parent)
                            break
                        }
                        let child = first + ((parent - PMTilesTile.first(ofLevel: level - 1)) << 2)
                        problems.add(.orphan(TileCoordinate(number: max(child, run.lowerBound))))
                    }
                }
            }
        }
    }

    private func checkStatements(_ state: borrowing State, _ result: inout ArchiveVerification) {
        if state.sizes.count > 1, !description.cropsTiles, description.pyramid == nil {
            let sizes = state.sizes.keys.sorted { ($0.width, $0.height) < ($1.width, $1.height) }
                .prefix(4).map { "\($0.width) × \($0.height)" }.joined(separator: ", ")
            result.notes.append("tiles have several sizes: \(sizes) pixels")
        }
        if description.pyramid == nil {
            result.notes.append(
                "the archive does not state the size of its content, so missing tiles at its edges go unnoticed")
        }
        if result.isDecoded, state.packed > 0, !description.isGzipped {
            let images = state.packed == 1 ? "1 image is" : "\(GroupedNumber.text(state.packed)) images are"
            result.notes.append("\(images) compressed with gzip as well, which few readers accept")
        }
        if state.plain > 0 {
            let tiles = state.plain == 1 ? "1 tile is" : "\(GroupedNumber.text(state.plain)) tiles are"
            result.notes.append("\(tiles) not compressed with gzip, which MBTiles requires of vector tiles")
        }
        if !result.isDecoded {
            let format = description.formatTitle.map { "they are \($0)" } ?? "their format is unknown"
            result.notes.append("tiles are counted but not decoded: \(format)")
        }
        if description.levels.lowerBound > 0 {
            result.notes.append("the first level is \(description.levels.lowerBound)")
        }
        if result.wastedBytes > 0 {
            result.notes.append("\(result.wastedBytes) bytes of tiles are stored more than once")
        }
    }

    /// Checks the statements in the header of a PMTiles file.
    private func checkStatements(
        _ census: PMTilesCursor.Census, _ state: State, _ problems: inout ProblemList,
        _ result: inout ArchiveVerification
    ) {
        guard let reader = reader as? PMTilesReader else { return }
        let header = reader.header
        func compare(_ said: UInt64, found: UInt64, what: String) {
            guard said != 0, said != found else { return }
            problems.add(.statement("the header states \(said) \(what), and there are \(found)"))
        }
        compare(header.addressedTileCount, found: census.tiles, what: "tiles")
        compare(header.entryCount, found: census.entries, what: "tile entries")
        if header.isClustered {
            if let tile = census.outOfOrder {
                problems.add(
                    .statement(
                        "the header states that tiles are in order, and tile \(TileCoordinate(number: tile).text) is not"
                    ))
            } else {
                compare(header.contentCount, found: census.contents, what: "different tiles")
            }
        }
        if !reader.metadata.isEmpty, TileMetadata(json: Data(reader.metadata)) == nil {
            problems.add(.statement("the metadata is not a JSON object"))
        }
        let found = state.levels.keys.sorted()
        if let first = found.first, let last = found.last, plan == nil {
            if first > Int(header.minLevel) || last < Int(header.maxLevel) {
                result.notes.append("the header states levels \(header.minLevel) to \(header.maxLevel)")
            }
        }
    }
}

/// The first problems, and the total number.
private struct ProblemList {
    let limit: Int
    private(set) var problems: [ArchiveProblem] = []
    var count = 0

    init(limit: Int) { self.limit = limit }

    var hasRoom: Bool { problems.count < limit }

    mutating func add(_ problem: @autoclosure () -> ArchiveProblem) {
        count += 1
        if hasRoom { problems.append(problem()) }
    }

    mutating func add(_ others: ProblemList) {
        count += others.count
        problems += others.problems.prefix(limit - problems.count)
    }
}

extension ArchiveProblem {
    /// The order in which kinds are listed.
    fileprivate var rank: Int {
        switch self {
        case .statement: 0
        case .emptyLevel: 1
        case .missing: 2
        case .orphan: 3
        case .outside: 4
        case .twice: 5
        case .tile: 6
        case .stray: 7
        }
    }

    fileprivate var place: UInt64 {
        tile.flatMap { PMTilesTile(level: $0.level, column: $0.column, row: $0.row).number } ?? 0
    }
}
