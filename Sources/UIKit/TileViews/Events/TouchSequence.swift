public import Foundation

/// A source of touches on a screen, as if from fingers.
///
///     let fingers = TouchSequence(on: screen)
///     fingers.send(TouchSample(.began, at: CGPoint(x: 10, y: 20), timestamp: 0))
///     fingers.send(TouchSample(.ended, at: CGPoint(x: 10, y: 20), timestamp: 0.1))
///     fingers.tap(at: CGPoint(x: 50, y: 20), timestamp: 0.3)
///
/// A finger that comes down belongs to the frontmost view under it until it is lifted. It belongs to no view if
/// `isMultipleTouchEnabled` or `isExclusiveTouch` excludes it, or if no window accepts it.
///
/// A pointer over a region (`.regionEntered` to `.regionExited`) is part of the event, with the view that is under it
/// at the time, and does not exclude fingers. As in UIKit, only `UIHoverGestureRecognizer` receives it, not views.
///
/// Samples from a client or a file need not be consistent: the movement or end of a finger that is not down is skipped,
/// and a finger that begins twice is cancelled in between. Sent samples never trap; see
/// `TouchSample.init(checking:_:at:timestamp:)` for samples from untrusted numbers.
///
/// Fingers stay down as long as the sequence exists. When it is deallocated, on the thread of its screen, they are
/// cancelled.
public final class TouchSequence {
    /// The maximum time between taps of one sequence, in seconds, at about the same location. UIKit's values are not
    /// documented; this one is of the expected size.
    static let multipleTapSeconds = 0.35
    /// The maximum distance in points from the start of a tap. A finger that moves farther is dragging.
    static let multipleTapDistance = 40.0

    /// The event for all touches of the sequence, a single object as in UIKit.
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
        /// The location at which it came down, on the screen.
        let start: CGPoint
        var isDrag = false
    }

    private enum Step {
        case batch(TouchBatch, predicted: [TouchSample])
        case cancellation(TimeInterval)
    }

    /// Creates a sequence with samples in points of a screen.
    public init(on screen: UIScreen) {
        stage = screen
        origin = nil
    }

    /// Creates a sequence with samples in points of a window. Touches go to the window under them, as with fingers.
    public init(in window: UIWindow) {
        stage = window.screen
        origin = window
    }

    deinit {
        // After this, nothing could lift these fingers.
        let down = event.touches.filter { !$0.hasFinished }
        for window in screen.windows(of: event) { window.cancel(down.filter { $0.window === window }) }
    }

    /// The screen of the touches: for touches in a window, the current screen of that window.
    public var screen: UIScreen { origin?.screen ?? stage }

    /// Returns the touch of a finger that is down.
    public func touch(finger: Int = 0) -> UITouch? { fingers[finger]?.touch }

    /// Sends samples immediately, in order. Samples that a view sends while it handles an event follow after all
    /// receivers have handled that event. Samples of several fingers are combined in one event. Of consecutive moves of
    /// one finger, the last determines the touch and all are its coalesced touches.
    ///
    /// - Parameter predicted: The expected next positions of fingers, which become the predicted touches of the last
    ///   event.
    public func send(_ samples: [TouchSample], predicted: [TouchSample] = []) {
        var batches: [TouchBatch] = []
        for sample in samples {
            if batches.isEmpty || !batches[batches.count - 1].merge(sample) { batches.append(TouchBatch(sample)) }
        }
        for (index, batch) in batches.enumerated() {
            waiting.append(.batch(batch, predicted: index == batches.count - 1 ? predicted : []))
        }
        deliverWaiting()
    }

    public func send(_ samples: TouchSample...) { send(samples) }

    /// Sends samples at the beginning of the screen's next frame, together with others posted before it, if the
    /// sequence still exists then.
    public func post(_ samples: [TouchSample]) { screen.post(samples, of: self) }

    /// Sends a touch that begins and ends at the same location.
    public func tap(at location: CGPoint, finger: Int = 0, timestamp: TimeInterval, duration: TimeInterval = 0.05) {
        send([
            TouchSample(finger: finger, .began, at: location, timestamp: timestamp),
            TouchSample(finger: finger, .ended, at: location, timestamp: timestamp + duration),
        ])
    }

    /// Cancels all touches that are down.
    public func cancel(timestamp: TimeInterval) {
        waiting.append(.cancellation(timestamp))
        deliverWaiting()
    }

    /// Replaces an estimated sample by better values if it is still the touch's current state, and notifies the view.
    public func amend(_ sample: TouchSample) {
        guard let touch = touch(finger: sample.finger), let index = sample.estimationUpdateIndex,
            touch.state.estimationUpdateIndex == index, touch.window != nil
        else { return }
        touch.amend(with: localized(sample, for: touch))
        touch.view?.touchesEstimatedPropertiesUpdated([touch])
    }

    // MARK: Delivery

    /// Delivers events one after the other. A view may send more while it handles one.
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
        // The end of a finger that begins again was missed. It is sent first in a separate event, so that changes of
        // other fingers are not lost.
        let missed = batch.samples.compactMap { $0[0].phase.begins ? touch(finger: $0[0].finger) : nil }
        end(missed.filter { !$0.hasFinished }, at: batch.timestamp)
        event.beginDelivery(at: batch.timestamp)
        for samples in batch.samples {
            let first = samples[0]
            if first.phase.begins { begin(first) }
            guard let touch = touch(finger: first.finger), !touch.hasFinished else { continue }
            // A pointer over a region has no pressed button to release, and a finger has no region to exit.
            guard first.phase == .cancelled || first.phase.isHovering == touch.phase.isHovering else { continue }
            update(touch, samples, predicted: predicted.filter { $0.finger == first.finger })
        }
        sendEvent()
    }

    /// Cancels touches at their current locations.
    private func end(_ touches: [UITouch], at time: TimeInterval) {
        if touches.isEmpty { return }
        event.beginDelivery(at: time)
        for touch in touches { touch.cancel(at: time) }
        sendEvent()
    }

    private func sendEvent() {
        for window in screen.windows(of: event) { window.sendEvent(event) }
        for touch in event.touches where touch.hasFinished { finish(touch) }
        // Includes touches that were cancelled between two events.
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
            // The view accepts no second finger, but recognizers of its superviews, such as for zooming, do.
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

    /// Assigns a pointer without a pressed button to the view under it.
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

    /// Returns the sample with its location in the window of the touch. The location is unchanged if the window is seen
    /// edge-on or if the result is not finite.
    private func localized(_ sample: TouchSample, for touch: UITouch) -> TouchSample {
        var local = sample
        if sample.phase == .cancelled, touch.phase.isHovering { local.phase = .regionExited }
        let point = onScreen(sample.location)
        let inWindow = touch.window.map { $0.layer.convert(point, from: screen.layer) } ?? point
        local.location = inWindow.x.isFinite && inWindow.y.isFinite ? inWindow : touch.state.location
        return local
    }
}
