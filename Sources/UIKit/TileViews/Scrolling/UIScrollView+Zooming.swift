import Foundation
import TileGeometry

extension UIScrollView {
    private var zoomLimits: ClosedRange<CGFloat> {
        // A limit that is zero, negative or not finite means no limit.
        let least = minimumZoomScale > 0 && minimumZoomScale.isFinite ? minimumZoomScale : Self.leastZoomScale
        let most = maximumZoomScale.isFinite ? maximumZoomScale : 1 / Self.leastZoomScale
        return least...max(least, most)
    }

    /// The minimum scale that fingers can reach.
    private static let leastZoomScale: CGFloat = 1e-4

    /// The exponent that is applied to a zoom beyond a limit. UIKit's value is not documented.
    private static let zoomResistance = 0.35

    // MARK: Scale and offset

    /// Scales the content while a point of it, in coordinates at scale 1, stays at a point relative to the view's top
    /// left.
    private func show(scale: CGFloat, content: CGPoint, at point: CGPoint, isFree: Bool) {
        guard let view = zoomedView else { return }
        let isOther = scale != zoomScale
        if isOther {
            let unscaled = unscaled(view)
            view.transform = CGAffineTransform(scaleX: scale, y: scale)
            // The view keeps its position in the content, although it is scaled around its own anchor point.
            let moved = view.frame.origin
            view.center.x += unscaled.origin.x * scale - moved.x
            view.center.y += unscaled.origin.y * scale - moved.y
            scroll.zoomScale = scale
            let outer = scroll.change
            scroll.change = .scale
            contentSize = CGSize(width: unscaled.size.width * scale, height: unscaled.size.height * scale)
            scroll.change = outer
            scroll.zoomed = Scrolling.Zoomed(unscaled: unscaled, origin: view.frame.origin, size: contentSize)
        }
        let offset = CGPoint(x: content.x * scale - point.x, y: content.y * scale - point.y)
        show(isFree ? offset : clamped(offset))
        if isOther { delegate?.scrollViewDidZoom(self) }
    }

    /// Returns the origin of the zoomed view and the size of the content at scale 1. The value is kept from step to
    /// step, because the product of the factors of a long zoom would not be exactly the scale.
    private func unscaled(_ view: UIView) -> CGRect {
        let origin = view.frame.origin
        if let zoomed = scroll.zoomed, zoomed.origin == origin, zoomed.size == contentSize { return zoomed.unscaled }
        return CGRect(
            x: origin.x / zoomScale, y: origin.y / zoomScale,
            width: contentSize.width / zoomScale, height: contentSize.height / zoomScale)
    }

    /// Shows the state of an animated change of scale at a time.
    func show(_ zoom: ZoomMotion, at elapsed: Double) {
        let scale = zoom.scale.offset(at: elapsed)
        let way = zoom.scale.end - zoom.startScale
        let part = way != 0 ? (scale - zoom.startScale) / way : elapsed >= zoom.scale.duration ? 1 : 0
        let point = CGPoint(
            x: zoom.from.x + (zoom.to.x - zoom.from.x) * part, y: zoom.from.y + (zoom.to.y - zoom.from.y) * part)
        show(scale: scale, content: zoom.content, at: point, isFree: elapsed < zoom.scale.duration)
    }

    /// Returns the motion to a scale at which a point of the content is at a point of the view, or as close as the size
    /// of the content allows.
    private func zoomMotion(
        to scale: CGFloat, content: CGPoint, at target: CGPoint, start: TimeInterval
    ) -> ZoomMotion {
        let from = CGPoint(x: content.x * zoomScale - bounds.minX, y: content.y * zoomScale - bounds.minY)
        let factor = scale / zoomScale
        let size = CGSize(width: contentSize.width * factor, height: contentSize.height * factor)
        let offset = clamped(CGPoint(x: content.x * scale - target.x, y: content.y * scale - target.y), for: size)
        let to = CGPoint(x: content.x * scale - offset.x, y: content.y * scale - offset.y)
        return ZoomMotion(
            start: start, scale: AxisMotion(.ease(from: zoomScale, to: scale, duration: Self.animationSeconds)),
            startScale: zoomScale, content: content, from: from, to: to)
    }

    /// Returns the point of the content, in coordinates at scale 1, at a point of the view.
    private func content(at point: CGPoint) -> CGPoint {
        CGPoint(x: (bounds.minX + point.x) / zoomScale, y: (bounds.minY + point.y) / zoomScale)
    }

    private var middle: CGPoint { CGPoint(x: bounds.width / 2, y: bounds.height / 2) }

    func zoom(toScale scale: CGFloat, _ animated: Bool) {
        precondition(scale.isFinite, "a zoom scale must be finite, and is \(scale)")
        zoom(to: scale, content: content(at: middle), animated)
    }

    func zoom(toRect rect: CGRect, _ animated: Bool) {
        precondition(
            [rect.minX, rect.minY, rect.width, rect.height].allSatisfy(\.isFinite), "a rect to zoom to must be finite")
        guard let view = zoomedView, rect.width > 0, rect.height > 0, bounds.width > 0, bounds.height > 0 else {
            return
        }
        let scale = min(bounds.width / rect.width, bounds.height / rect.height)
        // The coordinates of the zoomed view, in those of the content at scale 1.
        let origin = view.frame.origin
        let start = view.bounds.origin
        let center = CGPoint(
            x: origin.x / zoomScale + rect.midX - start.x, y: origin.y / zoomScale + rect.midY - start.y)
        zoom(to: scale, content: center, animated)
    }

