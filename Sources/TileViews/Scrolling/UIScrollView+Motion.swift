import Foundation
import TileGeometry

// What moves by itself: after a finger has left, on its way to where the program set it, and back from beyond an edge.
extension UIScrollView {
    /// Seconds on the clock of what the view is on.
    var now: TimeInterval? { window?.screen.clock.now }

    /// The nearest offset at which content lies on whole pixels.
    func onPixel(_ offset: Double) -> Double {
        let scale = window?.screen.scale ?? contentScaleFactor
        return (offset * scale).rounded() / scale
    }

    func fly(_ flight: ScrollFlight) {
        guard let screen = window?.screen else {
            land(flight)
            return
        }
        scroll.flight = flight
        keepLink(on: screen)
    }

    /// Has frames tell of themselves.
    func keepLink(on screen: UIScreen) {
        guard scroll.link == nil else { return }
        scroll.link = screen.displayLink { [weak self] link in
            if let self { self.step(to: link.timestamp) } else { link.invalidate() }
        }
    }

    private func step(to time: TimeInterval) {
        guard let flight = scroll.flight else {
            stepIndicators(to: time)
            return
        }
        let elapsed = time - flight.start
        if elapsed >= flight.duration {
            land(flight)
        } else {
            place(flight, at: elapsed)
        }
        stepIndicators(to: time)
    }

    private func place(_ flight: ScrollFlight, at elapsed: Double) {
        if let zoom = flight.zoom {
            show(zoom, at: elapsed)
        } else {
            show(CGPoint(x: flight.x.offset(at: elapsed), y: flight.y.offset(at: elapsed)))
        }
    }

    private func land(_ flight: ScrollFlight) {
        place(flight, at: .infinity)
        // The delegate may have set it going again, or stopped it.
        guard scroll.flight == nil || scroll.flight?.start == flight.start else { return }
        scroll.flight = nil
        finish(flight)
    }

    /// Stops what moves, and tells the delegate that it has stopped.
    func endFlight() {
        guard let flight = scroll.flight else { return }
        scroll.flight = nil
        finish(flight)
    }

    private func finish(_ flight: ScrollFlight) {
        releaseLink()
        switch (flight.cause, flight.zoom) {
        case (.drag, nil): delegate?.scrollViewDidEndDecelerating(self)
        case (.program, nil): delegate?.scrollViewDidEndScrollingAnimation(self)
        case (.drag, _): delegate?.scrollViewDidEndZooming(self, with: zoomedView, atScale: zoomScale)
        case (.program, _):
            delegate?.scrollViewDidEndZooming(self, with: zoomedView, atScale: zoomScale)
            delegate?.scrollViewDidEndScrollingAnimation(self)
        }
    }

    /// Lets go of the display link, if nothing needs it.
    func releaseLink() {
        guard scroll.flight == nil, !scroll.indicators.isChanging else { return }
        scroll.link?.invalidate()
        scroll.link = nil
    }

    func halt() {
        endDrag()
        endPinch()
        endFlight()
        scroll.link?.invalidate()
        scroll.link = nil
        show(clamped(bounds.origin))
    }

    /// The extent has changed while the content moves by itself: it goes on at its speed, in the new extent.
    func retarget(_ flight: ScrollFlight) {
        guard flight.cause == .drag, flight.zoom == nil, let now else { return }
        let (elapsed, range, here) = (now - flight.start, offsetRange, bounds.origin)
        var next = flight
        next.start = now
        next.x = ScrollMotion(
            from: here.x, velocity: flight.x.velocity(at: elapsed), in: range.x, rate: decelerationRate.rawValue,
            bounces: bouncesHorizontally)
        next.y = ScrollMotion(
            from: here.y, velocity: flight.y.velocity(at: elapsed), in: range.y, rate: decelerationRate.rawValue,
            bounces: bouncesVertically)
        scroll.flight = next
    }

    // MARK: After a drag

    /// A drag ends at a velocity of the offset, in points a second, at a time.
    func release(_ drag: ScrollDrag, velocity: CGVector, at time: TimeInterval) {
        let (here, range, rate) = (bounds.origin, offsetRange, Double(decelerationRate.rawValue))
        let isPaging = isPagingEnabled && bounds.width > 0 && bounds.height > 0
        var x = ScrollMotion(
            from: here.x, velocity: velocity.dx, in: range.x, rate: rate, bounces: bouncesHorizontally)
        var y = ScrollMotion(from: here.y, velocity: velocity.dy, in: range.y, rate: rate, bounces: bouncesVertically)
        if isPaging {
            let page = CGPoint(
                x: Self.page(from: drag.origin.x, here.x, velocity.dx, bounds.width, range.x),
                y: Self.page(from: drag.origin.y, here.y, velocity.dy, bounds.height, range.y))
            x = Self.turn(to: page.x, from: here.x, velocity.dx)
            y = Self.turn(to: page.y, from: here.y, velocity.dy)
        }
        // Content comes to rest on whole pixels, so that it is sharp.
        x.settle(at: range.x.contains(x.end) ? min(max(onPixel(x.end), range.x.lowerBound), range.x.upperBound) : x.end)
        y.settle(at: range.y.contains(y.end) ? min(max(onPixel(y.end), range.y.lowerBound), range.y.upperBound) : y.end)
        var target = CGPoint(x: x.end, y: y.end)
        delegate?.scrollViewWillEndDragging(
            self, withVelocity: CGPoint(x: velocity.dx / 1000, y: velocity.dy / 1000), targetContentOffset: &target)
        if target.x != x.end, target.x.isFinite {
            x = ScrollMotion(from: here.x, velocity: velocity.dx, to: target.x, rate: rate)
        }
        if target.y != y.end, target.y.isFinite {
            y = ScrollMotion(from: here.y, velocity: velocity.dy, to: target.y, rate: rate)
        }
        let flight = ScrollFlight(cause: .drag, start: time, x: x, y: y)
        let goesOn = flight.duration > 0 && window != nil
        delegate?.scrollViewDidEndDragging(self, willDecelerate: goesOn)
        guard goesOn else {
            show(CGPoint(x: x.end, y: y.end))
            return
        }
        fly(flight)
        delegate?.scrollViewWillBeginDecelerating(self)
    }

    /// Slower than this a drag turns no page by its speed, in points a second.
    private static let pageSpeed = 300.0

    /// The multiple of the view's length at which a drag comes to rest: at most one from where it began.
    private static func page(
        from origin: Double, _ here: Double, _ velocity: Double, _ length: Double, _ range: ClosedRange<Double>
    ) -> Double {
        let first = (origin / length).rounded()
        var page = (here / length).rounded()
        if velocity > pageSpeed { page = (here / length).rounded(.down) + 1 }
        if velocity < -pageSpeed { page = (here / length).rounded(.up) - 1 }
        page = min(max(page, first - 1), first + 1)
        return min(max(page * length, range.lowerBound), range.upperBound)
    }

    private static func turn(to page: Double, from here: Double, _ velocity: Double) -> ScrollMotion {
        page == here && abs(velocity) < ScrollCurve.leastSpeed
            ? ScrollMotion(at: here) : ScrollMotion(.spring(rest: page, distance: here - page, velocity: velocity))
    }
}
