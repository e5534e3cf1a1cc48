import Foundation
import TileGeometry

// Motion without fingers: after a drag, to an offset that the program has set, and back from beyond an edge.
extension UIScrollView {
    /// The time on the screen's clock in seconds.
    var now: TimeInterval? { window?.screen.clock.now }

    /// Returns the nearest offset at which content is aligned with whole pixels.
    func onPixel(_ offset: Double) -> Double {
        let scale = window?.screen.scale ?? contentScaleFactor
        // Avoids negative zero.
        return (offset * scale).rounded() / scale + 0
    }

    /// Starts the motion of a state.
    func start(_ state: ScrollState) {
        scroll.enter(state)
        if let screen = window?.screen { keepLink(on: screen) } else { land() }
    }

    /// Starts an animation on behalf of the program. Fingers on the content stay there.
    func animate(_ motion: ScrollMotion) {
        start(.animating(ScrollAnimation(motion: motion, fingers: scroll.state.fingers)))
    }

    /// Starts to receive frames.
    func keepLink(on screen: UIScreen) {
        guard scroll.link == nil else { return }
        scroll.link = screen.displayLink { [weak self] link in
            if let self { self.step(to: link.timestamp) } else { link.invalidate() }
        }
    }

    private func step(to time: TimeInterval) {
        if let motion = scroll.state.motion {
            let elapsed = motion.elapsed(at: time)
            if elapsed >= motion.duration {
                land()
            } else {
                show(motion, at: elapsed)
            }
        }
        stepIndicators(to: time)
    }

    private func show(_ motion: ScrollMotion, at elapsed: Double) {
        switch motion {
        case .zoom(let zoom): show(zoom, at: elapsed)
        case .offset(let motion):
            // Positions on the way are on pixels; the final one was determined at the start.
            let isThere = elapsed >= motion.duration
            func aligned(_ offset: Double) -> Double { isThere ? offset : onPixel(offset) }
            show(CGPoint(x: aligned(motion.x.offset(at: elapsed)), y: aligned(motion.y.offset(at: elapsed))))
        }
    }

    /// Finishes the motion.
    private func land() {
        guard let motion = scroll.state.motion else { return }
        let revision = scroll.revision
        show(motion, at: .infinity)
        // The delegate may have started another motion or stopped this one.
        guard scroll.revision == revision else { return }
        let landed = scroll.state
        endMotion()
        if case .animating(let animation) = landed, animation.isToTop { delegate?.scrollViewDidScrollToTop(self) }
    }

    /// Stops the motion and notifies the delegate.
    func endMotion() {
        let ended = scroll.state
        scroll.enter(ended.withoutMotion)
        guard let motion = ended.motion else { return }
        releaseLink()
        if case .zoom = motion { delegate?.scrollViewDidEndZooming(self, with: zoomedView, atScale: zoomScale) }
        switch ended {
        case .decelerating: delegate?.scrollViewDidEndDecelerating(self)
        case .animating: delegate?.scrollViewDidEndScrollingAnimation(self)
        case .atRest, .touched, .bouncing: return
        }
    }

    /// Stops the motion on behalf of the program, and limits the scale.
    func endMotionAndBounce() {
        if scroll.state.isZoomInMotion { limitScale() }
        endMotion()
    }

    /// Releases the display link if it is not needed.
    func releaseLink() {
        guard scroll.state.motion == nil, !scroll.indicators.isChanging else { return }
        scroll.link?.invalidate()
        scroll.link = nil
    }

    func halt() {
        let state = scroll.state
        let isZooming = state.pinch != nil || state.isZoomInMotion || state.drag?.hasCaughtZoom == true
        endDrag()
        endPinch(dropsFingers: true)
        if isZooming { limitScale() }
        endMotion()
        scroll.link?.invalidate()
        scroll.link = nil
        show(clamped(bounds.origin))
    }

