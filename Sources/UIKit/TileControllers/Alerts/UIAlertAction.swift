public import Foundation

/// An action that can be chosen in an alert.
open class UIAlertAction: NSObject, NSCopying {
    public enum Style: Int, Hashable, Sendable {
        case `default` = 0
        /// An action that changes nothing, shown apart from the others.
        case cancel = 1
        /// An action that removes something.
        case destructive = 2
    }

    public let title: String?
    public let style: Style
    let handler: ((UIAlertAction) -> Void)?
    /// The alert that contains the action.
    weak var alert: UIAlertController?

    /// Creates an action.
    ///
    /// - Parameter handler: called after the alert is dismissed.
    public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
        (self.title, self.style, self.handler) = (title, style, handler)
    }

    /// Whether the action can be chosen.
    open var isEnabled = true { didSet { if isEnabled != oldValue { alert?.actionDidChange() } } }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = UIAlertAction(title: title, style: style, handler: handler)
        copy.isEnabled = isEnabled
        return copy
    }
}
