import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileSupport
import VirtualTime

@testable import TileEngine

/// One render as a source saw it.
struct Rendering: Hashable {
    var tile: TileCoordinate
    var quality: RasterContext.Quality
    var begin: Double
    var end: Double
    var wasCancelled: Bool
}

/// A content whose tiles take as long as a test says, fail as it says, and show in their color when they were drawn
/// last.
final class CostlySource: TileSource {
    struct Script: Sendable {
        /// Seconds for a tile in full, and as a draft.
        var cost: @Sendable (TileCoordinate) -> Double = { _ in 0.01 }
        var draftShare = 0.25
        /// Whether a tile can't be drawn.
        var fails: @Sendable (TileCoordinate) -> Bool = { _ in false }
        /// The content's version, which every tile shows.
        var version: UInt32 = 1
        /// Whether a render that nobody wants any more goes on to its end.
        var isDeaf = false
        /// Whether tiles are of bitmaps, as large as they look, and not of a color.
        var isLarge = false
    }

    let contentSize: CGSize
    let pyramid: TilePyramid
    let script = Lock(Script())
    private let log = Lock<[Rendering]>([])
    private let workers: VirtualWorkers

    init(_ pyramid: TilePyramid, _ workers: VirtualWorkers) {
        contentSize = pyramid.contentSize
        self.pyramid = pyramid
        self.workers = workers
    }

    /// In the order of their ends.
    var renderings: [Rendering] { log.withLock { $0 } }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        let magnification = area.width / pyramid.tileSize
        let level = (0...pyramid.maxLevel).first {
            pyramid.scale(ofLevel: $0) * Double(magnification) == area.scale
        }!
        let tile = TileCoordinate(level: level, column: area.x / area.width, row: area.y / area.height)
        let script = script.withLock { $0 }
        let begin = workers.now
        let share = context.quality == .draft ? script.draftShare : 1
        workers.spend(script.cost(tile) * share) { !script.isDeaf && context.isCancelled() }
        let rendering = Rendering(
            tile: tile, quality: context.quality, begin: begin, end: workers.now, wasCancelled: context.isCancelled())
        log.withLock { $0.append(rendering) }
        if !script.isDeaf { try context.checkCancellation() }
        if script.fails(tile) { throw Broken() }
        let mark = script.version | (context.quality == .draft ? CachedTile.draftMark : 0)
        if script.isLarge {
            let bitmap = context.pool.uninitializedBitmap(width: area.width, height: area.height)
            bitmap.fill(.clear)
            bitmap.row(0)[0] = mark
            return .bitmap(bitmap)
        }
        return .solid(PixelColor(argb: 0xFF00_0000 | mark), width: area.width, height: area.height)
    }
}

extension CachedTile {
    static let draftMark: UInt32 = 0x80_0000

    /// The state of the content when a `CostlySource` drew the tile, with a mark for drafts.
    var mark: UInt32 {
        switch payload {
        case .pixels(.solid(let color, _, _)): color.argb & 0xFF_FFFF
        case .pixels(.bitmap(let bitmap)): bitmap.row(0)[0] & 0xFF_FFFF
        case .file, .package: 0
        }
    }
}

/// A surface over a content on virtual workers, watched frame by frame.
final class Stage {
    let workers: VirtualWorkers
    let source: CostlySource
    let engine: TileEngine
    let content: ContentID
    let surface: TileSurface
    let told = Counter()
    /// The number of notifications in `told` that led to an update.
    private var heard = 0
    /// The width of the screen, in pixels. The height has the same unit.
    let width: Double
    let height: Double
    /// Every tile that was in a frame, at the level of the frame.
    private(set) var shown: Set<TileCoordinate> = []
    /// Frames in which a tile was blank.
    var blankFrames = 0
    /// Whether nobody else asks the engine for anything.
    var isAlone = true

    init(
        contentSide: Double = 65536, tileSize: Int = 256, width: Double = 1024, height: Double = 768, workers: Int = 2,
        magnification: Int = 1, levels: ClosedRange<Int>? = nil, script: (inout CostlySource.Script) -> Void = { _ in },
        policy change: (inout EnginePolicy) -> Void = { _ in }
    ) throws {
        var policy = EnginePolicy()
        policy.workers = workers
        policy.overviewTiles = 0
        // A test that draws hundreds of tiles only for the border takes long.
        policy.eventuallyBorder = 400
        change(&policy)
        let virtual = VirtualWorkers(count: workers)
        let pyramid = try TilePyramid(
            contentSize: CGSize(width: contentSide, height: contentSide), tileSize: tileSize,
            scale: min(1, Double(TilePyramid.largestExtent) / contentSide))
        let source = CostlySource(pyramid, virtual)
        source.script.withLock { script(&$0) }
        self.workers = virtual
        self.source = source
        self.width = width
        self.height = height
        engine = TileEngine(
            policy: policy,
            services: EngineServices(
                executor: virtual, now: { UInt64(virtual.now * 1e9) },
                encode: { image, _ in [image.blue] }))
        content = engine.add(source, pyramid: pyramid)
        let told = told
        surface = TileSurface(engine: engine, content: content, magnification: magnification, levels: levels) {
            told.increment()
        }
    }

