/// An input of recognizers other than a touch: a press or a scroll.
protocol GestureInput: AnyObject {
    var window: UIWindow? { get }
    /// The view that the input belongs to.
    var view: UIView? { get }
    /// The recognizers that follow the input, from the innermost view outward.
    var followers: [UIGestureRecognizer] { get set }
    var hasFinished: Bool { get }
    /// A Boolean value that indicates whether the input is still delayed for its responder.
    var isHeldBack: Bool { get }
    /// Stops delivery of the input to its responder.
    func takeFromResponder()
}

extension GestureInput {
    /// Assigns the input to one of its followers and to those that may recognize simultaneously; the others lose it.
    /// The input is cancelled for its responder unless the follower does not cancel touches.
    func give(to follower: UIGestureRecognizer) {
        let others = followers.filter {
            $0 !== follower && !$0.progress.state.isRecognized && follower.prevents($0)
        }
        followers.removeAll { follower in others.contains { $0 === follower } }
        if follower.cancelsTouchesInView || isHeldBack { takeFromResponder() }
        for other in others { other.stop() }
    }
}
