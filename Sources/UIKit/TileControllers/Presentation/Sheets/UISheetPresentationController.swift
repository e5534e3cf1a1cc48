public import Foundation
import TileDrawing
import TileGraphics
public import TileViews

/// An object that is informed when the user drags a sheet to another detent.
public protocol UISheetPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
    func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
        _ sheetPresentationController: UISheetPresentationController)
}

extension UISheetPresentationControllerDelegate {
    public func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
        _ sheetPresentationController: UISheetPresentationController
    ) {}
}

/// The presentation controller of a sheet. In narrow windows, the sheet is attached to the bottom, rests at detents,
/// and can be dragged between them and dismissed. In wide windows, it is a card in the middle.
open class UISheetPresentationController: UIPresentationController {
    final var sheet: SheetView?
    final var dimming: UIView?
    final var drag: SheetDrag?

    /// The detents, from the smallest to the largest. An empty array means `large()`.
    open var detents: [Detent] = [.large()] { didSet { invalidateDetents() } }
    /// The selected detent; nil for the smallest one. Set it in `animateChanges(_:)` to animate the change.
    open var selectedDetentIdentifier: Detent.Identifier? { didSet { container?.setNeedsLayout() } }
    /// The largest detent at which the content below isn't dimmed and remains touchable; nil for none.
    open var largestUndimmedDetentIdentifier: Detent.Identifier? { didSet { updateDimming() } }
    /// Whether the grabber is visible.
    open var prefersGrabberVisible = false { didSet { sheet?.showsGrabber = prefersGrabberVisible } }
    /// Whether scrolling up in the content first expands the sheet.
    open var prefersScrollingExpandsWhenScrolledToEdge = true
    /// Whether the sheet is attached to the bottom in a compact height. Otherwise it is full screen there.
    open var prefersEdgeAttachedInCompactHeight = false { didSet { container?.setNeedsLayout() } }
    /// Whether a sheet attached to the bottom has the width of `preferredContentSize`.
    open var widthFollowsPreferredContentSizeWhenEdgeAttached = false { didSet { container?.setNeedsLayout() } }
    /// Whether the sheet has the size of a page. It has no effect: sheets are in the middle of wide windows or at the
    /// bottom of narrow ones.
    open var prefersPageSizing = true
    /// The corner radius in points; nil for the standard one.
    open var preferredCornerRadius: CGFloat? { didSet { sheet?.radius = radius } }
    /// The view from which the sheet is presented. It has no effect.
    open weak var sourceView: UIView?

    /// Animates the changes that a closure makes.
    open func animateChanges(_ changes: () -> Void) {
        changes()
        guard let container else { return }
        UIView.animate(
            withDuration: 0.4, delay: 0, usingSpringWithDamping: 1, initialSpringVelocity: 0, options: [],
            animations: {
                container.setNeedsLayout()
                container.layoutIfNeeded()
                self.updateDimming()
            }, completion: nil)
    }

    /// Resolves custom detents again.
    open func invalidateDetents() { container?.setNeedsLayout() }

    final var radius: CGFloat { preferredCornerRadius.map { max(0, $0) } ?? 10 }

    // MARK: Layout

    /// Whether the sheet is attached to the bottom.
    final var isEdgeAttached: Bool {
        guard let container else { return false }
        let traits = container.traitCollection
        if traits.verticalSizeClass == .compact { return prefersEdgeAttachedInCompactHeight }
        return traits.horizontalSizeClass == .compact
    }

    /// Whether the sheet is full screen, because there isn't enough space.
    final var isFullScreen: Bool {
        guard let traits = container?.traitCollection else { return false }
        return traits.verticalSizeClass == .compact && !prefersEdgeAttachedInCompactHeight
            && traits.horizontalSizeClass == .compact
    }

    /// The distance of the medium detent below half of the container's height, in points. Measured in UIKit: 425 points
    /// above the safe area at the bottom of a phone that is 852 points high.
    private static let belowHalf: CGFloat = 1

    /// The free distance at the top.
    private var top: CGFloat { max(container?.safeAreaInsets.top ?? 0, 10) }

    /// The active detents with the sheet's heights, from the smallest to the largest.
    final var heights: [(identifier: Detent.Identifier, height: CGFloat)] {
        guard let container else { return [] }
        let (height, bottom) = (container.bounds.height, container.safeAreaInsets.bottom)
        let maximum = max(0, height - top - bottom)
        let context = DetentContext(
            container.traitCollection, maximum: maximum,
            medium: min(maximum, max(0, height / 2 - Self.belowHalf)))
        let known = detents.compactMap { detent in
            detent.resolvedValue(in: context).map { (identifier: detent.identifier, height: $0 + bottom) }
        }
        let large = (identifier: Detent.Identifier.large, height: height - top)
        return known.isEmpty ? [large] : known.sorted { $0.height < $1.height }
    }

