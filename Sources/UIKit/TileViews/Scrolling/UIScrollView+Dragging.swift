import Foundation
import TileGeometry

/// The handling of touches that the pan recognizer passes to its scroll view.
extension UIScrollView {
    /// The distance that a finger must move before the content moves, in points, as measured in UIKit.
    static let slop = 10.0
    /// The ratio of the movements along both axes from which on a drag with directional lock is restricted to one axis.
    static let lockRatio = 2.0

    var delaysTouches: Bool {
        delaysContentTouches && isScrollEnabled && scroll.pan?.isEnabled != false
            && !(scrollableAxes.isEmpty && zoomedView == nil)
    }

    func letsBegin(_ touch: UITouch, with event: UIEvent) -> Bool {
        guard let view = touch.view else { return false }
        return touchesShouldBegin([touch], with: event, in: view)
    }

    func follow(_ touches: [UITouch], _ phase: UITouch.Phase) {
        switch phase {
        case .began: addTouches(touches)
        case .moved: move(touches)
        default: removeTouches(touches)
        }
    }

    func lose(_ touches: [UITouch]) {
        guard let drag = scroll.state.drag, drag.touches.contains(where: { touch in touches.contains { $0 === touch } })
        else { return }
        removeTouches(touches)
    }

    /// Returns the center of touches relative to the view's top left.
    private func middle(of touches: [UITouch]) -> CGPoint {
        var sum = CGPoint.zero
        for touch in touches {
            let point = location(of: touch)
            sum.x += point.x
            sum.y += point.y
        }
        let (count, origin) = (CGFloat(touches.count), bounds.origin)
        return CGPoint(x: sum.x / count - origin.x, y: sum.y / count - origin.y)
    }

    /// The maximum coordinate of a touch in points. Touches come from untrusted sources.
    private static let farthest: CGFloat = 1e9

    /// Returns the location of a touch in the view's coordinates.
    func location(of touch: UITouch) -> CGPoint {
        let (point, far) = (touch.location(in: self), Self.farthest)
        let origin = bounds.origin
        return CGPoint(
            x: min(max(point.x, origin.x - far), origin.x + far), y: min(max(point.y, origin.y - far), origin.y + far))
    }

    // MARK: Beginning and end

    private func addTouches(_ touches: [UITouch]) {
        guard isScrollEnabled else { return }
        guard let time = touches.map(\.timestamp).max() else { return }
        if var drag = scroll.state.drag {
            drag.touches += touches
            // The center is measured again, so an additional finger does not move the content.
            drag.last = middle(of: drag.touches)
            if !drag.hasBegun { drag.start = drag.last }
            scroll.state = scroll.state.with(drag)
            if drag.hasBegun {
                scroll.pan?.touches = drag.touches
                for touch in touches { touch.give(to: scrollPan) }
            }
        } else {
            // A finger on moving content stops it.
            let caught = scroll.state.motion != nil
            var heading: CGPoint?
            if case .decelerating(let motion) = scroll.state {
                heading = CGPoint(x: motion.x.end, y: motion.y.end)
            }
            let isBouncing = isZoomBouncing
            endMotion()
            // The delegate may have removed the view, and the touches with it.
            let touches = touches.filter { touch in touch.followers.contains { $0 === scroll.pan } }
            guard !touches.isEmpty, scroll.state.drag == nil else { return }
            let point = middle(of: touches)
            var drag = ScrollDrag(
                touches: touches, start: point, last: point, free: freeOffset(), origin: bounds.origin,
                heading: heading ?? bounds.origin, hasCaughtZoom: isBouncing)
            drag.speed.add(drag.way, at: time)
            scroll.state = scroll.state.with(.dragging(drag))
            // The touch that stops the content is not delivered to the view under it.
            if caught { for touch in touches { touch.give(to: scrollPan) } }
        }
        beginPinchIfNeeded()
    }

    /// Returns the offset without the resistance of edges.
    func freeOffset() -> CGPoint {
        let (here, range) = (bounds.origin, offsetRange)
        return CGPoint(
            x: RubberBand(length: bounds.width).free(here.x, in: range.x),
            y: RubberBand(length: bounds.height).free(here.y, in: range.y))
    }

    /// Restarts the drag with fingers that are still down after zooming.
    func rebaseDrag() {
        guard var drag = scroll.state.drag, !drag.touches.isEmpty else { return }
        drag.last = middle(of: drag.touches)
        drag.start = drag.last
        drag.free = freeOffset()
        drag.speed = DragVelocity()
        scroll.state = scroll.state.with(drag)
    }

    private func removeTouches(_ touches: [UITouch]) {
        if let pinch = scroll.state.pinch, pinch.touches.contains(where: { touch in touches.contains { $0 === touch } })
        {
            endPinch()
        }
        guard var drag = scroll.state.drag else { return }
        drag.touches.removeAll { touch in touches.contains { $0 === touch } }
        guard drag.touches.isEmpty else {
            drag.last = middle(of: drag.touches)
            if !drag.hasBegun { drag.start = drag.last }
            if drag.hasBegun { scroll.pan?.touches = drag.touches }
            scroll.state = scroll.state.with(drag)
            return
        }
        finish(
            drag, isCancelled: touches.contains { $0.phase == .cancelled }, at: touches.map(\.timestamp).max() ?? 0)
    }

