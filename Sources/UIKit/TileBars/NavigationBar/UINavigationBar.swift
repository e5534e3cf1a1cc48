public import Foundation
public import TileDrawing
internal import TileLayers
public import TileViews

/// A bar that shows the top item of a stack of navigation items, with a back button to the item below.
///
///     let bar = UINavigationBar(frame: CGRect(x: 0, y: 20, width: 390, height: 44))
///     bar.items = [UINavigationItem(title: "Maps")]
///     bar.pushItem(UINavigationItem(title: "Floor 2"), animated: true)
///
/// The container determines the bar's height; `sizeThatFits(_:)` returns the preferred one. Height beyond the row of
/// buttons reveals the large title. The small title fades in while the last part of the large one disappears.
open class UINavigationBar: UIView, UIBarPositioning {
    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    /// Decodes a bar with its items.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
        restore(from: coder)
        coder.settle(self, as: UINavigationBar.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        store(in: coder)
    }

    /// The delegate, which is asked before and notified after pushes and pops.
    open weak var delegate: (any UINavigationBarDelegate)? { didSet { setNeedsLayout() } }

    final let backdrop = BarBackground(frame: .zero)
    final let edgeBackdrop = BarBackground(frame: .zero)
    final var stack: [UINavigationItem] = []
    /// The content for the top item, if it has been created.
    final var shownContent: NavigationBarContent?
    final var transition: NavigationBarTransition?

    private func setUp() {
        isOpaque = false
        insertSubview(backdrop, at: 0)
        insertSubview(edgeBackdrop, at: 1)
        follow(standardAppearance)
        appearanceDidChange()
    }

    /// The position returned by the delegate; by default `topAttached` for the bar of a navigation controller, and
    /// otherwise `top`.
    open var barPosition: UIBarPosition {
        let position = delegate?.position(for: self) ?? .any
        guard position == .any else { return position }
        return isAttachedToTop ? .topAttached : .top
    }

    /// Whether a controller places the bar below the status bar, so that the background extends behind that.
    package final var isAttachedToTop = false {
        didSet { if isAttachedToTop != oldValue { appearanceDidChange() } }
    }

    // MARK: Items

    /// The stack of items, from bottom to top. Setting it is not animated, and the delegate is not asked.
    open var items: [UINavigationItem]? {
        get { stack }
        set { setItems(newValue, animated: false) }
    }

    /// The item that is shown.
    open var topItem: UINavigationItem? { stack.last }

    /// The item that the back button leads to.
    open var backItem: UINavigationItem? { stack.dropLast().last }

    /// Replaces the stack. The animation is a pop if the new top item was in the old stack, otherwise a push; there is
    /// none if the top item stays. The delegate is neither asked nor notified. Of a repeated item only one occurrence
    /// stays.
    open func setItems(_ items: [UINavigationItem]?, animated: Bool) { replaceStack(by: items ?? [], animated) }

    /// Pushes an item if the delegate allows it. Nothing happens if the item is already in the stack.
    open func pushItem(_ item: UINavigationItem, animated: Bool) { push(item, animated) }

    /// Pops the top item if the delegate allows it. The bottom item cannot be popped.
    ///
    /// - Returns: The popped item; nil for none.
    @discardableResult
    open func popItem(animated: Bool) -> UINavigationItem? { pop(animated) }

    // MARK: Hooks for controllers

    /// Called before a tap on the back button pops the top item. If it returns true, it has handled the pop, and the
    /// bar does nothing.
    package final var popHandler: ((UINavigationBar, UINavigationItem) -> Bool)?

    /// Called when the heights required by the top item have changed, including after a push, so that the container can
    /// resize the bar.
    package final var heightsHandler: ((UINavigationBar) -> Void)?
    final var toldHeights: NavigationBarHeights?

