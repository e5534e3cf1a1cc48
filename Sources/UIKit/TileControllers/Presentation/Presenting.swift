import Foundation
import TileGraphics
import TileViews

/// A presentation in progress.
struct Presenting {
    private let presented: UIViewController
    private let presenter: UIViewController
    private let source: UIViewController
    private let window: UIWindow
    private let manager: UIPresentationController

    init(_ presented: UIViewController, presenter: UIViewController, source: UIViewController, in window: UIWindow) {
        (self.presented, self.presenter, self.source, self.window) = (presented, presenter, source, window)
        guard let manager = presented.modality.active else { preconditionFailure("a presentation has a controller") }
        self.manager = manager
    }

    /// Begins the presentation in UIKit's order: the container, `presentationTransitionWillBegin`, the controllers'
    /// callbacks, the animator.
    func begin(_ isAnimated: Bool, _ completion: (() -> Void)?) {
        let container = placeContainer()
        presented.loadViewIfNeeded()
        let transition = makeTransition(in: container, isAnimated, completion)
        (presented.modality.transition, presenter.modality.transition) = (transition, transition)
        container.isInTransition = true
        manager.presentationTransitionWillBegin()
        if manager.shouldRemovePresentersView { presenter.beginAppearanceTransition(false, animated: isAnimated) }
        presented.beginAppearanceTransition(true, animated: isAnimated)
        guard !isAnimated else { return transition.run() }

        if let view = manager.presentedView {
            view.frame = manager.frameOfPresentedViewInContainerView
            container.addSubview(view)
        }
        transition.run()
        // As with animation, the presentation ends after a frame has shown it.
        window.screen.afterCommit { transition.completeTransition(true) }
    }

    private func placeContainer() -> PresentationContainer {
        let place: UIView = manager.shouldPresentInFullscreen ? window : presenter.view.superview ?? window
        let container = PresentationContainer(
            manager, frame: manager.shouldPresentInFullscreen ? window.bounds : presenter.view.frame)
        manager.container = container
        if manager.shouldPresentInFullscreen {
            place.addSubview(container)
        } else {
            place.insertSubview(container, aboveSubview: presenter.view)
        }
        return container
    }

    private func makeTransition(
        in container: PresentationContainer, _ isAnimated: Bool, _ completion: (() -> Void)?
    ) -> ControllerTransition {
        let removes = manager.shouldRemovePresentersView
        var change = ControllerTransition.Change(
            from: presenter, to: presented, fromView: removes ? presenter.view : nil, toView: manager.presentedView,
            container: container, style: manager.presentationStyle)
        change.initialFrames[ObjectIdentifier(presenter)] = container.convert(
            presenter.view.bounds, from: presenter.view)
        change.finalFrames[ObjectIdentifier(presented)] = manager.frameOfPresentedViewInContainerView
        if !removes { change.finalFrames[ObjectIdentifier(presenter)] = change.initialFrames.values.first }
        var animator: (any UIViewControllerAnimatedTransitioning)?
        var interaction: (any UIViewControllerInteractiveTransitioning)?
        if isAnimated {
            let delegate = presented.transitioningDelegate
            let own = delegate?.animationController(forPresented: presented, presenting: presenter, source: source)
            animator =
                own ?? presented.preferredAnimator(isReturn: false, beside: source)
                ?? manager.standardAnimator(isDismissal: false)
                ?? presented.modalTransitionStyle.animator(isDismissal: false)
            if let animator { interaction = delegate?.interactionControllerForPresentation(using: animator) }
        }
        return ControllerTransition(change, animator: animator, interaction: interaction) { [self] in
            end($0, completion)
        }
    }

    private func end(_ didComplete: Bool, _ completion: (() -> Void)?) {
        manager.container?.isInTransition = false
        (presented.modality.transition, presenter.modality.transition) = (nil, nil)
        guard didComplete else { return undo(completion) }
        if manager.shouldRemovePresentersView {
            manager.removedView = manager.presentersPlace(presenter.view)
            presenter.view.removeFromSuperview()
        }
        manager.presentationTransitionDidEnd(true)
        presented.endAppearanceTransition()
        if manager.shouldRemovePresentersView { presenter.endAppearanceTransition() }
        presented.modality.phase = nil
        presenter.updateStatusBar()
        window.screen.conformOrientation()
        completion?()
    }

