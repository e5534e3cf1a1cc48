import Foundation

/// Who hears of a touch.
enum TouchDelivery {
    /// Its view.
    case toView
    /// Its view, but not yet.
    case held
    /// Its view, which does not hear yet that it has ended.
    case endHeld
    /// Only the recognizers that follow it.
    case toFollowers
}

extension UIView {
    /// The recognizers that look at touches in the view, from the inside out.
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

    /// The recognizers that look at pointers over the view, from the inside out.
    var hoverers: [UIHoverGestureRecognizer] {
        sequence(first: self, next: \.superview)
            .flatMap { ($0.rare?.gestureRecognizers ?? []).compactMap { $0 as? UIHoverGestureRecognizer } }
    }
}

extension UITouch {
    /// Gives the touch to one of its followers, and to those that it lets recognize with it; the others lose it. Its
    /// view hears that it is cancelled, unless the follower lets views go on.
    final func give(to follower: UIGestureRecognizer) {
        let others = followers.filter {
            $0 !== follower && !$0.progress.state.isRecognized && follower.prevents($0)
        }
        followers.removeAll { follower in others.contains { $0 === follower } }
        if follower.cancelsTouchesInView || delivery == .held { takeFromView() }
        for other in others { other.lose([self]) }
    }

    /// Its view hears no more of it.
    final func takeFromView() {
        delivery = .toFollowers
        guard isKnownToView else { return }
        isKnownToView = false
        view?.touchesCancelled([self], with: event)
    }
}

extension UIWindow {
    /// Lets recognizers have touches before the views.
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
                    // Gathered at the last moment: what the followers before did may have taken some.
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

    /// Hands touches that were kept back for long enough, or that have ended, to their views.
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

    /// Of the touches of views that leave the window, those that somebody follows who stays: they go on without a view.
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
    /// Whether a recognizer still keeps its view from hearing of it.
    fileprivate final func isHeld(at time: TimeInterval) -> Bool { followers.contains { $0.holds(self, at: time) } }
}
