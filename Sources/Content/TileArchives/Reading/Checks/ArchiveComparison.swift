import Foundation
import Synchronization
import TileFormats
public import TileGeometry
import TileGraphics
import TileSupport

/// The difference between two tiles with the same coordinates.
public struct TileDifference: Hashable, Sendable {
    /// The coordinates, as the first archive counts.
    public var tile: TileCoordinate
    /// The mean over all pixels and their four channels, out of 255. Colors are premultiplied.
    public var mean: Double
    /// The largest difference of any channel, out of 255.
    public var largest: Int
    /// The fraction of pixels that differ, from 0 to 1.
    public var share: Double
    /// The reason why pixels could not be compared, in which case the other values are the maximum.
    public var reason: String?
}

/// The result of comparing two archives.
public struct ArchiveComparison: Sendable {
    /// The number of coordinates at which both archives have a tile.
    public internal(set) var compared = 0
    /// The tiles with different pixels, in order of level and position along the curve.
    public internal(set) var differences: [TileDifference] = []
    /// The tiles that the second archive lacks, as the first counts.
    public internal(set) var onlyInFirst: [TileCoordinate] = []
    /// The tiles that the first archive lacks, as the second counts.
    public internal(set) var onlyInSecond: [TileCoordinate] = []
    /// The second archive's number of the first one's level 0.
    public internal(set) var levelOffset = 0
    /// The tiles of the first archive.
    var runs = TileRuns()

    public var areEqual: Bool { differences.isEmpty && onlyInFirst.isEmpty && onlyInSecond.isEmpty }
}

/// Compares two archives tile by tile. If the bytes differ, the pixels are compared.
public final class ArchiveComparer: Sendable {
    private let first: any ArchiveReader
    private let second: any ArchiveReader
    private let jobs: Int
    private let levels: ClosedRange<Int>?
    private let isOver = Atomic(false)

    /// - Parameter levels: The levels to compare, as the first archive counts; nil for all.
    public init(
        _ first: any ArchiveReader, _ second: any ArchiveReader, levels: ClosedRange<Int>? = nil,
        jobs: Int = ProcessInfo.processInfo.activeProcessorCount
    ) {
        self.first = first
        self.second = second
        self.levels = levels
        self.jobs = max(1, jobs)
    }

    /// Cancels a running comparison. May be called from any thread.
    public func cancel() { isOver.store(true, ordering: .relaxed) }

    public func run() throws(ArchiveFailure) -> ArchiveComparison {
        let (a, b) = (first.description, second.description)
        if let sizeA = a.tileSize, let sizeB = b.tileSize, sizeA != sizeB {
            throw .incomparable(
                first: first.path, second: second.path, reason: "their tiles are \(sizeA) and \(sizeB) pixels wide")
        }
        guard a.grids.filter(\.value.isShifted) == b.grids.filter(\.value.isShifted) else {
            throw .incomparable(
                first: first.path, second: second.path,
                reason: "their tiles are cut from different corners; convert one of them to the kind of the other first"
            )
        }
        // If one archive counts levels from one pixel and the other from one tile, numbers are aligned at the level of
        // one tile.
        var offset = 0
        if let pyramidA = a.pyramid, let pyramidB = b.pyramid {
            offset = b.layout.number(ofLevel: 0, in: pyramidB) - a.layout.number(ofLevel: 0, in: pyramidA)
        }
        let work = ComparisonWork(first, try first.tiles(), second, levels: levels, offset: offset)
        let crew = BuildCrew(jobs: jobs) { self.isOver.load(ordering: .relaxed) }
        do {
            try crew.run(work)
        } catch let failure as ArchiveFailure {
            throw failure
        } catch {
            throw .cancelled
        }
        var result = work.finish()
        var cursor = try second.tiles()
        while let tile = try cursor.next() {
            let place = tile.coordinate
            if isOver.load(ordering: .relaxed) { throw .cancelled }
            // The first archive cannot have this level.
            guard place.level >= offset, levels?.contains(place.level - offset) != false else { continue }
            let number = PMTilesTile(level: place.level - offset, column: place.column, row: place.row).number
            if number.map({ result.runs.contains($0) }) != true { result.onlyInSecond.append(place) }
        }
        return result
    }
}

/// The state of a comparison, shared by its threads.
private final class ComparisonWork: BuildWork {
    private struct State {
        var cursor: any ArchiveTileCursor
        var isAtEnd = false
        var result: ArchiveComparison
    }

    private let first: any ArchiveReader
    private let second: any ArchiveReader
    private let levels: ClosedRange<Int>?
    private let offset: Int
    private let state: Lock<State>

    private static let piece = 32

    init(
        _ first: any ArchiveReader, _ cursor: any ArchiveTileCursor, _ second: any ArchiveReader,
        levels: ClosedRange<Int>?, offset: Int
    ) {
        self.first = first
        self.second = second
        self.levels = levels
        self.offset = offset
        state = Lock(State(cursor: cursor, result: ArchiveComparison(levelOffset: offset)))
    }

