import Foundation
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport
import VirtualTime

/// A source whose tiles are counted. On the virtual clock each takes the time given by the trace.
final class MeteredSource: TileSource {
    struct Tally {
        var operations = 0
        var drafts: [Place] = []
        var fulls: [Place] = []
        var failed: [Place] = []
        var works: [(place: Place, fate: TileFate, work: TileWork)] = []
        var bytes = 0
        /// The time in nanoseconds.
        var time = 0.0
    }

    private struct State {
        var tally = Tally()
        /// The boxes in units of the content within which tiles of all levels fail.
        var blank: [Box] = []
        var times: [Double] = []
        /// The number of tiles, with a fraction, that are still to be drawn a second time.
        var owed = 0.0
        /// The operations that determine the cost of tiles on the virtual clock, instead of their own.
        var pace: [TileCost.Key: Int] = [:]
    }

    /// The origin of an area.
    struct Place: Hashable {
        var scale: Double
        var x: Int
        var y: Int

        /// Returns the tile at the origin.
        func tile(of pyramid: TilePyramid, magnification: Int) -> TileCoordinate? {
            let side = pyramid.tileSize * magnification
            let levels = 0...pyramid.maxLevel
            guard let level = levels.first(where: { pyramid.scale(ofLevel: $0) * Double(magnification) == scale })
            else { return nil }
            return TileCoordinate(level: level, column: x / side, row: y / side)
        }
    }

    /// The additional cost of tiles that is injected to verify that a gate fails.
    enum Extra: Hashable {
        case nothing
        /// Each tile takes longer by this fraction on the virtual clock.
        case scripted(Double)
        /// Each tile takes longer by this fraction in real time. On the virtual clock nothing changes.
        case time(Double)
        /// This fraction of the tiles is drawn twice, which instruction counts detect. It takes less additional time,
        /// because the data is still in the processor's caches.
        case work(Double)
    }

    struct Injected: Error, CustomStringConvertible {
        var description: String { "the tile was injected to fail" }
    }

    var contentSize: CGSize { inner.contentSize }
    private let inner: any TileSource
    private let workers: VirtualWorkers?
    private let cost: TraceCost
    private let seed: UInt64
    private let extra: Extra
    private let isMeasured: Bool
    /// Whether the owners of a tile's operations are recorded.
    private let namesOwners: Bool
    /// The pyramid for finding the tiles whose cost is given.
    private let grid: (pyramid: TilePyramid, magnification: Int)?
    private let state = Lock(State())

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - workers: The virtual workers; nil for real time.
    ///   - isMeasured: Whether the real time of each tile is recorded.
    init(_ inner: any TileSource, _ trace: Trace, workers: VirtualWorkers?, extra: Extra, isMeasured: Bool) {
        self.inner = inner
        self.workers = workers
        cost = trace.cost ?? TraceCost()
        seed = trace.seed
        self.extra = extra
        self.isMeasured = isMeasured
        namesOwners = workers != nil && !isMeasured
        let pyramid = try? TilePyramid(
            contentSize: inner.contentSize, tileSize: trace.tileSize, extraLevels: trace.extraLevels)
        grid = pyramid.map { ($0, ReplayStage.magnification(of: trace)) }
    }

    /// Makes tiles take as long on the virtual clock as in another run, as far as that run contains them.
    func keepPace(with ledger: Ledger) {
        let pace = TileCost.works(of: ledger).mapValues(\.operations)
        state.withLock { $0.pace = pace }
    }

    /// The real milliseconds of each tile, drafts and full, including those drawn to warm the cache before the trace
    /// begins.
    var times: [Double] { state.withLock { $0.times } }

    /// Returns the work done since the last call.
    func takeTally() -> Tally {
        state.withLock { state in
            defer { state.tally = Tally() }
            return state.tally
        }
    }

    /// Makes all tiles that contain the center of a box fail from now on.
    func spoil(_ box: Box) { state.withLock { $0.blank.append(box) } }

    // MARK: Drawing

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        let place = Place(scale: area.scale, x: area.x, y: area.y)
        let covered = area.contentBox
        let isBlank = state.withLock { state in
            state.blank.contains { box in
                covered.intersects(Box(x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2, width: 0, height: 0))
            }
        }
        let operations = Lock(0)
        var metered = context
        metered.onReplay = { counters in operations.withLock { $0 += counters.operationsVisited } }
        let begin = MonotonicClock.nanoseconds
        do {
            if isBlank { throw Injected() }
            let image = try raster(area, metered)
            let visited = operations.withLock { $0 }
            let time: Double
            try dawdle(since: begin, area, metered)
            let taken = Double(MonotonicClock.nanoseconds - begin)
            if isMeasured { state.withLock { $0.times.append(taken / 1e6) } }
            if let workers {
                let seconds = seconds(for: place, context.quality, paced(place, context.quality) ?? visited)
                workers.spend(seconds, context.isCancelled)
                try context.checkCancellation()
                time = seconds * 1e9
            } else {
                time = taken
            }
            let owners = namesOwners ? (inner as? any AttributedTileSource)?.operations(in: area) : nil
            state.withLock { state in
                state.tally.operations += visited
                state.tally.works.append(
                    (
                        place, context.quality == .draft ? .draft : .full,
                        TileWork(operations: visited, owners: owners ?? [:])
                    ))
                state.tally.time += time
                state.tally.bytes += image.byteCount
                if context.quality == .draft {
                    state.tally.drafts.append(place)
                } else {
                    state.tally.fulls.append(place)
                }
            }
            return image
        } catch {
            if !(error is CancellationError) { state.withLock { $0.tally.failed.append(place) } }
            throw error
        }
    }

    /// Adds the injected cost.
    private func dawdle(since begin: UInt64, _ area: RasterArea, _ context: RasterContext) throws {
        switch extra {
        case .nothing, .scripted: break
        case .time(let share):
            let end = begin + UInt64(Double(MonotonicClock.nanoseconds - begin) * (1 + share))
            WorkPart.raster.perform { while MonotonicClock.nanoseconds < end {} }
        case .work(let share):
            let times = state.withLock { state in
                state.owed += share
                defer { state.owed -= state.owed.rounded(.down) }
                return Int(state.owed)
            }
            for _ in 0..<times { _ = try raster(area, context) }
        }
    }

    private func raster(_ area: RasterArea, _ context: RasterContext) throws -> TileImage {
        var result: Result<TileImage, any Error>?
        WorkPart.raster.perform { result = Result { try inner.raster(area, in: context) } }
        return try result!.get()
    }

    /// Returns the operations that determine a tile's time, if another run provides them.
    private func paced(_ place: Place, _ quality: RasterContext.Quality) -> Int? {
        guard let grid, let tile = place.tile(of: grid.pyramid, magnification: grid.magnification) else { return nil }
        return state.withLock { $0.pace[TileCost.Key(tile: tile, fate: quality == .draft ? .draft : .full)] }
    }

    private func seconds(for place: Place, _ quality: RasterContext.Quality, _ operations: Int) -> Double {
        var random = SplitMix(
            seed ^ place.scale.bitPattern &* 31 ^ UInt64(bitPattern: Int64(place.x)) &* 0x1_0000_01B3
                ^ UInt64(bitPattern: Int64(place.y)) &* 0x9E37_79B1)
        let base = quality == .draft ? cost.draft : cost.tile
        let milliseconds = (base + cost.operation * Double(operations)) * (1 + cost.spread * (2 * random.unit() - 1))
        guard case .scripted(let share) = extra else { return milliseconds / 1000 }
        return milliseconds * (1 + share) / 1000
    }
}