    /// Undoes a canceled presentation.
    private func undo(_ completion: (() -> Void)?) {
        manager.presentedView?.removeFromSuperview()
        manager.presentationTransitionDidEnd(false)
        presented.beginAppearanceTransition(false, animated: true)
        presented.endAppearanceTransition()
        if manager.shouldRemovePresentersView {
            presenter.beginAppearanceTransition(true, animated: true)
            presenter.endAppearanceTransition()
        }
        presented.leavePresentation()
        presented.modality.phase = nil
        completion?()
    }
}

/// A dismissal in progress.
struct Dismissing {
    private let top: UIViewController
    private let below: [UIViewController]
    private let presenter: UIViewController
    private let manager: UIPresentationController

    /// Creates a dismissal.
    ///
    /// - Parameters:
    ///   - top: the visible controller that is dismissed.
    ///   - below: the controllers covered by it that are dismissed, too, from the lowest up.
    ///   - presenter: the controller that is visible afterward.
    init(_ top: UIViewController, below: some Sequence<UIViewController>, presenter: UIViewController) {
        (self.top, self.below, self.presenter) = (top, Array(below), presenter)
        guard let manager = top.modality.active else { preconditionFailure("who is presented has a controller") }
        self.manager = manager
    }

    /// The presentation controller of the lowest controller, which removed the presenter's view.
    private var lowest: UIPresentationController { below.first?.modality.active ?? manager }
    private var returnsPresenter: Bool { ([top] + below).contains { $0.modality.active?.removedView != nil } }

    func begin(_ isAnimated: Bool, _ completion: (() -> Void)?) {
        let window = top.view.window ?? manager.container?.window
        let isAnimated = isAnimated && window != nil
        guard let container = manager.container else {
            return end(didComplete: true, container: nil, completion: completion)
        }
        let transition = makeTransition(in: container, isAnimated, completion)
        (top.modality.transition, presenter.modality.transition) = (transition, transition)
        container.isInTransition = true
        manager.dismissalTransitionWillBegin()
        top.beginAppearanceTransition(false, animated: isAnimated)
        if returnsPresenter {
            presenter.beginAppearanceTransition(true, animated: isAnimated)
            for each in [top] + below { each.modality.active?.putPresentersViewBack() }
        }
        if isAnimated { return transition.run() }
        manager.presentedView?.removeFromSuperview()
        transition.run()
        transition.completeTransition(true)
    }

    private func makeTransition(
        in container: PresentationContainer, _ isAnimated: Bool, _ completion: (() -> Void)?
    ) -> ControllerTransition {
        var change = ControllerTransition.Change(
            from: top, to: presenter, fromView: manager.presentedView, toView: nil, container: container,
            style: manager.presentationStyle)
        change.initialFrames[ObjectIdentifier(top)] = manager.presentedView?.frame
        change.finalFrames[ObjectIdentifier(presenter)] = container.bounds
        var animator: (any UIViewControllerAnimatedTransitioning)?
        var interaction: (any UIViewControllerInteractiveTransitioning)?
        if isAnimated {
            let delegate = top.transitioningDelegate
            animator =
                delegate?.animationController(forDismissed: top)
                ?? top.preferredAnimator(isReturn: true, beside: top.modality.source ?? presenter)
                ?? manager.standardAnimator(isDismissal: true)
                ?? top.modalTransitionStyle.animator(isDismissal: true)
            if let animator { interaction = delegate?.interactionControllerForDismissal(using: animator) }
            if animator is ViewMover { interaction = interaction ?? top.modality.interaction }
        }
        return ControllerTransition(change, animator: animator, interaction: interaction) { [self] in
            end(didComplete: $0, container: container, completion: completion)
        }
    }

    private func end(didComplete: Bool, container: PresentationContainer?, completion: (() -> Void)?) {
        container?.isInTransition = false
        (top.modality.transition, presenter.modality.transition) = (nil, nil)
        guard didComplete else { return undo(completion) }
        let screen = presenter.screen
        manager.presentedView?.removeFromSuperview()
        for each in [top] + below.reversed() {
            each.modality.active?.dismissalTransitionDidEnd(true)
            let returned = each.modality.active?.removedView != nil
            // As in UIKit, the controller has no presenter during its last callback.
            each.leavePresentation()
            each.endAppearanceTransition()
            if returned, each === below.first ?? top { presenter.endAppearanceTransition() }
            each.modality.phase = nil
        }
        screen?.changingStatusBar {}
        screen?.conformOrientation()
        completion?()
    }

