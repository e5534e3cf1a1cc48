public import TileViews

extension UITableViewCell {
    /// Which labels a cell has, and where. Raw values here and below are UIKit's.
    public enum CellStyle: Int, Sendable {
        /// An image and a line of text.
        case `default` = 0
        /// Text at the leading edge, a value at the trailing one.
        case value1 = 1
        /// A name in the tint color, and its value beside it.
        case value2 = 2
        /// Text, and smaller text below it.
        case subtitle = 3
    }

    public enum SeparatorStyle: Int, Sendable {
        case none = 0
        case singleLine = 1
        case singleLineEtched = 2
    }

    public enum SelectionStyle: Int, Sendable {
        case none = 0
        case blue = 1
        case gray = 2
        case `default` = 3
    }

    public enum FocusStyle: Int, Sendable {
        case `default` = 0
        case custom = 1
    }

    /// What the control at the leading edge of a cell does while the table is edited.
    public enum EditingStyle: Int, Sendable {
        case none = 0
        case delete = 1
        case insert = 2
    }

    /// What stands at a cell's trailing edge.
    public enum AccessoryType: Int, Sendable {
        case none = 0
        case disclosureIndicator = 1
        /// A button that tells more, and a disclosure indicator.
        case detailDisclosureButton = 2
        case checkmark = 3
        case detailButton = 4
    }

    public struct StateMask: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let showingEditControl = StateMask(rawValue: 1 << 0)
        public static let showingDeleteConfirmation = StateMask(rawValue: 1 << 1)
    }

    public enum DragState: Int, Sendable {
        case none = 0
        case lifting = 1
        case dragging = 2
    }

    /// Changes the cell as its state asks for; called with the state after each change of it.
    public typealias ConfigurationUpdateHandler = (UITableViewCell, UICellConfigurationState) -> Void
}
