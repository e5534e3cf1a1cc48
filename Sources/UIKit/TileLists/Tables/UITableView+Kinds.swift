public import Foundation

extension UITableView {
    /// The appearance of sections. The raw values here and below are UIKit's.
    public enum Style: Int, Sendable {
        /// Continuous rows with floating headers and footers.
        case plain = 0
        /// Separated sections.
        case grouped = 1
        /// Separated sections with rounded corners.
        case insetGrouped = 2
    }

    public enum ScrollPosition: Int, Sendable {
        /// Scrolls by the minimum that makes the row visible.
        case none = 0
        case top = 1
        case middle = 2
        case bottom = 3
    }

    /// The animation for inserting and deleting rows.
    public enum RowAnimation: Int, Sendable {
        case fade = 0
        case right = 1
        case left = 2
        case top = 3
        case bottom = 4
        case none = 5
        case middle = 6
        case automatic = 100
    }

    /// The edges that `separatorInset` is relative to.
    public enum SeparatorInsetReference: Int, Sendable {
        case fromCellEdges = 0
        case fromAutomaticInsets = 1
    }

    /// The policy for measuring a cell again after its content changes.
    public enum SelfSizingInvalidation: Int, Sendable {
        case disabled = 0
        case enabled = 1
        case enabledIncludingConstraints = 2
    }

    /// A height that is determined by the content.
    public static let automaticDimension: CGFloat = -1
    /// An index title that shows a magnifying glass.
    public static let indexSearch = "{search}"
    /// A notification that is posted after rows are selected or deselected by touches.
    public static let selectionDidChangeNotification = Notification.Name("UITableViewSelectionDidChangeNotification")

    /// The value that the default implementations of the delegate's methods return. It isn't a height.
    static let unanswered = -CGFloat.greatestFiniteMagnitude
}
