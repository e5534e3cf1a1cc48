import Foundation
import TileGeometry

/// A scroll in progress: one notch of a wheel, or a movement of fingers on a trackpad from beginning to end.
final class ScrollInput: GestureInput {
    weak var window: UIWindow?
    let view: UIView?
    var followers: [UIGestureRecognizer]
    var hasFinished = false
    /// The location of the pointer in the window, in points.
    var location: CGPoint

    init(in window: UIWindow, _ view: UIView, at location: CGPoint, followers: [UIGestureRecognizer]) {
        self.window = window
        self.view = view
        self.location = location
        self.followers = followers
    }

    // Scrolls are not delivered to responders.
    var isHeldBack: Bool { false }
    func takeFromResponder() {}
}

extension UIScreen {
    /// Returns the window that receives a scroll: the one in which it began, or the frontmost under the pointer.
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
            // A notch is a complete scroll.
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
        // A scroll that begins again is missing its end.
        endScroll()
        let point = layer.convert(event.location, from: screen.layer)
        guard point.x.isFinite, point.y.isFinite, let view = hitTest(point, with: event) else { return }
        let followers = view.touchFollowers.filter { $0.receives(event) }
        scrollUnderWay = ScrollInput(in: self, view, at: point, followers: followers)
    }

    private func pass(_ phase: ScrollEvent.Phase, of input: ScrollInput, _ event: ScrollEvent) {
        input.hasFinished = phase == .ended || phase == .cancelled
        for follower in input.followers {
            // Earlier followers may have claimed the scroll.
            guard input.followers.contains(where: { $0 === follower }) else { continue }
            (follower as? UIPanGestureRecognizer)?.follow(input, phase, with: event)
        }
        gestures.flush()
    }

    /// Ends a scroll that was not ended by an event, or that has lost its view.
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
    /// Returns whether the recognizer follows a scroll that begins.
    fileprivate func receives(_ event: ScrollEvent) -> Bool {
        guard let pan = self as? UIPanGestureRecognizer, pan.allowedScrollTypesMask.contains(event.scrollType) else {
            return false
        }
        return isEnabled && !progress.state.isOver && progress.awaited.isEmpty && touches.isEmpty
            && shouldReceive(event)
    }
}
