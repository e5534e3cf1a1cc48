public import Foundation
public import TileDrawing
import TileGraphics
public import TileViews

/// Manages how a controller is shown over another: where its view is, what else shows there, how it adapts.
///
/// A subclass is given by
/// `UIViewControllerTransitioningDelegate.presentationController(forPresented:presenting:source:)` for controllers of
/// the style `custom`.
open class UIPresentationController: NSObject, UITraitEnvironment, UIContentContainer {
    /// Who presents; nil until it is known.
    final weak var known: UIViewController?
    unowned final let presented: UIViewController
    final var container: PresentationContainer?
    final lazy var traits = standardTraits
    /// The presenter's view, while it is covered.
    final var removedView: RemovedView?

    public init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
        presented = presentedViewController
        known = presentingViewController
        super.init()
    }

    /// Who presents. Before that is known, who is presented.
    public final var presentingViewController: UIViewController { known ?? presented }
    public final var presentedViewController: UIViewController { presented }
    /// The view that the presentation takes place in; nil while there is none.
    public final var containerView: UIView? { container }
    /// Who is asked how to adapt, and told of dismissals by hand.
    open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

    /// As the presented controller's.
    open var presentationStyle: UIModalPresentationStyle { presented.modalPresentationStyle.resolved }
    open var adaptivePresentationStyle: UIModalPresentationStyle { .none }
    /// The style where the window has the traits given; `none` where it stays as it is.
    open func adaptivePresentationStyle(for traitCollection: UITraitCollection) -> UIModalPresentationStyle {
        delegate?.adaptivePresentationStyle(for: self, traitCollection: traitCollection) ?? .none
    }

    /// The view that comes and goes: the presented controller's.
    open var presentedView: UIView? { presented.view }
    /// Where it is in the container, in points: all of it, by default.
    open var frameOfPresentedViewInContainerView: CGRect { container?.bounds ?? .zero }
    /// Whether it covers the screen, and not only a context.
    open var shouldPresentInFullscreen: Bool { true }
    /// Whether the view of who presents is taken out once it is covered.
    open var shouldRemovePresentersView: Bool { false }
    /// Whether what is presented lies above the rest, as a card does, which shows in the dark.
    var isElevated: Bool { false }
    private final var standardTraits: TraitOverrides {
        var traits = TraitOverrides()
        if isElevated { traits.userInterfaceLevel = .elevated }
        return traits
    }
    /// Whether nothing of what is below is to be asked about the status bar.
    var coversScreen: Bool { shouldRemovePresentersView }
    /// Whether what is below is to be touched beside what is presented.
    var passesTouchesThrough: Bool { false }
    /// Whether what is below is to be touched at a point of the container.
    func passesTouch(at point: CGPoint) -> Bool { false }

    // Nothing by default; for subclasses.
    open func containerViewWillLayoutSubviews() {}
    open func containerViewDidLayoutSubviews() {}
    open func presentationTransitionWillBegin() {}
    open func presentationTransitionDidEnd(_ completed: Bool) {}
    open func dismissalTransitionWillBegin() {}
    open func dismissalTransitionDidEnd(_ completed: Bool) {}

    /// The animator of a presentation that no delegate gives one for; nil for that of the controller's style.
    func standardAnimator(isDismissal: Bool) -> (any UIViewControllerAnimatedTransitioning)? { nil }

    /// What older delegates say of a dismissal by hand, besides what all do.
    var mayBeDismissedByHand: Bool { true }
    func noteDismissalByHand() {}

    // MARK: Traits and sizes

    open var traitCollection: UITraitCollection {
        let around = container?.traitCollection ?? known?.traitCollection ?? .current
        return traits.applied(to: around)
    }
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    /// Traits for who is presented.
    open var traitOverrides: any UITraitOverrides {
        get { traits }
        set {
            traits = TraitOverrides(newValue)
            container?.traitOverrides = traits
        }
    }
    /// As older code sets them.
    open var overrideTraitCollection: UITraitCollection? {
        didSet { presented.setTraitsFromParent(overrideTraitCollection) }
    }

    open var preferredContentSize: CGSize { presented.preferredContentSize }
    open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {
        self.container?.setNeedsLayout()
    }
    open func systemLayoutFittingSizeDidChange(forChildContentContainer container: any UIContentContainer) {
        self.container?.setNeedsLayout()
    }
    open func size(
        forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
    ) -> CGSize { parentSize }
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        let own = self.size(forChildContentContainer: presented, withParentContainerSize: size)
        presented.viewWillTransition(to: own, with: coordinator)
    }
    open func willTransition(
        to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
    ) { presented.willTransition(to: newCollection, with: coordinator) }
}

