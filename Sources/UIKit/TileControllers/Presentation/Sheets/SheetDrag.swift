import Foundation
import TileGraphics
import TileViews

/// The gesture that drags a sheet between its detents and dismisses it.
final class SheetDrag: NSObject, UIGestureRecognizerDelegate {
    private unowned let manager: UISheetPresentationController
    private var pan: UIPanGestureRecognizer!
    /// The sheet's frame at the start of the drag.
    private var start = CGRect.zero

    /// The downward speed in points per second above which the sheet is dismissed, regardless of its position.
    private static let flick: CGFloat = 1000

    init(_ manager: UISheetPresentationController, on view: UIView) {
        self.manager = manager
        super.init()
        pan = UIPanGestureRecognizer(
            primaryAction: UIAction { [weak self] _ in
                if let self { follow(pan) }
            })
        pan.delegate = self
        view.addGestureRecognizer(pan)
    }

    private func follow(_ pan: UIPanGestureRecognizer) {
        guard let container = manager.container, let sheet = manager.sheet else { return }
        switch pan.state {
        case .began:
            start = sheet.frame
            // The finger determines the sheet's position until the drag ends.
            container.isInTransition = true
            move(sheet, by: pan.translation(in: container).y)
        case .changed: move(sheet, by: pan.translation(in: container).y)
        case .ended:
            container.isInTransition = false
            letGo(sheet, velocity: pan.velocity(in: container).y)
        case .cancelled, .failed:
            container.isInTransition = false
            settle()
        default: break
        }
    }

    /// Moves the sheet by a distance. A sheet attached to the bottom changes its height; past its largest detent, it
    /// follows with increasing resistance.
    private func move(_ sheet: SheetView, by distance: CGFloat) {
        guard let container = manager.container else { return }
        let largest = manager.heights.last?.height ?? start.height
        guard manager.isEdgeAttached else {
            let shift = distance >= 0 ? distance : -Self.resisted(-distance)
            sheet.frame.origin.y = start.minY + shift
            return
        }
        let wanted = start.height - distance
        let over = max(0, wanted - largest)
        let shown = min(wanted, largest) + Self.resisted(over)
        let smallest = manager.heights.first?.height ?? start.height
        // Below its smallest detent, the sheet moves down without shrinking.
        sheet.frame = CGRect(
            x: start.minX, y: container.bounds.maxY - shown, width: start.width, height: max(shown, smallest))
    }

    private static func resisted(_ distance: CGFloat) -> CGFloat { 20 * (1 - 1 / (distance / 40 + 1)) }

    private func letGo(_ sheet: SheetView, velocity: CGFloat) {
        guard let container = manager.container else { return }
        let shown = container.bounds.maxY - sheet.frame.minY
        let heights = manager.heights
        let smallest = manager.isEdgeAttached ? heights.first?.height ?? shown : start.height
        let ground = manager.isEdgeAttached ? 0 : container.bounds.maxY - start.maxY
        let isLow = shown - ground < smallest / 2
        if (velocity > Self.flick && shown - ground <= smallest + 1) || isLow {
            manager.dismissByHand()
            // If it isn't dismissed, it returns to its detent.
            if manager.presented.modality.phase != .dismissing { settle() }
            return
        }
        if manager.isEdgeAttached {
            let aim = shown - velocity * 0.15
            if let nearest = heights.min(by: { abs($0.height - aim) < abs($1.height - aim) }),
                nearest.identifier != manager.rest.identifier
            {
                manager.selectedDetentIdentifier = nearest.identifier
                (manager.delegate as? any UISheetPresentationControllerDelegate)?
                    .sheetPresentationControllerDidChangeSelectedDetentIdentifier(manager)
            }
        }
        settle()
    }

    private func settle() { manager.animateChanges {} }

    // MARK: Interplay with scroll views

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard gestureRecognizer === pan, manager.presented.modality.phase == nil, !manager.isFullScreen else {
            return gestureRecognizer !== pan
        }
        let way = pan.velocity(in: manager.container)
        guard abs(way.y) > abs(way.x) else { return false }
        guard let scroll = manager.sheet.flatMap({ pan.scrollView(in: $0) }) else { return true }
        let isAtTop = scroll.contentOffset.y <= -scroll.adjustedContentInset.top
        if way.y > 0 { return isAtTop }
        let isLargest = manager.rest.identifier == manager.heights.last?.identifier
        return manager.prefersScrollingExpandsWhenScrolledToEdge && !isLargest && manager.isEdgeAttached
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        otherGestureRecognizer.view is UIScrollView && otherGestureRecognizer is UIPanGestureRecognizer
    }
}
