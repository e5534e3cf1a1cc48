public import Foundation
public import TileDrawing

/// What content that is pulled down past its top asks for: to be loaded anew.
///
///     let control = UIRefreshControl()
///     control.addAction(UIAction { _ in load(then: control.endRefreshing) }, for: .valueChanged)
///     scrollView.refreshControl = control
///
/// Once a finger has pulled the content as far as `GesturePolicy.refreshPull` it refreshes, and sends `.valueChanged`,
/// once for a pull. When the finger is lifted the content rests 60 points lower, below the control, until
/// `endRefreshing()`: these are part of the scroll view's `adjustedContentInset`.
///
/// It belongs to a scroll view, which places it: `UIScrollView.refreshControl`. Touches go through it.
open class UIRefreshControl: UIControl {
    static let height: CGFloat = 60
    private static let wheelSide: CGFloat = 28
    private static let titleHeight: CGFloat = 18

    private let wheel = SpokeWheel()
    private let label = UILabel()

    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: CGSize(width: frame.width, height: Self.height)))
        build()
    }

    /// A control from an archive: its title and tint. It does not refresh.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        build()
        restoreParts(from: coder)
        coder.settle(self, as: UIRefreshControl.self)
    }

    // Not in the initializer, where what observes properties is not called.
    private func restoreParts(from coder: NSCoder) {
        if let title = coder.archivedObject(Key.title, of: ArchivedText.self) { attributedTitle = title.text }
        if let color = coder.archivedObject(Key.tint, of: UIColor.self) { tintColor = color }
    }

    override var ownParts: [UIView] { [wheel, label] }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.archive(attributedTitle.map { ArchivedText($0) }, forKey: Key.title)
        coder.archive(given, forKey: Key.tint)
    }

    private enum Key {
        static let title = "UIRefreshControlTitle"
        static let tint = "UIRefreshControlTintColor"
    }

    private func build() {
        isUserInteractionEnabled = false
        isHidden = true
        label.font = .systemFont(ofSize: 12)
        label.textColor = .secondaryLabel
        wheel.part = 0
        for view in ownParts { addSubview(view) }
    }

    // MARK: Looks

    private var given: UIColor?

    /// Of the wheel; gray unless it is set.
    open override var tintColor: UIColor! {
        get { given ?? super.tintColor }
        set {
            given = newValue
            super.tintColor = newValue
            wheel.color = newValue ?? .systemGray
        }
    }

    /// Below the wheel, in gray of 12 points where it says nothing else.
    open var attributedTitle: NSAttributedString? {
        didSet {
            label.attributedText = attributedTitle
            // Of the text that it has: another text brings its own.
            label.textAlignment = .center
            setNeedsLayout()
        }
    }

    /// The title, unless it was set.
    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? attributedTitle?.string }
        set { super.accessibilityLabel = newValue }
    }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: Self.height)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: Self.height) }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let hasTitle = attributedTitle.map { $0.length > 0 } ?? false
        wheel.bounds = CGRect(x: 0, y: 0, width: Self.wheelSide, height: Self.wheelSide)
        wheel.center = CGPoint(x: bounds.midX, y: (Self.height - (hasTitle ? Self.titleHeight : 0)) / 2)
        label.frame = CGRect(
            x: 0, y: wheel.center.y + Self.wheelSide / 2, width: bounds.width, height: Self.titleHeight)
    }

    // MARK: Refreshing

    public private(set) final var isRefreshing = false

    /// How much lower the content rests on its account, in points.
    final var room: CGFloat { hasRoom ? Self.height : 0 }

    private var hasRoom = false
    /// Whether a pull has refreshed, and has not gone back since.
    private var isSpent = false

    private var scrollView: UIScrollView? {
        (superview as? UIScrollView).flatMap { $0.refreshControl === self ? $0 : nil }
    }

    /// Shows that the content is being loaded, as a pull does; sends no event. Content that is at its top stays there,
    /// as in UIKit: who wants the control to be seen scrolls to it.
    open func beginRefreshing() {
        guard !isRefreshing else { return }
        enter()
        makeRoom()
    }

    /// The content is loaded: it goes back to its top.
    open func endRefreshing() {
        guard isRefreshing else { return }
        isRefreshing = false
        (wheel.isTurning, wheel.part) = (false, 0)
        guard hasRoom else { return follow() }
        hasRoom = false
        scrollView?.refreshRoomDidEnd()
    }

    private func enter() {
        isRefreshing = true
        (wheel.part, wheel.isTurning) = (nil, true)
        isHidden = false
    }

    /// No finger holds the content any more.
    final func makeRoom() {
        guard isRefreshing, !hasRoom else { return }
        hasRoom = true
        scrollView?.noteInsets()
    }

    /// It leaves its scroll view.
    final func leave() {
        (isRefreshing, hasRoom, isSpent) = (false, false, false)
        (wheel.isTurning, wheel.part) = (false, 0)
        removeFromSuperview()
    }

    /// The content has moved: it goes along, and refreshes when a finger has pulled far enough.
    final func follow() {
        guard let scrollView else { return }
        let pull = scrollView.pull
        // It comes into view with the content, and then stays at the top.
        frame = CGRect(
            x: scrollView.bounds.minX, y: min(-Self.height, -pull), width: scrollView.bounds.width, height: Self.height)
        if pull <= 0 { isSpent = false }
        if isRefreshing { return }
        isHidden = pull <= 0
        let threshold = scrollView.window?.screen.gesturePolicy.refreshPull ?? GesturePolicy().refreshPull
        wheel.part = isSpent ? 0 : pull / threshold
        guard isEnabled, !isSpent, scrollView.isDragging, pull >= threshold else { return }
        isSpent = true
        enter()
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }
}
