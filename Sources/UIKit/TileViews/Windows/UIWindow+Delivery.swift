import Foundation

extension UIWindow {
    /// Returns whether a view can receive another touch.
    func admits(touchOf view: UIView) -> Bool {
        for touch in activeTouches {
            guard let owner = touch.view, !touch.phase.isHovering else { continue }
            if owner === view {
                if !view.isMultipleTouchEnabled { return false }
            } else if owner.isExclusiveTouch || view.isExclusiveTouch {
                return false
            }
        }
        return true
    }

    func deliver(_ event: UIEvent) {
        switch event.type {
        case .touches: deliverTouches(event)
        case .presses: (event as? UIPressesEvent).map(deliverPresses)
        case .motion: deliverMotion(event)
        case .remoteControl: firstTarget.remoteControlReceived(with: event)
        // Scrolls are delivered only to gesture recognizers.
        case .scroll: (event as? ScrollEvent).map(deliverScroll)
        case .hover, .transform: break
        }
        undoManager?.closeEventGroup()
    }

    /// The first receiver of events without a location.
    var firstTarget: UIResponder { firstResponder ?? self }

    /// Delivers touches to views, all touches of one phase together: first those that began, then those that moved,
    /// ended and were cancelled.
    private func deliverTouches(_ event: UIEvent) {
        deliverToFollowers(event)
        for phase in [UITouch.Phase.began, .moved, .ended, .cancelled] {
            var told: [UIView] = []
            for touch in event.touches where touch.isDue(in: self, phase) {
                guard let view = touch.view, !told.contains(where: { $0 === view }) else { continue }
                told.append(view)
                // Collected just before the call, because earlier views may have cancelled some touches.
                let touches = event.touches.filter { $0.view === view && $0.isDue(in: self, phase) }
                for touch in touches { touch.isKnownToView = phase == .began || phase == .moved }
                switch phase {
                case .began: view.touchesBegan(Set(touches), with: event)
                case .moved: view.touchesMoved(Set(touches), with: event)
                case .ended: view.touchesEnded(Set(touches), with: event)
                default: view.touchesCancelled(Set(touches), with: event)
                }
            }
        }
    }

    /// Ends the touches of a view and its subviews when it leaves the window, or the window its screen.
    func cancelTouches(in view: UIView) {
        gestures.cancelEnds(in: view)
        dropPresses(in: view)
        if scrollUnderWay?.view?.isDescendant(of: view) == true { endScroll() }
        cancel(handOver(activeTouches.filter { $0.view?.isDescendant(of: view) == true }, leaving: view))
    }

    /// Cancels touches of the window's views and notifies the views that know of them.
    func cancel(_ ending: [UITouch]) {
        guard !ending.isEmpty else { return }
        activeTouches.removeAll { touch in ending.contains { $0 === touch } }
        var told: [UIView] = []
        for touch in ending { touch.cancel() }
        for touch in ending {
            guard let owner = touch.view, !told.contains(where: { $0 === owner }) else { continue }
            told.append(owner)
            let touches = ending.filter { $0.view === owner && $0.isKnownToView }
            if !touches.isEmpty { owner.touchesCancelled(Set(touches), with: touch.event) }
        }
        for touch in ending {
            let followers = touch.followers
            touch.followers = []
            for follower in followers { follower.lose([touch]) }
        }
        for touch in ending { touch.view = nil }
    }

    /// Delivers a motion as one that has begun and ended, because the sender knows its end.
    private func deliverMotion(_ event: UIEvent) {
        let target = firstTarget
        target.motionBegan(event.subtype, with: event)
        target.motionEnded(event.subtype, with: event)
    }
}

extension UITouch {
    /// Returns whether the touch should be delivered to its view in a phase.
    fileprivate func isDue(in window: UIWindow, _ phase: Phase) -> Bool {
        self.window === window && self.phase == phase && delivery == .toView
    }
}
