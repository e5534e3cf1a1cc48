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
            touch.beginning = touch.timestamp
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
        releaseHeld(at: event.timestamp)
        for touch in event.touches where touch.window === self && touch.hasFinished {
            if touch.phase == .ended { gestures.withholdEnd(of: touch, event) }
            if touch.delivery != .endHeld, touch.delivery != .held { touch.followers = [] }
        }
        gestures.endEvent()
    }

    /// Delivers delayed touches to their views after enough time has passed or the touches have ended.
    func releaseHeld(at time: TimeInterval) {
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
            view.touchesBegan([touch], with: event)
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
    /// Returns whether a recognizer still delays the touch for its view.
    fileprivate final func isHeld(at time: TimeInterval) -> Bool { followers.contains { $0.holds(self, at: time) } }
}
