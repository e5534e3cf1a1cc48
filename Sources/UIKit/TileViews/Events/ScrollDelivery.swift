import Foundation
import TileGeometry

/// A scroll under way: a wheel's notch, or fingers on a trackpad from their beginning to their end.
final class ScrollInput: GestureInput {
    weak var window: UIWindow?
    let view: UIView?
    var followers: [UIGestureRecognizer]
    var hasFinished = false
    /// Where the pointer is, in the window's points.
    var location: CGPoint

    init(in window: UIWindow, _ view: UIView, at location: CGPoint, followers: [UIGestureRecognizer]) {
        self.window = window
        self.view = view
        self.location = location
        self.followers = followers
    }

    // No responder hears of scrolls.
    var isHeldBack: Bool { false }
    func takeFromResponder() {}
}

extension UIScreen {
    /// The window that a scroll is for: the one where it began, or the frontmost under the pointer.
    func window(for event: ScrollEvent) -> UIWindow? {
        if let phase = event.phase, phase != .began { return windows.first { $0.scrollUnderWay != nil } }
        return event.isUsable ? target(at: event.location, with: event).0 : nil
    }
}

extension UIWindow {
    func deliverScroll(_ event: ScrollEvent) {
        guard event.isUsable else { return }
        gestures.advance(to: event.timestamp)
        if event.phase == nil || event.phase == .began { begin(event) }
        guard let input = scrollUnderWay else { return }
        input.location = layer.convert(event.location, from: screen.layer)
        if event.phase == nil {
            // A notch is a scroll of its own.
            pass(.began, of: input, event)
            pass(.ended, of: input, event)
        } else if let phase = event.phase {
            pass(phase, of: input, event)
        }
        if input.hasFinished {
            scrollUnderWay = nil
            input.followers = []
        }
        gestures.endEvent()
    }

    private func begin(_ event: ScrollEvent) {
        // The end of one that begins once more was missed.
        endScroll()
        let point = layer.convert(event.location, from: screen.layer)
        guard point.x.isFinite, point.y.isFinite, let view = hitTest(point, with: event) else { return }
        let followers = view.touchFollowers.filter { $0.receives(event) }
        scrollUnderWay = ScrollInput(in: self, view, at: point, followers: followers)
    }

    private func pass(_ phase: ScrollEvent.Phase, of input: ScrollInput, _ event: ScrollEvent) {
        input.hasFinished = phase == .ended || phase == .cancelled
        for follower in input.followers {
            // What the followers before did may have taken it.
            guard input.followers.contains(where: { $0 === follower }) else { continue }
            (follower as? UIPanGestureRecognizer)?.follow(input, phase, with: event)
        }
        gestures.flush()
    }

    /// Ends a scroll whose view is leaving, or that nobody ends.
    func endScroll() {
        guard let input = scrollUnderWay else { return }
        scrollUnderWay = nil
        input.hasFinished = true
        let followers = input.followers
        input.followers = []
        for follower in followers { follower.stop() }
    }
}

extension UIGestureRecognizer {
    /// Whether it follows a scroll that begins.
    fileprivate func receives(_ event: ScrollEvent) -> Bool {
        guard let pan = self as? UIPanGestureRecognizer, pan.allowedScrollTypesMask.contains(event.scrollType) else {
            return false
        }
        return isEnabled && !progress.state.isOver && progress.awaited.isEmpty && touches.isEmpty
            && shouldReceive(event)
    }
}
