public import Foundation

/// A press of a button of a remote control or of a keyboard key, from its beginning to its end.
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
        /// A key of a keyboard. Apple's type has no case for this; there, such a press has a `key`.
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
    /// The key of a keyboard; nil for a button.
    public final let key: UIKey?
    public internal(set) final var phase: Phase
    /// The time in seconds on the sender's clock.
    public internal(set) final var timestamp: TimeInterval
    /// The force, from 0 to 1.
    public internal(set) final var force: CGFloat
    public internal(set) weak final var window: UIWindow?
    /// The responder that first received the press.
    public internal(set) final var responder: UIResponder?
    /// A Boolean value that indicates whether a key command handled the press, so that no responder receives it.
    final var isCommand = false

    /// The recognizers that follow the press, or nil if there are none.
    open var gestureRecognizers: [UIGestureRecognizer]? { followers.isEmpty ? nil : followers }

    /// The recognizers that follow the press, from the innermost view outward.
    final var followers: [UIGestureRecognizer] = []
    /// The receivers of the press.
    final var delivery = TouchDelivery.toView
    /// A Boolean value that indicates whether the responder knows that the press began and not yet that it ended.
    final var isKnownToResponder = false
    /// The event of the press, stored while it is down or its end is delayed.
    final var event: UIPressesEvent?

    /// Creates the press of a button.
    public init(type: PressType, timestamp: TimeInterval, force: CGFloat = 1) {
        self.type = type
        self.timestamp = timestamp
        self.force = force
        key = nil
        phase = .began
    }

    /// Creates the press of a key.
    public init(key: UIKey, timestamp: TimeInterval) {
        type = .keyboard
        self.key = key
        self.timestamp = timestamp
        force = 1
        phase = .began
    }

    /// Changes the state of the press, before its event is sent again.
    public final func change(to phase: Phase, timestamp: TimeInterval, force: CGFloat = 1) {
        self.phase = phase
        self.timestamp = timestamp
        self.force = force
    }
}
