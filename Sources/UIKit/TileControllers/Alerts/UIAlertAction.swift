public import Foundation

/// What a person may choose in an alert.
open class UIAlertAction: NSObject, NSCopying {
    public enum Style: Int, Hashable, Sendable {
        case `default` = 0
        /// Leaves all as it is; apart from the others.
        case cancel = 1
        /// Takes something away.
        case destructive = 2
    }

    public let title: String?
    public let style: Style
    let handler: ((UIAlertAction) -> Void)?
    /// The alert that it is in.
    weak var alert: UIAlertController?

    /// - Parameter handler: called once the alert is gone.
    public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
        (self.title, self.style, self.handler) = (title, style, handler)
    }

    /// Whether it can be chosen.
    open var isEnabled = true { didSet { if isEnabled != oldValue { alert?.actionDidChange() } } }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = UIAlertAction(title: title, style: style, handler: handler)
        copy.isEnabled = isEnabled
        return copy
    }
}
