public import Foundation

/// A source that can be read to people who do not see its picture, and used by them: a tree of views with buttons, say.
public protocol AccessibleTileSource: TouchableTileSource {
    /// What there is to read now, in reading order, at most `limit`. To be called where waiting does no harm.
    ///
    /// - Complexity: what is on the screen.
    func accessibleElements(limit: Int) -> [AccessibleElement]

    /// Does what somebody asks of an element, by its number. What looks different then is told as any change is, before
    /// this returns. Nothing happens where the element is gone.
    func perform(_ action: AccessibleAction, on number: Int)

    /// Has `onNotice` called with what is to be said, until the subscription is gone.
    func subscribeToNotices(_ onNotice: @escaping @Sendable (AccessibilityNotice) -> Void) -> TileChangeSubscription
}

/// Something to read, which can be used too.
public struct AccessibleElement: Hashable, Sendable {
    public enum Role: String, Hashable, Sendable, CaseIterable {
        case text, heading, image, link, button
        /// It is on or off.
        case toggle
        /// Its value goes up and down.
        case adjustable
        /// It is typed in.
        case field, search
    }

    /// Another for each element, and the same for as long as it is there.
    public var number: Int
    public var role: Role
    public var label: String
    public var value: String
    /// What using it does.
    public var hint: String
    /// In units of the content.
    public var frame: CGRect
    public var isSelected = false
    public var isEnabled = true
    /// Of a toggle.
    public var isOn = false
    /// Names of what else it does.
    public var actions: [String] = []
    /// As HTML's `lang`; nil for the reader's own.
    public var language: String?

    public init(_ number: Int, _ role: Role, label: String, value: String = "", hint: String = "", frame: CGRect) {
        (self.number, self.role, self.label, self.value, self.hint) = (number, role, label, value, hint)
        self.frame = frame
    }
}

/// What somebody asks of an element.
public enum AccessibleAction: Hashable, Sendable {
    /// What a tap on it does.
    case activate
    case increment
    case decrement
    /// Out of what is open.
    case escape
    /// It is looked at: where it is scrolled out of sight it comes into it.
    case focus
    /// One of `AccessibleElement.actions`.
    case other(Int)
}

/// What a content has to say.
public enum AccessibilityNotice: Hashable, Sendable {
    case announcement(String)
    /// Something else is there: all of it, or a part; the element to go on with, and a text.
    case changed(isWhole: Bool, element: Int?, text: String?)
}
