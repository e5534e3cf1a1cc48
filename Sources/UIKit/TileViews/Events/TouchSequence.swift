public import Foundation

/// Makes touches on a screen and sends them, as fingers would.
///
///     let fingers = TouchSequence(on: screen)
///     fingers.send(TouchSample(.began, at: CGPoint(x: 10, y: 20), timestamp: 0))
///     fingers.send(TouchSample(.ended, at: CGPoint(x: 10, y: 20), timestamp: 0.1))
///     fingers.tap(at: CGPoint(x: 50, y: 20), timestamp: 0.3)
///
/// A finger that comes down belongs to the frontmost view under it, and stays with it until it is lifted. It belongs to
/// none where a rule of `isMultipleTouchEnabled` or `isExclusiveTouch` keeps it off, and where no window takes it.
///
/// A pointer that is over a region (`.regionEntered` to `.regionExited`) is in the event, with the view that is under
/// it then, and keeps no finger off. No view is told of it: as in UIKit only a `UIHoverGestureRecognizer` is.
///
/// Samples are taken as they come, also from a client or a file: a move or an end of a finger that is not down is
/// passed by, and a finger that begins twice is cancelled in between. Nothing that is sent traps; see
/// `TouchSample.init(checking:_:at:timestamp:)` for what makes samples of numbers from outside.
///
/// Fingers are down as long as the sequence is there: when it goes, on the thread of its screen, they are cancelled.
public final class TouchSequence {
    /// Within this time after a finger is lifted the next one at about the same place is another tap of the same kind.
    /// UIKit's own numbers are not documented; these are of the size that people expect.
    static let multipleTapSeconds = 0.35
    /// A finger that goes further than this from where it came down has dragged, not tapped.
    static let multipleTapDistance = 40.0

    /// The one event that all its touches are in, as in UIKit.
    public let event = UIEvent(type: .touches)

    private let stage: UIScreen
    private let origin: UIWindow?
    private var fingers: [Int: Finger] = [:]
    private var lastTap: (location: CGPoint, end: TimeInterval, count: Int)?
    private var waiting: [Step] = []
    private var isDelivering = false

    /// A finger that is down.
    private struct Finger {
        let touch: UITouch
        /// Where it came down, on the screen.
        let start: CGPoint
        var isDrag = false
    }

    private enum Step {
        case batch(TouchBatch, predicted: [TouchSample])
        case cancellation(TimeInterval)
    }

    /// Touches whose samples are in the screen's points.
    public init(on screen: UIScreen) {
        stage = screen
        origin = nil
    }

    /// Touches whose samples are in a window's points; they go to whatever window is there, as fingers do.
    public init(in window: UIWindow) {
        stage = window.screen
        origin = window
    }

    deinit {
        // Nobody can lift these fingers any more.
        let down = event.touches.filter { !$0.hasFinished }
        for window in screen.windows(of: event) { window.cancel(down.filter { $0.window === window }) }
    }

    /// The screen of its touches: for touches in a window, the one that the window is on.
    public var screen: UIScreen { origin?.screen ?? stage }

    /// The touch of a finger that is down.
    public func touch(finger: Int = 0) -> UITouch? { fingers[finger]?.touch }

    /// Sends samples now, in their order; those that a view sends while it is told of an event, once all have been told
    /// of that one. Samples of several fingers go into one event; of one finger's moves that
    /// follow each other the last counts, and all of them are its coalesced touches.
    ///
    /// - Parameter predicted: where fingers are expected next; the last event has them as predicted touches.
    public func send(_ samples: [TouchSample], predicted: [TouchSample] = []) {
        var batches: [TouchBatch] = []
        for sample in samples {
            if batches.isEmpty || !batches[batches.count - 1].take(sample) { batches.append(TouchBatch(sample)) }
        }
        for (index, batch) in batches.enumerated() {
            waiting.append(.batch(batch, predicted: index == batches.count - 1 ? predicted : []))
        }
        deliverWaiting()
    }

