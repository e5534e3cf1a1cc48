import Foundation

extension UIPress: GestureInput {
    /// The view of the press: its responder, or the first view after that in the responder chain.
    var view: UIView? {
        sequence(first: responder, next: { $0?.next }).lazy.compactMap { $0 as? UIView }.first { _ in true }
    }

    var hasFinished: Bool { phase == .ended || phase == .cancelled }

    var isHeldBack: Bool { delivery == .held }

    func takeFromResponder() {
        delivery = .toFollowers
        guard isKnownToResponder else { return }
        isKnownToResponder = false
        responder?.pressesCancelled([self], with: event)
    }

    /// A Boolean value that indicates whether a recognizer still delays the press for its responder.
    fileprivate var isHeld: Bool { followers.contains { $0.delaysTouchesBegan && $0.isUnderWay } }

    /// A Boolean value that indicates whether a recognizer still delays the end of the press for its responder.
    fileprivate var isEndHeld: Bool { followers.contains { $0.delaysTouchesEnded && $0.isUnderWay } }
}

extension UIWindow {
    /// Delivers presses to recognizers and then to their responders, grouped by phase.
    func deliverPresses(_ event: UIPressesEvent) {
        gestures.advance(to: event.timestamp)
        for press in event.presses where press.phase == .began || (press.responder == nil && !press.isCommand) {
            begin(press, event)
        }
        let phases = [UIPress.Phase.began, .changed, .ended, .cancelled]
        for press in event.presses where !press.followers.isEmpty { press.event = event }
        for phase in phases { pass(event, phase) }
        for press in event.presses where press.phase == .began && press.delivery == .toView && press.isHeld {
            press.delivery = .held
        }
        gestures.flush()
        for press in event.presses where press.phase == .ended && press.delivery == .toView && press.isEndHeld {
            press.delivery = .endHeld
        }
        for press in event.presses where press.phase == .cancelled && press.delivery == .held {
            press.delivery = .toFollowers
        }
        releasePresses()
        for phase in phases { tellResponders(event, phase) }
        forgetPresses { $0.hasFinished && $0.delivery != .held && $0.delivery != .endHeld }
        gestures.endEvent()
    }

    private func begin(_ press: UIPress, _ event: UIPressesEvent) {
        press.window = self
        press.isCommand =
            press.phase == .began && press.key.map { firstTarget.performCommand(of: $0, for: event) } ?? false
        press.responder = press.isCommand ? nil : firstTarget
        press.delivery = .toView
        guard press.phase == .began, !press.isCommand else { return }
        press.followers = press.view?.touchFollowers.filter { $0.receives(press, in: event) } ?? []
        if !activePresses.contains(where: { $0 === press }) { activePresses.append(press) }
    }

    /// Delivers presses to recognizers before responders receive them.
    private func pass(_ event: UIPressesEvent, _ phase: UIPress.Phase) {
        var told: [UIGestureRecognizer] = []
        for press in event.presses where press.phase == phase {
            for follower in press.followers where !told.contains(where: { $0 === follower }) {
                told.append(follower)
                // Collected just before the call, because earlier followers may have claimed some presses.
                let presses = event.presses.filter { press in
                    press.phase == phase && press.followers.contains { $0 === follower }
                }
                if !presses.isEmpty { follower.follow(presses, phase, with: event) }
            }
        }
    }

    private func tellResponders(_ event: UIPressesEvent, _ phase: UIPress.Phase) {
        var told: [UIResponder] = []
        for press in event.presses where press.phase == phase && press.delivery == .toView {
            guard let responder = press.responder, !told.contains(where: { $0 === responder }) else { continue }
            told.append(responder)
            let presses = event.presses.filter {
                $0.responder === responder && $0.phase == phase && $0.delivery == .toView
            }
            for press in presses { press.isKnownToResponder = phase == .began || phase == .changed }
            switch phase {
            case .began: responder.pressesBegan(Set(presses), with: event)
            case .changed: responder.pressesChanged(Set(presses), with: event)
            case .ended: responder.pressesEnded(Set(presses), with: event)
            default: responder.pressesCancelled(Set(presses), with: event)
            }
        }
    }

    /// Delivers delayed presses and ends to their responders once no recognizer holds them back.
    func releasePresses() {
        for press in activePresses {
            let isBeginning = press.delivery == .held && !press.isHeld
            guard isBeginning || press.delivery == .endHeld && !press.isEndHeld, press.phase != .cancelled else {
                continue
            }
            press.delivery = .toView
            if isBeginning {
                press.isKnownToResponder = true
                press.responder?.pressesBegan([press], with: press.event)
            }
            guard press.phase == .ended, press.delivery == .toView else { continue }
            (press.delivery, press.isKnownToResponder) = (.toFollowers, false)
            press.responder?.pressesEnded([press], with: press.event)
        }
        forgetPresses { $0.hasFinished && $0.delivery == .toFollowers }
    }

    private func forgetPresses(where isOver: (UIPress) -> Bool) {
        activePresses.removeAll { press in
            guard isOver(press) else { return false }
            (press.followers, press.event) = ([], nil)
            return true
        }
    }

    /// Claims presses that have already ended for a recognizer that has just recognized its gesture.
    func takePressEnds(for recognizer: UIGestureRecognizer) {
        for press in activePresses where press.hasFinished && press.followers.contains(where: { $0 === recognizer }) {
            press.give(to: recognizer)
        }
    }

    /// Removes the recognizers of a view that leaves the window, and of its subviews, from all presses.
    func dropPresses(in view: UIView) {
        for press in activePresses {
            let leaving = press.followers.filter { $0.view?.isDescendant(of: view) ?? true }
            press.followers.removeAll { follower in leaving.contains { $0 === follower } }
            for follower in leaving { follower.stop() }
        }
    }
}

extension UIGestureRecognizer {
    /// Returns whether the recognizer follows a press that begins.
    fileprivate func receives(_ press: UIPress, in event: UIPressesEvent) -> Bool {
        guard isEnabled, !progress.state.isOver, !progress.awaited.contains(.ended),
            allowedPressTypes.contains(where: { $0.intValue == press.type.rawValue }), shouldReceive(event)
        else { return false }
        return delegate?.gestureRecognizer(self, shouldReceive: press) ?? true
    }

    /// Calls the press methods of subclasses.
    fileprivate func follow(_ presses: [UIPress], _ phase: UIPress.Phase, with event: UIPressesEvent) {
        guard isEnabled, !progress.state.isOver else { return }
        modifierFlags = event.modifierFlags
        switch phase {
        case .began:
            addInputs(presses)
            pressesBegan(Set(presses), with: event)
        case .changed: pressesChanged(Set(presses), with: event)
        case .ended: pressesEnded(Set(presses), with: event)
        default: pressesCancelled(Set(presses), with: event)
        }
    }
}
