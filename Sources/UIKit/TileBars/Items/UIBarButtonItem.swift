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

    /// Creates an item with an image.
    ///
    /// - Parameter landscapeImagePhone: The image shown in bars of compact height.
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

    /// Creates a standard item. The action's title and image are not shown.
    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
        self.init()
        adopt(systemItem)
        setAction(primaryAction)
        self.menu = menu
    }

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - title: The title; nil for the action's.
    ///   - image: The image; nil for the action's.
    public convenience init(
        title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
    ) {
        self.init()
        self.title = title
        self.image = image
        setAction(primaryAction)
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

    /// Creates an item that shows an action's title and image, and performs it.
    public convenience init(primaryAction: UIAction?, menu: UIMenu? = nil) {
        self.init(title: nil, image: nil, primaryAction: primaryAction, menu: menu)
    }

    /// Returns a space that fills the remaining width, in equal parts with other flexible spaces.
    ///
    /// The result is a `UIBarButtonItem` even if it is called on a subclass.
    public class func flexibleSpace() -> UIBarButtonItem { UIBarButtonItem(systemItem: .flexibleSpace) }

    /// Returns a space of a fixed width in points.
    public class func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
        let item = UIBarButtonItem(systemItem: .fixedSpace)
        item.width = width
        return item
    }

    // MARK: Appearance

    open var style = Style.plain { didSet { if style != oldValue { didChange() } } }

    /// The width in points; 0 to fit the content.
    open var width: CGFloat = 0 { didSet { if width != oldValue { didChange() } } }

    /// The titles that the item may have. It is always as wide as the widest.
    open var possibleTitles: Set<String>? { didSet { if possibleTitles != oldValue { didChange() } } }

    /// A view that replaces title and image. It receives touches itself.
    open var customView: UIView? { didSet { if customView !== oldValue { didChange() } } }

    /// The tint color; nil for the bar's.
    open var tintColor: UIColor? { didSet { if tintColor != oldValue { didChange() } } }

    /// Whether the item is selected. A selected item has a background disc or pill in the tint color.
    open var isSelected = false { didSet { if isSelected != oldValue { didChange() } } }

    /// Whether the item is hidden. A hidden item takes no space.
    open var isHidden = false { didSet { if isHidden != oldValue { didChange() } } }

    /// A mark at the upper trailing corner; nil for none.
    open var badge: Badge? { didSet { if badge != oldValue { didChange() } } }

    /// Whether the item has no background in common with its neighbors. It has no effect: the bars here draw none.
    open var hidesSharedBackground = false

    /// Whether the item may have a background in common with its neighbors. It has no effect: the bars here draw none.
    open var sharesBackground = true

    /// A name that identifies the item in transitions between bars. It has no effect: all items fade.
    open var identifier: String?

    final weak var group: UIBarButtonItemGroup?

    /// The kind of a standard item; nil for an item with its own title, image or view.
    package final internal(set) var systemItem: SystemItem?

    final var backgrounds: [BarLook: UIImage] = [:]
    final var titleAdjustments: [UIBarMetrics: UIOffset] = [:]
    final var backTitleAdjustments: [UIBarMetrics: UIOffset] = [:]

    // MARK: Actions

    /// The object that receives the action; nil for the first responder that can perform it. The target is held weakly.
    /// If it has been deallocated, the action is not sent.
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

    /// The action performed instead of `action`, with the item as its sender. Setting it copies its title and image, if
    /// any, unless the item is a standard item.
    open var primaryAction: UIAction? {
        didSet {
            guard let primaryAction, primaryAction !== oldValue else { return }
            takeOn(primaryAction)
        }
    }

    /// The menu. A tap opens it if there is neither `primaryAction` nor `action`, otherwise a long press does. The
    /// finger may slide to an element and be lifted there.
    open var menu: UIMenu? { didSet { if menu !== oldValue { didChange() } } }

    /// Whether a tap toggles the item's selection.
    open var changesSelectionAsPrimaryAction = false

    /// The menu element that replaces an item that does not fit; nil for one made of title, image and action.
    open var menuRepresentation: UIMenuElement?

    private final func setTarget(_ target: Any?, _ action: Selector?) {
        self.target = target.map { $0 as AnyObject }
        self.action = action
    }

    /// Sets the action from an initializer. Property observers are not called there.
    private final func setAction(_ action: UIAction?) { primaryAction = action }

    private final func takeOn(_ action: UIAction) {
        if systemItem == nil {
            if title == nil, !action.title.isEmpty { title = action.title }
            if image == nil { image = action.image }
        }
        if action.state == .on { isSelected = true }
        if action.attributes.contains(.disabled) { isEnabled = false }
    }

    /// Performs the item as a tap does.
    ///
    /// - Parameter view: The view that shows the item. Without a target the responder chain starts there.
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

    /// Whether a tap opens the menu; otherwise a long press does.
    final var opensMenuFirst: Bool { shownMenu != nil && primaryAction == nil && action == nil }

    /// Shows the menu for a touch at a point of the window.
    final func showMenu(from view: UIView, touch: CGPoint) -> MenuOverlay? {
        guard isEnabled, let menu = shownMenu else { return nil }
        return show(menu, from: view, touch: touch)
    }

    @discardableResult
    private final func show(_ menu: UIMenu, from view: UIView, touch: CGPoint?) -> MenuOverlay? {
        MenuOverlay.show(menu, from: view, sender: self, touch: touch)
    }

    // MARK: Accessibility

    /// The accessibility label. The default is the title or the standard item's name.
    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? systemItem?.spokenName }
        set { super.accessibilityLabel = newValue }
    }
}
