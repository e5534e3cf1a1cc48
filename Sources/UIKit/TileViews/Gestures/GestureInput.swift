/// What recognizers follow besides touches: a press, or a scroll.
protocol GestureInput: AnyObject {
    var window: UIWindow? { get }
    /// The view that it is for.
    var view: UIView? { get }
    /// The recognizers that follow it, from the inside out.
    var followers: [UIGestureRecognizer] { get set }
    var hasFinished: Bool { get }
    /// Whether its responder does not hear of it yet.
    var isHeldBack: Bool { get }
    /// Its responder hears no more of it.
    func takeFromResponder()
}

extension GestureInput {
    /// Gives it to one of its followers, and to those that it lets recognize with it; the others lose it. Its responder
    /// hears that it is cancelled, unless the follower lets responders go on.
    func give(to follower: UIGestureRecognizer) {
        let others = followers.filter {
            $0 !== follower && !$0.progress.state.isRecognized && follower.prevents($0)
        }
        followers.removeAll { follower in others.contains { $0 === follower } }
        if follower.cancelsTouchesInView || isHeldBack { takeFromResponder() }
        for other in others { other.stop() }
    }
}
