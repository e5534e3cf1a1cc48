import Foundation

/// The pan recognizer of a scroll view. The scroll view itself tracks the fingers, because it knows the axes along
/// which its content can move and the views around it.
final class ScrollPanGestureRecognizer: UIPanGestureRecognizer {
    var scrollView: UIScrollView? { view as? UIScrollView }

    init(of scrollView: UIScrollView) {
        super.init(target: nil, action: nil)
        view = scrollView
        allowedScrollTypesMask = .all
    }

    /// The scroll view, if its class implements the delegate's protocol. As in UIKit, no other delegate is allowed.
    override var delegate: (any UIGestureRecognizerDelegate)? {
        get { view as? any UIGestureRecognizerDelegate }
        set {
            precondition(
                newValue === view,
                "UIScrollView's built-in pan gesture recognizer must have its scroll view as its delegate.")
        }
    }

    override func follow(_ touches: [UITouch], _ phase: UITouch.Phase, with event: UIEvent) {
        scrollView?.follow(touches, phase)
    }

    override func follow(_ input: ScrollInput, _ phase: ScrollEvent.Phase, with event: ScrollEvent) {
        guard isEnabled else { return }
        modifierFlags = event.modifierFlags
        inputs = [input]
        scrollView?.follow(phase, with: event)
        if input.hasFinished { inputs = [] }
    }

    override func lose(_ touches: [UITouch]) { scrollView?.lose(touches) }

    override func holds(_ touch: UITouch, at time: TimeInterval) -> Bool {
        guard let scrollView, touch.view !== scrollView, scrollView.delaysTouches, touch.phase != .ended else {
            return false
        }
        return touch.beginning.map { time - $0.timestamp < policy.contentDelay } ?? false
    }

    override func letsBegin(_ touch: UITouch, with event: UIEvent) -> Bool {
        touch.view === scrollView || scrollView?.letsBegin(touch, with: event) != false
    }

    override func stop() {
        scrollView?.endDrag()
        inputs = []
    }

    /// Notifies the handlers of the state, and makes a finished recognizer possible again.
    func deliverState() {
        let told = progress.state
        guard told != .possible else { return }
        if told != .failed { tellHandlers() }
        // A handler may have ended the gesture or begun another.
        guard progress.state == told, told.isOver else { return }
        progress.state = .possible
        (touches, inputs) = ([], [])
    }
}
