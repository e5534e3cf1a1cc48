public import Foundation
public import TileDrawing
public import TileViews

/// A view beside the content of a list cell.
public struct UICellAccessory {
    public enum DisplayedState: Int, Sendable {
        case always = 0
        case whenEditing = 1
        case whenNotEditing = 2
    }

    /// The width of the space in which the accessory is centered.
    public enum LayoutDimension: Hashable, Sendable {
        /// The accessory's own width.
        case actual
        /// The standard width, at which the accessories of different cells line up.
        case standard
        /// A width in points.
        case custom(CGFloat)
    }

    public typealias Position = (_ accessories: [UICellAccessory]) -> Int

    public enum Placement {
        case leading(displayed: DisplayedState = .always, at: Position = { $0.count })
        case trailing(displayed: DisplayedState = .always, at: Position = { _ in 0 })
    }

    enum Kind {
        case disclosure, detail, checkmark, delete, insert, reorder, multiselect
        case outline(OutlineDisclosureOptions.Style)
        case label(String, UIFont)
        case custom(UIView)
    }

    let kind: Kind
    let isLeading: Bool
    let displayed: DisplayedState
    var isHidden = false
    var reservedLayoutWidth = LayoutDimension.standard
    var tintColor: UIColor?
    var action: (() -> Void)?
    /// A closure that returns the accessory's index among those on its side.
    var position: Position?

    private init(
        _ kind: Kind, isLeading: Bool = false, _ displayed: DisplayedState, isHidden: Bool, width: LayoutDimension?,
        tint: UIColor?, action: (() -> Void)? = nil
    ) {
        (self.kind, self.isLeading, self.displayed, self.isHidden) = (kind, isLeading, displayed, isHidden)
        (reservedLayoutWidth, tintColor, self.action) = (width ?? .standard, tint, action)
    }

    /// The order of system accessories, from leading to trailing.
    var rank: Int {
        switch kind {
        case .multiselect: 0
        case .delete, .insert: 1
        case .label, .custom: 2
        case .checkmark: 3
        case .detail: 4
        case .disclosure, .outline: 5
        case .reorder: 6
        }
    }

    func shows(isEditing: Bool) -> Bool {
        guard !isHidden else { return false }
        return switch displayed {
        case .always: true
        case .whenEditing: isEditing
        case .whenNotEditing: !isEditing
        }
    }

    // MARK: Kinds

    /// The options that all accessories share.
    public struct DisclosureIndicatorOptions {
        public var isHidden: Bool
        public var reservedLayoutWidth: LayoutDimension?
        public var tintColor: UIColor?
        public init(
            isHidden: Bool = false, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil
        ) { (self.isHidden, self.reservedLayoutWidth, self.tintColor) = (isHidden, reservedLayoutWidth, tintColor) }
    }

    public typealias DetailOptions = DisclosureIndicatorOptions
    public typealias CheckmarkOptions = DisclosureIndicatorOptions

    /// The options of an accessory with a symbol on a disc, including the color of the disc.
    public struct DeleteOptions {
        public var isHidden: Bool
        public var reservedLayoutWidth: LayoutDimension?
        public var tintColor: UIColor?
        public var backgroundColor: UIColor?
        public init(
            isHidden: Bool = false, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil,
            backgroundColor: UIColor? = nil
        ) {
            (self.isHidden, self.reservedLayoutWidth) = (isHidden, reservedLayoutWidth)
            (self.tintColor, self.backgroundColor) = (tintColor, backgroundColor)
        }
    }

    public typealias InsertOptions = DeleteOptions
    public typealias MultiselectOptions = DeleteOptions

    public struct ReorderOptions {
        public var isHidden: Bool
        public var reservedLayoutWidth: LayoutDimension?
        public var tintColor: UIColor?
        public var showsVerticalSeparator: Bool?
        public init(
            isHidden: Bool = false, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil,
            showsVerticalSeparator: Bool? = nil
        ) {
            (self.isHidden, self.reservedLayoutWidth) = (isHidden, reservedLayoutWidth)
            (self.tintColor, self.showsVerticalSeparator) = (tintColor, showsVerticalSeparator)
        }
    }

    public struct OutlineDisclosureOptions {
        public enum Style: Int, Sendable {
            case automatic = 0
            /// A tap anywhere on the cell toggles the outline.
            case header = 1
            /// Only a tap on the symbol toggles the outline.
            case cell = 2
        }

        public var style: Style
        public var isHidden: Bool
        public var reservedLayoutWidth: LayoutDimension?
        public var tintColor: UIColor?
        public init(
            style: Style = .automatic, isHidden: Bool = false, reservedLayoutWidth: LayoutDimension? = nil,
            tintColor: UIColor? = nil
        ) {
            (self.style, self.isHidden) = (style, isHidden)
            (self.reservedLayoutWidth, self.tintColor) = (reservedLayoutWidth, tintColor)
        }
    }

