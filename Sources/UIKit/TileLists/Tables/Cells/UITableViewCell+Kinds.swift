public import TileViews

extension UITableViewCell {
    /// The arrangement of a cell's labels. The raw values here and below are UIKit's.
    public enum CellStyle: Int, Sendable {
        /// An image and a single line of text.
        case `default` = 0
        /// A text at the leading edge and a value at the trailing edge.
        case value1 = 1
        /// A name in the tint color with its value beside it.
        case value2 = 2
        /// A text with a smaller text below it.
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

    /// The function of the control at a cell's leading edge in editing mode.
    public enum EditingStyle: Int, Sendable {
        case none = 0
        case delete = 1
        case insert = 2
    }

    /// The accessory at a cell's trailing edge.
    public enum AccessoryType: Int, Sendable {
        case none = 0
        case disclosureIndicator = 1
        /// A details button and a disclosure indicator.
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

    /// A closure that updates the cell for its state. It is called after each change of the state.
    public typealias ConfigurationUpdateHandler = (UITableViewCell, UICellConfigurationState) -> Void
}
