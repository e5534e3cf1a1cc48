public import Foundation
public import TileDrawing

/// A row of dots, one for each page. A tap on either side of the current dot moves one page in that direction.
open class UIPageControl: UIControl {
    /// The appearance of the background.
    public enum BackgroundStyle: Int, Hashable, Sendable {
        /// A background only during interaction.
        case automatic
        case prominent
        case minimal
    }

    /// The kind of interaction in progress.
    public enum InteractionState: Int, Hashable, Sendable {
        case none
        case discrete
        case continuous
    }

    private static let dot: CGFloat = 7
    private static let spacing: CGFloat = 9
    private static let height: CGFloat = 26
    private static let margin: CGFloat = 12
    /// The maximum number of visible dots: more than anyone could count.
    private static let maxDots = 1000

    private var dots: [UIView] = []

    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Creates a page control from an archive with its pages.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        restoreParts(from: coder)
        coder.settle(self, as: UIPageControl.self)
    }

    // Outside the initializer, because property observers are not called in it.
    private func restoreParts(from coder: NSCoder) {
        numberOfPages = coder.archivedInteger(Key.pages) ?? 0
        currentPage = coder.archivedInteger(Key.current) ?? 0
        hidesForSinglePage = coder.archivedFlag(Key.hides) ?? false
    }

    override var ownParts: [UIView] { dots }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(numberOfPages, forKey: Key.pages)
        coder.encode(currentPage, forKey: Key.current)
        coder.encode(hidesForSinglePage, forKey: Key.hides)
    }

    private enum Key {
        static let pages = "UINumberOfPages"
        static let current = "UICurrentPage"
        static let hides = "UIHideForSinglePage"
    }

    /// The number of pages. The default is 0, and negative values count as 0. At most 1,000 dots are shown.
    open var numberOfPages = 0 {
        didSet {
            numberOfPages = max(0, numberOfPages)
            makeDots()
            currentPage = min(currentPage, max(0, numberOfPages - 1))
        }
    }

    /// The index of the current page. Values outside 0…numberOfPages − 1 are clamped. Setting it sends no event.
    open var currentPage: Int {
        get { current }
        set {
            current = min(max(0, numberOfPages - 1), max(0, newValue))
            updateLooks()
        }
    }

    private var current = 0

    /// A Boolean value that indicates whether the control is invisible while there is at most one page.
    open var hidesForSinglePage = false {
        didSet { updateLooks() }
    }

    /// The color of the other dots; nil for a paler variant of the current page's color.
    open var pageIndicatorTintColor: UIColor? {
        didSet { updateLooks() }
    }

    /// The color of the current page's dot; nil for white.
    open var currentPageIndicatorTintColor: UIColor? {
        didSet { updateLooks() }
    }

    open var backgroundStyle = BackgroundStyle.automatic {
        didSet { updateLooks() }
    }

    open var interactionState: InteractionState { isTracking ? .discrete : .none }

    /// A stored value without effect: a sliding finger moves one page at a time.
    open var allowsContinuousInteraction = true

    /// A stored value without effect: since iOS 14, updates of the current page are not deferred.
    open var defersCurrentPageDisplay = false

    /// Does nothing: since iOS 14, updates of the current page are not deferred.
    open func updateCurrentPageDisplay() {}

    /// An image that replaces the dots.
    open var preferredIndicatorImage: UIImage? {
        didSet { makeDots() }
    }

    private var images: [Int: UIImage] = [:]

    open func indicatorImage(forPage page: Int) -> UIImage? { images[page] }

    /// Sets an image that replaces the dot of a page; nil for the common one. Traps if the page does not exist.
    open func setIndicatorImage(_ image: UIImage?, forPage page: Int) {
        precondition((0..<numberOfPages).contains(page), "there is no page \(page) of \(numberOfPages)")
        images[page] = image
        makeDots()
    }

    /// Returns the size for a number of pages.
    open func size(forNumberOfPages pageCount: Int) -> CGSize {
        let count = CGFloat(min(Self.maxDots, max(0, pageCount)))
        return CGSize(
            width: count * Self.dot + max(0, count - 1) * Self.spacing + 2 * Self.margin, height: Self.height)
    }

    // MARK: Accessibility

    /// True unless it was set.
    open override var isAccessibilityElement: Bool {
        get { knownAccessibility?.isElement ?? true }
        set { super.isAccessibilityElement = newValue }
    }

    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? "page \(currentPage + 1) of \(numberOfPages)" }
        set { super.accessibilityValue = newValue }
    }

    open override var accessibilityTraits: UIAccessibilityTraits {
        get { knownAccessibility?.traits ?? controlTraits(.adjustable) }
        set { super.accessibilityTraits = newValue }
    }

    open override func accessibilityIncrement() { turn(by: 1) }
    open override func accessibilityDecrement() { turn(by: -1) }

    private func turn(by count: Int) {
        let page = min(max(0, currentPage + count), max(0, numberOfPages - 1))
        guard page != currentPage else { return }
        currentPage = page
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    open override var intrinsicContentSize: CGSize { size(forNumberOfPages: numberOfPages) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    private func makeDots() {
        for dot in dots { dot.removeFromSuperview() }
        dots = (0..<min(numberOfPages, Self.maxDots)).map { page in
            let image = images[page] ?? preferredIndicatorImage
            let dot = image.map { UIImageView(image: $0.withRenderingMode(.alwaysTemplate)) } ?? UIView()
            dot.isUserInteractionEnabled = false
            addSubview(dot)
            return dot
        }
        invalidateIntrinsicContentSize()
        updateLooks()
        setNeedsLayout()
    }

    private func updateLooks() {
        let chosen = currentPageIndicatorTintColor ?? .white
        let other = pageIndicatorTintColor ?? chosen.withAlphaComponent(0.3)
        for (page, dot) in dots.enumerated() {
            let color = page == current ? chosen : other
            if dot is UIImageView { dot.tintColor = color } else { dot.backgroundColor = color }
        }
        let shows = backgroundStyle == .prominent || backgroundStyle == .automatic && isHighlighted
        layer.backgroundColor = shows ? UIColor.systemFill.resolvedColor(with: traitCollection).cgColor : nil
        layer.cornerRadius = Self.height / 2
        layer.opacity = hidesForSinglePage && numberOfPages <= 1 ? 0 : 1
    }

    override func stateDidChange() {
        super.stateDidChange()
        updateLooks()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let width = CGFloat(dots.count) * (Self.dot + Self.spacing) - Self.spacing
        var x = bounds.midX - width / 2
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        for dot in isRightToLeft ? dots.reversed() : dots {
            dot.bounds = CGRect(x: 0, y: 0, width: Self.dot, height: Self.dot)
            dot.center = CGPoint(x: x + Self.dot / 2, y: bounds.midY)
            dot.layer.cornerRadius = dot is UIImageView ? 0 : Self.dot / 2
            x += Self.dot + Self.spacing
        }
    }

    // MARK: Touches

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        guard let touch, isTouchInside, numberOfPages > 0 else { return }
        let middle = dots.indices.contains(current) ? dots[current].center.x : bounds.midX
        let goesRight = touch.location(in: self).x > middle
        let isForwards = goesRight != (effectiveUserInterfaceLayoutDirection == .rightToLeft)
        let next = min(numberOfPages - 1, max(0, current + (isForwards ? 1 : -1)))
        guard next != current else { return }
        currentPage = next
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    /// Returns whether a gesture may begin. Prevents single taps of gesture recognizers on superviews.
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        gestureRecognizer.view === self
            ? super.gestureRecognizerShouldBegin(gestureRecognizer) : !gestureRecognizer.isSingleTap
    }
}
