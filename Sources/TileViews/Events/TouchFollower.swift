import Foundation

/// Follows the touches in a view and in the views in it, before these are told of them, and may take touches away from
/// them: a scroll view, by itself.
protocol TouchFollower: AnyObject {
    /// The view whose touches it follows; nil for none any more.
    var followedView: UIView? { get }
    /// Whether views in this one hear of a touch only once it is clear that nobody takes it.
    var delaysTouches: Bool { get }
    /// Touches in it have begun, moved, ended or been cancelled: all of one event and one phase.
    func follow(_ touches: [UITouch], _ phase: UITouch.Phase)
    /// Another follower, or nobody any more, has these touches.
    func lose(_ touches: [UITouch])
    /// Whether a touch that was kept back is handed to its view.
    func letsBegin(_ touch: UITouch, with event: UIEvent) -> Bool
}

/// Who hears of a touch.
enum TouchDelivery {
    /// Its view.
    case toView
    /// Its view, but not yet.
    case held
    /// Only those who follow it.
    case toFollowers
}

extension UIView {
    /// Who follows touches in the view, from the inside out.
    var touchFollowers: [any TouchFollower] {
        sequence(first: self, next: \.superview).compactMap { $0 as? any TouchFollower }
    }
}

extension UITouch {
    /// For how long a touch is kept back at most, in seconds: UIKit's documentation says that it waits for a short
    /// time, and measurements say for this.
    static let holdSeconds = 0.15

    /// Gives the touch to one of its followers alone: its view hears that it is cancelled, and the other followers lose
    /// it.
    final func give(to follower: any TouchFollower) {
        let others = followers.filter { $0 !== follower }
        followers = [follower]
        takeFromView()
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
    /// Lets those who follow touches have them before the views.
    func deliverToFollowers(_ event: UIEvent) {
        for touch in event.touches where touch.window === self && touch.phase == .began && touch.beginning == nil {
            touch.beginning = touch.timestamp
            guard touch.delivery == .toView else { continue }
            let isHeld = touch.followers.contains { $0.delaysTouches && $0.followedView !== touch.view }
            if isHeld { touch.delivery = .held }
        }
        for phase in [UITouch.Phase.began, .moved, .ended, .cancelled] {
            var told: [any TouchFollower] = []
            for touch in event.touches where touch.window === self && touch.phase == phase {
                for follower in touch.followers where !told.contains(where: { $0 === follower }) {
                    told.append(follower)
                    // Gathered at the last moment: what the followers before did may have taken some.
                    let touches = event.touches.filter { touch in
                        touch.window === self && touch.phase == phase
                            && touch.followers.contains { $0 === follower }
                    }
                    if !touches.isEmpty { follower.follow(touches, phase) }
                }
            }
        }
        releaseHeld(at: event.timestamp)
        for touch in event.touches where touch.window === self && touch.hasFinished { touch.followers = [] }
    }

    /// Hands touches that were kept back for long enough, or that have ended, to their views.
    func releaseHeld(at time: TimeInterval) {
        for touch in activeTouches where touch.delivery == .held {
            guard touch.phase != .cancelled else {
                touch.delivery = .toFollowers
                continue
            }
            let isDue = touch.beginning.map { time - $0 >= UITouch.holdSeconds } ?? true
            guard isDue || touch.phase == .ended, let view = touch.view, let event = touch.event else { continue }
            guard touch.followers.allSatisfy({ $0.followedView === view || $0.letsBegin(touch, with: event) }) else {
                touch.delivery = .toFollowers
                continue
            }
            touch.delivery = .toView
            touch.isKnownToView = true
            view.touchesBegan([touch], with: event)
        }
    }

    /// Of the touches of views that leave the window, those that somebody follows who stays: they go on without a view.
    func handOver(_ touches: [UITouch], leaving view: UIView) -> [UITouch] {
        touches.filter { touch in
            func leaves(_ follower: any TouchFollower) -> Bool {
                follower.followedView?.isDescendant(of: view) ?? true
            }
            let staying = touch.followers.filter { !leaves($0) }
            guard let next = staying.first else { return true }
            let leaving = touch.followers.filter(leaves)
            touch.followers = staying
            touch.takeFromView()
            for follower in leaving { follower.lose([touch]) }
            touch.view = next.followedView
            return false
        }
    }
}
