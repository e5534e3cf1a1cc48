import Foundation

/// The pinch of a scroll view, which follows the fingers itself: it tells of them.
final class ScrollPinchGestureRecognizer: UIPinchGestureRecognizer {
    init(of scrollView: UIScrollView) {
        super.init(target: nil, action: nil)
        view = scrollView
    }

    required init?(coder: NSCoder) { nil }

    override func stop() { (view as? UIScrollView)?.endPinch() }

    /// Tells of a state. What has ended is possible again afterwards.
    ///
    /// - Parameter scale: the fingers' distance in parts of what it was at first; nil for the last one.
    func tell(_ state: State, scale: CGFloat?, _ touches: [UITouch]) {
        // One that was made while fingers zoom hears of the next time.
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
