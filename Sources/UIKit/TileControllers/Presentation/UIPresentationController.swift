public import Foundation
public import TileDrawing
import TileGraphics
public import TileViews

/// An object that manages the presentation of a controller over another one: the view's position, additional views, and
/// adaptation.
///
/// `UIViewControllerTransitioningDelegate.presentationController(forPresented:presenting:source:)` provides subclasses
/// for controllers of the style `custom`.
open class UIPresentationController: NSObject, UITraitEnvironment, UIContentContainer {
    /// The presenting controller; nil until it is known.
    final weak var known: UIViewController?
    unowned final let presented: UIViewController
    final var container: PresentationContainer?
    final lazy var traits = standardTraits
    /// The presenter's view while it is covered and removed.
    final var removedView: RemovedView?

    public init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
        presented = presentedViewController
        known = presentingViewController
        super.init()
    }

    /// The presenting controller. Before it is known, the presented controller.
    public final var presentingViewController: UIViewController { known ?? presented }
    public final var presentedViewController: UIViewController { presented }
    /// The view in which the presentation takes place; nil outside a presentation.
    public final var containerView: UIView? { container }
    /// The object that controls adaptation and is informed of dismissals by the user.
    open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

    /// The presentation style of the presented controller.
    open var presentationStyle: UIModalPresentationStyle { presented.modalPresentationStyle.resolved }
    open var adaptivePresentationStyle: UIModalPresentationStyle { .none }
    /// Returns the style for a window with the given traits; `none` for no change.
    open func adaptivePresentationStyle(for traitCollection: UITraitCollection) -> UIModalPresentationStyle {
        delegate?.adaptivePresentationStyle(for: self, traitCollection: traitCollection) ?? .none
    }

    /// The view that is animated: that of the presented controller.
    open var presentedView: UIView? { presented.view }
    /// The frame of the presented view in the container, in points; the whole container by default.
    open var frameOfPresentedViewInContainerView: CGRect { container?.bounds ?? .zero }
    /// Whether the presentation covers the screen and not only a context.
    open var shouldPresentInFullscreen: Bool { true }
    /// Whether the presenter's view is removed once it is covered.
    open var shouldRemovePresentersView: Bool { false }
    /// Whether the presented view is elevated above the rest, such as a card, which is visible in dark mode.
    var isElevated: Bool { false }
    private final var standardTraits: TraitOverrides {
        var traits = TraitOverrides()
        if isElevated { traits.userInterfaceLevel = .elevated }
        return traits
    }
    /// Whether controllers below don't determine the status bar's appearance.
    var coversScreen: Bool { shouldRemovePresentersView }
    /// Whether touches outside the presented view reach the content below.
    var passesTouchesThrough: Bool { false }
    /// Whether a touch at a point of the container reaches the content below.
    func passesTouch(at point: CGPoint) -> Bool { false }

    // The default implementations do nothing; subclasses may override them.
    open func containerViewWillLayoutSubviews() {}
    open func containerViewDidLayoutSubviews() {}
    open func presentationTransitionWillBegin() {}
    open func presentationTransitionDidEnd(_ completed: Bool) {}
    open func dismissalTransitionWillBegin() {}
    open func dismissalTransitionDidEnd(_ completed: Bool) {}

    /// Returns the animator if no delegate provides one; nil for that of the controller's transition style.
    func standardAnimator(isDismissal: Bool) -> (any UIViewControllerAnimatedTransitioning)? { nil }

    /// The delegate methods of older protocols for dismissals by the user, in addition to the common ones.
    var mayBeDismissedByHand: Bool { true }
    func noteDismissalByHand() {}

    // MARK: Traits and sizes

    open var traitCollection: UITraitCollection {
        let around = container?.traitCollection ?? known?.traitCollection ?? .current
        return traits.applied(to: around)
    }
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    /// The trait overrides for the presented controller.
    open var traitOverrides: any UITraitOverrides {
        get { traits }
        set {
            traits = TraitOverrides(newValue)
            container?.traitOverrides = traits
        }
    }
    /// The trait overrides for the presented controller, in the older API.
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

/// An object that controls the adaptation of a presentation and is informed of user actions. All methods are optional.
public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
    func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
    func adaptivePresentationStyle(
        for controller: UIPresentationController, traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle
    /// Returns a controller to present instead, for an adapted style; nil for the original one.
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
    /// Whether the user may dismiss the presentation now.
    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
    /// Called before the user dismisses the presentation. Not called for dismissals by the program.
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
    /// Called after the user has dismissed the presentation.
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
    /// Called after the user has tried to dismiss a presentation that can't be dismissed.
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
    /// The default style in narrow windows: popovers become sheets.
    var standardAdaptiveStyle: UIModalPresentationStyle { presentationStyle == .popover ? .pageSheet : .none }

    /// Dismisses the presentation on behalf of the user, if the controller and the delegate permit it.
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
        known?.dismissPresented(animated: true) { [presented] in
            asked?.presentationControllerDidDismiss(root)
            root.noteDismissalByHand()
            (presented as? any HandDismissible)?.didDismissByHand()
        }
    }
}

/// A presented controller that is told when the user has dismissed it by a gesture.
protocol HandDismissible: UIViewController {
    func didDismissByHand()
}

extension UIViewController {
    /// The controller, or a visible descendant that prevents dismissal by the user.
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
    /// The style that `automatic` resolves to.
    var resolved: UIModalPresentationStyle { self == .automatic ? .pageSheet : self }
}

/// The view in which a presentation takes place.
final class PresentationContainer: UIView {
    unowned let owner: UIPresentationController

    init(_ owner: UIPresentationController, frame: CGRect) {
        self.owner = owner
        super.init(frame: frame)
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
        traitOverrides = owner.traits
    }

    required init?(coder: NSCoder) { nil }

    /// Content behind the container is hidden from accessibility, unless it can be touched.
    override var accessibilityViewIsModal: Bool {
        get { super.accessibilityViewIsModal || !owner.passesTouchesThrough }
        set { super.accessibilityViewIsModal = newValue }
    }

    /// Whether an animator or a gesture controls the presented view.
    var isInTransition = false

    override func layoutSubviews() {
        tracking(.willLayout) {
            $0.setNeedsLayout()
        } _: {
            owner.containerViewWillLayoutSubviews()
        }
        super.layoutSubviews()
        if !isInTransition, let view = owner.presentedView, view.superview === self {
            let place = owner.frameOfPresentedViewInContainerView
            if view.frame != place { view.frame = place }
        }
        tracking(.didLayout) {
            $0.setNeedsLayout()
        } _: {
            owner.containerViewDidLayoutSubviews()
        }
    }

    /// Passes touches outside the presented view to the content below, where permitted.
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        if hit === self, owner.passesTouchesThrough { return nil }
        guard let hit, owner.passesTouch(at: point) else { return hit }
        return owner.presentedView.map(hit.isDescendant(of:)) == true ? hit : nil
    }
}

/// A presentation that covers the whole screen or a context.
final class FullScreenPresentation: UIPresentationController {
    override var shouldPresentInFullscreen: Bool {
        presentationStyle != .currentContext && presentationStyle != .overCurrentContext
    }
    override var shouldRemovePresentersView: Bool {
        presentationStyle == .fullScreen || presentationStyle == .currentContext
    }
    override var coversScreen: Bool { presentationStyle == .fullScreen }
}
