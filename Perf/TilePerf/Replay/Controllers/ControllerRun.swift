import Foundation
import TileControllers
import TileGraphics
import TileLayers
import TileLists
import TileViews

/// A running replay of a trace that shows a controller. There are no tiles; everything is drawn in its frames.
struct ControllerRun {
    private let replayer: Replayer
    private let trace: Trace
    private let stage: ControllerStage
    private let watch = ControllerWatch()
    private let virtual: VirtualClock?
    private let pool = BitmapPool()
    /// The time on the clock at which the trace begins.
    private let begin: Double
    private(set) var frames: [FrameRecord] = []
    private(set) var times = WorkTimes()

    private var next = 0
    private var waiting: [(number: Int, event: TraceEvent)] = []
    /// The time until which the thread is busy, in seconds since the trace began.
    private var busyUntil = 0.0
    /// The render tree on the screen.
    private var tree: RenderTree?

    /// The values of counters after the previous frame.
    private struct Totals {
        var frames: FrameCounters
        var controllers: ControllerCounts
        var cells: ListCounts
    }
    private var totals: Totals
    /// The number of controllers alive before the replay.
    private let alive: Int

    /// The maximum number of frames for setting up the first screen, before the trace begins. Callbacks and layout
    /// settle in fewer.
    private static let maxFirstFrames = 4

    init(_ replayer: Replayer, showing name: String) throws(ReplayFailure) {
        self.replayer = replayer
        trace = replayer.trace
        let virtual = replayer.clock == .virtual ? VirtualClock() : nil
        self.virtual = virtual
        let (before, cells) = (UIViewController.counts, UITableView.cellCounts)
        alive = before.alive
        let observer = watch
        let stage = try ControllerCensus.observing(by: observer) { () throws(ReplayFailure) in
            try ControllerStage(
                replayer.trace, showing: name, of: replayer.allControllers, clock: virtual ?? RealTraceClock())
        }
        self.stage = stage
        totals = Totals(frames: stage.screen.counters, controllers: before, cells: cells)
        if trace.cache != .cold {
            tree = ControllerCensus.observing(by: observer) {
                var tree = stage.screen.frame()
                for _ in 1..<Self.maxFirstFrames where stage.screen.hasMarks { tree = stage.screen.frame() }
                return tree
            }
            totals = Totals(
                frames: stage.screen.counters, controllers: UIViewController.counts, cells: UITableView.cellCounts)
            _ = observer.takeMade()
        }
        begin = stage.screen.clock.now
    }

    /// The leaks found by the replay, after it has ended.
    var leaks: [ControllerLeak] { watch.leaks }

    private var interval: Double { 1 / trace.refreshRate }
    private var now: Double { stage.screen.clock.now - begin }

    mutating func play() throws(ReplayFailure) {
        let watch = watch
        try ControllerCensus.observing(by: watch) { () throws(ReplayFailure) in try playObserved() }
    }

    private mutating func playObserved() throws(ReplayFailure) {
        let last = trace.events.last?.time ?? 0
        var (number, still) = (0, 0)
        while true {
            let time = Double(number) * interval
            wait(until: time)
            while next < trace.events.count, trace.events[next].isDue(at: time) {
                waiting.append((next, trace.events[next]))
                next += 1
            }
            frames.append(try refresh(number, at: time))
            watch.review(after: number)
            number += 1
            let isSettled = !stage.screen.isFramePending && !watch.isWaiting
            still = isSettled && waiting.isEmpty && next == trace.events.count ? still + 1 : 0
            // A little longer, to confirm that nothing changes.
            if time >= last, Double(still) * interval >= 0.1 || time - last >= trace.tail { break }
        }
    }

    private func wait(until time: Double) {
        let left = begin + time - stage.screen.clock.now
        if let virtual { virtual.advance(by: max(0, left)) } else if left > 0 { usleep(UInt32(left * 1e6)) }
    }

    // MARK: Refresh