    public struct LabelOptions {
        public var isHidden: Bool
        public var reservedLayoutWidth: LayoutDimension?
        public var tintColor: UIColor?
        public var font: UIFont
        public var adjustsFontForContentSizeCategory: Bool
        public init(
            isHidden: Bool = false, reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil,
            font: UIFont = .preferredFont(forTextStyle: .body), adjustsFontForContentSizeCategory: Bool = true
        ) {
            (self.isHidden, self.reservedLayoutWidth, self.tintColor) = (isHidden, reservedLayoutWidth, tintColor)
            (self.font, self.adjustsFontForContentSizeCategory) = (font, adjustsFontForContentSizeCategory)
        }
    }

    /// The configuration of an accessory with a custom view.
    public struct CustomViewConfiguration {
        public let customView: UIView
        public let placement: Placement
        public let isHidden: Bool
        public let reservedLayoutWidth: LayoutDimension?
        public let tintColor: UIColor?
        public let maintainsFixedSize: Bool?
        public init(
            customView: UIView, placement: Placement, isHidden: Bool = false,
            reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil, maintainsFixedSize: Bool? = nil
        ) {
            (self.customView, self.placement, self.isHidden) = (customView, placement, isHidden)
            (self.reservedLayoutWidth, self.tintColor) = (reservedLayoutWidth, tintColor)
            self.maintainsFixedSize = maintainsFixedSize
        }
    }

    /// Creates a chevron, which indicates that selecting the cell leads to more content.
    public static func disclosureIndicator(
        displayed: DisplayedState = .always, options: DisclosureIndicatorOptions = .init()
    ) -> UICellAccessory {
        UICellAccessory(
            .disclosure, displayed, isHidden: options.isHidden, width: options.reservedLayoutWidth,
            tint: options.tintColor)
    }

    /// Creates a button that shows more about the item.
    public static func detail(
        displayed: DisplayedState = .always, options: DetailOptions = .init(), actionHandler: (() -> Void)? = nil
    ) -> UICellAccessory {
        UICellAccessory(
            .detail, displayed, isHidden: options.isHidden, width: options.reservedLayoutWidth, tint: options.tintColor,
            action: actionHandler)
    }

    public static func checkmark(
        displayed: DisplayedState = .always, options: CheckmarkOptions = .init()
    ) -> UICellAccessory {
        UICellAccessory(
            .checkmark, displayed, isHidden: options.isHidden, width: options.reservedLayoutWidth,
            tint: options.tintColor)
    }

    /// Creates a delete button. The program implements the action.
    public static func delete(
        displayed: DisplayedState = .whenEditing, options: DeleteOptions = .init(), actionHandler: (() -> Void)? = nil
    ) -> UICellAccessory {
        UICellAccessory(
            .delete, isLeading: true, displayed, isHidden: options.isHidden, width: options.reservedLayoutWidth,
            tint: options.backgroundColor ?? options.tintColor, action: actionHandler)
    }

    /// Creates an insert button. The program implements the action.
    public static func insert(
        displayed: DisplayedState = .whenEditing, options: InsertOptions = .init(), actionHandler: (() -> Void)? = nil
    ) -> UICellAccessory {
        UICellAccessory(
            .insert, isLeading: true, displayed, isHidden: options.isHidden, width: options.reservedLayoutWidth,
            tint: options.backgroundColor ?? options.tintColor, action: actionHandler)
    }

    /// Creates a handle for moving the item by dragging, if the data source permits it.
    public static func reorder(
        displayed: DisplayedState = .whenEditing, options: ReorderOptions = .init()
    ) -> UICellAccessory {
        UICellAccessory(
            .reorder, displayed, isHidden: options.isHidden, width: options.reservedLayoutWidth, tint: options.tintColor
        )
    }

    /// Creates an indicator of whether the item is selected in a multiple selection.
    public static func multiselect(
        displayed: DisplayedState = .whenEditing, options: MultiselectOptions = .init()
    ) -> UICellAccessory {
        UICellAccessory(
            .multiselect, isLeading: true, displayed, isHidden: options.isHidden, width: options.reservedLayoutWidth,
            tint: options.backgroundColor ?? options.tintColor)
    }

    /// Creates a control that expands and collapses the item's children in its section snapshot.
    public static func outlineDisclosure(
        displayed: DisplayedState = .always, options: OutlineDisclosureOptions = .init(),
        actionHandler: (() -> Void)? = nil
    ) -> UICellAccessory {
        UICellAccessory(
            .outline(options.style), displayed, isHidden: options.isHidden, width: options.reservedLayoutWidth,
            tint: options.tintColor, action: actionHandler)
    }

    public static func label(
        text: String, displayed: DisplayedState = .always, options: LabelOptions = .init()
    ) -> UICellAccessory {
        UICellAccessory(
            .label(text, options.font), displayed, isHidden: options.isHidden,
            width: options.reservedLayoutWidth ?? .actual,
            tint: options.tintColor)
    }

    public static func customView(configuration: CustomViewConfiguration) -> UICellAccessory {
        let (isLeading, displayed, position): (Bool, DisplayedState, Position) =
            switch configuration.placement {
            case .leading(let displayed, let position): (true, displayed, position)
            case .trailing(let displayed, let position): (false, displayed, position)
            }
        var accessory = UICellAccessory(
            .custom(configuration.customView), isLeading: isLeading, displayed, isHidden: configuration.isHidden,
            width: configuration.reservedLayoutWidth ?? .actual, tint: configuration.tintColor)
        accessory.position = position
        return accessory
    }
}