/// Decides how a presentation adapts, and hears of what a person does with it. All of it may be left out.
public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
    func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
    func adaptivePresentationStyle(
        for controller: UIPresentationController, traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle
    /// A controller to show instead, where the style is another; nil for the one that is presented.
    func presentationController(
        _ controller: UIPresentationController,
        viewControllerForAdaptivePresentationStyle style: UIModalPresentationStyle
    ) -> UIViewController?
    func presentationController(
        _ presentationController: UIPresentationController,
        willPresentWithAdaptiveStyle style: UIModalPresentationStyle,
        transitionCoordinator: (any UIViewControllerTransitionCoordinator)?)
    func presentationController(
        _ presentationController: UIPresentationController,
        prepare adaptivePresentationController: UIPresentationController)
    /// Whether a person may dismiss it now.
    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
    /// A person dismisses it. Not told of dismissals by code.
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
    /// A person has dismissed it.
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
    /// A person tried to dismiss it, which is not allowed.
    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
    public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
        controller.standardAdaptiveStyle
    }
    public func adaptivePresentationStyle(
        for controller: UIPresentationController, traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle {
        traitCollection.horizontalSizeClass == .compact ? adaptivePresentationStyle(for: controller) : .none
    }
    public func presentationController(
        _ controller: UIPresentationController,
        viewControllerForAdaptivePresentationStyle style: UIModalPresentationStyle
    ) -> UIViewController? { nil }
    public func presentationController(
        _ presentationController: UIPresentationController,
        willPresentWithAdaptiveStyle style: UIModalPresentationStyle,
        transitionCoordinator: (any UIViewControllerTransitionCoordinator)?
    ) {}
    public func presentationController(
        _ presentationController: UIPresentationController,
        prepare adaptivePresentationController: UIPresentationController
    ) {}
    public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { true }
    public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
    public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
}

extension UIPresentationController {
    /// The style in narrow windows where nobody says anything: popovers become sheets.
    var standardAdaptiveStyle: UIModalPresentationStyle { presentationStyle == .popover ? .pageSheet : .none }

    /// A person wants it gone: dismissed, if the controller and the delegate let it.
    func dismissByHand() {
        guard presented.modality.phase == nil, presented.modality.isCurrent, presented.modality.presented == nil else {
            return
        }
        let root = presented.modality.controller ?? self
        let asked = delegate ?? root.delegate
        guard !presented.frontContent.isModalInPresentation,
            asked?.presentationControllerShouldDismiss(root) != false, root.mayBeDismissedByHand
        else {
            asked?.presentationControllerDidAttemptToDismiss(root)
            return
        }
        asked?.presentationControllerWillDismiss(root)
        known?.dismissPresented(animated: true) {
            asked?.presentationControllerDidDismiss(root)
            root.noteDismissalByHand()
        }
    }
}

extension UIViewController {
    /// Itself, or who a container shows: any of them may say that it can't be dismissed by hand.
    fileprivate var frontContent: UIViewController {
        if isModalInPresentation { return self }
        for child in appearingChildren where child.appearance.isVisible {
            let front = child.frontContent
            if front.isModalInPresentation { return front }
        }
        return self
    }
}

extension UIModalPresentationStyle {
    /// What `automatic` stands for.
    var resolved: UIModalPresentationStyle { self == .automatic ? .pageSheet : self }
}

/// The view that a presentation takes place in.
final class PresentationContainer: UIView {
    unowned let owner: UIPresentationController

    init(_ owner: UIPresentationController, frame: CGRect) {
        self.owner = owner
        super.init(frame: frame)
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
        traitOverrides = owner.traits
    }

    required init?(coder: NSCoder) { nil }

    /// What is behind it is not to be read, unless it can be touched.
    override var accessibilityViewIsModal: Bool {
        get { super.accessibilityViewIsModal || !owner.passesTouchesThrough }
        set { super.accessibilityViewIsModal = newValue }
    }

    /// Set while an animator has the presented view.
    var isInTransition = false

    override func layoutSubviews() {
        owner.containerViewWillLayoutSubviews()
        super.layoutSubviews()
        if !isInTransition, let view = owner.presentedView, view.superview === self {
            let place = owner.frameOfPresentedViewInContainerView
            if view.frame != place { view.frame = place }
        }
        owner.containerViewDidLayoutSubviews()
    }

    /// Touches beside what is presented go through where that lets them.
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        if hit === self, owner.passesTouchesThrough { return nil }
        guard let hit, owner.passesTouch(at: point) else { return hit }
        return owner.presentedView.map(hit.isDescendant(of:)) == true ? hit : nil
    }
}

/// Covers all of the screen, or of a context.
final class FullScreenPresentation: UIPresentationController {
    override var shouldPresentInFullscreen: Bool {
        presentationStyle != .currentContext && presentationStyle != .overCurrentContext
    }
    override var shouldRemovePresentersView: Bool {
        presentationStyle == .fullScreen || presentationStyle == .currentContext
    }
    override var coversScreen: Bool { presentationStyle == .fullScreen }
}
