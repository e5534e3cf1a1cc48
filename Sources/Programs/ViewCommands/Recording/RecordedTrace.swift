import CommandSupport
import Foundation
import TileGeometry
import TilePerf
import TileServer
import TileSessions
import TileViews

/// A recording of the viewer as a trace, which a `TiledScrollView` replays.
///
/// Fingers move the scroll view by its own physics. Where the view was moved otherwise it is shown there, as far as a
/// scroll view takes it: the viewer leaves a border around content that it shows all of, and magnifies further.
struct RecordedTrace {
    private(set) var trace: Trace
    /// Notes about what differs from the recording.
    private(set) var notes: [String] = []

    enum Failure: Error, CustomStringConvertible {
        case nothing

        var description: String { "the viewer did not report its screen size and position" }
    }

    /// - Parameter shown: how the trace names the content.
    init(
        _ recording: SessionRecording, of content: ServedContent, name: String, content shown: Trace.Content
    ) throws {
        guard case .screen(let screen)? = recording.inputs.first?.kind else { throw Failure.nothing }
        trace = Trace(name: name, content: shown)
        trace.about = "Recorded from the viewer."
        trace.tileSize = content.pyramid.tileSize
        trace.extraLevels = min(max(Int(log2(content.pyramid.deepestScale).rounded()), 0), 16)
        trace.viewport = CGSize(width: screen.width, height: screen.height)
        // As many pixels as a trace's screen may have, also once it was turned.
        let longest = recording.inputs.reduce(0) { longest, input in
            guard case .screen(let screen) = input.kind else { return longest }
            return max(longest, screen.width, screen.height)
        }
        trace.scale = min(max(screen.ratio, 0.5), 4, Trace.longestSide / longest)
        if longest * trace.scale > Trace.longestSide { trace.scale = trace.scale.nextDown }
        if trace.scale != screen.ratio {
            notes.append("the screen's scale \(screen.ratio) was changed to \(trace.scale), which a trace can have")
        }

        var stage = try ScrollStage(content, trace)
        var isPlaced = false
        var fingers: [Int: CGPoint] = [:]
        for input in recording.inputs.dropFirst() {
            switch input.kind {
            case .screen(let next):
                let size = CGSize(width: next.width, height: next.height)
                if size != stage.size {
                    stage.resize(size)
                    trace.events.append(TraceEvent(input.time, .resize(size)))
                }
                if next.ratio != screen.ratio {
                    note("the screen's scale changed while recording; the trace keeps the first one")
                }
            case .show(let place):
                let (offset, scale) = stage.position(at: place)
                if isPlaced {
                    trace.events.append(TraceEvent(input.time, .show(offset, zoomScale: scale)))
                } else {
                    (trace.offset, trace.zoomScale, isPlaced) = (offset, scale, true)
                }
            case .touch(let touches):
                let kinds = touches.map { touch in
                    let place = CGPoint(x: touch.x, y: touch.y)
                    fingers[touch.finger] = touch.phase == .began || touch.phase == .moved ? place : nil
                    return TraceEvent.Touch(touch.finger, TraceEvent.Phase(touch.phase), at: place)
                }
                trace.events.append(TraceEvent(input.time, .touch(kinds)))
            }
        }
        guard isPlaced else { throw Failure.nothing }
        // The page was closed under fingers.
        if !fingers.isEmpty, let last = trace.events.last {
            let left = fingers.sorted { $0.key < $1.key }.map { TraceEvent.Touch($0.key, .cancelled, at: $0.value) }
            trace.events.append(TraceEvent(last.time, .touch(left)))
        }
        cutIdleStart()
        if stage.bounded > 0 {
            let verb = stage.bounded == 1 ? "was" : "were"
            note(
                "\(Amounts.grouped(stage.bounded)) of \(Amounts.counted(stage.placed, "position")) \(verb) outside "
                    + "the limits of a scroll view and \(verb) moved to them")
        }
        switch recording.cut {
        case .samples(let most): note("the recording stops after \(Amounts.grouped(most)) samples")
        case .seconds(let most): note("the recording stops after \(Amounts.grouped(Int(most))) seconds")
        case nil: break
        }
    }

    /// The time that is kept before the first event, in seconds: as much as the corpus has.
    private static let lead = 0.1

    /// Cuts the time until the viewer is first used: its frames have nothing to judge, and push the rest off the plots.
    /// Times are rounded to microseconds, with what was cut and without.
    private mutating func cutIdleStart() {
        guard let first = trace.events.first?.time else { return }
        let idle = max(first - Self.lead, 0)
        for index in trace.events.indices {
            trace.events[index].time = ((trace.events[index].time - idle) * 1e6).rounded() / 1e6
        }
        guard idle > 0 else { return }
        note("\((idle * 10).rounded() / 10) s without events at the beginning were cut")
    }

    private mutating func note(_ text: String) {
        if !notes.contains(text) { notes.append(text) }
    }
}

/// The scroll view that will replay a trace, asked where it can stand.
private struct ScrollStage {
    private let view: TiledScrollView
    private(set) var placed = 0
    /// The number of positions that were outside the limits.
    private(set) var bounded = 0

    init(_ content: ServedContent, _ trace: Trace) throws(TilePyramid.Failure) {
        view = TiledScrollView(frame: CGRect(origin: .zero, size: trace.viewport))
        try view.show(content.source, tileSize: trace.tileSize, extraLevels: trace.extraLevels)
    }

    var size: CGSize { view.bounds.size }

    func resize(_ size: CGSize) {
        view.frame.size = size
        // Its limits follow.
        view.layoutIfNeeded()
    }

    /// Returns the offset and scale of the view when it is shown at a place, within its limits.
    mutating func position(at place: SessionRecording.Place) -> (offset: CGPoint, scale: Double) {
        placed += 1
        let scale = min(max(place.zoomScale, Double(view.minimumZoomScale)), Double(view.maximumZoomScale))
        let factor = scale / place.zoomScale
        let wanted = CGPoint(x: place.x, y: place.y)
        // The middle stays.
        var offset = wanted
        if factor != 1 {
            offset.x = (place.x + size.width / 2) * factor - size.width / 2
            offset.y = (place.y + size.height / 2) * factor - size.height / 2
        }
        let content = view.tileContainer.bounds.size
        func bound(_ offset: CGFloat, length: CGFloat, window: CGFloat) -> CGFloat {
            let room = length * scale - window
            // Content that fits lies at the edge; what a finger has pulled beyond one may stay there, and comes back.
            if room <= 0 { return 0 }
            return factor == 1 ? min(max(offset, -window), room + window) : min(max(offset, 0), room)
        }
        offset = CGPoint(
            x: bound(offset.x, length: content.width, window: size.width),
            y: bound(offset.y, length: content.height, window: size.height))
        if factor != 1 || abs(offset.x - wanted.x) > 0.5 || abs(offset.y - wanted.y) > 0.5 { bounded += 1 }
        return (offset, scale)
    }
}

extension TraceEvent.Phase {
    fileprivate init(_ phase: SessionRecording.Phase) {
        switch phase {
        case .began: self = .began
        case .moved: self = .moved
        case .ended: self = .ended
        case .cancelled: self = .cancelled
        }
    }
}
