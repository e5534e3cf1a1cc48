import Foundation
import TileEngine
import TileGeometry
import TileLayers
import TileSupport
import TileViews
import VirtualTime

/// A running replay.
struct ReplayRun {
    private let replayer: Replayer
    private let trace: Trace
    private let stage: ReplayStage
    private let ghost: ReplayGhost
    private let workers: VirtualWorkers?
    private let virtual: VirtualClock?
    /// The time on the clock at which the trace begins.
    private var begin = 0.0
    private(set) var frames: [FrameRecord] = []
    /// The measured times, if any.
    private(set) var times = WorkTimes()
    /// The path of the scroll view.
    let scrollView: String

    private var next = 0
    private var waiting: [TraceEvent] = []
    /// The time until which the thread is busy, in seconds since the trace began.
    private var busyUntil = 0.0
    /// The render tree on the screen.
    private var tree: RenderTree?
    private var shown: Set<TileKey> = []
    private var totals = Totals()

    /// The values of counters after the previous frame.
    private struct Totals {
        var view = TiledScrollCounters()
        var surface = TileSurfaceCounters()
        var surfaceID: ObjectIdentifier?
        var frames = FrameCounters()
    }

    init(_ replayer: Replayer, _ source: any TileSource, workers: VirtualWorkers?) throws(ReplayFailure) {
        self.replayer = replayer
        trace = replayer.trace
        self.workers = workers
        let virtual = replayer.clock == .virtual ? VirtualClock() : nil
        self.virtual = virtual
        stage = try ReplayStage(
            trace, source, clock: virtual ?? RealTraceClock(), workers: workers, extra: replayer.extra,
            isMeasured: replayer.purpose != .counts)
        if let pace = replayer.pace { stage.source.keepPace(with: pace) }
        replayer.prepare(stage.window, stage.view)
        scrollView = stage.view.layer.path
        ghost = ReplayGhost(of: stage)
        warmUp()
        note()
    }

    private var interval: Double { 1 / trace.refreshRate }
    private var now: Double { stage.screen.clock.now - begin }

    mutating func play() {
        let last = trace.events.last?.time ?? 0
        var (number, still) = (0, 0)
        while true {
            let time = Double(number) * interval
            wait(until: time)
            let events = dequeueEvents(until: time)
            waiting += events
            ghost.advance(to: begin + time, events, begin: begin)
            frames.append(refresh(number, at: time))
            number += 1
            still = stage.isSettled && waiting.isEmpty && next == trace.events.count ? still + 1 : 0
            // A little longer, to confirm that nothing changes.
            if time >= last, Double(still) * interval >= 0.1 || time - last >= trace.tail { break }
        }
        stage.end()
        times.tiles = stage.source.times
        times.files = stage.encoders.times
    }

    private mutating func dequeueEvents(until time: Double) -> ArraySlice<TraceEvent> {
        let first = next
        while next < trace.events.count, trace.events[next].isDue(at: time) { next += 1 }
        return trace.events[first..<next]
    }

    // MARK: Time

    private func wait(until time: Double) {
        if let virtual, let workers {
            virtual.advance(by: max(0, begin + time - virtual.now))
            workers.advance(to: virtual.now)
        } else {
            let left = time - now
            if left > 0 { usleep(UInt32(left * 1e6)) }
        }
    }

    /// Warms the cache as the trace requires, outside of the counted frames.
    private mutating func warmUp() {
        if virtual == nil { begin = stage.screen.clock.now }
        guard trace.cache != .cold else { return }
        // This surface determines the tiles of the first screen and is then discarded, because drawing ahead is part of
        // the trace.
        _ = stage.screen.frame()
        let wanted = trace.cache == .warm ? stage.tilesOfLevel(within: trace.memory / 2) : stage.visibleTiles
        stage.view.surface = nil
        stage.tileLog.clear()
        var frames = 0
        draw(wanted, &frames)
        stage.view.setNeedsLayout()
        tree = stage.screen.frame()
        if trace.cache == .warm { rest(&frames) }
        begin = virtual == nil ? stage.screen.clock.now : Double(frames) * interval
    }

    /// The limit of a minute is for content that cannot be drawn and so never becomes ready.
    private static let longestWarmUp = 60.0
    /// The number of concurrent requests, far below the engine's limit.
    private static let requestsAtOnce = 64