    public func send(_ samples: TouchSample...) { send(samples) }

    /// Sends samples at the beginning of the screen's next frame, together with others posted until then; if the
    /// sequence is still there.
    public func post(_ samples: [TouchSample]) { screen.post(samples, of: self) }

    /// Comes down and is lifted at once.
    public func tap(at location: CGPoint, finger: Int = 0, timestamp: TimeInterval, duration: TimeInterval = 0.05) {
        send([
            TouchSample(finger: finger, .began, at: location, timestamp: timestamp),
            TouchSample(finger: finger, .ended, at: location, timestamp: timestamp + duration),
        ])
    }

    /// Cancels all touches that are down, where they are.
    public func cancel(timestamp: TimeInterval) {
        waiting.append(.cancellation(timestamp))
        deliverWaiting()
    }

    /// Better values for samples that were sent as estimates: they replace the touch's state, if it is still that
    /// sample's, and its view is told.
    public func amend(_ sample: TouchSample) {
        guard let touch = touch(finger: sample.finger), let index = sample.estimationUpdateIndex,
            touch.state.estimationUpdateIndex == index, touch.window != nil
        else { return }
        touch.amend(with: localized(sample, for: touch))
        touch.view?.touchesEstimatedPropertiesUpdated([touch])
    }

    // MARK: Delivery

    /// One event after the other: a view may send more while it is told of one.
    private func deliverWaiting() {
        if isDelivering { return }
        isDelivering = true
        defer { isDelivering = false }
        while !waiting.isEmpty {
            switch waiting.removeFirst() {
            case .batch(let batch, let predicted): deliver(batch, predicted: predicted)
            case .cancellation(let time): end(event.touches.filter { !$0.hasFinished }, at: time)
            }
        }
    }

    private func deliver(_ batch: TouchBatch, predicted: [TouchSample]) {
        // The end of a finger that begins once more was missed. It gets an event of its own, before, so that what other
        // fingers do in this one is told.
        let missed = batch.samples.compactMap { $0[0].phase.begins ? touch(finger: $0[0].finger) : nil }
        end(missed.filter { !$0.hasFinished }, at: batch.timestamp)
        event.beginDelivery(at: batch.timestamp)
        for samples in batch.samples {
            let first = samples[0]
            if first.phase.begins { begin(first) }
            guard let touch = touch(finger: first.finger), !touch.hasFinished else { continue }
            // A pointer over a region has no button pressed to lift, nor has a finger a region to leave.
            guard first.phase == .cancelled || first.phase.isHovering == touch.phase.isHovering else { continue }
            update(touch, samples, predicted: predicted.filter { $0.finger == first.finger })
        }
        sendEvent()
    }

    /// Cancels touches where they are.
    private func end(_ touches: [UITouch], at time: TimeInterval) {
        if touches.isEmpty { return }
        event.beginDelivery(at: time)
        for touch in touches { touch.cancel(at: time) }
        sendEvent()
    }

    private func sendEvent() {
        for window in screen.windows(of: event) { window.sendEvent(event) }
        for touch in event.touches where touch.hasFinished { finish(touch) }
        // Also those that were cancelled between two events.
        for (finger, state) in fingers where state.touch.hasFinished { fingers[finger] = nil }
    }

    private func begin(_ sample: TouchSample) {
        let point = onScreen(sample.location)
        let (window, view) = screen.target(at: point, with: event)
        let touch = UITouch(sample, window: window, view: nil, tapCount: tapCount(of: sample, at: point))
        touch.event = event
        fingers[sample.finger] = Finger(touch: touch, start: point)
        if let window, let view, sample.phase.isHovering || window.admits(touchOf: view) {
            touch.view = view
            touch.followers = sample.phase.isHovering ? [] : view.touchFollowers
            window.activeTouches.append(touch)
        } else if let window, let view, let follower = view.touchFollowers.first {
            // The view takes no second finger, but who zooms what is in it does.
            touch.view = follower.view
            touch.followers = view.touchFollowers
            touch.delivery = .toFollowers
            window.activeTouches.append(touch)
        }
    }