    private mutating func refresh(_ number: Int, at time: Double) throws(ReplayFailure) -> FrameRecord {
        var record = FrameRecord(number: number, time: time, state: .idle)
        let isDrawnOnce = replayer.injections.contains(.draw(frame: number))
        if busyUntil > time + 1e-9 {
            record.state = .dropped
        } else if !waiting.isEmpty || stage.screen.isFramePending || isDrawnOnce || number == 0 {
            try makeFrame(&record, drawsOnceMore: isDrawnOnce)
        }
        count(into: &record)
        guard record.isPresented else { return record }
        if virtual != nil {
            record.reckon(trace.cost ?? TraceCost())
            busyUntil = record.time + record.cost / 1000
        }
        record.noteShown(interval)
        return record
    }

    private mutating func makeFrame(_ record: inout FrameRecord, drawsOnceMore: Bool) throws(ReplayFailure) {
        let log = FrameWorkLog(namesViews: isNamed)
        let blocks = replayer.allocations?() ?? 0
        let start = now
        let events = waiting
        waiting = []
        var stall = 0.0
        var failure: ReplayFailure?
        FrameObservation.observing(by: log) {
            log.spend(.input) {
                do throws(ReplayFailure) {
                    for (number, event) in events {
                        try play(event, number)
                        if case .stall(let seconds) = event.kind { stall += seconds }
                    }
                } catch {
                    failure = error
                }
                if virtual == nil, stall > 0 { usleep(UInt32(stall * 1e6)) }
                if drawsOnceMore {
                    stage.drawnView.setNeedsDisplay()
                    // Immediately, because a view that is marked twice draws only once.
                    stage.drawnView.layer.displayIfNeeded()
                }
            }
            let new = stage.screen.frame()
            show(new, record: &record, log: log)
        }
        if let failure { throw failure }
        record.counts[.events] = events.count
        record.note(log)
        if let allocations = replayer.allocations { record.counts[.allocations] = allocations() - blocks }
        record.state = .full
        if replayer.purpose != .counts { times.frames.append(log.phases) }
        if virtual == nil {
            record.phases = log.phases
            busyUntil = now
        } else {
            record.phases[.input] = stall * 1000
        }
        record.lags = events.map { start - $0.event.time }
    }

    private func play(_ event: TraceEvent, _ number: Int) throws(ReplayFailure) {
        let name = trace.name
        try stage.play(event.kind, at: begin + event.time) { problem in
            .event(trace: name, number: number, time: event.time, problem: problem)
        }
    }

    /// Draws what differs from the previous frame.
    private mutating func show(_ new: RenderTree, record: inout FrameRecord, log: FrameWorkLog) {
        let old = tree
        tree = new
        let slabs = new.slabs(since: old)
        if virtual == nil || replayer.purpose != .counts {
            log.spend(.draw) {
                for box in slabs { new.draw(box, scale: trace.scale, pool: pool) }
            }
        }
        replayer.onFrame?(new, record)
        record.note(slabs, of: new, since: old, scale: trace.scale)
        if isNamed, let old { record.damage = stage.window.damage(of: new, since: old) }
    }

    /// Whether views are recorded by name.
    private var isNamed: Bool { virtual != nil && replayer.purpose == .counts }

    private mutating func count(into record: inout FrameRecord) {
        let (frames, controllers) = (stage.screen.counters, UIViewController.counts)
        let old = totals.controllers
        record.counts.note(frames, since: totals.frames)
        record.counts[.controllersMade] = controllers.made - old.made
        record.counts[.controllersAlive] = controllers.alive - alive
        record.counts[.viewsLoaded] = controllers.viewsLoaded - old.viewsLoaded
        record.counts[.willAppear] = controllers.willAppear - old.willAppear
        record.counts[.isAppearing] = controllers.isAppearing - old.isAppearing
        record.counts[.didAppear] = controllers.didAppear - old.didAppear
        record.counts[.willDisappear] = controllers.willDisappear - old.willDisappear
        record.counts[.didDisappear] = controllers.didDisappear - old.didDisappear
        record.controllers = watch.takeMade()
        let cells = UITableView.cellCounts
        record.counts[.cellsMade] = cells.cellsMade - totals.cells.cellsMade
        record.counts[.cellsReused] = cells.cellsReused - totals.cells.cellsReused
        record.counts[.cellsLaidOut] = cells.cellsLaidOut - totals.cells.cellsLaidOut
        totals = Totals(frames: frames, controllers: controllers, cells: cells)
    }
}
