public import Foundation

extension UITableView {
    /// How sections look. Raw values here and below are UIKit's.
    public enum Style: Int, Sendable {
        /// Row on row; headers and footers float.
        case plain = 0
        /// Sections apart from each other.
        case grouped = 1
        /// Sections apart, in rounded boxes.
        case insetGrouped = 2
    }

    public enum ScrollPosition: Int, Sendable {
        /// As little as makes it visible.
        case none = 0
        case top = 1
        case middle = 2
        case bottom = 3
    }

    /// How rows come and go.
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

    /// From where `separatorInset` counts.
    public enum SeparatorInsetReference: Int, Sendable {
        case fromCellEdges = 0
        case fromAutomaticInsets = 1
    }

    /// When a cell whose content changes is measured anew.
    public enum SelfSizingInvalidation: Int, Sendable {
        case disabled = 0
        case enabled = 1
        case enabledIncludingConstraints = 2
    }

    /// For heights: as the content wants it.
    public static let automaticDimension: CGFloat = -1
    /// In the titles of the index: a magnifying glass.
    public static let indexSearch = "{search}"
    /// Told when rows were selected or deselected by touches.
    public static let selectionDidChangeNotification = Notification.Name("UITableViewSelectionDidChangeNotification")

    /// What defaults of the delegate's methods answer: no height.
    static let unanswered = -CGFloat.greatestFiniteMagnitude
}
