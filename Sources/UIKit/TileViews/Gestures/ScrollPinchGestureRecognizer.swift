import Foundation

/// The pinch recognizer of a scroll view. The scroll view itself tracks the fingers and reports them here.
final class ScrollPinchGestureRecognizer: UIPinchGestureRecognizer {
    init(of scrollView: UIScrollView) {
        super.init(target: nil, action: nil)
        view = scrollView
    }

    override func stop() { (view as? UIScrollView)?.endPinch() }

    /// Notifies the handlers of a state, and makes a finished recognizer possible again.
    ///
    /// - Parameter scale: The distance of the fingers relative to the initial one; nil for no change.
    func deliverState(_ state: State, scale: CGFloat?, touches: [UITouch]) {
        // A recognizer that was created during a zoom begins with the next one.
        guard state == .began || progress.state != .possible else { return }
        self.touches = touches
        if let scale { self.scale = scale }
        progress.state = state
        tellHandlers()
        guard progress.state == state, state.isOver else { return }
        progress.state = .possible
        reset()
    }
}
