public import Foundation

/// The one touch that a control follows.
struct TrackedTouch {
    /// Held weakly: the event has it for as long as it is down.
    weak var touch: UITouch?
    /// Whether `beginTracking` and `continueTracking` asked for it.
    var isOn = false
    var isInside = false
}

extension UIControl {
    /// How far a finger may be from the control and still count as inside, once it came down in it, in points: UIKit's
    /// 70.
    public static let touchSlack: CGFloat = 70

    func trackBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEnabled, tracking.touch == nil, let touch = Self.first(of: touches, in: event) else { return }
        tracking = TrackedTouch(touch: touch, isInside: true)
        let isWanted = beginTracking(touch, with: event)
        // The subclass may have disabled the control meanwhile, here and when it is asked to continue.
        guard tracking.touch === touch else { return }
        // Of one that it does not want nothing is kept, so that it is asked about the next.
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
        // The state is done with before those are told who may ask for it, or start something new.
        tracking = TrackedTouch()
        isHighlighted = false
        if !wasAbandoned { send(isInside ? eventsOfTouchUpInside : .touchUpOutside, with: event) }
    }

    func trackCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = tracking.touch, touches.contains(touch) else { return }
        abandonTracking(with: event)
    }

    /// Ends following the touch, if one is followed, as cancelled.
    func abandonTracking(with event: UIEvent?) {
        let wasOn = tracking.isOn
        tracking = TrackedTouch()
        guard wasOn else { return }
        cancelTracking(with: event)
        isHighlighted = false
        send(.touchCancel, with: event)
    }

    /// The touch that began first, of several that are told together: a set has no order of its own.
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
