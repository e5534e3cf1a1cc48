extension UIControl {
    /// Events of a control: touches, changes of its value, editing. An action is registered for a set of them.
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A touch began in the control.
        public static let touchDown = Event(rawValue: 1 << 0)
        /// A touch began for the second or a further time in quick succession. `touchDown` is sent too.
        public static let touchDownRepeat = Event(rawValue: 1 << 1)
        /// A touch moved inside the control or up to `touchSlack` outside.
        public static let touchDragInside = Event(rawValue: 1 << 2)
        /// A touch moved outside the control.
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        /// A touch moved back into the control. `touchDragInside` is sent too.
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        /// A touch moved out of the control. `touchDragOutside` is sent too.
        public static let touchDragExit = Event(rawValue: 1 << 5)
        /// A touch ended in the control or up to `touchSlack` outside.
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// A touch ended outside the control.
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        /// A touch was cancelled.
        public static let touchCancel = Event(rawValue: 1 << 8)
        /// The user changed the control's value.
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// The control's main action was triggered. A button sends the event along with `touchUpInside`.
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// A menu is about to open.
        public static let menuActionTriggered = Event(rawValue: 1 << 14)
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        public static let editingChanged = Event(rawValue: 1 << 17)
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        /// The return key ended editing.
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        public static let allTouchEvents = Event(rawValue: 0x0000_0FFF)
        public static let allEditingEvents = Event(rawValue: 0x000F_0000)
        /// A range of values for a program's own events.
        public static let applicationReserved = Event(rawValue: 0x0F00_0000)
        public static let systemReserved = Event(rawValue: 0xF000_0000)
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// The state of a control. Several states can be combined; the empty set is `normal`.
    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let normal = State([])
        public static let highlighted = State(rawValue: 1 << 0)
        public static let disabled = State(rawValue: 1 << 1)
        public static let selected = State(rawValue: 1 << 2)
        /// A state that is never set here, because there is no focus engine. A subclass can add it to its `state`.
        public static let focused = State(rawValue: 1 << 3)
        /// A range of values for a program's own states.
        public static let application = State(rawValue: 0x00FF_0000)
        public static let reserved = State(rawValue: 0xFF00_0000)
    }

    /// The vertical alignment of content that is smaller than the control.
    public enum ContentVerticalAlignment: Int, Sendable {
        case center = 0
        case top = 1
        case bottom = 2
        /// The content has the height of the control.
        case fill = 3
    }

    /// The horizontal alignment of content that is smaller than the control.
    public enum ContentHorizontalAlignment: Int, Sendable {
        case center = 0
        case left = 1
        case right = 2
        /// The content has the width of the control.
        case fill = 3
        /// The side at which text begins.
        case leading = 4
        /// The side at which text ends.
        case trailing = 5
    }
}
