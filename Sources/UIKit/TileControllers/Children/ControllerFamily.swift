import Foundation
import TileDrawing
import TileViews

/// The children of a controller, and its relation to its parent.
struct ControllerFamily {
    var children: [UIViewController] = []
    /// Whether the controller is moving to a parent, from `willMove(toParent:)` until it has moved and appeared.
    var isArriving = false
    var isLeaving = false
    /// The container transition that the controller takes part in.
    var transition: ControllerTransition?
    /// The transition of a screen rotation.
    var screenTransition: ScreenCoordinator?
}

extension UIViewController {
    func noteWillMove(to parent: UIViewController?) {
        family.isArriving = parent != nil
        family.isLeaving = parent == nil && self.parent != nil
    }

    func noteDidMove() { (family.isArriving, family.isLeaving) = (false, false) }

    func adopt(_ child: UIViewController) {
        precondition(child !== self, "A view controller cannot be its own child: \(self)")
        precondition(
            !sequence(first: self, next: \.parent).contains { $0 === child },
            "\(child) can't be a child of \(self), which it has as a child")
        guard child.parent !== self else {
            // As in UIKit, the child becomes the last one.
            family.children.removeAll { $0 === child }
            family.children.append(child)
            return
        }
        precondition(
            child.presentingViewController == nil || !child.modality.isCurrent,
            "\(child) is presented: dismiss it before it becomes a child")
        withTraits(of: child) {
            if let other = child.parent {
                child.willMove(toParent: nil)
                if other.appearance.isVisible, child.appearance.isVisible { child.shownView?.removeFromSuperview() }
                child.leaveParent()
            }
            child.willMove(toParent: self)
            family.children.append(child)
            child.parent = self
        }
    }

    func leaveParent() {
        guard let parent else { return }
        withExtendedLifetime(self) {
            withTraits(of: self) {
                if parent.family.children.last === self {
                    parent.family.children.removeLast()
                } else {
                    parent.family.children.removeAll { $0 === self }
                }
                self.parent = nil
            }
            didMove(toParent: nil)
            ControllerCensus.noteLeft(self, parent is UINavigationController ? .popped : .removed)
        }
    }

    private func withTraits(of child: UIViewController, _ change: () -> Void) {
        if let view = child.shownView { view.changingTraits(change) } else { change() }
        child.noteTraits()
    }

    func cross(
        from old: UIViewController, to new: UIViewController, _ duration: TimeInterval,
        _ options: UIView.AnimationOptions, animations: (() -> Void)?, completion: ((Bool) -> Void)?
    ) {
        precondition(
            old.parent === self && new.parent === self,
            "Children view controllers \(old) and \(new) must have a common parent view controller when calling "
                + "transition(from:to:duration:options:animations:completion:), and it is to be \(self)")
        let isAnimated = duration > 0
        let tells = shouldAutomaticallyForwardAppearanceMethods && appearance.isVisible
        guard let place = old.view.superview, old !== new else {
            animations?()
            completion?(true)
            return
        }
        if tells {
            old.beginAppearanceTransition(false, animated: isAnimated)
            new.beginAppearanceTransition(true, animated: isAnimated)
        }
        let finish: (Bool) -> Void = { finished in
            if old.view.superview === place { old.view.removeFromSuperview() }
            if tells {
                old.endAppearanceTransition()
                new.endAppearanceTransition()
            }
            completion?(finished)
        }
        let change = {
            place.addSubview(new.view)
            animations?()
        }
        if options.showsTransition {
            UIView.transition(
                with: place, duration: duration, options: options,
                animations: {
                    change()
                    old.view.removeFromSuperview()
                }, completion: finish)
        } else {
            place.addSubview(new.view)
            UIView.animate(
                withDuration: duration, delay: 0, options: options, animations: { animations?() }, completion: finish)
        }
    }
}

extension UIView.AnimationOptions {
    /// Whether the options contain a transition.
    fileprivate var showsTransition: Bool {
        let all: UIView.AnimationOptions = [
            .transitionFlipFromLeft, .transitionFlipFromRight, .transitionCurlUp, .transitionCurlDown,
            .transitionCrossDissolve, .transitionFlipFromTop, .transitionFlipFromBottom,
        ]
        return !isDisjoint(with: all)
    }
}