    /// Continues the deceleration at its current velocity after the size has changed.
    func retarget(_ motion: OffsetMotion) {
        guard let now else { return }
        let (elapsed, range, here) = (motion.elapsed(at: now), offsetRange, bounds.origin)
        var next = motion
        next.start = now
        next.x = axisMotion(
            from: here.x, velocity: motion.x.velocity(at: elapsed), in: range.x, bounces: bouncesHorizontally,
            to: motion.chosenX)
        next.y = axisMotion(
            from: here.y, velocity: motion.y.velocity(at: elapsed), in: range.y, bounces: bouncesVertically,
            to: motion.chosenY)
        scroll.enter(.decelerating(next))
    }

    /// Returns the motion of a released offset: to a chosen target, or to the position that follows from its velocity.
    /// The latter is moved to a whole pixel, so that content is sharp.
    private func axisMotion(
        from here: Double, velocity: Double, in range: ClosedRange<Double>, bounces: Bool, to chosen: Double? = nil
    ) -> AxisMotion {
        let rate = Double(decelerationRate.rawValue)
        if let chosen {
            let target = min(max(chosen, range.lowerBound), range.upperBound)
            return AxisMotion(from: here, velocity: velocity, to: target, rate: rate)
        }
        var motion = AxisMotion(from: here, velocity: velocity, in: range, rate: rate, bounces: bounces)
        settle(&motion, in: range)
        return motion
    }

    private func settle(_ motion: inout AxisMotion, in range: ClosedRange<Double>) {
        guard range.contains(motion.end) else { return }
        motion.settle(at: min(max(onPixel(motion.end), range.lowerBound), range.upperBound))
    }

    /// Continues the current motion or drag from the new position after the program has moved the content.
    func followProgram(from old: CGPoint) {
        let (here, free) = (bounds.origin, freeOffset())
        let way = CGVector(dx: here.x - old.x, dy: here.y - old.y)
        if var drag = scroll.state.drag {
            if way.dx != 0 { drag.free.x = free.x }
            if way.dy != 0 { drag.free.y = free.y }
            drag.origin.x += way.dx
            drag.origin.y += way.dy
            drag.heading.x += way.dx
            drag.heading.y += way.dy
            scroll.state = scroll.state.with(drag)
        } else if case .decelerating(var motion) = scroll.state {
            motion.chosenX = motion.chosenX.map { $0 + way.dx }
            motion.chosenY = motion.chosenY.map { $0 + way.dy }
            retarget(motion)
        }
    }

    /// Adjusts the offset after content before the visible part has grown or shrunk, so that the same part stays
    /// visible and motion continues. The delegate is notified as of any change.
    ///
    /// - Parameter way: The distance in points.
    package final func shiftContent(by way: CGVector) {
        guard way.dx != 0 || way.dy != 0 else { return }
        let here = bounds.origin
        if case .animating(var animation) = scroll.state, case .offset(var motion) = animation.motion {
            motion.x.shift(by: way.dx)
            motion.y.shift(by: way.dy)
            animation.motion = .offset(motion)
            scroll.state = .animating(animation)
        }
        setOffset(CGPoint(x: here.x + way.dx, y: here.y + way.dy), by: .program)
    }

    /// The target of an animation of the offset; nil without one. Setting it redirects the rest of the animation.
    package final var animationTarget: CGPoint? {
        get {
            guard case .animating(let animation) = scroll.state, case .offset(let motion) = animation.motion else {
                return nil
            }
            return CGPoint(x: motion.x.end, y: motion.y.end)
        }
        set {
            guard let newValue, let now, case .animating(var animation) = scroll.state,
                case .offset(var motion) = animation.motion,
                newValue != CGPoint(x: motion.x.end, y: motion.y.end)
            else { return }
            let (rest, here) = (max(motion.duration - motion.elapsed(at: now), 1e-3), bounds.origin)
            motion.start = now
            motion.x = AxisMotion(.ease(from: here.x, to: newValue.x, duration: rest))
            motion.y = AxisMotion(.ease(from: here.y, to: newValue.y, duration: rest))
            animation.motion = .offset(motion)
            scroll.state = .animating(animation)
        }
    }

    // MARK: After a drag

