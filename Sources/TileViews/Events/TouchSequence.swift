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
/// Samples are taken as they come, also from a client or a file: a move or an end of a finger that is not down is
/// passed by, and a finger that begins twice is cancelled in between.
public final class TouchSequence {
    /// Within this time after a finger is lifted the next one at about the same place is another tap of the same kind.
    /// UIKit's own numbers are not documented; these are of the size that people expect.
    static let multipleTapSeconds = 0.35
    static let multipleTapDistance = 40.0

    public let screen: UIScreen
    /// The one event that all its touches are in, as in UIKit.
    public let event = UIEvent(type: .touches)

    private let origin: UIWindow?
    private var fingers: [Int: UITouch] = [:]
    private var lastTap: (location: CGPoint, end: TimeInterval, count: Int)?

    /// Touches whose samples are in the screen's points.
    public init(on screen: UIScreen) {
        self.screen = screen
        origin = nil
    }

    /// Touches whose samples are in a window's points; they go to whatever window is there, as fingers do.
    public init(in window: UIWindow) {
        screen = window.screen
        origin = window
    }

    /// The touch of a finger that is down.
    public func touch(finger: Int = 0) -> UITouch? { fingers[finger] }

    /// Sends samples now, in their order. Samples of several fingers go into one event; of one finger's moves that
    /// follow each other the last counts, and all of them are its coalesced touches.
    ///
    /// - Parameter predicted: where fingers are expected next; the last event has them as predicted touches.
    public func send(_ samples: [TouchSample], predicted: [TouchSample] = []) {
        var batches: [TouchBatch] = []
        for sample in samples {
            if batches.isEmpty || !batches[batches.count - 1].take(sample) { batches.append(TouchBatch(sample)) }
        }
        for (index, batch) in batches.enumerated() {
            deliver(batch, predicted: index == batches.count - 1 ? predicted : [])
        }
    }

    public func send(_ samples: TouchSample...) { send(samples) }

    /// Sends samples at the beginning of the screen's next frame, together with others posted until then.
    public func post(_ samples: [TouchSample]) { screen.post(samples, of: self) }

    /// Comes down and is lifted at once.
    public func tap(at location: CGPoint, finger: Int = 0, timestamp: TimeInterval, duration: TimeInterval = 0.05) {
        send([
            TouchSample(finger: finger, .began, at: location, timestamp: timestamp),
            TouchSample(finger: finger, .ended, at: location, timestamp: timestamp + duration),
        ])
    }

    /// Cancels all touches that are down.
    public func cancel(timestamp: TimeInterval) {
        send(
            fingers.sorted { $0.key < $1.key }.map { finger, touch in
                TouchSample(finger: finger, .cancelled, at: place(touch), timestamp: timestamp)
            })
    }

    /// Better values for samples that were sent as estimates: they replace the touch's state, if it is still that
    /// sample's, and its view is told.
    public func amend(_ sample: TouchSample) {
        guard let touch = fingers[sample.finger], let index = sample.estimationUpdateIndex,
            touch.state.estimationUpdateIndex == index, let window = touch.window
        else { return }
        var sample = sample
        sample.location = window.layer.convert(onScreen(sample.location), from: screen.layer)
        touch.amend(with: sample)
        touch.view?.touchesEstimatedPropertiesUpdated([touch])
    }

    private func deliver(_ batch: TouchBatch, predicted: [TouchSample]) {
        event.beginDelivery(at: batch.timestamp)
        for samples in batch.samples {
            guard let first = samples.first else { continue }
            if first.phase == .began || first.phase == .regionEntered { begin(first) }
            guard let touch = fingers[first.finger], touch.phase != .cancelled else {
                fingers[first.finger] = nil
                continue
            }
            update(touch, samples, predicted: predicted.filter { $0.finger == first.finger })
        }
        for window in windowsOfTouches() { window.sendEvent(event) }
        for (finger, touch) in fingers where touch.hasFinished { finish(touch, of: finger) }
    }

    private func begin(_ sample: TouchSample) {
        if let present = fingers[sample.finger], !present.hasFinished {
            var end = sample
            end.phase = .cancelled
            end.location = place(present)
            deliver(TouchBatch(end), predicted: [])
            event.beginDelivery(at: sample.timestamp)
        }
        let point = onScreen(sample.location)
        let (window, view) = screen.target(at: point, with: event)
        let touch = UITouch(sample, window: window, view: nil, tapCount: tapCount(of: sample, at: point))
        touch.event = event
        fingers[sample.finger] = touch
        if let window, let view, window.admits(touchOf: view) {
            touch.view = view
            window.activeTouches.append(touch)
        }
    }

    private func update(_ touch: UITouch, _ samples: [TouchSample], predicted: [TouchSample]) {
        let isNew = !event.touches.contains(touch)
        var states: [UITouch] = []
        var earlier = touch.state.location
        for (index, sample) in samples.enumerated() {
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

    private func finish(_ touch: UITouch, of finger: Int) {
        fingers[finger] = nil
        touch.window?.activeTouches.removeAll { $0 === touch }
        lastTap = touch.phase == .ended ? (onScreen(touch), touch.timestamp, touch.tapCount) : nil
    }

    private func tapCount(of sample: TouchSample, at point: CGPoint) -> Int {
        guard let last = lastTap, sample.timestamp - last.end <= Self.multipleTapSeconds else { return 1 }
        let (dx, dy) = (point.x - last.location.x, point.y - last.location.y)
        return (dx * dx + dy * dy).squareRoot() <= Self.multipleTapDistance ? last.count + 1 : 1
    }

    /// The windows that the event is for, from the back.
    private func windowsOfTouches() -> [UIWindow] {
        screen.windows.filter { window in event.touches.contains { $0.window === window } }
    }

    // MARK: Spaces

    private func onScreen(_ point: CGPoint) -> CGPoint {
        origin.map { $0.layer.convert(point, to: screen.layer) } ?? point
    }

    private func onScreen(_ touch: UITouch) -> CGPoint {
        touch.window.map { $0.layer.convert(touch.state.location, to: screen.layer) } ?? touch.state.location
    }

    /// Where a touch is, in the points of the samples.
    private func place(_ touch: UITouch) -> CGPoint {
        let point = onScreen(touch)
        return origin.map { $0.layer.convert(point, from: screen.layer) } ?? point
    }

    private func localized(_ sample: TouchSample, for touch: UITouch) -> TouchSample {
        var local = sample
        let point = onScreen(sample.location)
        local.location = touch.window.map { $0.layer.convert(point, from: screen.layer) } ?? point
        return local
    }
}

/// Samples that go into one event: at most one phase for each finger.
private struct TouchBatch {
    /// By finger, in the order in which they came.
    private(set) var samples: [[TouchSample]]
    private(set) var timestamp: TimeInterval

    init(_ sample: TouchSample) {
        samples = [[sample]]
        timestamp = sample.timestamp
    }

    /// Adds a sample, if it can be in one event with the others.
    mutating func take(_ sample: TouchSample) -> Bool {
        timestamp = max(timestamp, sample.timestamp)
        guard let index = samples.firstIndex(where: { $0[0].finger == sample.finger }) else {
            samples.append([sample])
            return true
        }
        let isMove = sample.phase == .moved || sample.phase == .regionMoved
        guard isMove, samples[index][0].phase == sample.phase else { return false }
        samples[index].append(sample)
        return true
    }
}
