public import Foundation

/// A button of a remote control, or a key of a keyboard, from its going down to its coming up.
open class UIPress: NSObject {
    public enum PressType: Int, Sendable {
        case upArrow = 0
        case downArrow = 1
        case leftArrow = 2
        case rightArrow = 3
        case select = 4
        case menu = 5
        case playPause = 6
        case pageUp = 30
        case pageDown = 31
        /// Apple's type has no name for a key of a keyboard: its presses tell it by `key`.
        case keyboard = 2040
    }

    public enum Phase: Int, Sendable {
        case began = 0
        case changed = 1
        case stationary = 2
        case ended = 3
        case cancelled = 4
    }

    public final let type: PressType
    /// The keyboard's key; nil for a button.
    public final let key: UIKey?
    public internal(set) final var phase: Phase
    /// Seconds on the sender's clock.
    public internal(set) final var timestamp: TimeInterval
    /// From 0 to 1.
    public internal(set) final var force: CGFloat
    public internal(set) weak final var window: UIWindow?
    /// The responder that it was first sent to.
    public internal(set) final var responder: UIResponder?
    /// Whether a key command took it: no responder hears of it.
    final var isCommand = false

    /// The recognizers that follow it; nil for none.
    open var gestureRecognizers: [UIGestureRecognizer]? { followers.isEmpty ? nil : followers }

    /// The recognizers that follow it, from the inside out.
    final var followers: [UIGestureRecognizer] = []
    /// Who hears of it.
    final var delivery = TouchDelivery.toView
    /// Whether its responder has been told that it began, and not yet that it is over.
    final var isKnownToResponder = false
    /// The event that it is sent in, for as long as it is down or its end waits.
    final var event: UIPressesEvent?

    /// A button that goes down.
    public init(type: PressType, timestamp: TimeInterval, force: CGFloat = 1) {
        self.type = type
        self.timestamp = timestamp
        self.force = force
        key = nil
        phase = .began
    }

    /// A key that goes down.
    public init(key: UIKey, timestamp: TimeInterval) {
        type = .keyboard
        self.key = key
        self.timestamp = timestamp
        force = 1
        phase = .began
    }

    /// Says what becomes of it, before the event with it is sent again.
    public final func change(to phase: Phase, timestamp: TimeInterval, force: CGFloat = 1) {
        self.phase = phase
        self.timestamp = timestamp
        self.force = force
    }
}
