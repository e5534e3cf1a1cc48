public import Foundation
public import TileDrawing
public import TileGraphics
public import TileViews

/// A button of a navigation bar or a toolbar, or space between buttons.
///
///     let item = UIBarButtonItem(systemItem: .add, primaryAction: UIAction { _ in add() })
///
/// A tap performs `primaryAction`, or else sends `action` to `target` with the item as its sender, or else shows the
/// menu. A target must be an `ActionTarget` that has registered the action's name.
open class UIBarButtonItem: UIBarItem {
    public override init() { super.init() }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        restore(from: coder)
        coder.settle(self, as: UIBarButtonItem.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        store(in: coder)
    }

    public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
        self.init()
        self.title = title
        self.style = style
        setTarget(target, action)
    }

    public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
        self.init(image: image, landscapeImagePhone: nil, style: style, target: target, action: action)
    }

    /// - Parameter landscapeImagePhone: shown in bars of compact height.
    public convenience init(
        image: UIImage?, landscapeImagePhone: UIImage?, style: Style, target: Any?, action: Selector?
    ) {
        self.init()
        self.image = image
        self.landscapeImagePhone = landscapeImagePhone
        self.style = style
        setTarget(target, action)
    }

    public convenience init(barButtonSystemItem systemItem: SystemItem, target: Any?, action: Selector?) {
        self.init()
        adopt(systemItem)
        setTarget(target, action)
    }

    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }

    /// An item of the system's looks; the action's title and image are not shown.
    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
        self.init()
        adopt(systemItem)
        take(primaryAction)
        self.menu = menu
    }

    /// - Parameters:
    ///   - title: nil for the action's.
    ///   - image: nil for the action's.
    public convenience init(
        title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
    ) {
        self.init()
        self.title = title
        self.image = image
        take(primaryAction)
        self.menu = menu
    }

    public convenience init(
        title: String? = nil, image: UIImage? = nil, target: Any?, action: Selector?, menu: UIMenu? = nil
    ) {
        self.init()
        self.title = title
        self.image = image
        self.menu = menu
        setTarget(target, action)
    }

    /// An item that shows an action's title and image, and performs it.
    public convenience init(primaryAction: UIAction?, menu: UIMenu? = nil) {
        self.init(title: nil, image: nil, primaryAction: primaryAction, menu: menu)
    }

    /// Space that takes what the other items leave, in equal parts with others of its kind.
    ///
    /// It is a `UIBarButtonItem` also when a subclass is asked.
    public class func flexibleSpace() -> UIBarButtonItem { UIBarButtonItem(systemItem: .flexibleSpace) }

    /// Space of a width in points.
    public class func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
        let item = UIBarButtonItem(systemItem: .fixedSpace)
        item.width = width
        return item
    }

    // MARK: Looks

    open var style = Style.plain { didSet { if style != oldValue { didChange() } } }

    /// In points; 0 for what the content wants.
    open var width: CGFloat = 0 { didSet { if width != oldValue { didChange() } } }

    /// Titles that the item may get: it is as wide as the widest from the beginning.
    open var possibleTitles: Set<String>? { didSet { if possibleTitles != oldValue { didChange() } } }

    /// Shown in place of title and image; it gets touches itself.
    open var customView: UIView? { didSet { if customView !== oldValue { didChange() } } }

    /// Nil for the bar's.
    open var tintColor: UIColor? { didSet { if tintColor != oldValue { didChange() } } }

    /// Drawn on a disc or pill of the tint color while true.
    open var isSelected = false { didSet { if isSelected != oldValue { didChange() } } }

    /// Left out of the bar while true, with its place.
    open var isHidden = false { didSet { if isHidden != oldValue { didChange() } } }

    final weak var group: UIBarButtonItemGroup?

    /// Nil for none: an item of a title, an image or a view.
    package final internal(set) var systemItem: SystemItem?

    final var backgrounds: [BarLook: UIImage] = [:]
    final var titleAdjustments: [UIBarMetrics: UIOffset] = [:]
    final var backTitleAdjustments: [UIBarMetrics: UIOffset] = [:]

    // MARK: Actions

    /// Who is sent `action`; nil means the first along the responder chain that can perform it. A target that has
    /// gone is sent nothing.
    open weak var target: AnyObject? {
        didSet {
            precondition(
                target == nil || target is any ActionTarget,
                "a \(type(of: target!)) can't be an item's target: it must be an ActionTarget")
            hasTarget = target != nil
        }
    }
    private final var hasTarget = false

    open var action: Selector?

    /// Performed in place of `action`, with the item as its sender. Setting it takes on its title and image, where it
    /// has them, unless the item is a system item.
    open var primaryAction: UIAction? {
        didSet {
            guard let primaryAction, primaryAction !== oldValue else { return }
            takeOn(primaryAction)
        }
    }

    /// Shown by a press where there is neither `primaryAction` nor `action`, else by one that stays. The finger that
    /// presses may go on to an element and be lifted there.
    open var menu: UIMenu? { didSet { if menu !== oldValue { didChange() } } }

    /// Whether a tap selects the item, and another deselects it.
    open var changesSelectionAsPrimaryAction = false

    /// What stands for the item in a menu of those that do not fit; nil for one made of title, image and action.
    open var menuRepresentation: UIMenuElement?

    private final func setTarget(_ target: Any?, _ action: Selector?) {
        self.target = target.map { $0 as AnyObject }
        self.action = action
    }

    /// Not in the initializers: observers are not called there.
    private final func take(_ action: UIAction?) { primaryAction = action }

    private final func takeOn(_ action: UIAction) {
        if systemItem == nil {
            if title == nil, !action.title.isEmpty { title = action.title }
            if image == nil { image = action.image }
        }
        if action.state == .on { isSelected = true }
        if action.attributes.contains(.disabled) { isEnabled = false }
    }

    /// Does what a tap does.
    ///
    /// - Parameter view: what shows the item; without a target the responder chain begins at it.
    package final func perform(from view: UIView, for event: UIEvent?) {
        guard isEnabled else { return }
        if changesSelectionAsPrimaryAction { isSelected.toggle() }
        if let primaryAction {
            primaryAction.performWithSender(self, target: nil)
        } else if let action {
            if hasTarget && target == nil { return }
            view.sendAction(action, to: target, from: self, for: event)
        } else if let menu = shownMenu {
            show(menu, from: view, touch: nil)
        }
    }

    /// Whether a press shows the menu at once; else one that stays does.
    final var opensMenuFirst: Bool { shownMenu != nil && primaryAction == nil && action == nil }

    /// Shows the menu, for a finger at a point of the window.
    final func showMenu(from view: UIView, touch: CGPoint) -> MenuOverlay? {
        guard isEnabled, let menu = shownMenu else { return nil }
        return show(menu, from: view, touch: touch)
    }

    @discardableResult
    private final func show(_ menu: UIMenu, from view: UIView, touch: CGPoint?) -> MenuOverlay? {
        MenuOverlay.show(menu, from: view, sender: self, touch: touch)
    }

    // MARK: Accessibility

    /// The title, or the system item's name, unless it was set.
    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? systemItem?.spokenName }
        set { super.accessibilityLabel = newValue }
    }
}
