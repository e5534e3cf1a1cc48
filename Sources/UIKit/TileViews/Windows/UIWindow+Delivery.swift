import Foundation

extension UIWindow {
    /// Whether the rules let a view have one more touch.
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
        // Of these only gesture recognizers hear.
        case .scroll: (event as? ScrollEvent).map(deliverScroll)
        case .hover, .transform: break
        }
        undoManager?.closeEventGroup()
    }

    /// Who gets what has no place on the screen.
    var firstTarget: UIResponder { firstResponder ?? self }

    /// Hands each view the touches of one phase together: those that began, then those that moved, ended, were
    /// cancelled.
    private func deliverTouches(_ event: UIEvent) {
        deliverToFollowers(event)
        for phase in [UITouch.Phase.began, .moved, .ended, .cancelled] {
            var told: [UIView] = []
            for touch in event.touches where touch.isDue(in: self, phase) {
                guard let view = touch.view, !told.contains(where: { $0 === view }) else { continue }
                told.append(view)
                // Gathered at the last moment: what the views before did may have cancelled some.
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

    /// Ends the touches of a view and of all in it: it leaves the window, or the window its screen.
    func cancelTouches(in view: UIView) {
        gestures.cancelEnds(in: view)
        dropPresses(in: view)
        if scrollUnderWay?.view?.isDescendant(of: view) == true { endScroll() }
        cancel(handOver(activeTouches.filter { $0.view?.isDescendant(of: view) == true }, leaving: view))
    }

    /// Ends touches of the window's views, and tells those views that know of them.
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

    /// A motion is told as one that began and is over: who sends it knows its end.
    private func deliverMotion(_ event: UIEvent) {
        let target = firstTarget
        target.motionBegan(event.subtype, with: event)
        target.motionEnded(event.subtype, with: event)
    }
}

extension UITouch {
    /// Whether its view is to be told of it in a phase.
    fileprivate func isDue(in window: UIWindow, _ phase: Phase) -> Bool {
        self.window === window && self.phase == phase && delivery == .toView
    }
}
