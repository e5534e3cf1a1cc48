public import Foundation
import TileDrawing
import TileGraphics
public import TileViews

/// Is told when a person drags a sheet to another detent.
public protocol UISheetPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
    func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
        _ sheetPresentationController: UISheetPresentationController)
}

extension UISheetPresentationControllerDelegate {
    public func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
        _ sheetPresentationController: UISheetPresentationController
    ) {}
}

/// Manages a sheet: attached to the bottom in narrow windows, where it rests at detents and is dragged between them
/// and off; a card in the middle of wide ones.
open class UISheetPresentationController: UIPresentationController {
    final var sheet: SheetView?
    final var dimming: UIView?
    final var drag: SheetDrag?

    /// Where it rests, from the smallest on; empty is as `large()`.
    open var detents: [Detent] = [.large()] { didSet { invalidateDetents() } }
    /// The detent that it rests at; nil for the smallest. Set within `animateChanges(_:)` it moves there.
    open var selectedDetentIdentifier: Detent.Identifier? { didSet { container?.setNeedsLayout() } }
    /// Up to which detent what is below is not dimmed, and can be touched; nil for none.
    open var largestUndimmedDetentIdentifier: Detent.Identifier? { didSet { updateDimming() } }
    /// Whether the bar to drag it by shows.
    open var prefersGrabberVisible = false { didSet { sheet?.showsGrabber = prefersGrabberVisible } }
    /// Whether scrolling up in its content makes it larger first.
    open var prefersScrollingExpandsWhenScrolledToEdge = true
    /// Whether it is attached to the bottom where the height is compact; else it covers all there.
    open var prefersEdgeAttachedInCompactHeight = false { didSet { container?.setNeedsLayout() } }
    /// Whether it is as wide as `preferredContentSize` where it is attached to the bottom.
    open var widthFollowsPreferredContentSizeWhenEdgeAttached = false { didSet { container?.setNeedsLayout() } }
    /// Kept: sheets are always in the middle of wide windows, or attached to the bottom of narrow ones.
    open var prefersPageSizing = true
    /// In points; nil for the standard one.
    open var preferredCornerRadius: CGFloat? { didSet { sheet?.radius = radius } }
    /// The view that it comes from; kept.
    open weak var sourceView: UIView?

    /// Moves to what the block sets.
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

    /// Has custom detents asked anew.
    open func invalidateDetents() { container?.setNeedsLayout() }

    final var radius: CGFloat { preferredCornerRadius.map { max(0, $0) } ?? 10 }

    // MARK: Layout

    /// Whether it is attached to the bottom.
    final var isEdgeAttached: Bool {
        guard let container else { return false }
        let traits = container.traitCollection
        if traits.verticalSizeClass == .compact { return prefersEdgeAttachedInCompactHeight }
        return traits.horizontalSizeClass == .compact
    }

    /// Whether there is no room for a sheet, which covers all then.
    final var isFullScreen: Bool {
        guard let traits = container?.traitCollection else { return false }
        return traits.verticalSizeClass == .compact && !prefersEdgeAttachedInCompactHeight
            && traits.horizontalSizeClass == .compact
    }

    /// The distance that stays free at the top.
    private var top: CGFloat { max(container?.safeAreaInsets.top ?? 0, 10) }

    /// The detents that are active, from the smallest on, with the heights of the sheet.
    final var heights: [(identifier: Detent.Identifier, height: CGFloat)] {
        guard let container else { return [] }
        let (height, bottom) = (container.bounds.height, container.safeAreaInsets.bottom)
        let context = DetentContext(
            container.traitCollection, maximum: height - top - bottom, medium: height / 2 - bottom)
        let known = detents.compactMap { detent in
            detent.resolvedValue(in: context).map { (identifier: detent.identifier, height: $0 + bottom) }
        }
        let large = (identifier: Detent.Identifier.large, height: height - top)
        return known.isEmpty ? [large] : known.sorted { $0.height < $1.height }
    }

    /// The detent that it rests at, which is the smallest where nothing, or none that is active, is selected.
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

    /// Where it is in a wide window.
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
        // Room for the bar that it is dragged by.
        let room: CGFloat = prefersGrabberVisible && !isFullScreen ? 8 : 0
        presented.setBarInsets(UIEdgeInsets(top: room, left: 0, bottom: 0, right: 0))
        updateDimming()
    }

    // MARK: Dimming

    /// Whether what is below is dimmed at the detent that it rests at.
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

    // MARK: Coming and going

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
