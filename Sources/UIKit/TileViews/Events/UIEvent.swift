public import Foundation

/// An event, such as touches on the screen, a press, a motion, or a command of a remote control.
///
/// Nothing generates events by itself here: a program creates and sends them, with times on its own clock. For touches,
/// use `TouchSequence`, which keeps one event while fingers are down, as UIKit does.
open class UIEvent: NSObject {
    public enum EventType: Int, Sendable {
        case touches = 0
        case motion = 1
        case remoteControl = 2
        case presses = 3
        case scroll = 10
        case hover = 11
        case transform = 14
    }

    public enum EventSubtype: Int, Sendable {
        case none = 0
        case motionShake = 1
        case remoteControlPlay = 100
        case remoteControlPause = 101
        case remoteControlStop = 102
        case remoteControlTogglePlayPause = 103
        case remoteControlNextTrack = 104
        case remoteControlPreviousTrack = 105
        case remoteControlBeginSeekingBackward = 106
        case remoteControlEndSeekingBackward = 107
        case remoteControlBeginSeekingForward = 108
        case remoteControlEndSeekingForward = 109
    }

    /// The pressed buttons of a pointer.
    public struct ButtonMask: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let primary = ButtonMask(rawValue: 1)
        public static let secondary = ButtonMask(rawValue: 2)

        /// Returns the mask of a button by number, counted from 1 for the primary button.
        public static func button(_ number: Int) -> ButtonMask {
            precondition((1...Int.bitWidth - 1).contains(number), "buttons count from 1 to 63, so \(number) is none")
            return ButtonMask(rawValue: 1 << (number - 1))
        }
    }

    /// Creates an event.
    ///
    /// - Parameter timestamp: The time in seconds, on a clock that the program uses for all its events.
    public init(
        type: EventType, subtype: EventSubtype = .none, timestamp: TimeInterval = 0,
        modifierFlags: UIKeyModifierFlags = [], buttonMask: ButtonMask = []
    ) {
        eventType = type
        eventSubtype = subtype
        self.timestamp = timestamp
        self.modifierFlags = modifierFlags
        self.buttonMask = buttonMask
    }

    private let eventType: EventType
    private let eventSubtype: EventSubtype

    open var type: EventType { eventType }
    open var subtype: EventSubtype { eventSubtype }

    /// The time of the event, in seconds on the sender's clock.
    public internal(set) final var timestamp: TimeInterval
    /// The modifier keys that were down.
    public internal(set) final var modifierFlags: UIKeyModifierFlags
    /// The buttons of the pointer that were down.
    public internal(set) final var buttonMask: ButtonMask

    /// The touches in the order in which they began. A set would deliver them in a different order on each run.
    final var touches: [UITouch] = []
    private var coalesced: [ObjectIdentifier: [UITouch]] = [:]
    private var predicted: [ObjectIdentifier: [UITouch]] = [:]

    /// The touches that are down or have just ended, including those without a view. Nil for events of other types.
    open var allTouches: Set<UITouch>? { type == .touches ? Set(touches) : nil }

    /// Returns the touches that began in a window.
    open func touches(for window: UIWindow) -> Set<UITouch>? {
        type == .touches ? Set(touches.lazy.filter { $0.window === window }) : nil
    }

    /// Returns the touches that belong to a view.
    open func touches(for view: UIView) -> Set<UITouch>? {
        type == .touches ? Set(touches.lazy.filter { $0.view === view }) : nil
    }

    /// Returns the touches that a recognizer follows.
    open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
        type == .touches ? Set(touches.lazy.filter { $0.followers.contains { $0 === gesture } }) : nil
    }

    /// Returns the states of a touch since the previous event, from the oldest to the current one. Nil if the touch is
    /// not in the event.
    open func coalescedTouches(for touch: UITouch) -> [UITouch]? {
        guard touches.contains(touch) else { return nil }
        return coalesced[ObjectIdentifier(touch)] ?? [touch]
    }

    /// Returns the expected next states of a touch, soonest first, as the sender predicted them. Nil if the touch is
    /// not in the event.
    open func predictedTouches(for touch: UITouch) -> [UITouch]? {
        guard touches.contains(touch) else { return nil }
        return predicted[ObjectIdentifier(touch)] ?? []
    }

    /// Adds or updates a touch, with the samples that were combined in its current state and the predicted ones.
    final func update(_ touch: UITouch, coalesced: [UITouch], predicted: [UITouch]) {
        if !touches.contains(touch) { touches.append(touch) }
        let key = ObjectIdentifier(touch)
        self.coalesced[key] = coalesced.isEmpty ? nil : coalesced
        self.predicted[key] = predicted.isEmpty ? nil : predicted
    }

    /// Returns whether a touch has changed since the previous event.
    final func hasNews(of touch: UITouch) -> Bool { touch.hasFinished || coalesced[ObjectIdentifier(touch)] != nil }

    /// Prepares the next delivery: removes touches that have ended, and makes the others stationary until a sample
    /// moves them.
    final func beginDelivery(at time: TimeInterval) {
        timestamp = time
        coalesced = [:]
        predicted = [:]
        touches.removeAll(where: \.hasFinished)
        for touch in touches { touch.rest(at: time) }
    }
}