    private func zoom(to scale: CGFloat, content: CGPoint, _ animated: Bool) {
        guard zoomedView != nil else { return }
        let scale = min(max(scale, zoomLimits.lowerBound), zoomLimits.upperBound)
        endMotion()
        guard animated, let now else {
            show(scale: scale, content: content, at: middle, isFree: false)
            return
        }
        delegate?.scrollViewWillBeginZooming(self, with: zoomedView)
        animate(.zoom(zoomMotion(to: scale, content: content, at: middle, start: now)))
    }

    // MARK: Fingers

    func beginPinchIfNeeded() {
        guard let drag = scroll.state.drag, drag.touches.count >= 2, scroll.state.pinch == nil,
            minimumZoomScale < maximumZoomScale, scroll.pinch?.isEnabled != false, let view = zoomedView
        else { return }
        let touches = Array(drag.touches.prefix(2))
        scroll.state = scroll.state.with(.pinching(pinch(with: touches), drag))
        for touch in touches { touch.give(to: scrollPan) }
        delegate?.scrollViewWillBeginZooming(self, with: view)
        scroll.pinch?.deliverState(.began, scale: 1, touches: touches)
    }

    /// Returns a pinch that begins at the current scale.
    private func pinch(with touches: [UITouch]) -> ScrollPinch {
        // Two fingers at the same location would give no scale.
        ScrollPinch(
            touches: touches, distance: max(distance(touches), 1), scale: free(zoomScale),
            content: content(at: location(of: touches)))
    }

    func movePinch() {
        if case .animating = scroll.state {
            // The fingers take over from the program's animation.
            endMotion()
            guard case .pinching(let pinch, let drag) = scroll.state.fingers else { return }
            scroll.state = scroll.state.with(.pinching(self.pinch(with: pinch.touches), drag))
            return
        }
        guard let pinch = scroll.state.pinch else { return }
        let free = pinch.scale * max(distance(pinch.touches), 1) / pinch.distance
        show(scale: resisted(free), content: pinch.content, at: location(of: pinch.touches), isFree: true)
        scroll.pinch?.deliverState(.changed, scale: free / pinch.scale, touches: pinch.touches)
    }

    /// Returns the displayed scale for a zoom by fingers, with resistance beyond the limits.
    private func resisted(_ scale: CGFloat) -> CGFloat {
        let (low, high) = (zoomLimits.lowerBound, zoomLimits.upperBound)
        guard scale < low || scale > high else { return scale }
        let limit = scale < low ? low : high
        // Two fingers at the same location would make the content vanish.
        return bouncesZoom ? limit * pow(max(scale / limit, 1e-3), Self.zoomResistance) : limit
    }

    /// Returns the inverse of `resisted(_:)`: the zoom by fingers that yields a scale.
    private func free(_ scale: CGFloat) -> CGFloat {
        let (low, high) = (zoomLimits.lowerBound, zoomLimits.upperBound)
        guard scale < low || scale > high, bouncesZoom else { return scale }
        let limit = scale < low ? low : high
        return limit * pow(scale / limit, 1 / Self.zoomResistance)
    }

    /// Starts the return of a scale beyond the limits after fingers have been lifted.
    ///
    /// - Returns: Whether the scale is beyond the limits.
    func bringScaleBack(at time: TimeInterval) -> Bool {
        let scale = min(max(zoomScale, zoomLimits.lowerBound), zoomLimits.upperBound)
        guard scale != zoomScale, let now, let view = zoomedView else { return false }
        delegate?.scrollViewWillBeginZooming(self, with: view)
        start(.bouncing(zoomMotion(to: scale, content: content(at: middle), at: middle, start: min(time, now))))
        return true
    }

    /// Limits the scale immediately.
    func limitScale() {
        let scale = min(max(zoomScale, zoomLimits.lowerBound), zoomLimits.upperBound)
        if scale != zoomScale { show(scale: scale, content: content(at: middle), at: middle, isFree: false) }
    }

    /// Ends a pinch.
    ///
    /// - Parameter dropsFingers: Whether fingers that are still down no longer move the content.
    func endPinch(dropsFingers: Bool = false) {
        guard case .pinching(let pinch, let drag) = scroll.state.fingers else { return }
        scroll.state = scroll.state.with(dropsFingers ? nil : .dragging(drag))
        defer { scroll.pinch?.deliverState(.ended, scale: nil, touches: []) }
        let scale = min(max(zoomScale, zoomLimits.lowerBound), zoomLimits.upperBound)
        if scale != zoomScale, let now {
            // Remaining fingers do not move the content while the scale returns.
            scroll.state = scroll.state.with(nil)
            if drag.hasBegun {
                scroll.pan?.note(.ended, velocityOfContent: .zero)
                delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
                scroll.pan?.deliverState()
            }
            start(.bouncing(zoomMotion(to: scale, content: pinch.content, at: location(of: pinch.touches), start: now)))
            return
        }
        if scale != zoomScale {
            show(scale: scale, content: pinch.content, at: location(of: pinch.touches), isFree: false)
        }
        rebaseDrag()
        delegate?.scrollViewDidEndZooming(self, with: zoomedView, atScale: zoomScale)
    }

    /// Returns the center of two fingers relative to the view's top left.
    private func location(of touches: [UITouch]) -> CGPoint {
        let (a, b) = (location(of: touches[0]), location(of: touches[1]))
        return CGPoint(x: (a.x + b.x) / 2 - bounds.minX, y: (a.y + b.y) / 2 - bounds.minY)
    }

    private func distance(_ touches: [UITouch]) -> CGFloat {
        let (a, b) = (location(of: touches[0]), location(of: touches[1]))
        return ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
}