    /// The closeness of the content below to its upper edge: at 1, where no content is behind the bar,
    /// `scrollEdgeAppearance` is shown; at 0 `standardAppearance`; in between a mixture of both.
    package final var scrollEdgeFraction: CGFloat = 0 {
        didSet {
            guard scrollEdgeFraction != oldValue else { return }
            updateBackdrops()
            if (scrollEdgeFraction > 0.5) != (oldValue > 0.5) { shownContent?.update() }
        }
    }

    /// The visible fraction of the large title at the current height, 0…1; 0 if there is none.
    package final var largeTitleFraction: CGFloat {
        let heights = heights(for: topItem)
        guard heights.largeTitle > 0 else { return 0 }
        return min(1, heights.visibleLargeTitle(in: bounds.height) / heights.largeTitle)
    }

    /// The duration of a push or a pop in seconds, the same as for controllers.
    package static let transitionDuration: TimeInterval = 0.35

    // MARK: Titles

    /// Whether titles are initially large; see `UINavigationItem.largeTitleDisplayMode`.
    open var prefersLargeTitles = false {
        didSet { if prefersLargeTitles != oldValue { heightsDidChange() } }
    }

    // MARK: Appearances

    /// The appearance while content is behind the bar. Replacing or changing it disables customizations made on the bar
    /// itself.
    open var standardAppearance = UINavigationBarAppearance() {
        didSet {
            hasOwnAppearance = true
            follow(standardAppearance)
            appearanceDidChange()
        }
    }

    /// The appearance in compact height; nil for the standard one.
    open var compactAppearance: UINavigationBarAppearance? {
        didSet {
            follow(compactAppearance)
            appearanceDidChange()
        }
    }

    /// The appearance while the content's edge is at the bar; nil for the standard one without a background.
    open var scrollEdgeAppearance: UINavigationBarAppearance? {
        didSet {
            follow(scrollEdgeAppearance)
            appearanceDidChange()
        }
    }

    open var compactScrollEdgeAppearance: UINavigationBarAppearance? {
        didSet {
            follow(compactScrollEdgeAppearance)
            appearanceDidChange()
        }
    }

    final var hasOwnAppearance = false
    /// The cached combination of the standard appearance and customizations of the bar itself; nil if not computed.
    final var resolvedAppearance: UINavigationBarAppearance?

    private final func follow(_ appearance: UINavigationBarAppearance?) {
        appearance?.followers.add(self) { [weak self, weak appearance] in
            guard let self else { return }
            if appearance === standardAppearance { hasOwnAppearance = true }
            appearanceDidChange()
        }
    }

    final var legacyStyle = LegacyBarStyle() { didSet { appearanceDidChange() } }
    final var titleShifts: [UIBarMetrics: CGFloat] = [:] { didSet { setNeedsLayout() } }
    final var backIndicators: (image: UIImage?, mask: UIImage?) { didSet { appearanceDidChange() } }

    /// The color of the background; nil for the material's.
    open var barTintColor: UIColor? {
        get { legacyStyle.tint }
        set { legacyStyle.tint = newValue }
    }

    /// Whether content behind the bar is visible through it.
    open var isTranslucent: Bool {
        get { legacyStyle.isTranslucent }
        set { legacyStyle.isTranslucent = newValue }
    }

    open var barStyle: UIBarStyle {
        get { legacyStyle.style }
        set { legacyStyle.style = newValue }
    }

    /// The attributes of the small title.
    open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { appearanceDidChange() } }
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any]? { didSet { appearanceDidChange() } }

    // MARK: Views

    open override func layoutSubviews() {
        super.layoutSubviews()
        layOut()
    }

    /// Returns the given width, and the height of row, prompt and large title.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: heights(for: topItem).expanded)
    }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: heights(for: topItem).expanded)
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        shownContent?.update()
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        heightsDidChange()
        appearanceDidChange()
    }

    open override func safeAreaInsetsDidChange() {
        super.safeAreaInsetsDidChange()
        shownContent?.setNeedsLayout()
        setNeedsLayout()
    }
}