    /// Ends a drag at a time with a velocity of the offset in points per second.
    func release(_ drag: ScrollDrag, velocity: CGVector, at time: TimeInterval) {
        if drag.hasCaughtZoom, bringScaleBack(at: time) {
            delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
            return
        }
        let (here, range, rate) = (bounds.origin, offsetRange, Double(decelerationRate.rawValue))
        let isPaging = isPagingEnabled && bounds.width > 0 && bounds.height > 0
        var x = axisMotion(from: here.x, velocity: velocity.dx, in: range.x, bounces: bouncesHorizontally)
        var y = axisMotion(from: here.y, velocity: velocity.dy, in: range.y, bounces: bouncesVertically)
        var (chosenX, chosenY): (Double?, Double?)
        if isPaging {
            let page = CGPoint(
                x: Self.page(
                    from: drag.origin.x, drag.heading.x, here.x, velocity: velocity.dx, length: bounds.width,
                    range: range.x),
                y: Self.page(
                    from: drag.origin.y, drag.heading.y, here.y, velocity: velocity.dy, length: bounds.height,
                    range: range.y))
            x = Self.turn(to: page.x, from: here.x, velocity.dx)
            y = Self.turn(to: page.y, from: here.y, velocity.dy)
            settle(&x, in: range.x)
            settle(&y, in: range.y)
            (chosenX, chosenY) = (x.end, y.end)
        }
        let velocityPerMillisecond = CGPoint(x: velocity.dx / 1000, y: velocity.dy / 1000)
        var target = CGPoint(x: x.end, y: y.end)
        if let restingPlace { target = restingPlace(target, velocityPerMillisecond) }
        let revision = scroll.revision
        delegate?.scrollViewWillEndDragging(
            self, withVelocity: velocityPerMillisecond, targetContentOffset: &target)
        if target.x != x.end, target.x.isFinite {
            x = AxisMotion(from: here.x, velocity: velocity.dx, to: target.x, rate: rate)
            chosenX = target.x
        }
        if target.y != y.end, target.y.isFinite {
            y = AxisMotion(from: here.y, velocity: velocity.dy, to: target.y, rate: rate)
            chosenY = target.y
        }
        // A touch can arrive late, but not early.
        let start = min(time, now ?? time)
        let motion = OffsetMotion(start: start, x: x, y: y, chosenX: chosenX, chosenY: chosenY)
        let goesOn = motion.duration > 0 && window != nil && scroll.revision == revision
        delegate?.scrollViewDidEndDragging(self, willDecelerate: goesOn)
        // If the delegate moves the content now, its change has precedence.
        guard scroll.revision == revision else { return }
        guard goesOn else {
            if bounds.origin == here { show(CGPoint(x: x.end, y: y.end)) }
            return
        }
        self.start(.decelerating(motion))
        if bounds.origin != here { followProgram(from: here) }
        delegate?.scrollViewWillBeginDecelerating(self)
    }

    /// The minimum velocity at which a drag turns a page by its velocity, in points per second.
    private static let pageSpeed = 300.0

    /// Returns the offset of the page at which a drag comes to rest. It is at most one page from the start of the drag,
    /// or from the page that the content was approaching when it was caught, so another flick turns to the page after
    /// that.
    private static func page(
        from origin: Double, _ heading: Double, _ here: Double, velocity: Double, length: Double,
        range: ClosedRange<Double>
    ) -> Double {
        let first = (heading / length).rounded()
        var page = (here / length).rounded()
        if velocity > pageSpeed { page = here > origin ? first + 1 : (here / length).rounded(.down) + 1 }
        if velocity < -pageSpeed { page = here < origin ? first - 1 : (here / length).rounded(.up) - 1 }
        page = min(max(page, first - 1), first + 1)
        return min(max(page * length, range.lowerBound), range.upperBound)
    }

    private static func turn(to page: Double, from here: Double, _ velocity: Double) -> AxisMotion {
        page == here && abs(velocity) < ScrollCurve.leastSpeed
            ? AxisMotion(at: here) : AxisMotion(.spring(rest: page, distance: here - page, velocity: velocity))
    }
}
