import TileViews

/// The appearance state of a controller's view.
struct Appearance {
    enum Stage {
        case gone
        case coming
        case shown
        case going
    }

    var stage = Stage.gone
    var isAnimated = false
    /// Whether `viewIsAppearing` was called in the current appearance.
    var isInPlace = false
    /// Whether the transition is driven only by the view's moves between windows.
    var endsItself = false
    /// A counter of stage changes. A pending completion is ignored if the counter has changed since.
    var turn = 0

    var isVisible: Bool { stage == .coming || stage == .shown }
}

// A controller's appearance is driven by a container with `beginAppearanceTransition`. Without one, it is driven by its
// view when it enters or leaves a visible window. In that case, an appearance ends after the frame that shows the view,
// and a disappearance ends at once.
extension UIViewController {
    func beginAppearance(_ isAppearing: Bool, animated: Bool) {
        let stage = appearance.stage
        guard isAppearing ? stage == .gone || stage == .going : stage == .coming || stage == .shown else { return }
        if isAppearing { loadViewIfNeeded() }
        appearance.stage = isAppearing ? .coming : .going
        appearance.isAnimated = animated
        appearance.endsItself = false
        appearance.turn += 1
        ControllerCensus.note(isAppearing ? \.willAppear : \.willDisappear)
        let turn = appearance.turn
        if isAppearing {
            // A disappearance that is reversed never left the hierarchy.
            appearance.isInPlace = stage == .going
            viewWillAppear(animated)
        } else {
            viewWillDisappear(animated)
        }
        guard appearance.turn == turn else { return }
        forwardAppearance { $0.beginAppearanceTransition(isAppearing, animated: animated) }
    }

    func endAppearance() {
        let isAppearing = appearance.stage == .coming
        guard isAppearing || appearance.stage == .going else { return }
        if isAppearing { sayIsAppearing() }
        forwardAppearance { $0.endAppearanceTransition() }
        guard isAppearing ? appearance.stage == .coming : appearance.stage == .going else { return }
        appearance.stage = isAppearing ? .shown : .gone
        appearance.turn += 1
        ControllerCensus.note(isAppearing ? \.didAppear : \.didDisappear)
        if isAppearing { viewDidAppear(appearance.isAnimated) } else { viewDidDisappear(appearance.isAnimated) }
    }

    /// Informs the children whose views are inside this controller's view.
    private func forwardAppearance(_ tell: (UIViewController) -> Void) {
        guard shouldAutomaticallyForwardAppearanceMethods, let shownView else { return }
        for child in appearingChildren where child.parent === self {
            if let view = child.shownView, view.isDescendant(of: shownView) { tell(child) }
        }
    }

    /// Calls `viewIsAppearing` on the controller and then on its children, once per appearance.
    func sayIsAppearing() {
        guard appearance.stage == .coming, !appearance.isInPlace, shownView?.window != nil else { return }
        appearance.isInPlace = true
        takePendingOffsets()
        ControllerCensus.note(\.isAppearing)
        viewIsAppearing(appearance.isAnimated)
        forwardAppearance { $0.sayIsAppearing() }
    }

    /// Ends the current appearance after the next frame is shown, unless it is reversed by then.
    func endAppearanceAfterCommit(then completion: (() -> Void)? = nil) {
        guard let screen else { return }
        let turn = appearance.turn
        screen.afterCommit { [weak self] in
            if let self, appearance.turn == turn { endAppearanceTransition() }
            completion?()
        }
    }

    func endAppearanceOfLostView() {
        beginAppearance(false, animated: false)
        endAppearance()
    }

    /// Whether the appearance follows the view, because no container drives it.
    private var followsView: Bool {
        guard let parent else { return true }
        return parent.shouldAutomaticallyForwardAppearanceMethods && !parent.tellsChildrenItself
    }
}

extension UIViewController: ViewControlling {
    package func managedViewWillMove(to window: UIWindow?) {
        guard followsView else { return }
        if let window {
            guard appearance.stage == .gone, !window.isHidden, parent?.appearance.isVisible != false else { return }
            beginAppearance(true, animated: false)
            appearance.endsItself = true
        } else if appearance.isVisible {
            beginAppearance(false, animated: false)
            appearance.endsItself = true
        }
    }

    package func managedViewDidMove(from old: UIWindow?) {
        guard appearance.endsItself, shownView?.window == nil, appearance.stage == .going else { return }
        endAppearanceTransition()
    }

    package func managedViewDidArrive() {
        checkHierarchy()
        sayIsAppearing()
        if appearance.endsItself, appearance.stage == .coming { endAppearanceAfterCommit() }
    }

    /// Checks that a child's view is inside its parent's view, as UIKit does.
    private func checkHierarchy() {
        guard let parent, !modality.isCurrent,
            let above = shownView?.superview?.nearestManager as? UIViewController
        else { return }
        precondition(
            sequence(first: parent, next: \.parent).contains { $0 === above },
            "UIViewControllerHierarchyInconsistency: child view controller \(self) should have parent view controller "
                + "\(above), but its parent is \(parent)")
    }
}