    /// The current detent: the selected one if it is active, else the smallest.
    final var rest: (identifier: Detent.Identifier, height: CGFloat) {
        let heights = heights
        return heights.first { $0.identifier == selectedDetentIdentifier } ?? heights.first ?? (.large, 0)
    }

    open override var frameOfPresentedViewInContainerView: CGRect {
        guard let container else { return .zero }
        let bounds = container.bounds
        if isFullScreen { return bounds }
        guard isEdgeAttached else { return card(in: bounds) }
        var width = bounds.width
        if widthFollowsPreferredContentSizeWhenEdgeAttached, presented.preferredContentSize.width > 0 {
            width = min(width, presented.preferredContentSize.width)
        }
        let height = rest.height
        return CGRect(x: bounds.midX - width / 2, y: bounds.maxY - height, width: width, height: height)
    }

    /// Returns the frame in a wide window.
    private func card(in bounds: CGRect) -> CGRect {
        let wanted = presented.preferredContentSize
        let isForm = presentationStyle == .formSheet || known?.traitCollection == nil
        let standard = isForm ? CGSize(width: 540, height: 620) : CGSize(width: 704, height: bounds.height - 2 * top)
        let limit = bounds.inset(by: UIEdgeInsets(top: top, left: 20, bottom: top, right: 20)).size
        let size = CGSize(
            width: min(wanted.width > 0 && isForm ? wanted.width : standard.width, limit.width),
            height: min(wanted.height > 0 && isForm ? wanted.height : standard.height, limit.height))
        return CGRect(
            x: (bounds.midX - size.width / 2).rounded(), y: (bounds.midY - size.height / 2).rounded(),
            width: size.width, height: size.height)
    }

    open override var presentedView: UIView? {
        if let sheet { return sheet }
        let made = SheetView(presented.view)
        made.radius = radius
        made.showsGrabber = prefersGrabberVisible
        sheet = made
        return made
    }

    open override func containerViewWillLayoutSubviews() {
        dimming?.frame = container?.bounds ?? .zero
        sheet?.corners = isFullScreen ? .none : isEdgeAttached ? .top : .all
        // The inset leaves space for the grabber.
        let room: CGFloat = prefersGrabberVisible && !isFullScreen ? 8 : 0
        presented.setBarInsets(UIEdgeInsets(top: room, left: 0, bottom: 0, right: 0))
        updateDimming()
    }

    // MARK: Dimming

    /// Whether the content below is dimmed at the current detent.
    final var isDimmed: Bool {
        guard isEdgeAttached, let limit = largestUndimmedDetentIdentifier else { return true }
        let heights = heights
        guard let most = heights.first(where: { $0.identifier == limit }) else { return true }
        return rest.height > most.height
    }

    final func updateDimming() {
        guard let dimming, container?.isInTransition == false else { return }
        let alpha: CGFloat = isDimmed ? 1 : 0
        if dimming.alpha != alpha { dimming.alpha = alpha }
    }

    override var passesTouchesThrough: Bool { !isDimmed }
    override var isElevated: Bool { true }

    // MARK: Appearing and disappearing

    open override func presentationTransitionWillBegin() {
        guard let container else { return }
        let dimming = DimmingView { [weak self] in self?.dismissByHand() }
        dimming.frame = container.bounds
        dimming.alpha = 0
        container.insertSubview(dimming, at: 0)
        self.dimming = dimming
        let alpha: CGFloat = isDimmed ? 1 : 0
        presented.transitionCoordinator?.animate { _ in dimming.alpha = alpha }
        if let view = presentedView { drag = SheetDrag(self, on: view) }
    }

    open override func presentationTransitionDidEnd(_ completed: Bool) {
        if !completed { cleanUp() }
    }

    open override func dismissalTransitionWillBegin() {
        presented.transitionCoordinator?.animate { [dimming] _ in dimming?.alpha = 0 }
    }

    open override func dismissalTransitionDidEnd(_ completed: Bool) {
        if completed { cleanUp() }
    }

    private func cleanUp() {
        dimming?.removeFromSuperview()
        sheet?.release()
        presented.setBarInsets(.zero)
        (dimming, sheet, drag) = (nil, nil, nil)
    }
}