    private func draw(_ tiles: [TileKey], _ frames: inout Int) {
        let waiting = Lock(0)
        var left = tiles[...]
        while Double(frames) * interval < Self.longestWarmUp {
            while waiting.withLock({ $0 }) < Self.requestsAtOnce, let key = left.popFirst() {
                waiting.withLock { $0 += 1 }
                stage.engine.request(key) { _ in waiting.withLock { $0 -= 1 } }
            }
            if waiting.withLock({ $0 }) == 0 { return }
            frames += 1
            wait(until: Double(frames) * interval)
        }
    }

    /// Waits until nothing changes, including tiles drawn ahead.
    private mutating func rest(_ frames: inout Int) {
        var still = 0
        while still < Int(0.5 * trace.refreshRate), Double(frames) * interval < Self.longestWarmUp {
            frames += 1
            wait(until: Double(frames) * interval)
            tree = stage.screen.frame()
            still = stage.isSettled && stage.engine.counters.waiting == 0 ? still + 1 : 0
        }
    }

    // MARK: Refresh

    private mutating func refresh(_ number: Int, at time: Double) -> FrameRecord {
        var record = FrameRecord(number: number, time: time, state: .idle)
        inject(number)
        let isDrawnOnce = replayer.injections.contains(.draw(frame: number))
        if busyUntil > time + 1e-9 {
            record.state = .dropped
        } else if !waiting.isEmpty || stage.screen.isFramePending || isDrawnOnce || number == 0 {
            makeFrame(&record, drawsOnceMore: isDrawnOnce)
        }
        let work = count(into: &record.counts)
        let tiles = stage.tileLog.drain()
        if isNamed { (record.tiles, record.work) = (tiles, work) }
        let offset = stage.view.contentOffset
        (record.offsetX, record.offsetY) = (Double(offset.x), Double(offset.y))
        record.zoomScale = Double(stage.view.zoomScale)
        let ideal = ghost.view.contentOffset
        (record.referenceX, record.referenceY) = (Double(ideal.x), Double(ideal.y))
        if record.isPresented { finish(&record) }
        return record
    }

    private mutating func makeFrame(_ record: inout FrameRecord, drawsOnceMore: Bool) {
        let log = FrameWorkLog(namesViews: isNamed)
        let blocks = replayer.allocations?() ?? 0
        let start = now
        let events = waiting
        waiting = []
        var stall = 0.0
        FrameObservation.observing(by: log) {
            log.spend(.input) {
                for event in events {
                    stage.play(event.kind, at: begin + event.time)
                    if case .stall(let seconds) = event.kind { stall += seconds }
                }
                if virtual == nil, stall > 0 { usleep(UInt32(stall * 1e6)) }
                if drawsOnceMore {
                    stage.drawnView.setNeedsDisplay()
                    // Immediately, because a view that is marked twice draws only once.
                    stage.drawnView.layer.displayIfNeeded()
                }
                stage.follow()
            }
            let new = stage.screen.frame()
            show(new, record: &record, log: log)
        }
        record.counts[.events] = events.count
        record.note(log)
        if let allocations = replayer.allocations { record.counts[.allocations] = allocations() - blocks }
        stage.recordTiles(into: &record, previous: &shown)
        record.state = record.shortfall.total > 0 ? .partial : .full
        if replayer.purpose != .counts { times.frames.append(log.phases) }
        if virtual == nil {
            record.phases = log.phases
            busyUntil = now
        } else {
            record.phases[.input] = stall * 1000
        }
        record.lags = events.map { start - $0.time }
    }

    /// Draws what differs from the previous frame.
    private mutating func show(_ new: RenderTree, record: inout FrameRecord, log: FrameWorkLog) {
        let old = tree
        tree = new
        let slabs = new.slabs(since: old)
        if virtual == nil || replayer.purpose != .counts {
            log.spend(.draw) {
                for box in slabs { new.draw(box, scale: trace.scale, pool: stage.engine.pool) }
            }
        }
        replayer.onFrame?(new, record)
        record.note(slabs, of: new, since: old, scale: trace.scale)
        if isNamed, let old { record.damage = stage.window.damage(of: new, since: old) }
    }

