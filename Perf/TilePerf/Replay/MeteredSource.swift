import Foundation
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport
import VirtualTime

/// A source whose tiles are counted, and on the virtual clock take the time that the trace says.
final class MeteredSource: TileSource {
    struct Tally {
        var operations = 0
        var drafts: [Place] = []
        var fulls: [Place] = []
        var failed: [Place] = []
        var works: [(place: Place, fate: TileFate, work: TileWork)] = []
        var bytes = 0
        /// Nanoseconds.
        var time = 0.0
    }

    private struct State {
        var tally = Tally()
        /// Where every tile fails, of all levels: in units of the content.
        var blank: [Box] = []
        var times: [Double] = []
        /// Tiles that are to be drawn once more.
        var owed = 0.0
        /// What tiles cost on the virtual clock, in operations, whatever they take.
        var pace: [TileCost.Key: Int] = [:]
    }

    /// Where an area begins.
    struct Place: Hashable {
        var scale: Double
        var x: Int
        var y: Int

        /// The tile that begins there.
        func tile(of pyramid: TilePyramid, magnification: Int) -> TileCoordinate? {
            let side = pyramid.tileSize * magnification
            let levels = 0...pyramid.maxLevel
            guard let level = levels.first(where: { pyramid.scale(ofLevel: $0) * Double(magnification) == scale })
            else { return nil }
            return TileCoordinate(level: level, column: x / side, row: y / side)
        }
    }

    /// What tiles cost more than they need, to see that a gate goes red.
    enum Extra: Hashable {
        case nothing
        /// Each takes so much more of the virtual clock's time.
        case scripted(Double)
        /// Each takes so much longer in truth; on the virtual clock nothing else happens otherwise.
        case time(Double)
        /// So large a share of them is drawn twice: what a count of instructions sees. Less time than that, because
        /// what was just drawn is drawn again.
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
    /// Whether it is noted whose the operations of a tile are.
    private let namesOwners: Bool
    /// The tiles of the places, for those whose cost is given.
    private let grid: (pyramid: TilePyramid, magnification: Int)?
    private let state = Lock(State())

    /// - Parameters:
    ///   - workers: nil for real time.
    ///   - isMeasured: whether it is noted what each tile takes in truth.
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

    /// Has tiles take as long on the virtual clock as they did in a run, as far as it knows them.
    func keepPace(with ledger: Ledger) {
        let pace = TileCost.works(of: ledger).mapValues(\.operations)
        state.withLock { $0.pace = pace }
    }

    /// Milliseconds that each tile took in truth, drafts and full, those that brought the cache to where the trace
    /// begins as well.
    var times: [Double] { state.withLock { $0.times } }

    /// What was done since the last call.
    func takeTally() -> Tally {
        state.withLock { state in
            defer { state.tally = Tally() }
            return state.tally
        }
    }

    /// Has all tiles fail from now on that hold the middle of a box.
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

    /// Takes as much longer as is asked for.
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

    /// The operations by which a tile's time is reckoned, where another run says it.
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