    private func update(_ touch: UITouch, _ samples: [TouchSample], predicted: [TouchSample]) {
        if let last = samples.last, last.phase == .regionMoved { moveRegion(of: touch, to: last) }
        let isNew = !event.touches.contains(touch)
        var states: [UITouch] = []
        var earlier = touch.state.location
        for (index, sample) in samples.enumerated() {
            noteDrag(sample)
            let local = localized(sample, for: touch)
            if index == 0, isNew {
                touch.start(at: local)
                earlier = local.location
            } else {
                touch.advance(to: local)
            }
            states.append(touch.copy(at: local, after: earlier))
            earlier = local.location
        }
        if samples.count > 1 { touch.setPrevious(states[0].previousLocation(in: nil)) }
        var expected: [UITouch] = []
        for sample in predicted {
            let local = localized(sample, for: touch)
            expected.append(touch.copy(at: local, after: earlier))
            earlier = local.location
        }
        event.update(touch, coalesced: states, predicted: expected)
    }

    /// A pointer without a pressed button belongs to what is under it.
    private func moveRegion(of touch: UITouch, to sample: TouchSample) {
        let (window, view) = screen.target(at: onScreen(sample.location), with: event)
        if window !== touch.window {
            touch.window?.endHover(of: touch, with: event)
            touch.window?.activeTouches.removeAll { $0 === touch }
            touch.window = window
            window?.activeTouches.append(touch)
        }
        touch.view = view
    }

    private func finish(_ touch: UITouch) {
        let finger = touch.state.finger
        guard let state = fingers[finger], state.touch === touch else { return }
        fingers[finger] = nil
        touch.window?.activeTouches.removeAll { $0 === touch }
        if touch.phase.isHovering { return }
        let isTap = touch.phase == .ended && !state.isDrag
        lastTap = isTap ? (onScreen(touch), touch.timestamp, touch.tapCount) : nil
    }

    // MARK: Taps

    private func noteDrag(_ sample: TouchSample) {
        guard let start = fingers[sample.finger]?.start else { return }
        if !Self.isNear(onScreen(sample.location), start) { fingers[sample.finger]?.isDrag = true }
    }

    private func tapCount(of sample: TouchSample, at point: CGPoint) -> Int {
        guard let last = lastTap, sample.timestamp - last.end <= Self.multipleTapSeconds else { return 1 }
        return Self.isNear(point, last.location) ? last.count + 1 : 1
    }

    private static func isNear(_ a: CGPoint, _ b: CGPoint) -> Bool {
        let (dx, dy) = (a.x - b.x, a.y - b.y)
        return (dx * dx + dy * dy).squareRoot() <= multipleTapDistance
    }

    // MARK: Spaces

    private func onScreen(_ point: CGPoint) -> CGPoint {
        origin.map { $0.layer.convert(point, to: screen.layer) } ?? point
    }

    private func onScreen(_ touch: UITouch) -> CGPoint {
        touch.window.map { $0.layer.convert(touch.state.location, to: screen.layer) } ?? touch.state.location
    }

    /// The sample with its place in the points of the touch's window. Where a window is seen edge on, or the place is
    /// too far out for numbers, the touch stays where it was.
    private func localized(_ sample: TouchSample, for touch: UITouch) -> TouchSample {
        var local = sample
        if sample.phase == .cancelled, touch.phase.isHovering { local.phase = .regionExited }
        let point = onScreen(sample.location)
        let inWindow = touch.window.map { $0.layer.convert(point, from: screen.layer) } ?? point
        local.location = inWindow.x.isFinite && inWindow.y.isFinite ? inWindow : touch.state.location
        return local
    }
}