    /// Whether views and tiles are recorded by name.
    private var isNamed: Bool { virtual != nil && replayer.purpose == .counts }

    /// Computes the duration of the frame and the delay of its input.
    private mutating func finish(_ record: inout FrameRecord) {
        if virtual != nil {
            record.reckon(trace.cost ?? TraceCost())
            busyUntil = record.time + record.cost / 1000
        }
        record.noteShown(interval)
    }

    // MARK: Counting

    private mutating func note() {
        var ignored = FrameCounts()
        _ = count(into: &ignored)
        // Tiles that the view requested when it appeared are drawn in the trace.
        if trace.cache == .screen { totals.surface = TileSurfaceCounters() }
        stage.tileLog.clear(but: trace.cache == .screen ? .requested : nil)
    }

    /// - Returns: The work for tiles rastered since the last call.
    private mutating func count(into counts: inout FrameCounts) -> [TileFate: [TileCoordinate: TileWork]] {
        let view = stage.view.counters
        counts[.tileViewsMade] = view.made - totals.view.made
        counts[.tileViewsRecycled] = view.placed - totals.view.placed
        counts[.tileViewsMoved] = view.moved - totals.view.moved
        counts[.tileViewsRefreshed] = view.changed - totals.view.changed
        totals.view = view
        if let surface = stage.view.surface {
            // A new surface counts from 0.
            if totals.surfaceID != ObjectIdentifier(surface) { totals.surface = TileSurfaceCounters() }
            let (new, old) = (surface.counters, totals.surface)
            counts[.tilesRequested] =
                new.drafts + new.fulls + new.background - old.drafts - old.fulls - old.background
            counts[.tilesCancelled] = new.cancelled - old.cancelled
            counts[.tilesWasted] = new.wasted - old.wasted
            (totals.surface, totals.surfaceID) = (new, ObjectIdentifier(surface))
        }
        let frames = stage.screen.counters
        counts.note(frames, since: totals.frames)
        totals.frames = frames
        let tally = stage.source.takeTally()
        counts[.operationsReplayed] = tally.operations
        for (count, fate, places) in [
            (Count.tilesDraft, TileFate.draft, tally.drafts), (.tilesFull, .full, tally.fulls),
            (.tilesFailed, .failed, tally.failed),
        ] {
            counts[count] = places.count
            guard let surface = stage.view.surface, let pyramid = surface.pyramid else { continue }
            for place in places {
                if let tile = place.tile(of: pyramid, magnification: surface.magnification) {
                    stage.tileLog.note(fate, tile)
                }
            }
        }
        counts[.bytesRastered] = tally.bytes
        counts[.rasterMicroseconds] = Int((tally.time / 1000).rounded())
        let encoded = stage.encoders.takeTally()
        for file in encoded.files { stage.tileLog.note(TileFate.encoded, file.key.tile) }
        counts[.tilesEncoded] = encoded.files.count
        counts[.encodeMicroseconds] = Int((encoded.time / 1000).rounded())
        counts[.bytesEncoded] = encoded.files.reduce(0) { $0 + $1.bytes }
        counts[.bytesCached] = stage.engine.counters.cachedBytes
        return works(tally)
    }

    private func works(_ tally: MeteredSource.Tally) -> [TileFate: [TileCoordinate: TileWork]] {
        guard isNamed, let surface = stage.view.surface, let pyramid = surface.pyramid else { return [:] }
        return tally.works.reduce(into: [:]) { works, rastered in
            if let tile = rastered.place.tile(of: pyramid, magnification: surface.magnification) {
                works[rastered.fate, default: [:]][tile] = rastered.work
            }
        }
    }

    // MARK: Injected faults

    private func inject(_ number: Int) {
        for injection in replayer.injections {
            switch injection {
            case .blank(let frame) where frame == number:
                guard let surface = stage.view.surface, let pyramid = surface.pyramid, let tile = surface.tiles.first
                else { break }
                let box = pyramid.area(of: tile.key.tile).contentBox
                stage.source.spoil(box)
                if let content = stage.view.content { stage.engine.invalidate(content, box.expanded(by: -1)) }
                // Otherwise the old picture would be shown until drawing fails.
                surface.forget(tile.key)
            case .draw, .blank, .cost: break
            }
        }
    }
}
