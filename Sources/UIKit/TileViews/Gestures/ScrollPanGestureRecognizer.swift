import Foundation

/// The pan of a scroll view, which follows the fingers itself: it knows along which axes its content can be moved, and
/// what it is in.
final class ScrollPanGestureRecognizer: UIPanGestureRecognizer {
    var scrollView: UIScrollView? { view as? UIScrollView }

    init(of scrollView: UIScrollView) {
        super.init(target: nil, action: nil)
        view = scrollView
        allowedScrollTypesMask = .all
    }

    required init?(coder: NSCoder) { nil }

    /// The scroll view, where its class has something to say: as in UIKit it is nobody else's.
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
        return touch.beginning.map { time - $0 < policy.contentDelay } ?? false
    }

    override func letsBegin(_ touch: UITouch, with event: UIEvent) -> Bool {
        touch.view === scrollView || scrollView?.letsBegin(touch, with: event) != false
    }

    override func stop() {
        scrollView?.endDrag()
        inputs = []
    }

    /// Tells of the state; what has come to an end is possible again afterwards.
    func tell() {
        let told = progress.state
        guard told != .possible else { return }
        if told != .failed { tellHandlers() }
        // Who was told may have ended it, or begun something else.
        guard progress.state == told, told.isOver else { return }
        progress.state = .possible
        (touches, inputs) = ([], [])
    }
}
