import Foundation
import TileDrawing
import TileGeometry

extension UIScrollView {
    /// The offsets at which the content covers as much of the view as it can, on each axis.
    var offsetRange: (x: ClosedRange<Double>, y: ClosedRange<Double>) { offsetRange(of: contentSize) }

    /// The same for content of another size.
    private func offsetRange(of contentSize: CGSize) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
        let (insets, viewport) = (insetsInEffect, bounds.size)
        func range(
            _ length: CGFloat, _ before: CGFloat, _ after: CGFloat, _ viewport: CGFloat, _ alignment: CGFloat
        ) -> ClosedRange<Double> {
            let (low, high) = (-before, max(length, 0) + after - viewport)
            if low <= high { return low...high }
            let place = low - (low - high) * alignment
            return place...place
        }
        return (
            range(contentSize.width, insets.left, insets.right, viewport.width, contentAlignmentPoint.x),
            range(contentSize.height, insets.top, insets.bottom, viewport.height, contentAlignmentPoint.y)
        )
    }

    func clamped(_ offset: CGPoint) -> CGPoint { clamped(offset, for: contentSize) }

    /// The nearest offset that shows nothing beyond content of a size.
    func clamped(_ offset: CGPoint, for contentSize: CGSize) -> CGPoint {
        let range = offsetRange(of: contentSize)
        return CGPoint(
            x: min(max(offset.x, range.x.lowerBound), range.x.upperBound),
            y: min(max(offset.y, range.y.lowerBound), range.y.upperBound))
    }

    /// Along which axes fingers move the content.
    var scrollableAxes: ScrollAxes {
        let range = offsetRange
        var axes: ScrollAxes = []
        if range.x.lowerBound < range.x.upperBound || (bouncesHorizontally && alwaysBounceHorizontal) {
            axes.insert(.horizontal)
        }
        if range.y.lowerBound < range.y.upperBound || (bouncesVertically && alwaysBounceVertical) {
            axes.insert(.vertical)
        }
        return axes
    }

    // MARK: Insets

    var insetsInEffect: UIEdgeInsets {
        var insets = plainInsets
        if let refresh = scroll.refresh { insets.top += refresh.room }
        return insets
    }

    /// Without those of a control that refreshes.
    var plainInsets: UIEdgeInsets {
        let (own, safe) = (contentInset, safeAreaInsets)
        guard contentInsetAdjustmentBehavior != .never, safe != .zero else { return own }
        var (counts, isAlways) = (ScrollAxes.both, contentInsetAdjustmentBehavior == .always)
        if !isAlways {
            counts = []
            if contentSize.width + own.left + own.right > bounds.width || alwaysBounceHorizontal {
                counts.insert(.horizontal)
            }
            if followsBars || contentSize.height + own.top + own.bottom > bounds.height || alwaysBounceVertical {
                counts.insert(.vertical)
            }
        }
        isAlways = counts.contains(.horizontal)
        let isVertical = counts.contains(.vertical)
        return UIEdgeInsets(
            top: own.top + (isVertical ? safe.top : 0), left: own.left + (isAlways ? safe.left : 0),
            bottom: own.bottom + (isVertical ? safe.bottom : 0), right: own.right + (isAlways ? safe.right : 0))
    }

    /// The insets may have changed.
    ///
    /// - Parameter keepsTop: whether content whose top, or left edge, was at the inset stays there.
    func noteInsets(keepsTop: Bool = false) {
        let (insets, before) = (insetsInEffect, scroll.knownInsets)
        guard insets != before else { return }
        scroll.knownInsets = insets
        if keepsTop, case .atRest = scroll.state {
            let here = bounds.origin
            show(
                CGPoint(
                    x: here.x == -before.left ? -insets.left : here.x, y: here.y == -before.top ? -insets.top : here.y))
        }
        adjustedContentInsetDidChange()
        delegate?.scrollViewDidChangeAdjustedContentInset(self)
        setNeedsLayout()
        bringBack()
        scroll.refresh?.follow()
    }

    // MARK: Changes

    /// Changes the offset, and tells the delegate. All that moves the content does it by this; code that sets the
    /// bounds themselves is not told of.
    ///
    /// The bounds are what is set, so that code of subclasses that watches them sees each step.
    func setOffset(_ offset: CGPoint, by change: ScrollChange) {
        let outer = scroll.change
        scroll.change = change
        bounds.origin = offset
        scroll.change = outer
    }

    /// The bounds have been set, by `setOffset(_:by:)` or not.
    func boundsChanged(from old: CGRect) {
        let new = bounds
        if new.origin != old.origin {
            let change = scroll.change
            let isKnown = change == .program || change == .motion
            // What the delegate does from here on is the program's.
            if isKnown { scroll.change = nil }
            if change != .motion { followProgram(from: old.origin) }
            if isKnown { delegate?.scrollViewDidScroll(self) }
        }
        if new.size != old.size {
            // By what is above it the safe area may have changed, which is noticed only now.
            noteInsets(keepsTop: true)
            bringBack()
        }
        if new != old { scroll.refresh?.follow() }
    }

    /// Shows an offset that fingers, or a motion, brought about.
    func show(_ offset: CGPoint) {
        if offset != bounds.origin { setOffset(offset, by: .motion) }
    }

    /// The content, or the view, has another extent: nothing is left beyond it.
    func bringBack() {
        if scroll.change?.keepsOffset == true { return }
        switch scroll.state {
        case .atRest: show(clamped(bounds.origin))
        case .touched(.dragging(let drag)):
            if !drag.hasBegun { show(clamped(bounds.origin)) }
        case .decelerating(let motion): retarget(motion)
        case .touched(.pinching), .bouncing, .animating: return
        }
    }

    /// The program moves the content, and what moves it besides goes on from there.
    func put(_ offset: CGPoint) {
        switch scroll.state {
        case .bouncing, .animating: go(to: offset, false)
        case .atRest, .touched, .decelerating:
            check(offset)
            setOffset(offset, by: .program)
        }
    }

    private func check(_ offset: CGPoint) {
        precondition(
            offset.x.isFinite && offset.y.isFinite,
            "a content offset must be finite, and is [\(offset.x) \(offset.y)]")
    }

    func goToTop(_ animated: Bool) {
        go(to: CGPoint(x: bounds.minX, y: offsetRange.y.lowerBound), animated)
        if case .animating(var animation) = scroll.state {
            animation.isToTop = true
            scroll.state = .animating(animation)
        } else {
            delegate?.scrollViewDidScrollToTop(self)
        }
    }

    func go(to offset: CGPoint, _ animated: Bool) {
        check(offset)
        endMotionAndBounce()
        guard animated, let clock = window?.screen.clock else {
            setOffset(offset, by: .program)
            return
        }
        let here = bounds.origin
        guard offset != here else {
            delegate?.scrollViewDidEndScrollingAnimation(self)
            return
        }
        let seconds = Self.animationSeconds
        animate(
            .offset(
                OffsetMotion(
                    start: clock.now, x: AxisMotion(.ease(from: here.x, to: offset.x, duration: seconds)),
                    y: AxisMotion(.ease(from: here.y, to: offset.y, duration: seconds)))))
    }

    /// How long an animated change takes, in seconds.
    static let animationSeconds = 0.3

    func reveal(_ rect: CGRect, _ animated: Bool) {
        guard rect.minX.isFinite, rect.minY.isFinite, rect.width.isFinite, rect.height.isFinite else { return }
        let (insets, here, rect) = (insetsInEffect, bounds, rect.standardized)
        func nearest(
            _ low: CGFloat, _ high: CGFloat, _ from: CGFloat, _ to: CGFloat, _ before: CGFloat, _ after: CGFloat
        ) -> CGFloat {
            // A rect longer than the view that covers it is visible enough.
            let (visibleFrom, visibleTo) = (from + before, to - after)
            if low <= visibleFrom && high >= visibleTo { return from }
            let isLong = high - low > visibleTo - visibleFrom
            if (low < visibleFrom) != isLong { return low - before }
            return high > visibleTo || isLong ? high + after - (to - from) : from
        }
        let target = CGPoint(
            x: nearest(rect.minX, rect.maxX, here.minX, here.maxX, insets.left, insets.right),
            y: nearest(rect.minY, rect.maxY, here.minY, here.maxY, insets.top, insets.bottom))
        if clamped(target) != here.origin { go(to: clamped(target), animated) }
    }
}
