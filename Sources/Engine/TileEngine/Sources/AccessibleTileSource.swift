public import Foundation

/// A source that assistive technology can read and operate, for example a tree of views with buttons.
public protocol AccessibleTileSource: TouchableTileSource {
    /// Returns at most `limit` elements in reading order. May block; call it where waiting does no harm.
    ///
    /// - Complexity: O(n) for n elements on the screen.
    func accessibleElements(limit: Int) -> [AccessibleElement]

    /// Performs an action on the element with a number. Subscribers are notified of the visual change before this
    /// returns. Does nothing if the element no longer exists.
    func perform(_ action: AccessibleAction, on number: Int)

    /// Calls `onNotice` with each accessibility notice until the subscription is released.
    func subscribeToNotices(_ onNotice: @escaping @Sendable (AccessibilityNotice) -> Void) -> TileChangeSubscription
}

/// An element that assistive technology can read and operate.
public struct AccessibleElement: Hashable, Sendable, Codable {
    public enum Role: String, Hashable, Sendable, CaseIterable, Codable {
        case text, heading, image, link, button
        /// A control that is on or off.
        case toggle
        /// A control that increments and decrements its value.
        case adjustable
        /// A control that accepts typed text.
        case field, search
    }

    /// The element's number: unique, and stable for as long as the element exists.
    public var number: Int
    public var role: Role
    public var label: String
    public var value: String
    /// The result of activating the element.
    public var hint: String
    /// The element's frame, in content units.
    public var frame: CGRect
    public var isSelected = false
    public var isEnabled = true
    /// Whether a toggle is on.
    public var isOn = false
    /// The names of the element's custom actions.
    public var actions: [String] = []
    /// The language, as in HTML's `lang`; nil for the reader's own.
    public var language: String?

    public init(_ number: Int, _ role: Role, label: String, value: String = "", hint: String = "", frame: CGRect) {
        (self.number, self.role, self.label, self.value, self.hint) = (number, role, label, value, hint)
        self.frame = frame
    }
}

/// An action that assistive technology performs on an element.
public enum AccessibleAction: Hashable, Sendable, Codable {
    /// Activates the element, as a tap does.
    case activate
    case increment
    case decrement
    /// Dismisses what is open: the accessibility escape gesture.
    case escape
    /// Moves accessibility focus to the element. An element that is scrolled out of sight becomes visible.
    case focus
    /// Performs a custom action: an index of `AccessibleElement.actions`.
    case other(Int)
}

/// A notice from content to assistive technology.
public enum AccessibilityNotice: Hashable, Sendable, Codable {
    case announcement(String)
    /// The screen or a part of it has changed: the element to focus next, and a text to speak.
    case changed(isWhole: Bool, element: Int?, text: String?)
}
