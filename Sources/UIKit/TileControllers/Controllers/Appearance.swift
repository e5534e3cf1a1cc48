import TileViews

/// Where a controller's view is between gone and shown.
struct Appearance {
    enum Stage {
        case gone
        case coming
        case shown
        case going
    }

    var stage = Stage.gone
    var isAnimated = false
    /// Whether `viewIsAppearing` was called since it began to come.
    var isInPlace = false
    /// Whether nobody but its view's moves tells of it.
    var endsItself = false
    /// Counts the changes of stage: what was to end one that has been turned back does nothing.
    var turn = 0

    var isVisible: Bool { stage == .coming || stage == .shown }
}

// Who tells a controller that it comes and goes: a container, by `beginAppearanceTransition`; or, where none does, its
// view, when it comes into a window that is shown, or leaves it. The view's coming is then ended after the frame that
// shows it, its going at once.
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
            // Turned back on its way out, it never left its place.
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

    /// Those whose views are in this one's view.
    private func forwardAppearance(_ tell: (UIViewController) -> Void) {
        guard shouldAutomaticallyForwardAppearanceMethods, let shownView else { return }
        for child in appearingChildren where child.parent === self {
            if let view = child.shownView, view.isDescendant(of: shownView) { tell(child) }
        }
    }

    /// Says that it is in place, to itself and then to the children in it; once for each time that it comes.
    func sayIsAppearing() {
        guard appearance.stage == .coming, !appearance.isInPlace, shownView?.window != nil else { return }
        appearance.isInPlace = true
        takePendingOffsets()
        ControllerCensus.note(\.isAppearing)
        viewIsAppearing(appearance.isAnimated)
        forwardAppearance { $0.sayIsAppearing() }
    }

    /// Ends the coming that is under way once the next frame is shown, unless it is turned back by then.
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

    /// Whether its view's comings and goings are its own to tell of: no container does that.
    private var followsView: Bool {
        guard let parent else { return true }
        return parent.shouldAutomaticallyForwardAppearanceMethods && !parent.tellsChildrenItself
    }
}

extension UIViewController: ViewManager {
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

    /// As UIKit: a child's view belongs in its parent's.
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
