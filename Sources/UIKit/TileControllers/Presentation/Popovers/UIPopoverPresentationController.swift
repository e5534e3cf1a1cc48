public import Foundation
public import TileBars
public import TileDrawing
import TileGraphics
public import TileViews

/// The sides of a popover's target, named by the direction of the arrow.
public struct UIPopoverArrowDirection: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let up = Self(rawValue: 1)
    public static let down = Self(rawValue: 2)
    public static let left = Self(rawValue: 4)
    public static let right = Self(rawValue: 8)
    public static let any: Self = [.up, .down, .left, .right]
    public static let unknown = Self(rawValue: UInt.max)
}

/// An object that determines the target of a popover and is informed of its dismissal.
public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
    func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController)
    /// Called before the popover is repositioned after a change of the window. The delegate may change both arguments,
    /// for which UIKit passes pointers.
    func popoverPresentationController(
        _ popoverPresentationController: UIPopoverPresentationController, willRepositionPopoverTo rect: inout CGRect,
        in view: inout UIView)
    func popoverPresentationControllerShouldDismissPopover(
        _ popoverPresentationController: UIPopoverPresentationController
    ) -> Bool
    func popoverPresentationControllerDidDismissPopover(
        _ popoverPresentationController: UIPopoverPresentationController)
}

extension UIPopoverPresentationControllerDelegate {
    public func prepareForPopoverPresentation(
        _ popoverPresentationController: UIPopoverPresentationController
    ) {}
    public func popoverPresentationController(
        _ popoverPresentationController: UIPopoverPresentationController, willRepositionPopoverTo rect: inout CGRect,
        in view: inout UIView
    ) {}
    public func popoverPresentationControllerShouldDismissPopover(
        _ popoverPresentationController: UIPopoverPresentationController
    ) -> Bool { true }
    public func popoverPresentationControllerDidDismissPopover(
        _ popoverPresentationController: UIPopoverPresentationController
    ) {}
}

/// The presentation controller of a popover: a card with an arrow that points at a view or a bar button item. In narrow
/// windows it is a sheet, unless the delegate chooses another style.
open class UIPopoverPresentationController: UIPresentationController {
    final var card: PopoverView?

    /// The view that contains `sourceRect`.
    open weak var sourceView: UIView? { didSet { container?.setNeedsLayout() } }
    /// The rectangle to point at, in the source view's coordinates; null for the whole view.
    open var sourceRect = CGRect.null { didSet { container?.setNeedsLayout() } }
    /// The bar button item to point at instead.
    open weak var barButtonItem: UIBarButtonItem?
    /// Whether the popover may overlap its target.
    open var canOverlapSourceViewRect = false { didSet { container?.setNeedsLayout() } }
    open var permittedArrowDirections = UIPopoverArrowDirection.any { didSet { container?.setNeedsLayout() } }
    /// The direction of the arrow; `unknown` while the popover isn't visible.
    public private(set) final var arrowDirection = UIPopoverArrowDirection.unknown
    /// The views that remain touchable while the popover is visible.
    open var passthroughViews: [UIView]?
    /// The background color, also that of the arrow; nil for the standard one.
    open var backgroundColor: UIColor? { didSet { card?.color = backgroundColor } }
    /// The minimum distance from the window's edges, in points.
    open var popoverLayoutMargins = UIEdgeInsets(top: 10, left: 10, bottom: 10, right: 10)
    /// The presentation controller for adapting to a sheet.
    public private(set) final lazy var adaptiveSheetPresentationController = UISheetPresentationController(
        presentedViewController: presented, presenting: known)

    open override var presentationStyle: UIModalPresentationStyle { .popover }

    private var popoverDelegate: (any UIPopoverPresentationControllerDelegate)? {
        delegate as? any UIPopoverPresentationControllerDelegate
    }

    /// The target of the arrow, in container coordinates.
    private var target: CGRect? {
        guard let container else { return nil }
        if let view = barButtonItem?.shownView, view.window != nil { return container.convert(view.bounds, from: view) }
        guard let sourceView else { return nil }
        return container.convert(sourceRect.isNull ? sourceView.bounds : sourceRect, from: sourceView)
    }

    private var place: PopoverPlace {
        let bounds = container?.bounds ?? .zero
        let safe = container?.safeAreaInsets ?? .zero
        let margins = popoverLayoutMargins
        let room = bounds.inset(
            by: UIEdgeInsets(
                top: max(margins.top, safe.top), left: max(margins.left, safe.left),
                bottom: max(margins.bottom, safe.bottom), right: max(margins.right, safe.right)))
        let wanted = presented.preferredContentSize
        let size = CGSize(
            width: wanted.width > 0 ? wanted.width : 320, height: wanted.height > 0 ? wanted.height : 480)
        return PopoverPlace(
            size, at: target ?? CGRect(x: bounds.midX, y: bounds.midY, width: 0, height: 0), in: room,
            permitted: permittedArrowDirections, mayOverlap: canOverlapSourceViewRect)
    }

    open override var frameOfPresentedViewInContainerView: CGRect { place.frame }

    open override var presentedView: UIView? {
        if let card { return card }
        let made = PopoverView(presented.view)
        made.color = backgroundColor
        card = made
        return made
    }

    override var isElevated: Bool { true }

    override var mayBeDismissedByHand: Bool {
        popoverDelegate?.popoverPresentationControllerShouldDismissPopover(self) ?? true
    }
    override func noteDismissalByHand() {
        popoverDelegate?.popoverPresentationControllerDidDismissPopover(self)
    }
    override func passesTouch(at point: CGPoint) -> Bool {
        guard let container else { return false }
        return (passthroughViews ?? []).contains { view in
            view.window === container.window && view.bounds.contains(container.convert(point, to: view))
        }
    }

    open override func containerViewWillLayoutSubviews() {
        if var view = sourceView, container?.isInTransition == false {
            var rect = sourceRect
            popoverDelegate?.popoverPresentationController(self, willRepositionPopoverTo: &rect, in: &view)
            if view !== sourceView { sourceView = view }
            if rect != sourceRect { sourceRect = rect }
        }
        let place = place
        arrowDirection = place.direction
        card?.show(place)
    }

    open override func presentationTransitionWillBegin() {
        popoverDelegate?.prepareForPopoverPresentation(self)
        precondition(
            sourceView != nil || barButtonItem != nil,
            "UIPopoverPresentationController (\(self)) should have a non-nil sourceView or barButtonItem set before the "
                + "presentation occurs.")
        guard let container else { return }
        let shade = DimmingView { [weak self] in self?.dismissByHand() }
        shade.backgroundColor = .clear
        shade.frame = container.bounds
        container.insertSubview(shade, at: 0)
        let place = place
        arrowDirection = place.direction
        _ = presentedView
        card?.show(place)
    }

    open override func dismissalTransitionDidEnd(_ completed: Bool) {
        guard completed else { return }
        card?.release()
        card = nil
        arrowDirection = .unknown
    }

    override func standardAnimator(isDismissal: Bool) -> (any UIViewControllerAnimatedTransitioning)? {
        UIModalTransitionStyle.crossDissolve.animator(isDismissal: isDismissal)
    }
}
