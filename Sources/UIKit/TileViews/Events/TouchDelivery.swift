import Foundation

/// The receivers of a touch.
enum TouchDelivery {
    /// The touch's view.
    case toView
    /// The touch's view, at a later time.
    case held
    /// The touch's view, with the end at a later time.
    case endHeld
    /// Only the recognizers that follow the touch.
    case toFollowers
}

extension UIView {
    /// The recognizers that receive touches in the view, from the innermost view outward.
    var touchFollowers: [UIGestureRecognizer] {
        var followers: [UIGestureRecognizer] = []
        var view: UIView? = self
        while let each = view {
            if let scrollView = each as? UIScrollView { followers.append(scrollView.scrollPan) }
            if let own = each.rare?.gestureRecognizers {
                followers += own.lazy.filter { !($0 is UIHoverGestureRecognizer) }
            }
            view = each.superview
        }
        return followers
    }

    /// The hover recognizers for pointers over the view, from the innermost view outward.
    var hoverers: [UIHoverGestureRecognizer] {
        sequence(first: self, next: \.superview)
            .flatMap { ($0.rare?.gestureRecognizers ?? []).compactMap { $0 as? UIHoverGestureRecognizer } }
    }
}

extension UITouch {
    /// Assigns the touch to one of its followers and to those that may recognize simultaneously; the others lose it.
    /// The touch is cancelled for its view unless the follower does not cancel touches.
    final func give(to follower: UIGestureRecognizer) {
        let others = followers.filter {
            $0 !== follower && !$0.progress.state.isRecognized && follower.prevents($0)
        }
        followers.removeAll { follower in others.contains { $0 === follower } }
        if follower.cancelsTouchesInView || delivery == .held { takeFromView() }
        for other in others { other.lose([self]) }
    }

    /// Stops delivery of the touch to its view.
    final func takeFromView() {
        delivery = .toFollowers
        guard isKnownToView else { return }
        isKnownToView = false
        view?.touchesCancelled([self], with: event)
    }
}

extension UIWindow {
    /// Delivers touches to recognizers before views receive them.
    func deliverToFollowers(_ event: UIEvent) {
        gestures.advance(to: event.timestamp)
        deliverHover(event)
        for touch in event.touches where touch.window === self && touch.phase == .began && touch.beginning == nil {
            touch.beginning = touch.state
            touch.followers.removeAll { !$0.receives(touch, in: event) }
        }
        for phase in [UITouch.Phase.began, .moved, .ended, .cancelled] {
            var told: [UIGestureRecognizer] = []
            for touch in event.touches where touch.window === self && touch.phase == phase {
                for follower in touch.followers where !told.contains(where: { $0 === follower }) {
                    told.append(follower)
                    // Collected just before the call, because earlier followers may have claimed some touches.
                    let touches = event.touches.filter { touch in
                        touch.window === self && touch.phase == phase
                            && touch.followers.contains { $0 === follower }
                    }
                    if !touches.isEmpty { follower.follow(touches, phase, with: event) }
                }
            }
        }
        for touch in event.touches where touch.window === self && touch.phase == .began && touch.delivery == .toView {
            if touch.isHeld(at: event.timestamp) { touch.delivery = .held }
        }
        gestures.flush()
        releaseHeld(at: event.timestamp, during: event)
        for touch in event.touches where touch.window === self && touch.hasFinished {
            if touch.phase == .ended { gestures.withholdEnd(of: touch, event) }
            if touch.delivery != .endHeld, touch.delivery != .held { touch.followers = [] }
        }
        gestures.endEvent()
    }

    /// Delivers delayed touches to their views after enough time has passed or the touches have ended.
    ///
    /// - Parameter underWay: The event whose touches are delivered to their views next.
    func releaseHeld(at time: TimeInterval, during underWay: UIEvent? = nil) {
        for touch in activeTouches where touch.delivery == .held {
            guard touch.phase != .cancelled else {
                touch.delivery = .toFollowers
                continue
            }
            guard !touch.isHeld(at: time), let view = touch.view, let event = touch.event else { continue }
            guard touch.followers.allSatisfy({ $0.letsBegin(touch, with: event) }) else {
                touch.delivery = .toFollowers
                continue
            }
            touch.delivery = .toView
            touch.isKnownToView = true
            let isMoveDue = touch.tellBeginning(to: view, event)
            if isMoveDue, touch.phase != .moved || underWay?.touches.contains(where: { $0 === touch }) != true {
                touch.tellMove(to: view, event)
            }
        }
        gestures.releaseEnds()
    }

    /// Returns the touches without a follower outside a view that leaves the window. The other touches continue for
    /// those followers, without the view.
    func handOver(_ touches: [UITouch], leaving view: UIView) -> [UITouch] {
        touches.filter { touch in
            func leaves(_ follower: UIGestureRecognizer) -> Bool { follower.view?.isDescendant(of: view) ?? true }
            let staying = touch.followers.filter { !leaves($0) }
            guard let next = staying.first else { return true }
            let leaving = touch.followers.filter(leaves)
            touch.followers = staying
            touch.takeFromView()
            for follower in leaving { follower.lose([touch]) }
            touch.view = next.view
            return false
        }
    }
}

extension UITouch {
    /// Notifies a view of the beginning of a delayed touch, in the state that it had then. A thumb that was touched is
    /// found although the finger has moved on.
    ///
    /// - Returns: Whether the view has to be notified that the touch has moved since.
    fileprivate final func tellBeginning(to view: UIView, _ event: UIEvent) -> Bool {
        let now = state
        if let beginning { start(at: beginning) }
        let first = state
        view.touchesBegan([self], with: event)
        // The view may have ended the touch.
        guard phase == .began else { return false }
        state = now
        return isKnownToView && phase != .cancelled && now.location != first.location
    }

    fileprivate final func tellMove(to view: UIView, _ event: UIEvent) {
        let now = phase
        state.phase = .moved
        view.touchesMoved([self], with: event)
        if phase == .moved { state.phase = now }
    }

    /// Returns whether a recognizer still delays the touch for its view.
    fileprivate final func isHeld(at time: TimeInterval) -> Bool { followers.contains { $0.holds(self, at: time) } }
}
