public import Foundation
public import TileDrawing
public import TileGraphics

/// Something that an element does beside what a tap on it does: "Delete", "Reply".
open class UIAccessibilityCustomAction: NSObject {
    /// Whether it did it.
    public typealias ActionHandler = (UIAccessibilityCustomAction) -> Bool

    open var name: String
    open var image: UIImage?
    open var actionHandler: ActionHandler?
    /// Asked to perform `selector`, where there is no handler.
    open weak var target: AnyObject?
    open var selector: Selector?

    public init(name: String, image: UIImage? = nil, actionHandler: ActionHandler?) {
        (self.name, self.image, self.actionHandler) = (name, image, actionHandler)
    }

    /// - Parameter target: not retained; its class names the selector among its `actions`.
    public init(name: String, image: UIImage? = nil, target: Any?, selector: Selector) {
        (self.name, self.image, self.selector) = (name, image, selector)
        self.target = target.map { $0 as AnyObject }
    }

    open var attributedName: NSAttributedString {
        get { NSAttributedString(string: name) }
        set { name = newValue.string }
    }

    /// Does it.
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

/// What kind of container it is.
public enum UIAccessibilityContainerType: Int, Hashable, Sendable {
    case none = 0
    case dataTable = 1
    case list = 2
    case landmark = 3
    case semanticGroup = 4
}
