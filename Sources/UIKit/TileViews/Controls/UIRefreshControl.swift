public import Foundation
public import TileDrawing

/// A control for reloading content by pulling it down past its top.
///
///     let control = UIRefreshControl()
///     control.addAction(UIAction { _ in load(then: control.endRefreshing) }, for: .valueChanged)
///     scrollView.refreshControl = control
///
/// When a finger has pulled the content by `GesturePolicy.refreshPull`, the control starts refreshing and sends
/// `.valueChanged`, once per pull. After the finger lifts, the content rests 60 points lower, below the control, until
/// `endRefreshing()`. The 60 points are part of the scroll view's `adjustedContentInset`.
///
/// The control belongs to a scroll view, which positions it: `UIScrollView.refreshControl`. Touches pass through it.
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

    /// Creates a control from an archive with its title and tint color. It is not refreshing.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        build()
        restoreParts(from: coder)
        coder.settle(self, as: UIRefreshControl.self)
    }

    // Outside the initializer, because property observers are not called in it.
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

    // MARK: Appearance

    private var given: UIColor?

    /// The color of the wheel. The default is gray.
    open override var tintColor: UIColor! {
        get { given ?? super.tintColor }
        set {
            given = newValue
            super.tintColor = newValue
            wheel.color = newValue ?? .systemGray
        }
    }

    /// The title below the wheel, by default in gray 12 point text.
    open var attributedTitle: NSAttributedString? {
        didSet {
            label.attributedText = attributedTitle
            // Set again, because a new attributed text resets the alignment.
            label.textAlignment = .center
            setNeedsLayout()
        }
    }

    /// The title unless it was set.
    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? attributedTitle?.spokenText }
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

    /// The additional inset above the content while it is refreshing, in points.
    final var room: CGFloat { hasRoom ? Self.height : 0 }

    private var hasRoom = false
    /// A Boolean value that indicates whether the current pull has already started a refresh.
    private var isSpent = false

    private var scrollView: UIScrollView? {
        (superview as? UIScrollView).flatMap { $0.refreshControl === self ? $0 : nil }
    }

    /// Shows that the content is being reloaded, as after a pull, but sends no event. As in UIKit, content at its top
    /// does not move: scroll to the control to make it visible.
    open func beginRefreshing() {
        guard !isRefreshing else { return }
        enter()
        makeRoom()
    }

    /// Ends refreshing and returns the content to its top.
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

    /// Adds the inset above the content after the finger has lifted.
    final func makeRoom() {
        guard isRefreshing, !hasRoom else { return }
        hasRoom = true
        scrollView?.noteInsets()
    }

    /// Removes the control from its scroll view.
    final func removeFromScrollView() {
        (isRefreshing, hasRoom, isSpent) = (false, false, false)
        (wheel.isTurning, wheel.part) = (false, 0)
        removeFromSuperview()
    }

    /// Follows the content after it moved, and starts refreshing if a finger has pulled it far enough.
    final func follow() {
        guard let scrollView else { return }
        let pull = scrollView.pull
        // The control scrolls into view with the content and then stays at the top.
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