    /// Ends a drag after the last finger was lifted.
    func finish(_ drag: ScrollDrag, isCancelled: Bool, at time: TimeInterval) {
        scroll.refresh?.makeRoom()
        scroll.state = scroll.state.with(nil)
        guard drag.hasBegun else {
            // Content that was caught beyond an edge continues to return.
            comeBack(drag, at: time)
            return
        }
        if isCancelled {
            scroll.pan?.note(.cancelled, velocityOfContent: .zero)
            release(drag, velocity: .zero, at: time)
            scroll.pan?.deliverState()
            return
        }
        var velocity = drag.speed.velocity(at: time)
        scroll.pan?.note(.ended, velocityOfContent: velocity)
        if !drag.axes.contains(.horizontal) { velocity.dx = 0 }
        if !drag.axes.contains(.vertical) { velocity.dy = 0 }
        release(drag, velocity: velocity, at: time)
        scroll.pan?.deliverState()
    }

    /// Returns content beyond an edge after it was released.
    private func comeBack(_ drag: ScrollDrag, at time: TimeInterval) {
        let (here, range) = (bounds.origin, offsetRange)
        guard window != nil, scroll.state.motion == nil else { return }
        if drag.hasCaughtZoom, bringScaleBack(at: time) { return }
        guard clamped(here) != here else { return }
        let rate = Double(decelerationRate.rawValue)
        start(
            .decelerating(
                OffsetMotion(
                    start: min(time, now ?? time),
                    x: AxisMotion(from: here.x, velocity: 0, in: range.x, rate: rate, bounces: true),
                    y: AxisMotion(from: here.y, velocity: 0, in: range.y, rate: rate, bounces: true))))
    }

    /// Ends a drag on behalf of the program.
    func endDrag() {
        guard let fingers = scroll.state.fingers else { return }
        let drag = fingers.drag
        scroll.refresh?.makeRoom()
        switch fingers {
        case .dragging: scroll.state = scroll.state.with(nil)
        case .pinching:
            // The fingers continue to zoom, but do not drag after that.
            var refused = drag
            refused.stage = .refused
            scroll.state = scroll.state.with(refused)
        }
        guard drag.hasBegun else { return show(clamped(bounds.origin)) }
        scroll.pan?.note(.cancelled, velocityOfContent: .zero)
        delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
        show(clamped(bounds.origin))
        scroll.pan?.deliverState()
    }

    // MARK: Movement

    private func move(_ touches: [UITouch]) {
        if scroll.state.pinch != nil {
            movePinch()
            return
        }
        guard var drag = scroll.state.drag, let time = touches.map(\.timestamp).max() else { return }
        let point = middle(of: drag.touches)
        var way = CGVector(dx: point.x - drag.last.x, dy: point.y - drag.last.y)
        drag.way.x -= way.dx
        drag.way.y -= way.dy
        drag.speed.add(drag.way, at: time)
        if drag.hasBegun {
            scroll.pan?.note(.changed, by: way, velocityOfContent: drag.speed.velocity(at: time))
        } else {
            guard let rest = begin(&drag, at: point, time) else {
                scroll.state = scroll.state.with(drag)
                return
            }
            way = rest
        }
        drag.last = point
        carry(drag, by: way)
    }

    /// Moves the content by the distance of the drag.
    func carry(_ dragged: ScrollDrag, by way: CGVector) {
        var drag = dragged
        if case .animating = scroll.state {
            // The fingers take over from the program's animation.
            endMotion()
            guard scroll.state.drag?.hasBegun == true else { return }
            drag.free = freeOffset()
        }
        if drag.axes.contains(.horizontal) { drag.free.x -= way.dx }
        if drag.axes.contains(.vertical) { drag.free.y -= way.dy }
        scroll.state = scroll.state.with(drag)
        show(held(drag.free))
        scroll.pan?.deliverState()
    }

    /// Returns the allowed offset for the one that fingers request.
    private func held(_ free: CGPoint) -> CGPoint {
        let range = offsetRange
        func hold(_ free: Double, in range: ClosedRange<Double>, length: Double, bounces: Bool) -> Double {
            bounces
                ? RubberBand(length: length).offset(free, in: range)
                : min(max(free, range.lowerBound), range.upperBound)
        }
        return CGPoint(
            x: hold(free.x, in: range.x, length: bounds.width, bounces: bouncesHorizontally),
            y: hold(free.y, in: range.y, length: bounds.height, bounces: bouncesVertically))
    }

