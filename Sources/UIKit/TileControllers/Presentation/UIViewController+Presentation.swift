import Foundation
import TileDrawing
import TileGraphics
import TileViews

extension UIViewController {
    /// Returns the controller that presents another one: the one that defines the context, or the topmost ancestor.
    private func presenter(of other: UIViewController) -> UIViewController {
        let lineage = sequence(first: self, next: \.parent)
        let isInContext = [.currentContext, .overCurrentContext].contains(other.modalPresentationStyle)
        if isInContext, let context = lineage.first(where: { $0.definesPresentationContext }) { return context }
        return Array(lineage).last ?? self
    }

    func present(_ other: UIViewController, isAnimated: Bool, completion: (() -> Void)?) {
        precondition(other !== self, "Application tried to present modally a view controller on itself: \(self)")
        if let presenter = other.modality.presenter {
            preconditionFailure(
                "Application tried to present modally a view controller \(other) that is already being presented by "
                    + "\(presenter).")
        }
        if let parent = other.parent {
            preconditionFailure(
                "Application tried to present modally a view controller \(other) that has a parent view controller "
                    + "\(parent).")
        }
        let presenter = presenter(of: other)
        let attempt = "Attempt to present \(other) on \(presenter) (from \(self))"
        if let present = presenter.modality.presented {
            let state = present.modality.phase == .dismissing ? "while a dismissal is in progress" : nil
            return ControllerLog.note("\(attempt) \(state ?? "which is already presenting \(present)").")
        }
        guard presenter.modality.phase != .dismissing else {
            return ControllerLog.note("\(attempt) which is being dismissed.")
        }
        guard let window = presenter.viewIfLoaded?.window, shownView?.window != nil else {
            return ControllerLog.note("\(attempt) whose view is not in the window hierarchy.")
        }
        let kept = other.modality.controller
        let controller =
            other.modalPresentationStyle == .custom || kept == nil
            ? other.makePresentationController(presenter: presenter, source: self) : kept!
        controller.known = presenter
        other.modality.controller = controller
        other.modality.adapt(controller, to: presenter.traitCollection)
        presenter.modality.presented = other
        (other.modality.presenter, other.modality.source) = (presenter, self)
        other.modality.phase = .presenting
        Presenting(other, presenter: presenter, source: self, in: window).begin(isAnimated, completion)
    }

    func dismiss(_ isAnimated: Bool, _ completion: (() -> Void)?) {
        for each in sequence(first: self, next: \.parent) where each.modality.presented != nil {
            return each.dismissPresented(animated: isAnimated, completion)
        }
        guard let presenter = knownPresenter else {
            completion?()
            return
        }
        presenter.dismissPresented(animated: isAnimated, completion)
    }

    /// Dismisses the presented controller and everything presented on it. Only the topmost dismissal is animated.
    func dismissPresented(animated isAnimated: Bool, _ completion: (() -> Void)? = nil) {
        guard let first = modality.presented else {
            completion?()
            return
        }
        let chain = Array(sequence(first: first) { $0.presentedAnywhere })
        guard chain.allSatisfy({ $0.modality.phase == nil }) else {
            return ControllerLog.note(
                "Attempt to dismiss from view controller \(self) while a presentation or dismiss is in progress!")
        }
        for each in chain { each.modality.phase = .dismissing }
        for covered in chain.dropLast() { covered.leaveAtOnce() }
        let top = chain[chain.count - 1]
        Dismissing(top, below: chain.dropLast(), presenter: self).begin(isAnimated, completion)
    }

    /// Begins the dismissal of a covered controller, without a transition.
    private func leaveAtOnce() {
        beginAppearanceTransition(false, animated: false)
        modality.active?.dismissalTransitionWillBegin()
        modality.active?.container?.isHidden = true
    }

    /// Ends all presentations over the controller, because its window gets another root.
    func endPresentationsAtOnce() {
        guard let presented = presentedAnywhere, presented.modality.phase != .dismissing else { return }
        presented.modality.phase = nil
        presented.modality.presenter?.dismissPresented(animated: false)
    }
}

extension ControllerModality {
    /// Determines the presentation controller that replaces another one in a narrow window.
    mutating func adapt(_ controller: UIPresentationController, to traits: UITraitCollection) {
        adapted = nil
        var style = controller.adaptivePresentationStyle(for: traits)
        if controller.delegate == nil, traits.horizontalSizeClass == .compact {
            style = controller.standardAdaptiveStyle
        }
        let (presented, presenter) = (controller.presented, controller.known)
        switch style {
        case .fullScreen, .overFullScreen, .currentContext, .overCurrentContext:
            adapted = AdaptedPresentation(presented, presenter, style: style)
        case .pageSheet, .formSheet, .automatic:
            if let makeNarrow {
                adapted = makeNarrow(presenter)
                break
            }
            guard !(controller is UISheetPresentationController) else { return }
            adapted =
                (controller as? UIPopoverPresentationController)?.adaptiveSheetPresentationController
                ?? UISheetPresentationController(presentedViewController: presented, presenting: presenter)
        case .none, .custom, .popover, .blurOverFullScreen: return
        }
        guard let adapted else { return }
        adapted.known = presenter
        controller.delegate?.presentationController(controller, prepare: adapted)
        controller.delegate?.presentationController(
            controller, willPresentWithAdaptiveStyle: style, transitionCoordinator: nil)
    }
}

/// A presentation in a style other than the presented controller's.
final class AdaptedPresentation: UIPresentationController {
    private let style: UIModalPresentationStyle

    init(_ presented: UIViewController, _ presenter: UIViewController?, style: UIModalPresentationStyle) {
        self.style = style
        super.init(presentedViewController: presented, presenting: presenter)
    }

    override var presentationStyle: UIModalPresentationStyle { style }
    override var shouldRemovePresentersView: Bool { style == .fullScreen || style == .currentContext }
}
