import Foundation
public import TileDrawing

/// The input of a configuration: traits, states, and values that a program stores under keys of its own.
public protocol UIConfigurationState {
    init(traitCollection: UITraitCollection)
    var traitCollection: UITraitCollection { get set }
    subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? { get set }
}

/// The key of a program's own state.
public struct UIConfigurationStateCustomKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The states of a view with configurations, such as a header or a footer.
public struct UIViewConfigurationState: UIConfigurationState, Hashable {
    public var traitCollection: UITraitCollection
    public var isDisabled = false
    public var isHighlighted = false
    public var isSelected = false
    public var isFocused = false
    /// A Boolean value that indicates whether the view is pinned over the content.
    public var isPinned = false
    private var others: [UIConfigurationStateCustomKey: AnyHashable] = [:]

    public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }

    public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
        get { others[key] }
        set { others[key] = newValue }
    }
}

/// The states of a cell.
public struct UICellConfigurationState: UIConfigurationState, Hashable {
    public enum DragState: Int, Sendable {
        case none = 0
        case lifting = 1
        case dragging = 2
    }

    public enum DropState: Int, Sendable {
        case none = 0
        case notTargeted = 1
        case targeted = 2
    }

    public var traitCollection: UITraitCollection
    public var isDisabled = false
    public var isHighlighted = false
    public var isSelected = false
    public var isFocused = false
    public var isPinned = false
    public var isEditing = false
    public var isExpanded = false
    /// A Boolean value that indicates whether the cell's swipe actions are visible.
    public var isSwiped = false
    public var isReordering = false
    public var cellDragState = DragState.none
    public var cellDropState = DropState.none
    private var others: [UIConfigurationStateCustomKey: AnyHashable] = [:]

    public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }

    public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
        get { others[key] }
        set { others[key] = newValue }
    }
}
