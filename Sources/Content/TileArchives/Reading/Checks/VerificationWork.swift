import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// The state of a verification, shared by its threads.
final class VerificationWork: BuildWork {
    struct State {
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

    struct HashedContent {
        var hash: UInt64
        /// The offset in the file; 0 if unknown.
        var offset: UInt64
        var length: UInt32
    }

    struct PixelSize: Hashable {
        var width: Int
        var height: Int
    }

    let reader: any ArchiveReader
    let description: ArchiveDescription
    let plan: BuildPlan?
    let state: Lock<State>
    /// A random key, so that nobody can craft tiles that are mistaken for each other.
    private let hashKey = SipHash.Value.random

    private static let soundCount = 1 << 14
    private static let piece = 32
    private static let largestTile = 64 << 20

    init(_ reader: any ArchiveReader, _ cursor: any ArchiveTileCursor, mostProblems: Int) {
        self.reader = reader
        // A tile that can't be read is reported when its turn comes.
        description = (try? reader.describedByTiles()) ?? reader.description
        plan = description.plan
        let none = ProblemList(limit: mostProblems)
        state = Lock(State(cursor: cursor, problems: none, unrecognized: none))
    }

    var holdsImages: Bool { description.isDrawn }

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
}
