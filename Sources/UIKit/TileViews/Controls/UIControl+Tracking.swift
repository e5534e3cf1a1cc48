public import Foundation

/// The touch that a control tracks.
struct TrackedTouch {
    /// The touch. Weak: the event retains it while it is down.
    weak var touch: UITouch?
    /// A Boolean value that indicates whether `beginTracking` and `continueTracking` returned true.
    var isOn = false
    var isInside = false
}

extension UIControl {
    /// The maximum distance of a touch outside the control at which it still counts as inside, in points, as in UIKit:
    /// 70.
    public static let touchSlack: CGFloat = 70

    func trackBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEnabled, tracking.touch == nil, let touch = Self.first(of: touches, in: event) else { return }
        tracking = TrackedTouch(touch: touch, isInside: true)
        let isWanted = beginTracking(touch, with: event)
        // The subclass may have disabled the control in this call, and in `continueTracking` below.
        guard tracking.touch === touch else { return }
        // A rejected touch is not stored, so the control can track the next one.
        guard isWanted else { return tracking = TrackedTouch() }
        tracking.isOn = true
        isHighlighted = true
        send(touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown, with: event)
    }

    func trackMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = tracking.touch, touches.contains(touch), tracking.isOn else { return }
        let wasInside = tracking.isInside
        tracking.isInside = isNear(touch, with: event)
        let isWanted = continueTracking(touch, with: event)
        guard tracking.touch === touch, tracking.isOn else { return }
        guard isWanted else {
            tracking = TrackedTouch()
            isHighlighted = false
            return
        }
        isHighlighted = tracking.isInside
        switch (wasInside, tracking.isInside) {
        case (true, true): send(.touchDragInside, with: event)
        case (false, false): send(.touchDragOutside, with: event)
        case (false, true): send([.touchDragInside, .touchDragEnter], with: event)
        case (true, false): send([.touchDragOutside, .touchDragExit], with: event)
        }
    }

    func trackEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = tracking.touch, touches.contains(touch) else { return }
        guard tracking.isOn else { return tracking = TrackedTouch() }
        let isInside = isNear(touch, with: event)
        tracking.isInside = isInside
        endTracking(touch, with: event)
        let wasAbandoned = !tracking.isOn
        // Reset before the events are sent, because receivers may read the state or start a new interaction.
        tracking = TrackedTouch()
        isHighlighted = false
        if !wasAbandoned { send(isInside ? eventsOfTouchUpInside : .touchUpOutside, with: event) }
    }

    func trackCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = tracking.touch, touches.contains(touch) else { return }
        abandonTracking(with: event)
    }

    /// Cancels the tracking of the current touch, if any.
    func abandonTracking(with event: UIEvent?) {
        let wasOn = tracking.isOn
        tracking = TrackedTouch()
        guard wasOn else { return }
        cancelTracking(with: event)
        isHighlighted = false
        send(.touchCancel, with: event)
    }

    /// Returns the touch that began first among several in one call. A set has no order.
    private static func first(of touches: Set<UITouch>, in event: UIEvent?) -> UITouch? {
        event?.touches.first(where: touches.contains)
            ?? touches.min { ($0.timestamp, $0.state.finger) < ($1.timestamp, $1.state.finger) }
    }

    private func isNear(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let location = touch.location(in: self)
        return point(inside: location, with: event)
            || bounds.insetBy(dx: -Self.touchSlack, dy: -Self.touchSlack).contains(location)
    }
}
