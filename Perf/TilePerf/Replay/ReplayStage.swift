import Foundation
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TileViews
import VirtualTime

/// A real-time clock of a replay: seconds since its setup.
final class RealTraceClock: FrameClock {
    private let begin = CACurrentMediaTime()

    var now: CFTimeInterval { CACurrentMediaTime() - begin }
}

/// The screen of a trace with all its views.
final class ReplayStage {
    let screen: UIScreen
    let window: UIWindow
    let view: TiledScrollView
    let engine: TileEngine
    let source: MeteredSource
    let encoders: MeteredEncoders
    let tileLog = TileLog()
    let fingers: TouchSequence
    let gauge: GaugeView?
    private var pins: [PinView] = []
    private var turning: [TurningView] = []

    /// Returns the magnification of tiles, as a `TiledScrollView` chooses it.
    static func magnification(of trace: Trace) -> Int { trace.scale >= 2 ? 2 : 1 }

    /// A view that draws itself, if there is one; otherwise the scroll view.
    var drawnView: UIView { gauge ?? pins.first ?? turning.first ?? view }

    init(
        _ trace: Trace, _ content: any TileSource, clock: any FrameClock, workers: VirtualWorkers?,
        extra: MeteredSource.Extra, isMeasured: Bool
    ) throws(ReplayFailure) {
        var policy = EnginePolicy()
        policy.workers = trace.workers
        policy.cacheHardLimit = trace.memory
        policy.frameTime = 1 / trace.refreshRate
        let encoders = MeteredEncoders(trace, workers: workers, isMeasured: isMeasured)
        self.encoders = encoders
        var services = EngineServices(
            encode: { try encoders.encode($0, $1) }, package: { key, bytes, _ in encoders.package(key, bytes) })
        if let workers {
            let now: @Sendable () -> UInt64 = { UInt64(max(0, workers.now) * 1e9) }
            (services.executor, services.now, services.processorTime) = (workers, now, now)
        }
        engine = TileEngine(policy: policy, services: services)
        screen = UIScreen(
            size: trace.viewport, scale: trace.scale, maximumFramesPerSecond: max(1, Int(trace.refreshRate)))
        screen.clock = clock
        window = UIWindow(screen: screen)
        window.makeKeyAndVisible()
        view = TiledScrollView(frame: window.bounds, engine: engine)
        view.isPagingEnabled = trace.pages
        if let format = trace.format { view.output = .encoded(format.tileFormat) }
        // Recording individual tiles takes time that is not part of the measured work.
        if workers != nil, !isMeasured { view.onTile = { [tileLog] event, key in tileLog.note(event, key) } }
        source = MeteredSource(content, trace, workers: workers, extra: extra, isMeasured: isMeasured)
        fingers = TouchSequence(on: screen)
        do {
            try view.show(source, tileSize: trace.tileSize, extraLevels: trace.extraLevels)
        } catch {
            throw .content("\(error)")
        }
        window.addSubview(view)
        view.setZoomScale(trace.zoomScale, animated: false)
        view.setContentOffset(trace.offset, animated: false)
        gauge =
            trace.overlays.gauge
            ? GaugeView(frame: CGRect(x: window.bounds.width - 12, y: 8, width: 8, height: window.bounds.height - 16))
            : nil
        if let gauge {
            gauge.isUserInteractionEnabled = false
            gauge.isOpaque = false
            window.addSubview(gauge)
        }
        addPins(trace)
        addTurning(trace)
    }

    private func addPins(_ trace: Trace) {
        var random = SplitMix(trace.seed &+ 77)
        let size = view.tileContainer.bounds.size
        for _ in 0..<trace.overlays.pins {
            let center = CGPoint(x: random.unit() * Double(size.width), y: random.unit() * Double(size.height))
            let pin = PinView(frame: CGRect(x: center.x - 6, y: center.y - 6, width: 12, height: 12))
            pin.isOpaque = false
            pin.isUserInteractionEnabled = false
            view.tileContainer.addSubview(pin)
            pins.append(pin)
        }
    }

