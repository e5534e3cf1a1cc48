public import Foundation
public import TileDrawing
import TileGeometry

/// A view whose content may be larger than it: fingers move it and zoom it, and it goes on by itself for a while.
///
/// The content is its subviews, in its own coordinates, of which `contentOffset`, the origin of its bounds, is at the
/// top left. What moves by itself moves at the frames of the window's screen, by the screen's `clock`; outside a window
/// nothing does, and animated changes are made at once.
///
/// Touches move it when they begin in it, or in a view in it, and go further than 10 points; the view then loses them.
/// The same touches at the same times give the same offsets, to the bit, at the same frames. Motion follows published
/// measurements of UIKit's: see `ScrollCurve` and `RubberBand`.
open class UIScrollView: UIView {
    /// What remains of the speed after a millisecond.
    public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat
        /// Traps unless it lies between 0 and 1, both excluded.
        public init(rawValue: CGFloat) {
            precondition(
                rawValue > 0 && rawValue < 1, "a deceleration rate lies between 0 and 1, and \(rawValue) does not")
            self.rawValue = rawValue
        }

        public static let normal = DecelerationRate(rawValue: 0.998)
        public static let fast = DecelerationRate(rawValue: 0.99)
    }

    public enum IndicatorStyle: Int, Sendable {
        case `default` = 0
        case black = 1
        case white = 2
    }

    public enum KeyboardDismissMode: Int, Sendable {
        case none = 0
        case onDrag = 1
        case interactive = 2
        case onDragWithAccessory = 3
        case interactiveWithAccessory = 4
    }

    /// When the safe area is added to the content's insets.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        /// As `scrollableAxes`: there are no view controllers whose content would be told apart.
        case automatic = 0
        /// Along the axes on which the content can be moved.
        case scrollableAxes = 1
        case never = 2
        case always = 3
    }

    public enum IndexDisplayMode: Int, Sendable {
        case automatic = 0
        case alwaysHidden = 1
    }

    final var scroll = Scrolling()

    /// What is scaled when the view is zoomed.
    var zoomedView: UIView? { delegate?.viewForZooming(in: self) }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        clipsToBounds = true
        isMultipleTouchEnabled = true
    }

    public required init?(coder: NSCoder) {
        scroll.change = .archive
        super.init(coder: coder)
        isMultipleTouchEnabled = true
        restoreScrolling(from: coder)
        scroll.change = nil
        coder.settle(self, as: UIScrollView.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        storeScrolling(in: coder)
    }

    deinit { scroll.link?.invalidate() }

    /// Is told of, and asked for, much. Held weakly.
    ///
    /// A table, a collection and a text view have one of their own, by the same name and of a narrower type, that
    /// stands for this one. Swift overrides no property so; it takes theirs before this one because this is
    /// disfavored.
    @_disfavoredOverload
    open weak var delegate: (any UIScrollViewDelegate)? {
        didSet { delegateFollower?(self) }
    }

    /// Told when the delegate was set, for subclasses in other rooms whose own `delegate` stands for it.
    package final var delegateFollower: ((UIScrollView) -> Void)?

    /// Whether bars above and below go along with it: then they count for its insets however little it holds.
    package final var followsBars = false { didSet { if followsBars != oldValue { noteInsets(keepsTop: true) } } }

    /// Told of each change of the offset, for bars that follow it.
    package final var offsetFollower: ((UIScrollView) -> Void)?

    /// Asked where content comes to rest after a drag, before the delegate is: given the offset that its speed leads
    /// to, and the speed, in points a millisecond. For lists whose layouts have a say.
    package final var restingPlace: ((_ proposed: CGPoint, _ velocity: CGPoint) -> CGPoint)?

    /// Whether all of the content is to be seen, piece by piece, and not what a view of it shows: what sticks to the
    /// view is left out. See `ScrollStage`.
    package final var showsAllContent: Bool {
        get { scroll.showsAllContent }
        set {
            guard newValue != scroll.showsAllContent else { return }
            scroll.showsAllContent = newValue
            (self as? any ContentRecycling)?.contentModeChanged()
        }
    }

    // MARK: Content

    /// The point of the content that is at the top left of the bounds. It may be set beyond the content; a finger or a
    /// change of size brings it back. A finger that moves the content, or a deceleration, goes on from where it was
    /// set: content without end is made so. `setContentOffset(_:animated:)` stops what moves. Traps when it is not
    /// finite.
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set { put(newValue) }
    }

    /// The content's extent from the origin, in points; it does not follow the subviews by itself.
    open var contentSize = CGSize.zero {
        willSet {
            precondition(
                newValue.width.isFinite && newValue.height.isFinite,
                "a content's size must be finite, and is \(newValue.width) by \(newValue.height)")
            if newValue != contentSize { noteObserved(before: "contentSize") }
        }
        didSet {
            guard contentSize != oldValue else { return }
            setNeedsLayout()
            // Whether the safe area counts depends on it.
            if scroll.change?.keepsOffset != true { noteInsets(keepsTop: true) }
            bringBack()
            offsetFollower?(self)
            noteObserved()
        }
    }

    /// Space around the content, in points.
    open var contentInset = UIEdgeInsets.zero {
        willSet {
            precondition(
                [newValue.top, newValue.left, newValue.bottom, newValue.right].allSatisfy(\.isFinite),
                "a content's insets must be finite")
            if newValue != contentInset { noteObserved(before: "contentInset") }
        }
        didSet {
            guard contentInset != oldValue else { return }
            noteInsets()
            noteObserved()
        }
    }

    /// The insets with those of the safe area, where they count, and the room of a control that refreshes.
    open var adjustedContentInset: UIEdgeInsets { insetsInEffect }

    /// The insets in effect have changed. Nothing by default; for subclasses.
    open func adjustedContentInsetDidChange() {}

    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic {
        didSet { noteInsets(keepsTop: true) }
    }

    /// Where content lies that is smaller than the view, in parts of the space left: (0, 0), as at first, for the top
    /// left, (0.5, 0.5) for the middle.
    open var contentAlignmentPoint = CGPoint.zero {
        didSet { bringBack() }
    }

    /// The content's extent in the view's coordinates.
    open var contentLayoutGuide: UILayoutGuide { guide(.scrollContent) }
    /// The view's extent, which does not move with the content.
    open var frameLayoutGuide: UILayoutGuide { guide(.scrollFrame) }

    // MARK: What fingers may do

    /// Whether fingers move the content.
    open var isScrollEnabled = true {
        didSet { if !isScrollEnabled { endDrag() } }
    }

    /// What recognizes the drags of the content. Before one begins, the views that have its touches are asked by
    /// `gestureRecognizerShouldBegin(_:)`, from the inside out up to this one.
    open var panGestureRecognizer: UIPanGestureRecognizer { scrollPan }

    /// What tells of two fingers that zoom the content; nil where they can't.
    open var pinchGestureRecognizer: UIPinchGestureRecognizer? {
        guard minimumZoomScale < maximumZoomScale else { return nil }
        if let pinch = scroll.pinch { return pinch }
        let pinch = ScrollPinchGestureRecognizer(of: self)
        scroll.pinch = pinch
        return pinch
    }

    final var scrollPan: ScrollPanGestureRecognizer {
        if let pan = scroll.pan { return pan }
        let pan = ScrollPanGestureRecognizer(of: self)
        scroll.pan = pan
        return pan
    }

    /// Whether a drag that begins nearly along one axis keeps to it.
    open var isDirectionalLockEnabled = false

    /// Whether content can be dragged past its edges, and comes back; on both axes, or on each.
    open var bounces: Bool {
        get { bouncesHorizontally || bouncesVertically }
        set { (bouncesHorizontally, bouncesVertically) = (newValue, newValue) }
    }
    open var bouncesHorizontally = true
    open var bouncesVertically = true

    /// Whether content that is no larger than the view bounces, too.
    open var alwaysBounceVertical = false
    open var alwaysBounceHorizontal = false

    /// Whether the content comes to rest at multiples of the view's size; one at a drag.
    open var isPagingEnabled = false

    open var decelerationRate = DecelerationRate.normal

    /// Whether a drag that can't move this view moves one that it is in; true, as in UIKit.
    open var transfersHorizontalScrollingToParent = true
    open var transfersVerticalScrollingToParent = true

    /// Whether views in this one hear of a touch only once it is clear that it moves nothing: after 150 ms, or at its
    /// end.
    open var delaysContentTouches = true

    /// Whether a touch that a view in this one has begun to handle can still become a drag, if
    /// `touchesShouldCancel(in:)` agrees.
    open var canCancelContentTouches = true

    /// Whether a touch is handed to a view in this one: true by default. For subclasses.
    open func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool { true }

    /// Whether a drag may take a touch away from a view in this one: not from controls. For subclasses.
    open func touchesShouldCancel(in view: UIView) -> Bool { !(view is UIControl) }

    /// Whether `scrollToTop(animated:)` does anything.
    open var scrollsToTop = true

    /// Whether a drag ends editing; an interactive one ends it as it begins.
    open var keyboardDismissMode = KeyboardDismissMode.none
    /// Kept for code that sets it: presses move nothing.
    open var allowsKeyboardScrolling = true
    /// Whether a table shows an index beside its content, where it has titles.
    open var indexDisplayMode = IndexDisplayMode.automatic

    /// What content asks for that is pulled down past its top; nil, as at first, for nothing. The view places it behind
    /// its content. Content that is no larger than the view is pulled where `alwaysBounceVertical` is set.
    open var refreshControl: UIRefreshControl? {
        get { scroll.refresh }
        set { exchangeRefreshControl(for: newValue) }
    }

    // MARK: State

    /// Whether a finger is down that may move the content.
    open var isTracking: Bool { scroll.state.drag != nil }
    /// Whether fingers move the content.
    open var isDragging: Bool { scroll.state.drag?.hasBegun ?? false }
    /// Whether the content moves on after a drag.
    open var isDecelerating: Bool {
        switch scroll.state {
        case .decelerating, .bouncing: true
        case .atRest, .touched, .animating: false
        }
    }
    /// Whether the offset is on its way to where it was set.
    open var isScrollAnimating: Bool {
        if case .animating = scroll.state { return !scroll.state.isZoomInMotion }
        return false
    }

    // MARK: Moving

    /// Moves the content; animated, over the next 0.3 s. What else moves it is stopped.
    ///
    /// Traps when the offset is not finite.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) { go(to: contentOffset, animated) }

    /// Moves the content as little as makes a rect of it visible, as far as the content reaches.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) { reveal(rect, animated) }

    /// Stops what moves by itself, where it is; content past an edge is put back.
    open func stopScrollingAndZooming() { halt() }

    /// Scrolls to the top, if the delegate lets it: what a tap on a status bar does in UIKit.
    public final func scrollToTop(animated: Bool) {
        guard scrollsToTop, delegate?.scrollViewShouldScrollToTop(self) ?? true else { return }
        goToTop(animated)
    }

    // MARK: Zooming

    /// How small and how large fingers may make the content, as factors; 1 at first. They may only if one is larger
    /// than the other, and the delegate names a view. A scale beyond a limit that is set later stays until the next
    /// zoom, as in UIKit.
    open var minimumZoomScale: CGFloat = 1
    open var maximumZoomScale: CGFloat = 1

    /// The scale of the view that the delegate names.
    open var zoomScale: CGFloat {
        get { scroll.zoomScale }
        set { setZoomScale(newValue, animated: false) }
    }

    /// Scales about the middle of what is visible, within the limits.
    open func setZoomScale(_ scale: CGFloat, animated: Bool) { zoom(toScale: scale, animated) }

    /// Scales, within the limits, and moves so that a rect of the zoomed view fills the scroll view as well as it can.
    open func zoom(to rect: CGRect, animated: Bool) { zoom(toRect: rect, animated) }

    /// Whether fingers can zoom past the limits; the scale comes back when they are lifted.
    open var bouncesZoom = true
    /// Whether fingers zoom.
    open var isZooming: Bool { scroll.state.pinch != nil }
    /// Whether the scale is on its way back to a limit.
    open var isZoomBouncing: Bool {
        if case .bouncing = scroll.state { return true }
        return false
    }
    /// Whether the scale is on its way to where it was set.
    open var isZoomAnimating: Bool {
        if case .animating = scroll.state { return scroll.state.isZoomInMotion }
        return false
    }

    // MARK: Indicators

    open var showsHorizontalScrollIndicator = true {
        didSet { setNeedsLayout() }
    }
    open var showsVerticalScrollIndicator = true {
        didSet { setNeedsLayout() }
    }
    open var indicatorStyle = IndicatorStyle.default {
        didSet { setNeedsLayout() }
    }
    /// Space around each indicator, beside the safe area's.
    open var verticalScrollIndicatorInsets = UIEdgeInsets.zero {
        didSet { setNeedsLayout() }
    }
    open var horizontalScrollIndicatorInsets = UIEdgeInsets.zero {
        didSet { setNeedsLayout() }
    }
    /// Both at once; reads as the vertical one's.
    open var scrollIndicatorInsets: UIEdgeInsets {
        get { verticalScrollIndicatorInsets }
        set { (verticalScrollIndicatorInsets, horizontalScrollIndicatorInsets) = (newValue, newValue) }
    }
    /// Whether the safe area is added to the indicators' insets.
    open var automaticallyAdjustsScrollIndicatorInsets = true {
        didSet { setNeedsLayout() }
    }

    /// Shows the indicators for a moment.
    open func flashScrollIndicators() { showIndicators() }

    /// Shows the indicators if the offset is changed in the closure.
    open func withScrollIndicatorsShown(forContentOffsetChanges changes: () -> Void) {
        let before = contentOffset
        changes()
        if contentOffset != before { showIndicators() }
    }

    // MARK: View

    open override var bounds: CGRect {
        get { super.bounds }
        set {
            let old = super.bounds
            super.bounds = newValue
            boundsChanged(from: old)
        }
    }

    open override var frame: CGRect {
        get { super.frame }
        set {
            let old = super.bounds
            super.frame = newValue
            boundsChanged(from: old)
        }
    }

    open override func layoutSubviews() {
        takeContentSize()
        super.layoutSubviews()
        placeIndicators()
    }

    open override func safeAreaInsetsDidChange() {
        super.safeAreaInsetsDidChange()
        noteInsets(keepsTop: true)
    }

    open override func willMove(toWindow newWindow: UIWindow?) {
        super.willMove(toWindow: newWindow)
        if newWindow !== window { halt() }
    }
}