    func step(_ encoder: TileEncoder) throws -> BuildStep {
        var tiles: [ArchivedTile] = []
        let isAtEnd = try state.withLock { state throws(ArchiveFailure) in
            while tiles.count < Self.piece, !state.isAtEnd {
                guard let tile = try state.cursor.next() else {
                    state.isAtEnd = true
                    break
                }
                let level = tile.coordinate.level
                if let levels, level > levels.upperBound { state.isAtEnd = true }
                guard level + offset >= 0, levels?.contains(level) != false,
                    state.result.runs.append(tile.number..<tile.number + 1)
                else { continue }
                tiles.append(tile)
            }
            return state.isAtEnd
        }
        if tiles.isEmpty { return isAtEnd ? .finished : .done }
        for tile in tiles {
            let place = tile.coordinate
            guard let bytes = try second.tile(level: place.level + offset, column: place.column, row: place.row) else {
                state.withLock { $0.result.onlyInFirst.append(place) }
                continue
            }
            let own = try first.bytes(of: tile)
            let difference = own == bytes ? nil : try difference(own, bytes, at: place)
            state.withLock { state in
                state.result.compared += 1
                if let difference { state.result.differences.append(difference) }
            }
        }
        return .done
    }

    private static let largestTile = 64 << 20

    private func difference(
        _ stored: [UInt8], _ other: [UInt8], at place: TileCoordinate
    ) throws(ArchiveFailure) -> TileDifference? {
        func unpacked(_ bytes: [UInt8]) -> [UInt8] {
            Gunzip.isPacked(bytes) ? Gunzip.unpacked(bytes, limit: Self.largestTile) ?? bytes : bytes
        }
        func unequal(_ reason: String) -> TileDifference {
            TileDifference(tile: place, mean: 255, largest: 255, share: 1, reason: reason)
        }
        let (a, b) = (unpacked(stored), unpacked(other))
        if a == b { return nil }
        if [first, second].contains(where: { $0.description.format?.isVector == true }) {
            return unequal("the bytes differ; vector tiles are not compared further")
        }
        var bitmaps: [Bitmap] = []
        for (bytes, path) in [(a, first.path), (b, second.path)] {
            switch try TileDecoding.decode(bytes) {
            case .success(let bitmap): bitmaps.append(bitmap)
            case .failure(let problem): return unequal("\(path): \(problem.text)")
            }
        }
        // Without the pixels that overlap neighbors.
        let origins = [first.description, second.description].map { description in
            (x: place.column > 0 ? description.overlap : 0, y: place.row > 0 ? description.overlap : 0)
        }
        var sizes = zip(bitmaps, origins).map { (width: $0.width - $1.x, height: $0.height - $1.y) }
        if first.description.overlap > 0 || second.description.overlap > 0,
            let side = first.description.tileSize ?? second.description.tileSize
        {
            sizes = sizes.map { (min($0.width, side), min($0.height, side)) }
        }
        let (width, height) = (min(sizes[0].width, sizes[1].width), min(sizes[0].height, sizes[1].height))
        let isOfOneSize = sizes[0] == sizes[1]
        guard width > 0, height > 0, isOfOneSize || first.description.cropsTiles != second.description.cropsTiles else {
            return unequal(
                "the sizes differ: \(bitmaps[0].width) × \(bitmaps[0].height) and \(bitmaps[1].width) × \(bitmaps[1].height) pixels"
            )
        }
        var (sum, largest, count) = (0, 0, 0)
        for y in 0..<height {
            let rowA = UnsafeBufferPointer(rebasing: bitmaps[0].row(y + origins[0].y)[origins[0].x...])
            let rowB = UnsafeBufferPointer(rebasing: bitmaps[1].row(y + origins[1].y)[origins[1].x...])
            for x in 0..<width where rowA[x] != rowB[x] {
                count += 1
                for shift in stride(from: UInt32(0), to: 32, by: 8) {
                    let difference = abs(Int(rowA[x] >> shift & 0xFF) - Int(rowB[x] >> shift & 0xFF))
                    sum += difference
                    largest = max(largest, difference)
                }
            }
        }
        guard count > 0 else { return nil }
        let pixels = Double(width * height)
        return TileDifference(
            tile: place, mean: Double(sum) / pixels / 4, largest: largest, share: Double(count) / pixels)
    }

    /// Returns the result. Call it when all threads have finished.
    func finish() -> ArchiveComparison {
        func number(_ tile: TileCoordinate) -> UInt64 {
            PMTilesTile(level: tile.level, column: tile.column, row: tile.row).number!
        }
        return state.withLock { state in
            state.result.differences.sort { number($0.tile) < number($1.tile) }
            state.result.onlyInFirst.sort { number($0) < number($1) }
            return state.result
        }
    }
}
