import Foundation
import TileDrawing
import TileGeometry

extension UIScrollView {
    /// The valid offsets on both axes: those at which the content covers as much of the view as possible.
    var offsetRange: (x: ClosedRange<Double>, y: ClosedRange<Double>) { offsetRange(of: contentSize) }

    /// Returns the valid offsets for content of another size.
    private func offsetRange(of contentSize: CGSize) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
        let (insets, viewport) = (insetsInEffect, bounds.size)
        func range(
            length: CGFloat, before: CGFloat, after: CGFloat, viewport: CGFloat, alignment: CGFloat
        ) -> ClosedRange<Double> {
            let (low, high) = (-before, max(length, 0) + after - viewport)
            if low <= high { return low...high }
            let place = low - (low - high) * alignment
            return place...place
        }
        return (
            range(
                length: contentSize.width, before: insets.left, after: insets.right, viewport: viewport.width,
                alignment: contentAlignmentPoint.x),
            range(
                length: contentSize.height, before: insets.top, after: insets.bottom, viewport: viewport.height,
                alignment: contentAlignmentPoint.y)
        )
    }

    func clamped(_ offset: CGPoint) -> CGPoint { clamped(offset, for: contentSize) }

    /// Returns the nearest valid offset for content of a size.
    func clamped(_ offset: CGPoint, for contentSize: CGSize) -> CGPoint {
        let range = offsetRange(of: contentSize)
        return CGPoint(
            x: min(max(offset.x, range.x.lowerBound), range.x.upperBound),
            y: min(max(offset.y, range.y.lowerBound), range.y.upperBound))
    }

    /// The axes along which fingers can move the content.
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

    /// The insets without that of a refreshing control.
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

    /// Applies changed insets.
    ///
    /// - Parameter keepsTop: Whether content that was aligned with the top or left inset stays aligned.
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

    /// Changes the offset and notifies the delegate. All motion goes through this method; changes of the bounds by
    /// other code are not reported.
    ///
    /// It sets the bounds, so that subclasses that observe them see each step.
    func setOffset(_ offset: CGPoint, by change: ScrollChange) {
        let outer = scroll.change
        scroll.change = change
        bounds.origin = offset
        scroll.change = outer
    }

    /// Handles a change of the bounds, by `setOffset(_:by:)` or by other code.
    func boundsChanged(from old: CGRect) {
        let new = bounds
        if new.origin != old.origin {
            let change = scroll.change
            let isKnown = change == .program || change == .motion
            // Changes by the delegate from here on count as the program's.
            if isKnown { scroll.change = nil }
            if change != .motion { followProgram(from: old.origin) }
            if isKnown { delegate?.scrollViewDidScroll(self) }
        }
        if new.size != old.size {
            // The safe area may have changed with the frames of superviews, which is detected only now.
            noteInsets(keepsTop: true)
            bringBack()
        }
        if new != old { scroll.refresh?.follow() }
    }

    /// Shows an offset that fingers or a motion have caused.
    func show(_ offset: CGPoint) {
        if offset != bounds.origin { setOffset(offset, by: .motion) }
    }

    /// Returns to a valid offset after the size of the content or the view has changed.
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

    /// Moves the content on behalf of the program. Other motion continues from there.
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

    /// The duration of an animated change in seconds.
    static let animationSeconds = 0.3

    func reveal(_ rect: CGRect, _ animated: Bool) {
        guard rect.minX.isFinite, rect.minY.isFinite, rect.width.isFinite, rect.height.isFinite else { return }
        let (insets, here, rect) = (insetsInEffect, bounds, rect.standardized)
        func nearest(
            low: CGFloat, high: CGFloat, from: CGFloat, to: CGFloat, before: CGFloat, after: CGFloat
        ) -> CGFloat {
            // A rectangle that covers a shorter view is sufficiently visible.
            let (visibleFrom, visibleTo) = (from + before, to - after)
            if low <= visibleFrom && high >= visibleTo { return from }
            let isLong = high - low > visibleTo - visibleFrom
            if (low < visibleFrom) != isLong { return low - before }
            return high > visibleTo || isLong ? high + after - (to - from) : from
        }
        let target = CGPoint(
            x: nearest(
                low: rect.minX, high: rect.maxX, from: here.minX, to: here.maxX, before: insets.left,
                after: insets.right),
            y: nearest(
                low: rect.minY, high: rect.maxY, from: here.minY, to: here.maxY, before: insets.top,
                after: insets.bottom))
        if clamped(target) != here.origin { go(to: clamped(target), animated) }
    }
}
