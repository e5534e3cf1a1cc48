public import Foundation

/// Something that happened: touches on the screen, a press, a motion, a command of a remote control.
///
/// Headless nothing happens by itself: a program makes events, with times of its own clock, and sends them. Touches are
/// best made by a `TouchSequence`, which keeps one event for as long as fingers are down, as UIKit does.
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

    /// The buttons of a pointer that are down.
    public struct ButtonMask: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let primary = ButtonMask(rawValue: 1)
        public static let secondary = ButtonMask(rawValue: 2)

        /// The button of a number that counts from 1, the primary one.
        public static func button(_ number: Int) -> ButtonMask {
            precondition((1...Int.bitWidth - 1).contains(number), "buttons count from 1 to 63, so \(number) is none")
            return ButtonMask(rawValue: 1 << (number - 1))
        }
    }

    /// - Parameter timestamp: seconds on whatever clock the program uses for all its events.
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

    /// When it happened, in seconds on the sender's clock.
    public internal(set) final var timestamp: TimeInterval
    /// The modifier keys that were down.
    public internal(set) final var modifierFlags: UIKeyModifierFlags
    /// The buttons of the pointer that were down.
    public internal(set) final var buttonMask: ButtonMask

    /// The touches, in the order in which they began; a set would deliver them in another order on each run.
    final var touches: [UITouch] = []
    private var coalesced: [ObjectIdentifier: [UITouch]] = [:]
    private var predicted: [ObjectIdentifier: [UITouch]] = [:]

    /// All touches that are down or have just ended, also those that went to no view; nil for other events.
    open var allTouches: Set<UITouch>? { type == .touches ? Set(touches) : nil }

    /// The touches that began in the window.
    open func touches(for window: UIWindow) -> Set<UITouch>? {
        type == .touches ? Set(touches.lazy.filter { $0.window === window }) : nil
    }

    /// The touches that belong to the view.
    open func touches(for view: UIView) -> Set<UITouch>? {
        type == .touches ? Set(touches.lazy.filter { $0.view === view }) : nil
    }

    /// The touches that the recognizer follows.
    open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
        type == .touches ? Set(touches.lazy.filter { $0.followers.contains { $0 === gesture } }) : nil
    }

    /// All states of a touch since the event before, oldest first, the touch's present state last; nil for a touch that
    /// is not in the event.
    open func coalescedTouches(for touch: UITouch) -> [UITouch]? {
        guard touches.contains(touch) else { return nil }
        return coalesced[ObjectIdentifier(touch)] ?? [touch]
    }

    /// Where the touch is expected next, soonest first, as the sender said; nil for a touch that is not in the event.
    open func predictedTouches(for touch: UITouch) -> [UITouch]? {
        guard touches.contains(touch) else { return nil }
        return predicted[ObjectIdentifier(touch)] ?? []
    }

    /// Puts a touch into the event with the samples that were merged into its present state, and those expected to
    /// follow.
    final func update(_ touch: UITouch, coalesced: [UITouch], predicted: [UITouch]) {
        if !touches.contains(touch) { touches.append(touch) }
        let key = ObjectIdentifier(touch)
        self.coalesced[key] = coalesced.isEmpty ? nil : coalesced
        self.predicted[key] = predicted.isEmpty ? nil : predicted
    }

    /// Whether something has happened to a touch since the event before.
    final func hasNews(of touch: UITouch) -> Bool { touch.hasFinished || coalesced[ObjectIdentifier(touch)] != nil }

    /// Makes it ready for the next delivery: what has ended leaves, what stays rests until a sample moves it.
    final func beginDelivery(at time: TimeInterval) {
        timestamp = time
        coalesced = [:]
        predicted = [:]
        touches.removeAll(where: \.hasFinished)
        for touch in touches { touch.rest(at: time) }
    }
}
