import Foundation
import TileBars
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

extension UINavigationController {
    /// Pushes a controller, as `replaceStack(by:animated:)` with one more, but in constant time if nothing is animated.
    func push(_ new: UIViewController, animated: Bool) {
        if transitionState.transition == nil { transitionState.stackBefore = animated ? stack : [] }
        if new.parent !== self { addChild(new) }
        stack.append(new)
        showTop(animated: animated)
        if let item = stack.dropLast().last?.navigationItem, navigationBar.topItem === item,
            navigationBar.items?.count == stack.count - 1
        {
            navigationBar.pushItem(new.navigationItem, animated: animated && canAnimateItems)
        } else {
            showItems(animated: animated)
        }
    }

    /// Replaces the stack, informs controllers of their parent, and shows the top one.
    func replaceStack(by new: [UIViewController], animated: Bool) {
        let old = stack
        let kept = Set(new.map { ObjectIdentifier($0) })
        for each in new where each.parent !== self { addChild(each) }
        stack = new
        let gone = old.filter { !kept.contains(ObjectIdentifier($0)) && $0.parent === self }
        // From the top down, because each is then the last child.
        for each in gone.reversed() where each.parent === self {
            each.willMove(toParent: nil)
            // A visible controller is removed after its successor has appeared.
            if each === shownTop || transitionState.participants?.contains(where: { $0 === each }) == true {
                transitionState.leaving.append(each)
            } else {
                each.removeFromParent()
            }
        }
        transitionState.leaving.removeAll { each in kept.contains(ObjectIdentifier(each)) }
        if transitionState.transition == nil { transitionState.stackBefore = old }
        showTop(animated: animated)
        // An interactive transition moves the bar itself.
        if transitionState.transition?.isInteractive != true { showItems(animated: animated) }
    }

    /// Begins a transition to the top of the stack, unless it is already visible or another transition is in progress.
    func showTop(animated: Bool) {
        guard isViewLoaded, appearance.isVisible, stack.last !== shownTop else { return }
        guard transitionState.transition == nil else {
            transitionState.next = animated ? .animated : .immediate
            return
        }
        guard !transitionState.isPlacingTop else { return }
        let (old, new) = (shownTop, stack.last)
        guard let new, animated, let old, view.window != nil else { return placeTop(new, after: old) }
        let isPop = transitionState.stackBefore.contains { $0 === new }
        begin(isPop ? .pop : .push, from: old, to: new)
    }

    /// Replaces the visible controller without animation.
    private func placeTop(_ new: UIViewController?, after old: UIViewController?) {
        transitionState.isPlacingTop = true
        defer { transitionState.isPlacingTop = false }
        // Until the controller itself has appeared, its children haven't either. They are informed together with it.
        let isWithin = appearance.stage == .coming
        new?.loadViewIfNeeded()
        old?.beginAppearanceTransition(false, animated: false)
        if let new {
            delegate?.navigationController(self, willShow: new, animated: false)
            new.beginAppearanceTransition(true, animated: false)
        }
        old?.viewIfLoaded?.removeFromSuperview()
        shownTop = new
        showToolbarItems(animated: false)
        if let new {
            positionView(of: new)
            content.addSubview(new.view)
            view.setNeedsLayout()
        }
        old?.endAppearanceTransition()
        old?.endMoving(to: self)
        endLeaving()
        transitionState.stackBefore = []
        // The transition finishes after a frame has shown the controller, if it is still the visible one.
        if !isWithin, let new {
            new.endAppearanceAfterCommit { [weak self, weak new] in
                if let self, let new, shownTop === new, transitionState.transition == nil {
                    finishShowing(new, animated: false)
                }
            }
        }
    }

    /// Finishes the appearance of a controller.
    ///
    /// - Parameter new: the controller that has appeared; nil for none.
    func finishShowing(_ new: UIViewController?, animated: Bool) {
        if let new {
            new.endMoving(to: self)
            delegate?.navigationController(self, didShow: new, animated: animated)
        }
        updateStatusBar()
        screen?.conformOrientation()
    }

    private func endLeaving() {
        let leaving = transitionState.leaving
        transitionState.leaving = []
        for each in leaving where each.parent === self && !stack.contains(where: { $0 === each }) {
            each.removeFromParent()
        }
    }