    /// Begins to move the content if the fingers have moved far enough along an axis on which it can scroll. Returns
    /// the distance beyond the threshold.
    private func begin(_ drag: inout ScrollDrag, at point: CGPoint, _ time: TimeInterval) -> CGVector? {
        let fingers = CGVector(dx: point.x - drag.start.x, dy: point.y - drag.start.y)
        var way = fingers
        drag.last = point
        if case .refused = drag.stage { return nil }
        let axes = axes(for: way, followers: drag.touches[0].followers)
        if !axes.contains(.horizontal) { way.dx = 0 }
        if !axes.contains(.vertical) { way.dy = 0 }
        let length = (way.dx * way.dx + way.dy * way.dy).squareRoot()
        guard length >= Self.slop else { return nil }
        let pan = scrollPan
        guard pan.isEnabled, drag.touches.count >= pan.minimumNumberOfTouches, mayTake(drag.touches) else { return nil }
        let part = (length - Self.slop) / length
        guard begin(&drag, along: axes, gone: fingers, part: part, time) else { return nil }
        return CGVector(dx: way.dx * part, dy: way.dy * part)
    }

    /// Begins to move the content along axes, unless a delegate or view prevents it.
    ///
    /// - Parameters:
    ///   - fingers: The distance that the fingers have moved.
    ///   - part: The fraction of the distance that moves the content.
    func begin(
        _ drag: inout ScrollDrag, along free: ScrollAxes, gone fingers: CGVector, part: CGFloat, _ time: TimeInterval
    ) -> Bool {
        let pan = scrollPan
        let others = pan.rivals(among: drag.touches.map(\.followers) + pan.inputs.map(\.followers))
        switch standing(of: pan, among: others) {
        case .free: break
        case .waits: return false
        case .refused:
            drag.stage = .refused
            return false
        }
        let velocity = drag.speed.velocity(at: time)
        pan.prepare(drag.touches, way: fingers, velocityOfContent: velocity)
        scroll.state = scroll.state.with(drag)
        guard pan.isWanted else {
            drag.stage = .refused
            pan.touches = []
            return false
        }
        // A delegate or view may have ended the drag.
        guard scroll.state.drag != nil else { return false }
        var axes = free
        if isDirectionalLockEnabled, axes == .both {
            if abs(fingers.dx) >= Self.lockRatio * abs(fingers.dy) { axes = .horizontal }
            if abs(fingers.dy) >= Self.lockRatio * abs(fingers.dx) { axes = .vertical }
        }
        drag.stage = .moving(axes)
        scroll.state = scroll.state.with(drag)
        pan.note(.began, by: CGVector(dx: fingers.dx * part, dy: fingers.dy * part), velocityOfContent: velocity)
        pan.failWaiting()
        for touch in drag.touches { touch.give(to: pan) }
        for input in pan.inputs { input.give(to: pan) }
        showIndicators()
        delegate?.scrollViewWillBeginDragging(self)
        if keyboardDismissMode != .none, let window, window.firstResponder is any UIKeyInput {
            window.endEditing(false)
        }
        // The delegate may have ended the drag.
        guard let begun = scroll.state.drag, begun.hasBegun else { return false }
        drag.free = begun.free
        return true
    }

    /// Returns the axes along which a drag moves this view rather than an enclosing scroll view.
    ///
    /// - Parameter followers: The recognizers that follow the input.
    func axes(for way: CGVector, followers: [UIGestureRecognizer]) -> ScrollAxes {
        var axes = scrollableAxes
        let (here, range) = (bounds.origin, offsetRange)
        let outer = followers.drop { $0 !== scroll.pan }.dropFirst().lazy
            .compactMap { ($0 as? ScrollPanGestureRecognizer)?.scrollView }
            .reduce(into: ScrollAxes()) { if $1.isScrollEnabled { $0.formUnion($1.scrollableAxes) } }
        func isAtEnd(_ here: Double, direction way: Double, in range: ClosedRange<Double>) -> Bool {
            way > 0 ? here <= range.lowerBound : here >= range.upperBound
        }
        if transfersHorizontalScrollingToParent, outer.contains(.horizontal),
            isAtEnd(here.x, direction: way.dx, in: range.x)
        {
            axes.remove(.horizontal)
        }
        if transfersVerticalScrollingToParent, outer.contains(.vertical),
            isAtEnd(here.y, direction: way.dy, in: range.y)
        {
            axes.remove(.vertical)
        }
        return axes
    }

    enum Standing {
        case free
        /// Another recognizer must fail first and still may.
        case waits
        /// Another recognizer has recognized its gesture.
        case refused
    }

    /// Returns whether the pan recognizer can recognize among the others that follow the same input.
    func standing(of pan: UIGestureRecognizer, among others: [UIGestureRecognizer]) -> Standing {
        guard !others.isEmpty || !pan.required.isEmpty else { return .free }
        let blockers = pan.blockers(among: others)
        if blockers.contains(where: { $0.progress.state.isRecognized }) { return .refused }
        if blockers.contains(where: \.isUnderWay) { return .waits }
        return others.contains { $0.progress.state.isRecognized && $0.prevents(pan) } ? .refused : .free
    }

    /// Returns whether the views with the touches allow the drag to cancel them.
    private func mayTake(_ touches: [UITouch]) -> Bool {
        touches.allSatisfy { touch in
            guard touch.isKnownToView, let view = touch.view, view !== self else { return true }
            return canCancelContentTouches && touchesShouldCancel(in: view)
        }
    }
}
