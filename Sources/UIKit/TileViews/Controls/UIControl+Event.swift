extension UIControl {
    /// What happened to a control: touches, a change of its value, editing. Sets of them say which an action is for.
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A finger came down in the control.
        public static let touchDown = Event(rawValue: 1 << 0)
        /// It came down for the second or a further time in quick succession; `touchDown` is sent as well.
        public static let touchDownRepeat = Event(rawValue: 1 << 1)
        /// It moved and is in the control, or no further from it than `touchSlack`.
        public static let touchDragInside = Event(rawValue: 1 << 2)
        /// It moved and is further away.
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        /// It moved back in; `touchDragInside` is sent as well.
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        /// It moved out; `touchDragOutside` is sent as well.
        public static let touchDragExit = Event(rawValue: 1 << 5)
        /// It was lifted in the control, or no further from it than `touchSlack`.
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// It was lifted further away.
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        /// Something took the touch away.
        public static let touchCancel = Event(rawValue: 1 << 8)
        /// The user changed the control's value.
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// What the control is there for was asked for: a button sends it along with `touchUpInside`.
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// A menu is about to be shown.
        public static let menuActionTriggered = Event(rawValue: 1 << 14)
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        public static let editingChanged = Event(rawValue: 1 << 17)
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        /// Editing ended by the return key.
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        public static let allTouchEvents = Event(rawValue: 0x0000_0FFF)
        public static let allEditingEvents = Event(rawValue: 0x000F_0000)
        /// For events of a program's own.
        public static let applicationReserved = Event(rawValue: 0x0F00_0000)
        public static let systemReserved = Event(rawValue: 0xF000_0000)
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// What a control is in: several at once, or none, which is `normal`.
    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let normal = State([])
        public static let highlighted = State(rawValue: 1 << 0)
        public static let disabled = State(rawValue: 1 << 1)
        public static let selected = State(rawValue: 1 << 2)
        /// Headless nothing moves a focus; a subclass that does adds it to its `state`.
        public static let focused = State(rawValue: 1 << 3)
        /// For states of a program's own.
        public static let application = State(rawValue: 0x00FF_0000)
        public static let reserved = State(rawValue: 0xFF00_0000)
    }

    /// Where content that does not fill the control's height stands.
    public enum ContentVerticalAlignment: Int, Sendable {
        case center = 0
        case top = 1
        case bottom = 2
        /// It is given the whole height.
        case fill = 3
    }

    /// Where content that does not fill the control's width stands.
    public enum ContentHorizontalAlignment: Int, Sendable {
        case center = 0
        case left = 1
        case right = 2
        /// It is given the whole width.
        case fill = 3
        /// On the side where reading begins.
        case leading = 4
        /// On the side where reading ends.
        case trailing = 5
    }
}