    /// Undoes a canceled dismissal.
    private func undo(_ completion: (() -> Void)?) {
        manager.dismissalTransitionDidEnd(false)
        if returnsPresenter {
            presenter.beginAppearanceTransition(false, animated: true)
            manager.takePresentersViewOut()
            presenter.endAppearanceTransition()
        }
        top.beginAppearanceTransition(true, animated: true)
        top.endAppearanceTransition()
        top.modality.phase = nil
        for each in below {
            each.modality.active?.container?.isHidden = false
            each.beginAppearanceTransition(true, animated: false)
            each.endAppearanceTransition()
            each.modality.phase = nil
        }
    }
}

extension UIViewController {
    /// Ends the controller's presentation.
    fileprivate func leavePresentation() {
        let style = modality.active?.presentationStyle ?? modalPresentationStyle
        modality.active?.removeContainer()
        modality.presenter?.modality.presented = nil
        modality.presenter = nil
        modality.adapted = nil
        // A presentation controller that the program has configured is reused.
        if modalPresentationStyle == .custom { modality.controller = nil }
        noteTraits()
        ControllerCensus.noteLeft(self, .dismissed(style))
    }
}

/// The original place of a view that a presentation has removed.
struct RemovedView {
    let view: UIView
    let superview: UIView
    let below: UIView
}

extension UIPresentationController {
    fileprivate func presentersPlace(_ view: UIView) -> RemovedView? {
        guard let superview = view.superview, let container else { return nil }
        return RemovedView(view: view, superview: superview, below: container)
    }

    fileprivate func putPresentersViewBack() {
        guard let removedView, removedView.view.superview == nil else { return }
        let superview = removedView.superview
        removedView.view.frame = shouldPresentInFullscreen ? superview.bounds : container?.frame ?? superview.bounds
        if removedView.below.superview === superview {
            superview.insertSubview(removedView.view, belowSubview: removedView.below)
        } else {
            superview.insertSubview(removedView.view, at: 0)
        }
    }

    fileprivate func takePresentersViewOut() { removedView?.view.removeFromSuperview() }

    fileprivate func removeContainer() {
        container?.removeFromSuperview()
        container = nil
        removedView = nil
    }
}

extension UIModalTransitionStyle {
    func animator(isDismissal: Bool) -> any UIViewControllerAnimatedTransitioning {
        switch self {
        case .coverVertical: isDismissal ? Self.uncover : Self.cover
        case .crossDissolve: isDismissal ? Self.fadeOut : Self.fadeIn
        case .flipHorizontal:
            ViewTurner(isDismissal ? .transitionFlipFromLeft : .transitionFlipFromRight, duration: 0.75)
        case .partialCurl: ViewTurner(isDismissal ? .transitionCurlDown : .transitionCurlUp, duration: 0.75)
        }
    }

    private static var cover: ViewMover {
        ViewMover(
            duration: 0.4,
            prepare: { transition in
                guard let view = transition.change.toView, let to = transition.change.to else { return }
                let place = transition.finalFrame(for: to)
                view.frame = place.offsetBy(dx: 0, dy: transition.containerView.bounds.maxY - place.minY)
                transition.containerView.addSubview(view)
            },
            move: { transition in
                guard let view = transition.change.toView, let to = transition.change.to else { return }
                view.frame = transition.finalFrame(for: to)
            })
    }

    private static var uncover: ViewMover {
        ViewMover(
            duration: 0.4, prepare: putBelow,
            move: { transition in
                guard let view = transition.change.fromView else { return }
                view.frame.origin.y = transition.containerView.bounds.maxY
            })
    }

    /// Inserts the appearing view below the disappearing one, unless there is none.
    private static func putBelow(_ transition: ControllerTransition) {
        guard let to = transition.change.toView, let from = transition.change.fromView else { return }
        transition.containerView.insertSubview(to, belowSubview: from)
    }

    private static var fadeIn: ViewMover {
        ViewMover(
            duration: 0.35,
            prepare: { transition in
                guard let view = transition.change.toView, let to = transition.change.to else { return }
                view.frame = transition.finalFrame(for: to)
                view.alpha = 0
                transition.containerView.addSubview(view)
            }, move: { $0.change.toView?.alpha = 1 })
    }

    private static var fadeOut: ViewMover {
        ViewMover(
            duration: 0.35, prepare: putBelow, move: { $0.change.fromView?.alpha = 0 },
            cleanUp: { transition, _ in
                let view = transition.change.fromView
                if transition.isCancelled == false { view?.removeFromSuperview() }
                view?.alpha = 1
            })
    }
}
