import TileViews

/// The state of the transition between the visible controller and the stack.
struct NavigationTransitionState {
    /// A transition to the top of the stack that waits for the current transition to end.
    enum Next {
        case none
        case immediate
        case animated
    }

    var transition: ControllerTransition?
    /// The controllers that the current transition informs; nil without a transition.
    var participants: [UIViewController]?
    /// The transition that follows the current one.
    var next = Next.none
    /// The controllers that were removed from the stack and are informed after the transition.
    var leaving: [UIViewController] = []
    /// The interaction controller of the next transition, set by the pop gesture.
    var interaction: (any UIViewControllerInteractiveTransitioning)?
    /// The stack to restore if the transition is canceled.
    var stackBefore: [UIViewController] = []
    var isPlacingTop = false
}
