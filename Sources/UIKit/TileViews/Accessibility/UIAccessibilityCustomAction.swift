public import Foundation
public import TileDrawing
public import TileGraphics

/// An action of an element in addition to its activation, such as "Delete" or "Reply".
open class UIAccessibilityCustomAction: NSObject {
    /// The code that performs the action and returns whether it succeeded.
    public typealias ActionHandler = (UIAccessibilityCustomAction) -> Bool

    open var name: String
    open var image: UIImage?
    open var actionHandler: ActionHandler?
    /// The object that performs `selector` if there is no handler.
    open weak var target: AnyObject?
    open var selector: Selector?

    public init(name: String, image: UIImage? = nil, actionHandler: ActionHandler?) {
        (self.name, self.image, self.actionHandler) = (name, image, actionHandler)
    }

    /// Creates an action that calls a method of a target.
    ///
    /// - Parameter target: The object that performs the method. It is not retained. Its class lists the selector in
    ///   `actions`.
    public init(name: String, image: UIImage? = nil, target: Any?, selector: Selector) {
        (self.name, self.image, self.selector) = (name, image, selector)
        self.target = target.map { $0 as AnyObject }
    }

    open var attributedName: NSAttributedString {
        get { NSAttributedString(string: name) }
        set { name = newValue.string }
    }

    /// Performs the action and returns whether it was handled.
    @discardableResult
    package func perform() -> Bool {
        if let actionHandler { return actionHandler(self) }
        guard let selector, let target = target as? any ActionTarget, target.responds(to: selector) else {
            return false
        }
        target.perform(selector, with: self)
        return true
    }
}

/// The kind of content that a container groups.
public enum UIAccessibilityContainerType: Int, Hashable, Sendable {
    case none = 0
    case dataTable = 1
    case list = 2
    case landmark = 3
    case semanticGroup = 4
}
