public import Foundation
public import TileDrawing
internal import TileLayers
public import TileViews

/// A bar that shows the top of a stack of items, with a way back to the one below.
///
///     let bar = UINavigationBar(frame: CGRect(x: 0, y: 20, width: 390, height: 44))
///     bar.items = [UINavigationItem(title: "Maps")]
///     bar.pushItem(UINavigationItem(title: "Floor 2"), animated: true)
///
/// Its height is for what it is in to decide; `sizeThatFits(_:)` says what it wants. Of a large title as much is seen
/// as the height leaves below the row of buttons; the small title appears while the last of it goes.
open class UINavigationBar: UIView, UIBarPositioning {
    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    /// A bar from an archive, with its items.
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

    /// Asked and told of pushes and pops.
    open weak var delegate: (any UINavigationBarDelegate)? { didSet { setNeedsLayout() } }

    final let backdrop = BarBackground(frame: .zero)
    final let edgeBackdrop = BarBackground(frame: .zero)
    final var stack: [UINavigationItem] = []
    /// What shows the top item, once it has to be shown.
    final var shownContent: NavigationBarContent?
    final var transition: NavigationBarTransition?

    private func setUp() {
        isOpaque = false
        insertSubview(backdrop, at: 0)
        insertSubview(edgeBackdrop, at: 1)
        follow(standardAppearance)
        appearanceDidChange()
    }

    /// As its delegate says, or at the top.
    open var barPosition: UIBarPosition {
        let position = delegate?.position(for: self) ?? .any
        return position == .any ? .top : position
    }

    // MARK: Items

    /// From the lowest to the top. Setting them is not animated, and the delegate is not asked.
    open var items: [UINavigationItem]? {
        get { stack }
        set { setItems(newValue, animated: false) }
    }

    /// What is shown.
    open var topItem: UINavigationItem? { stack.last }

    /// What the back button leads to.
    open var backItem: UINavigationItem? { stack.dropLast().last }

    /// Replaces the stack: with an animation as of a pop when the new top was in it already, else as of a push, and
    /// without where the top stays. The delegate is neither asked nor told. An item that is there twice stays once.
    open func setItems(_ items: [UINavigationItem]?, animated: Bool) { replaceStack(by: items ?? [], animated) }

    /// Puts an item on top, if the delegate lets it; nothing happens with one that is in the stack already.
    open func pushItem(_ item: UINavigationItem, animated: Bool) { push(item, animated) }

    /// Takes the top item away, if the delegate lets it. The lowest item stays.
    ///
    /// - Returns: the item that was popped; nil for none.
    @discardableResult
    open func popItem(animated: Bool) -> UINavigationItem? { pop(animated) }

    // MARK: For those above

    /// Asked before the bar pops its top item because of a tap on the back button: whoever answers true pops it in the
    /// bar's place.
    package final var popHandler: ((UINavigationBar, UINavigationItem) -> Bool)?

    /// Called when the heights that the top item wants have changed, by a push too: who gives the bar its height may
    /// give it another.
    package final var heightsHandler: ((UINavigationBar) -> Void)?
    final var toldHeights: NavigationBarHeights?

    /// How much the content below is at its upper edge, where nothing of it lies behind the bar: 1 shows
    /// `scrollEdgeAppearance`, 0 `standardAppearance`, and between both are mixed.
    package final var scrollEdgeFraction: CGFloat = 0 {
        didSet {
            guard scrollEdgeFraction != oldValue else { return }
            updateBackdrops()
            if (scrollEdgeFraction > 0.5) != (oldValue > 0.5) { shownContent?.update() }
        }
    }

    /// How much of the large title the bar's present height shows: 0…1; 0 where there is none.
    package final var largeTitleFraction: CGFloat {
        let heights = heights(for: topItem)
        guard heights.largeTitle > 0 else { return 0 }
        return min(1, max(0, (bounds.height - heights.collapsed) / heights.largeTitle))
    }

    /// In seconds, of a push or a pop: as controllers'.
    package static let transitionDuration: TimeInterval = 0.35

    // MARK: Titles

    /// Whether titles are large at first; see `UINavigationItem.largeTitleDisplayMode`.
    open var prefersLargeTitles = false {
        didSet { if prefersLargeTitles != oldValue { heightsDidChange() } }
    }

    // MARK: Appearances

    /// While content is behind the bar. Setting one, or changing this one, puts an end to what was set on the bar
    /// itself.
    open var standardAppearance = UINavigationBarAppearance() {
        didSet {
            hasOwnAppearance = true
            follow(standardAppearance)
            appearanceDidChange()
        }
    }

    /// In compact height; nil for the standard one.
    open var compactAppearance: UINavigationBarAppearance? {
        didSet {
            follow(compactAppearance)
            appearanceDidChange()
        }
    }

    /// While the content's edge is at the bar's; nil for the standard one without background.
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
    /// The standard appearance with what is set on the bar itself; nil for not known.
    final var resolvedAppearance: UINavigationBarAppearance?

    private final func follow(_ appearance: UINavigationBarAppearance?) {
        appearance?.followers.add(self) { [weak self, weak appearance] in
            guard let self else { return }
            if appearance === standardAppearance { hasOwnAppearance = true }
            appearanceDidChange()
        }
    }

    final var older = OlderBarLooks() { didSet { appearanceDidChange() } }
    final var titleShifts: [UIBarMetrics: CGFloat] = [:] { didSet { setNeedsLayout() } }
    final var backIndicators: (image: UIImage?, mask: UIImage?) { didSet { appearanceDidChange() } }

    /// The color of the background; nil for the material's.
    open var barTintColor: UIColor? {
        get { older.tint }
        set { older.tint = newValue }
    }

    /// Whether what is behind the bar shines through.
    open var isTranslucent: Bool {
        get { older.isTranslucent }
        set { older.isTranslucent = newValue }
    }

    open var barStyle: UIBarStyle {
        get { older.style }
        set { older.style = newValue }
    }

    /// Of the small title.
    open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { appearanceDidChange() } }
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any]? { didSet { appearanceDidChange() } }

    // MARK: Views

    open override func layoutSubviews() {
        super.layoutSubviews()
        layOut()
    }

    /// As wide as it may be, and as high as row, prompt and large title.
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