    deinit {
        engine.shutdown()
        workers.end()
    }

    var pyramid: TilePyramid { source.pyramid }
    var now: Double { workers.now }

    /// The viewport whose top left corner is at a point of the content.
    func viewport(
        _ x: Double, _ y: Double, scale: Double = 1, velocity: (Double, Double) = (0, 0),
        landing: (Double, Double)? = nil, isZooming: Bool = false
    ) throws -> Viewport {
        let (width, height) = (width / scale, height / scale)
        return try Viewport(
            visible: Box(x: x, y: y, width: width, height: height), scale: scale, velocityX: velocity.0,
            velocityY: velocity.1, landing: landing.map { Box(x: $0.0, y: $0.1, width: width, height: height) },
            isZooming: isZooming, time: now)
    }

    /// One frame at the time that it is.
    func show(_ viewport: Viewport) {
        heard = told.value
        surface.update(viewport)
        recordShownTiles()
        workers.settle()
    }

    /// Plays the owner at rest: lets time pass, and updates when told to or when an update is due. Ends when nothing is
    /// left to do, or after so many seconds.
    func rest(_ seconds: Double = .infinity) {
        let end = now + seconds
        while true {
            workers.settle()
            if told.value == heard {
                guard let next = [workers.nextFinish, surface.nextUpdateTime].compactMap({ $0 }).min(), next <= end
                else { break }
                workers.advance(to: max(next, now))
            }
            heard = told.value
            surface.refresh(time: now)
            recordShownTiles()
        }
        if end.isFinite { workers.advance(to: end) }
    }

    private func recordShownTiles() {
        var isBlank = false
        let script = source.script.withLock { $0 }
        for tile in surface.tiles {
            shown.insert(tile.key.tile)
            switch tile.contents {
            case .blank: isBlank = true
            // What the script says changes only before the engine is told, so this holds in every frame.
            case .full(let image): #expect(image.mark == script.version)
            case .draft(let image): #expect(image.mark == script.version | CachedTile.draftMark)
            case .stale, .substitutes, .failed: break
            }
        }
        checkBooks()
        if isBlank { blankFrames += 1 }
    }

    /// Moves from one frame to the next at 60 Hz for so many seconds; `motion` says where it is at a time since the
    /// begin.
    func move(for seconds: Double, _ motion: (Double) throws -> Viewport) rethrows {
        let begin = now
        var frame = 0
        while Double(frame) / 60 <= seconds {
            workers.advance(to: begin + Double(frame) / 60)
            show(try motion(Double(frame) / 60))
            frame += 1
        }
    }

    /// Returns the tiles that were drawn and not cancelled, in one quality or in any.
    func renders(_ quality: RasterContext.Quality? = nil) -> [TileCoordinate] {
        source.renderings.filter { !$0.wasCancelled && (quality == nil || $0.quality == quality) }.map(\.tile)
    }

    /// Nothing is held, drawn or waited for that the surface does not want.
    func checkBooks() {
        surface._checkInvariants()
        engine._checkInvariants()
        // Others hold and ask for what they want.
        if !isAlone { return }
        let held = engine.cache.state.withLock { Set($0.holders.keys) }
        #expect(held == surface.heldKeys)
        // The surface may not have come by for what is done.
        let flights = engine.state.withLock { Set($0.flights.keys) }
        #expect(flights.isSubset(of: surface.askedKeys))
    }

    /// The tiles that the viewport shows, by the rule.
    var expectedTiles: Set<TileCoordinate> {
        guard let level = surface.focus?.level, let viewport = surface.viewport else { return [] }
        return Set(pyramid.tiles(in: viewport.visible, ofLevel: level))
    }

    var visible: Set<TileCoordinate> { Set(surface.tiles.map(\.key.tile)) }

    /// Whether every visible tile is there in full and shows the content as it is.
    func expectSharp(_ location: SourceLocation = #_sourceLocation) {
        let version = source.script.withLock { $0.version }
        #expect(surface.isSettled && !surface.tiles.isEmpty, sourceLocation: location)
        for tile in surface.tiles {
            guard case .full(let image) = tile.contents else {
                Issue.record("\(tile.key.tile) is \(tile.contents)", sourceLocation: location)
                return
            }
            #expect(image.mark == version && image.key == tile.key, sourceLocation: location)
        }
        checkBooks()
    }

    /// Changes what the content looks like within a box, then tells the engine.
    func change(_ box: Box = .infinite, _ change: (inout CostlySource.Script) -> Void = { $0.version += 1 }) {
        source.script.withLock { change(&$0) }
        engine.invalidate(content, box)
    }
}
