public import Foundation
public import TileDrawing
public import TileViews

/// The actions that are revealed by swiping a row from one of its edges.
open class UISwipeActionsConfiguration: NSObject {
    /// The actions, from the edge inward.
    public final let actions: [UIContextualAction]
    /// Whether a full swipe performs the first action.
    open var performsFirstActionWithFullSwipe = true

    public init(actions: [UIContextualAction]) { self.actions = actions }

    /// A marker that the delegate method's default implementation returns. The table then uses its own actions.
    // The instance is never mutated. It is only compared by identity, and has no actions.
    nonisolated(unsafe) static let unanswered = UISwipeActionsConfiguration(actions: [])

    /// Returns a configuration with the actions of the older API.
    static func of(_ actions: [UITableViewRowAction], at path: IndexPath) -> UISwipeActionsConfiguration {
        let result = UISwipeActionsConfiguration(
            actions: actions.map { action in
                let new = UIContextualAction(
                    style: action.style == .normal ? .normal : .destructive, title: action.title
                ) { _, _, done in
                    action.handler(action, path)
                    done(false)
                }
                if let color = action.backgroundColor { new.backgroundColor = color }
                return new
            })
        result.performsFirstActionWithFullSwipe = false
        return result
    }
}

/// An action that is revealed by swiping a row.
open class UIContextualAction: NSObject {
    public enum Style: Int, Sendable {
        case normal = 0
        /// A destructive action, such as deleting the row, shown in red.
        case destructive = 1
    }

    /// A closure that performs the action. Its arguments are the action, the view that shows it, and a completion
    /// handler. Call the handler at the end with whether the action was performed; the row's actions then close.
    public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void

    public final let style: Style
    public final let handler: Handler
    open var title: String?
    /// The background color: by default red for destructive actions, else gray.
    open var backgroundColor: UIColor!
    open var image: UIImage?

    public init(style: Style, title: String?, handler: @escaping Handler) {
        (self.style, self.title, self.handler) = (style, title, handler)
        backgroundColor = style == .destructive ? .systemRed : .systemGray
    }
}

/// An action behind a row, in the older API.
open class UITableViewRowAction: NSObject {
    public enum Style: Int, Sendable {
        case destructive = 0
        case normal = 1

        public static let `default` = Style.destructive
    }

    public final let style: Style
    open var title: String?
    open var backgroundColor: UIColor?
    /// The effect behind the action. It is stored without effect.
    open var backgroundEffect: NSObject?
    final let handler: (UITableViewRowAction, IndexPath) -> Void

    public init(
        style: Style, title: String?, handler: @escaping (UITableViewRowAction, IndexPath) -> Void
    ) { (self.style, self.title, self.handler) = (style, title, handler) }
}
