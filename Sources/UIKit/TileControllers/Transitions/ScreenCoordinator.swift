import Foundation
import TileDrawing
import TileGeometry
import TileViews

/// The coordinator of a screen rotation or size change.
final class ScreenCoordinator: NSObject, UIViewControllerTransitionCoordinator {
    private let transition: ScreenTransition
    private weak var controller: UIViewController?

    init(_ transition: ScreenTransition, of controller: UIViewController) {
        self.transition = transition
        self.controller = controller
        super.init()
        controller.family.screenTransition = self
        transition.animate(alongsideTransition: nil) { [weak controller] _ in controller?.family.screenTransition = nil
        }
    }

    var isAnimated: Bool { transition.duration > 0 }
    let presentationStyle = UIModalPresentationStyle.none
    let initiallyInteractive = false
    let isInterruptible = false
    let isInteractive = false
    let isCancelled = false
    var transitionDuration: TimeInterval { transition.duration }
    let percentComplete: CGFloat = 0
    let completionVelocity: CGFloat = 1
    let completionCurve = UIView.AnimationCurve.easeInOut
    var targetTransform: CGAffineTransform { transition.targetTransform }
    var containerView: UIView { controller?.view.window ?? controller?.view ?? UIView() }

    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? { controller }
    func view(forKey key: UITransitionContextViewKey) -> UIView? { controller?.view }

    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool {
        transition.animate(
            alongsideTransition: animation.map { animation in { [self] _ in animation(self) } },
            completion: completion.map { completion in { [self] _ in completion(self) } })
    }

    @discardableResult
    func animateAlongsideTransition(
        in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool { animate(alongsideTransition: animation, completion: completion) }

    func notifyWhenInteractionChanges(
        _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void
    ) {}
    func notifyWhenInteractionEnds(
        _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void
    ) {}
}

extension UIViewController {
    /// Forwards a size change to children and the presented controller.
    func passTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        for child in children {
            let own = self.size(forChildContentContainer: child, withParentContainerSize: size)
            child.viewWillTransition(to: own, with: coordinator)
        }
        guard let presented = modality.presented else { return }
        if let manager = presented.modality.controller {
            manager.viewWillTransition(to: size, with: coordinator)
        } else {
            presented.viewWillTransition(to: size, with: coordinator)
        }
    }

    func passTraits(_ traits: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator) {
        for child in children {
            let own = child.ownTraits.applied(to: traits)
            if own != child.traitCollection { child.willTransition(to: own, with: coordinator) }
        }
        guard let presented = modality.presented else { return }
        if let manager = presented.modality.controller {
            manager.willTransition(to: traits, with: coordinator)
        } else {
            presented.willTransition(to: traits, with: coordinator)
        }
    }

    func tellPreferredSize() {
        parent?.preferredContentSizeDidChange(forChildContentContainer: self)
        if modality.isCurrent { modality.controller?.preferredContentSizeDidChange(forChildContentContainer: self) }
    }

    var knownCoordinator: (any UIViewControllerTransitionCoordinator)? {
        family.transition ?? modality.transition ?? family.screenTransition ?? parent?.transitionCoordinator
    }
}
