public import Foundation
public import TileDrawing
import TileGeometry

/// A view with content that can be larger than the view. Fingers scroll and zoom the content, which decelerates after
/// they lift.
///
/// The content consists of the subviews in the view's own coordinates. The point `contentOffset` of the content, the
/// origin of the bounds, is at the top left of the view. Motion advances with the frames of the window's screen, on the
/// screen's `clock`. Outside a window there is no motion, and animated changes happen immediately.
///
/// Touches that begin in the view or a subview scroll it after they have moved more than 10 points; they are then
/// cancelled for the view that received them. The same touches at the same times yield bit-identical offsets in the
/// same frames. Motion follows published measurements of UIKit: see `ScrollCurve` and `RubberBand`.
open class UIScrollView: UIView {
    /// The factor by which the velocity decreases per millisecond.
    public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat
        /// Creates a rate. Traps unless the value is between 0 and 1, exclusive.
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

    /// The condition under which the safe area is added to the content's insets.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        /// The same as `scrollableAxes`, because the content of view controllers is not distinguished.
        case automatic = 0
        /// Adds the safe area along the axes on which the content can scroll.
        case scrollableAxes = 1
        case never = 2
        case always = 3
    }

    public enum IndexDisplayMode: Int, Sendable {
        case automatic = 0
        case alwaysHidden = 1
    }

    final var scroll = Scrolling()

    /// The view that is scaled by zooming.
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

    /// The delegate, held weakly.
    ///
    /// Table, collection and text views have a `delegate` with a more specific type, which takes the place of this
    /// property. Swift cannot override a property with another type, so this one is disfavored in overload resolution.
    @_disfavoredOverload
    open weak var delegate: (any UIScrollViewDelegate)? {
        didSet { delegateFollower?(self) }
    }

    /// Called when the delegate was set, for subclasses in other modules with a more specific `delegate`.
    package final var delegateFollower: ((UIScrollView) -> Void)?

    /// A Boolean value that indicates whether bars above and below follow the view. Their insets then apply even if the
    /// content is small.
    package final var followsBars = false { didSet { if followsBars != oldValue { noteInsets(keepsTop: true) } } }

    /// Called with each change of the offset, for bars that follow it.
    package final var offsetFollower: ((UIScrollView) -> Void)?

    /// Returns the position of rest after a drag, before the delegate is asked. The arguments are the position that
    /// follows from the velocity, and the velocity in points per millisecond. Used by lists with layouts that choose
    /// positions.
    package final var restingPlace: ((_ proposed: CGPoint, _ velocity: CGPoint) -> CGPoint)?

    /// A Boolean value that indicates whether all of the content is displayed in sections, without decorations that are
    /// attached to the view. See `ScrollStage`.
    package final var showsAllContent: Bool {
        get { scroll.showsAllContent }
        set {
            guard newValue != scroll.showsAllContent else { return }
            scroll.showsAllContent = newValue
            (self as? any ContentRecycling)?.contentModeChanged()
        }
    }

    // MARK: Content

    /// The point of the content at the top left of the bounds. A value beyond the content is allowed; it is corrected
    /// by the next touch or change of size. Drags and decelerations continue from the new value, which allows for
    /// endless content. `setContentOffset(_:animated:)` stops motion. Traps if the value is not finite.
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set { put(newValue) }
    }

    /// The size of the content from the origin, in points. It does not follow the subviews automatically.
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
            // The size can determine whether the safe area applies.
            if scroll.change?.keepsOffset != true { noteInsets(keepsTop: true) }
            bringBack()
            offsetFollower?(self)
            noteObserved()
        }
    }

    /// The insets around the content, in points.
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

    /// The content insets plus those of the safe area, if it applies, and the inset of a refreshing control.
    open var adjustedContentInset: UIEdgeInsets { insetsInEffect }

    /// Called when the effective insets have changed. The default implementation does nothing.
    open func adjustedContentInsetDidChange() {}

    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic {
        didSet { noteInsets(keepsTop: true) }
    }

    /// The alignment of content that is smaller than the view, relative to the free space: (0, 0), the default, for the
    /// top left and (0.5, 0.5) for the center.
    open var contentAlignmentPoint = CGPoint.zero {
        didSet { bringBack() }
    }

    /// A layout guide for the content.
    open var contentLayoutGuide: UILayoutGuide { guide(.scrollContent) }
    /// A layout guide for the frame of the view, which does not move with the content.
    open var frameLayoutGuide: UILayoutGuide { guide(.scrollFrame) }

    // MARK: Touch behavior

    /// A Boolean value that indicates whether fingers can scroll the content.
    open var isScrollEnabled = true {
        didSet { if !isScrollEnabled { endDrag() } }
    }

    /// The recognizer for drags of the content. Before a drag begins, `gestureRecognizerShouldBegin(_:)` is called for
    /// the views with the touches, from the innermost one up to this view.
    open var panGestureRecognizer: UIPanGestureRecognizer { scrollPan }

    /// The recognizer for two fingers that zoom the content; nil if zooming is not possible.
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

    /// A Boolean value that indicates whether a drag that begins nearly along one axis is restricted to it.
    open var isDirectionalLockEnabled = false

    /// A Boolean value that indicates whether content can be dragged past its edges and returns. The property combines
    /// both axes.
    open var bounces: Bool {
        get { bouncesHorizontally || bouncesVertically }
        set { (bouncesHorizontally, bouncesVertically) = (newValue, newValue) }
    }
    open var bouncesHorizontally = true
    open var bouncesVertically = true

    /// A Boolean value that indicates whether content that is no larger than the view also bounces.
    open var alwaysBounceVertical = false
    open var alwaysBounceHorizontal = false

    /// A Boolean value that indicates whether the content comes to rest at multiples of the view's size, at most one
    /// per drag.
    open var isPagingEnabled = false

    open var decelerationRate = DecelerationRate.normal

    /// A Boolean value that indicates whether a drag that cannot move this view moves an enclosing one. The default is
    /// true, as in UIKit.
    open var transfersHorizontalScrollingToParent = true
    open var transfersVerticalScrollingToParent = true

    /// A Boolean value that indicates whether touches are delivered to subviews only after it is clear that they do not
    /// scroll: after 150 ms, or when they end.
    open var delaysContentTouches = true

    /// A Boolean value that indicates whether a touch that a subview handles can still become a drag, if
    /// `touchesShouldCancel(in:)` allows it.
    open var canCancelContentTouches = true

    /// Returns whether a touch is delivered to a subview. The default implementation returns true.
    open func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool { true }

    /// Returns whether a drag can cancel a touch in a subview. The default implementation returns false for controls.
    open func touchesShouldCancel(in view: UIView) -> Bool { !(view is UIControl) }

    /// A Boolean value that indicates whether `scrollToTop(animated:)` has an effect.
    open var scrollsToTop = true

    /// The effect of drags on the keyboard. All modes except `none` end editing when a drag begins.
    open var keyboardDismissMode = KeyboardDismissMode.none
    /// A stored value without effect: presses do not scroll.
    open var allowsKeyboardScrolling = true
    /// The display mode of a table's index.
    open var indexDisplayMode = IndexDisplayMode.automatic

    /// The control that is triggered by pulling the content past its top; nil for none. The view places it behind its
    /// content. Content that is no larger than the view can be pulled if `alwaysBounceVertical` is set.
    open var refreshControl: UIRefreshControl? {
        get { scroll.refresh }
        set { exchangeRefreshControl(for: newValue) }
    }

    // MARK: State

    /// A Boolean value that indicates whether a finger is down that may scroll the content.
    open var isTracking: Bool { scroll.state.drag != nil }
    /// A Boolean value that indicates whether fingers are scrolling the content.
    open var isDragging: Bool { scroll.state.drag?.hasBegun ?? false }
    /// A Boolean value that indicates whether the content is moving after a drag.
    open var isDecelerating: Bool {
        switch scroll.state {
        case .decelerating, .bouncing: true
        case .atRest, .touched, .animating: false
        }
    }
    /// A Boolean value that indicates whether the offset is being animated by the program.
    open var isScrollAnimating: Bool {
        if case .animating = scroll.state { return !scroll.state.isZoomInMotion }
        return false
    }

    // MARK: Movement

    /// Sets the offset, optionally with an animation of 0.3 s. Other motion is stopped.
    ///
    /// Traps if the offset is not finite.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) { go(to: contentOffset, animated) }

    /// Scrolls by the smallest distance that makes a rectangle visible, within the limits of the content.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) { reveal(rect, animated) }

    /// Stops all motion at the current position. Content past an edge is moved back.
    open func stopScrollingAndZooming() { halt() }

    /// Scrolls to the top if the delegate allows it, as a tap on the status bar does in UIKit.
    public final func scrollToTop(animated: Bool) {
        guard scrollsToTop, delegate?.scrollViewShouldScrollToTop(self) ?? true else { return }
        goToTop(animated)
    }

    // MARK: Zooming

    /// The limits of the zoom by fingers, as scale factors. The default is 1. Zooming requires that the maximum is
    /// greater than the minimum and that the delegate returns a view. If a limit is changed, a scale beyond it stays
    /// until the next zoom, as in UIKit.
    open var minimumZoomScale: CGFloat = 1
    open var maximumZoomScale: CGFloat = 1

    /// The scale of the view that the delegate returns.
    open var zoomScale: CGFloat {
        get { scroll.zoomScale }
        set { setZoomScale(newValue, animated: false) }
    }

    /// Sets the scale within the limits, around the center of the visible area.
    open func setZoomScale(_ scale: CGFloat, animated: Bool) { zoom(toScale: scale, animated) }

    /// Sets the scale and the offset, within the limits, so that a rectangle of the zoomed view fills the scroll view.
    open func zoom(to rect: CGRect, animated: Bool) { zoom(toRect: rect, animated) }

    /// A Boolean value that indicates whether fingers can zoom past the limits. The scale returns when they are lifted.
    open var bouncesZoom = true
    /// A Boolean value that indicates whether fingers are zooming.
    open var isZooming: Bool { scroll.state.pinch != nil }
    /// A Boolean value that indicates whether the scale is returning to a limit.
    open var isZoomBouncing: Bool {
        if case .bouncing = scroll.state { return true }
        return false
    }
    /// A Boolean value that indicates whether the scale is being animated by the program.
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
    /// The insets of the indicator in addition to the safe area.
    open var verticalScrollIndicatorInsets = UIEdgeInsets.zero {
        didSet { setNeedsLayout() }
    }
    open var horizontalScrollIndicatorInsets = UIEdgeInsets.zero {
        didSet { setNeedsLayout() }
    }
    /// The insets of both indicators. The value is that of the vertical one.
    open var scrollIndicatorInsets: UIEdgeInsets {
        get { verticalScrollIndicatorInsets }
        set { (verticalScrollIndicatorInsets, horizontalScrollIndicatorInsets) = (newValue, newValue) }
    }
    /// A Boolean value that indicates whether the safe area is added to the insets of the indicators.
    open var automaticallyAdjustsScrollIndicatorInsets = true {
        didSet { setNeedsLayout() }
    }

    /// Shows the indicators for a moment.
    open func flashScrollIndicators() { showIndicators() }

    /// Shows the indicators if the closure changes the offset.
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
        placeEdgeEffects()
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