    private func addTurning(_ trace: Trace) {
        var random = SplitMix(trace.seed &+ 177)
        for number in 0..<trace.overlays.turning {
            let center = CGPoint(
                x: 16 + random.unit() * (window.bounds.width - 32),
                y: 16 + random.unit() * (window.bounds.height - 32))
            let mark = TurningView(frame: CGRect(x: center.x - 12, y: center.y - 12, width: 24, height: 24))
            mark.isOpaque = false
            mark.isUserInteractionEnabled = false
            window.addSubview(mark)
            mark.turn(after: Double(number) / Double(trace.overlays.turning))
            turning.append(mark)
        }
    }

    /// Updates the gauge to the view's position.
    func follow() {
        guard let gauge else { return }
        let range = view.contentSize.height - view.bounds.height
        gauge.value = range > 0 ? min(1, max(0, Double(view.contentOffset.y / range))) : 0
    }

    /// Whether nothing will change without further input.
    var isSettled: Bool {
        view.isSettled && !view.isDragging && !view.isDecelerating && !view.isZooming && !view.isZoomBouncing
            && view.surface?.nextUpdateTime == nil
    }

    /// The tiles of the screen, from its center outward.
    var visibleTiles: [TileKey] { view.surface?.tiles.map(\.key) ?? [] }

    /// Returns the tiles of the current level, as many as fit in this number of bytes.
    func tilesOfLevel(within room: Int) -> [TileKey] {
        guard let surface = view.surface, let pyramid = surface.pyramid, let level = surface.focus?.level else {
            return []
        }
        let side = pyramid.tileSize * surface.magnification
        let (columns, rows) = (pyramid.columns(ofLevel: level), pyramid.rows(ofLevel: level))
        return (0..<min(rows * columns, room / (4 * side * side))).map { number in
            let tile = TileCoordinate(level: level, column: number % columns, row: number / columns)
            return TileKey(surface.content, tile, magnification: surface.magnification, as: surface.output)
        }
    }

    func end() {
        view.removeFromSuperview()
        engine.shutdown()
    }

    // MARK: Events

    /// Performs an event of the trace.
    ///
    /// - Parameter time: The time on the screen's clock.
    func play(_ kind: TraceEvent.Kind, at time: Double) {
        switch kind {
        case .touch(let touches): fingers.post(ReplayStage.samples(touches, at: time))
        case .memoryPressure: view.didReceiveMemoryWarning()
        case .change(let rect):
            if let content = view.content { engine.invalidate(content, rect.map { Box($0) } ?? .infinite) }
        case .resize(let size):
            let pixels = CGSize(width: size.width * screen.scale, height: size.height * screen.scale)
            screen.currentMode = UIScreenMode(size: pixels)
            window.frame = CGRect(origin: .zero, size: size)
            view.frame = window.bounds
            gauge?.frame = CGRect(x: size.width - 12, y: 8, width: 8, height: max(1, size.height - 16))
        case .stall, .push, .pop, .present, .dismiss, .rotate: break
        case .wheel, .scroll, .zoom, .show: kind.scroll(view)
        }
    }

    static func samples(_ touches: [TraceEvent.Touch], at time: Double) -> [TouchSample] {
        touches.map { touch in
            let phase: UITouch.Phase =
                switch touch.phase {
                case .began: .began
                case .moved: .moved
                case .stationary: .stationary
                case .ended: .ended
                case .cancelled: .cancelled
                }
            return TouchSample(finger: touch.finger, phase, at: touch.location, timestamp: time)
        }
    }

    // MARK: Displayed content

