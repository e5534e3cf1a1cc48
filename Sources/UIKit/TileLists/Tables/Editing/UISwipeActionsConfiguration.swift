public import Foundation
public import TileDrawing
public import TileViews

/// The actions that a swipe over a row shows at one of its edges.
open class UISwipeActionsConfiguration: NSObject {
    /// From the edge inwards.
    public final let actions: [UIContextualAction]
    /// Whether a swipe all over the row performs the first action.
    open var performsFirstActionWithFullSwipe = true

    public init(actions: [UIContextualAction]) { self.actions = actions }

    /// What the default of a delegate's method answers: the table then has actions of its own.
    // Never changed: it is compared, and holds no action.
    nonisolated(unsafe) static let unanswered = UISwipeActionsConfiguration(actions: [])

    /// The same of the actions of older programs.
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

/// An action that a swipe over a row shows.
open class UIContextualAction: NSObject {
    public enum Style: Int, Sendable {
        case normal = 0
        /// Red; a row is deleted by it.
        case destructive = 1
    }

    /// Performs the action. The view is what shows it; the closure is to be called at the end, with whether it was
    /// done:
    /// the row's actions then close.
    public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void

    public final let style: Style
    public final let handler: Handler
    open var title: String?
    /// Gray, or red for one that destroys, until it is set.
    open var backgroundColor: UIColor!
    open var image: UIImage?

    public init(style: Style, title: String?, handler: @escaping Handler) {
        (self.style, self.title, self.handler) = (style, title, handler)
        backgroundColor = style == .destructive ? .systemRed : .systemGray
    }
}

/// An action behind a row, as older programs have it.
open class UITableViewRowAction: NSObject {
    public enum Style: Int, Sendable {
        case destructive = 0
        case normal = 1

        public static let `default` = Style.destructive
    }

    public final let style: Style
    open var title: String?
    open var backgroundColor: UIColor?
    /// Kept for code that sets it.
    open var backgroundEffect: NSObject?
    final let handler: (UITableViewRowAction, IndexPath) -> Void

    public init(
        style: Style, title: String?, handler: @escaping (UITableViewRowAction, IndexPath) -> Void
    ) { (self.style, self.title, self.handler) = (style, title, handler) }
}