    private func begin(_ operation: Operation, from old: UIViewController, to new: UIViewController) {
        new.loadViewIfNeeded()
        var animator = delegate?.navigationController(self, animationControllerFor: operation, from: old, to: new)
        var interaction = animator.flatMap {
            delegate?.navigationController(self, interactionControllerFor: $0)
        }
        if animator == nil {
            let preferred =
                operation == .pop
                ? old.preferredAnimator(isReturn: true, beside: new)
                : new.preferredAnimator(isReturn: false, beside: old)
            animator =
                preferred
                ?? Self.slide(operation, isMirrored: view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
            // Other animators can't be interrupted.
            if animator is ViewMover { interaction = transitionState.interaction }
        }
        transitionState.interaction = nil
        positionView(of: old)
        positionView(of: new)
        var change = ControllerTransition.Change(
            from: old, to: new, fromView: old.view, toView: new.view, container: content)
        change.initialFrames[ObjectIdentifier(old)] = old.view.frame
        change.finalFrames[ObjectIdentifier(new)] = new.view.frame
        let transition = ControllerTransition(change, animator: animator, interaction: interaction) {
            [self] didComplete in
            end(operation, from: old, to: new, didComplete)
        }
        transitionState.transition = transition
        transitionState.participants = [old, new]
        for each in [self, old, new] { each.family.transition = transition }
        shownTop = new
        delegate?.navigationController(self, willShow: new, animated: true)
        old.beginAppearanceTransition(false, animated: true)
        new.beginAppearanceTransition(true, animated: true)
        showToolbarItems(animated: true)
        transition.animate(alongsideTransition: { [self] _ in placeBars() }, completion: nil)
        content.isUserInteractionEnabled = false
        transition.run()
    }

    private func end(
        _ operation: Operation, from old: UIViewController, to new: UIViewController, _ didComplete: Bool
    ) {
        content.isUserInteractionEnabled = true
        for each in [self, old, new] { each.family.transition = nil }
        (transitionState.transition, transitionState.participants) = (nil, nil)
        if didComplete {
            if old.view.superview === content { old.view.removeFromSuperview() }
            if new.view.superview !== content {
                positionView(of: new)
                content.addSubview(new.view)
            }
            old.endAppearanceTransition()
            old.endMoving(to: self)
            new.endAppearanceTransition()
            endLeaving()
            finishShowing(new, animated: true)
        } else {
            // The transition was canceled: remove the new controller and restore the stack.
            if new.view.superview === content { new.view.removeFromSuperview() }
            shownTop = old
            new.beginAppearanceTransition(false, animated: true)
            new.endAppearanceTransition()
            old.beginAppearanceTransition(true, animated: true)
            old.endAppearanceTransition()
            restoreStack()
        }
        transitionState.stackBefore = []
        if transitionState.next != .none {
            let animated = transitionState.next == .animated
            transitionState.next = .none
            // If either controller is the next one, the transition is a pop.
            transitionState.stackBefore = [new, old]
            showTop(animated: animated)
        }
        showItems(animated: false)
        shownView?.setNeedsLayout()
    }

    private func restoreStack() {
        let before = transitionState.stackBefore
        let kept = Set(before.map { ObjectIdentifier($0) })
        for each in stack where !kept.contains(ObjectIdentifier(each)) && each.parent === self {
            each.willMove(toParent: nil)
            each.removeFromParent()
        }
        stack = before
        for each in transitionState.leaving { each.noteDidMove() }
        transitionState.leaving = []
    }

    /// The duration of a push and a pop, in seconds.
    static let duration = 0.35

    /// Returns UIKit's standard push or pop animation. In 0.35 s, the controller in front moves from or to the trailing
    /// edge, and the one behind it moves by 30 %.
    static func slide(_ operation: Operation, isMirrored: Bool) -> any UIViewControllerAnimatedTransitioning {
        let side: CGFloat = isMirrored ? -1 : 1
        let isPush = operation == .push
        let shade = UIView()
        return ViewMover(
            duration: duration,
            prepare: { transition in
                guard let from = transition.change.fromView, let to = transition.change.toView else { return }
                let (container, width) = (transition.containerView, transition.containerView.bounds.width)
                shade.backgroundColor = UIColor(white: 0, alpha: 0.1)
                shade.frame = container.bounds
                shade.isUserInteractionEnabled = false
                shade.alpha = isPush ? 0 : 1
                if isPush {
                    container.addSubview(shade)
                    container.addSubview(to)
                    to.transform = CGAffineTransform(translationX: side * width, y: 0)
                } else {
                    container.insertSubview(to, belowSubview: from)
                    container.insertSubview(shade, belowSubview: from)
                    to.transform = CGAffineTransform(translationX: -side * 0.3 * width, y: 0)
                }
            },
            move: { transition in
                guard let from = transition.change.fromView, let to = transition.change.toView else { return }
                let width = transition.containerView.bounds.width
                to.transform = .identity
                shade.alpha = isPush ? 1 : 0
                from.transform = CGAffineTransform(translationX: (isPush ? -0.3 : 1) * side * width, y: 0)
            },
            cleanUp: { transition, _ in
                shade.removeFromSuperview()
                transition.change.fromView?.transform = .identity
                transition.change.toView?.transform = .identity
            })
    }
}

extension UIViewController {
    /// Calls `didMove(toParent:)` if it hasn't been called yet.
    fileprivate func endMoving(to parent: UIViewController) {
        if self.parent === parent, family.isArriving { didMove(toParent: parent) }
    }
}