    /// Records the tiles of the frame and their shortfall.
    func recordTiles(into record: inout FrameRecord, previous was: inout Set<TileKey>) {
        guard let surface = view.surface, let pyramid = surface.pyramid else { return }
        let bounds = Box(view.bounds)
        let (zoom, origin) = (Double(view.zoomScale), view.tileContainer.frame.origin)
        var (blank, coarse, stale) = (0.0, 0.0, 0.0)
        var now: Set<TileKey> = []
        for tile in surface.tiles {
            let place = pyramid.area(of: tile.key.tile).contentBox.intersection(
                Box(x: 0, y: 0, width: Double(pyramid.contentSize.width), height: Double(pyramid.contentSize.height)))
            let box = Box(
                x: place.minX * zoom + Double(origin.x), y: place.minY * zoom + Double(origin.y),
                width: place.width * zoom, height: place.height * zoom
            ).intersection(bounds)
            guard box.width > 0, box.height > 0 else { continue }
            now.insert(tile.key)
            let isNew = !was.contains(tile.key)
            let area = box.width * box.height
            if isNew {
                let isReady =
                    switch tile.contents {
                    case .full, .draft, .stale: true
                    case .substitutes, .blank, .failed: false
                    }
                record.counts[isReady ? .tilesHit : .tilesLate] += 1
                tileLog.note(isReady ? TileFate.hit : .late, tile.key.tile)
            }
            func note(_ kind: FrameArea.Kind) {
                record.areas.append(
                    FrameArea(
                        kind: kind, x: box.minX - bounds.minX, y: box.minY - bounds.minY, width: box.width,
                        height: box.height))
            }
            /// - Returns: The covered fraction of the tile's area.
            func lack(_ substitutes: [TileSubstitute]) -> Double {
                let share = Self.covered(substitutes)
                coarse += area * share
                blank += area * (1 - share)
                if share > 0 { tileLog.note(TileFate.coarse, tile.key.tile) }
                if share < 1 { tileLog.note(TileFate.blank, tile.key.tile) }
                return share
            }
            switch tile.contents {
            case .full: break
            case .draft:
                coarse += area
                tileLog.note(TileFate.coarse, tile.key.tile)
                note(.draft)
            case .stale:
                stale += area
                tileLog.note(TileFate.stale, tile.key.tile)
                note(.stale)
            case .substitutes(let substitutes):
                let share = lack(substitutes)
                note(share > 0.5 ? .coarse : .blank)
            case .blank:
                _ = lack([])
                note(.blank)
            case .failed(_, let substitutes):
                _ = lack(substitutes)
                note(.failed)
            }
        }
        was = now
        let pixels = Double(screen.scale) * Double(screen.scale)
        record.shortfall = Shortfall(
            blank: Int((blank * pixels).rounded()), coarse: Int((coarse * pixels).rounded()),
            stale: Int((stale * pixels).rounded()))
    }

    /// Returns the fraction of a tile's area that substitutes cover. They do not overlap, except for a coarser one that
    /// covers everything.
    private static func covered(_ substitutes: [TileSubstitute]) -> Double {
        min(1, substitutes.reduce(0) { $0 + $1.target.width * $1.target.height })
    }
}

extension TraceEvent.Kind {
    /// Performs a programmatic scroll event on a view.
    func scroll(_ view: UIScrollView) {
        switch self {
        case .wheel(let way):
            let (least, most) = view.offsetLimits
            let (x, y) = (view.contentOffset.x + way.dx, view.contentOffset.y + way.dy)
            view.setContentOffset(
                CGPoint(x: min(max(x, least.x), most.x), y: min(max(y, least.y), most.y)), animated: false)
        case .scroll(let point, let animated): view.setContentOffset(point, animated: animated)
        case .zoom(let scale, let animated): view.setZoomScale(scale, animated: animated)
        case .show(let point, let scale):
            // A resized view updates its limits during layout.
            if scale < Double(view.minimumZoomScale) || scale > Double(view.maximumZoomScale) { view.layoutIfNeeded() }
            if scale != Double(view.zoomScale) { view.setZoomScale(scale, animated: false) }
            view.setContentOffset(point, animated: false)
        case .touch, .change, .memoryPressure, .resize, .stall, .push, .pop, .present, .dismiss, .rotate: break
        }
    }
}

extension UIScrollView {
    /// The minimum and maximum offset at which only content is visible.
    fileprivate var offsetLimits: (CGPoint, CGPoint) {
        let insets = adjustedContentInset
        let least = CGPoint(x: -insets.left, y: -insets.top)
        return (
            least,
            CGPoint(
                x: max(least.x, contentSize.width + insets.right - bounds.width),
                y: max(least.y, contentSize.height + insets.bottom - bounds.height))
        )
    }
}
