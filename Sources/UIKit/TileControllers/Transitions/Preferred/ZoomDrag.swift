import Foundation
import TileGeometry
import TileGraphics
import TileViews

/// Takes a controller that zoomed back into its source by a drag downwards: pops it, or dismisses it.
final class ZoomDrag: NSObject, UIGestureRecognizerDelegate {
    private unowned let zoomed: UIViewController
    private(set) weak var view: UIView?
    private var pan: UIPanGestureRecognizer!
    /// Of a dismissal; a pop is its navigation controller's.
    private var drive: UIPercentDrivenInteractiveTransition?
    private weak var pops: PopGesture?

    /// The part of the way after which it goes, however slow the finger is.
    private static let enough: CGFloat = 0.3
    /// In points a second: faster than this it goes, or stays, whatever part of the way it came.
    private static let flick: CGFloat = 300

    init(_ zoomed: UIViewController, on view: UIView) {
        self.zoomed = zoomed
        self.view = view
        super.init()
        pan = UIPanGestureRecognizer(primaryAction: UIAction { [weak self] _ in self?.follow() })
        pan.delegate = self
        view.addGestureRecognizer(pan)
    }

    /// In points of what it takes place in: the view itself is on its way.
    private var space: UIView? { view?.window }

    private func follow() {
        let part = pan.translation(in: space).y / max(1, space?.bounds.height ?? 0)
        switch pan.state {
        case .began:
            begin()
            move(to: part)
        case .changed: move(to: part)
        case .ended:
            let speed = pan.velocity(in: space).y
            letGo(at: part, goes: speed > Self.flick || speed > -Self.flick && part > Self.enough)
        case .cancelled, .failed: letGo(at: part, goes: false)
        default: break
        }
    }

    private func begin() {
        if let navigation = stack {
            pops = navigation.swipes
            pops?.begin()
        } else if zoomed.modality.isCurrent {
            let drive = UIPercentDrivenInteractiveTransition()
            self.drive = drive
            zoomed.modality.interaction = drive
            zoomed.modality.active?.dismissByHand()
            zoomed.modality.interaction = nil
        }
    }

    private func move(to part: CGFloat) {
        drive?.update(part)
        pops?.move(to: part)
    }

    private func letGo(at part: CGFloat, goes: Bool) {
        if goes { drive?.finish() } else { drive?.cancel() }
        pops?.letGo(at: part, pops: goes)
        (drive, pops) = (nil, nil)
    }

    /// The navigation controller that it is on top of, unless it is the root.
    private var stack: UINavigationController? {
        guard let navigation = zoomed.parent as? UINavigationController, navigation.viewControllers.count > 1,
            navigation.topViewController === zoomed
        else { return nil }
        return navigation
    }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard gestureRecognizer === pan, let view, let options = zoomed.zoomOptions else {
            return gestureRecognizer !== pan
        }
        let isFree = stack.map { $0.course.transition == nil && $0.presentedViewController == nil }
        // A sheet is dragged as all are.
        let mayLeave =
            isFree
            ?? (zoomed.modality.isCurrent && zoomed.modality.phase == nil && zoomed.modality.presented == nil
                && !(zoomed.modality.active is UISheetPresentationController))
        guard mayLeave else { return false }
        let speed = pan.velocity(in: view)
        var willBegin = speed.y > abs(speed.x)
        if let scroll = pan.scrollView(in: view), scroll.contentOffset.y > -scroll.adjustedContentInset.top {
            willBegin = false
        }
        let context = UIViewController.Transition.ZoomOptions.InteractionContext(
            location: pan.location(in: view), velocity: CGVector(dx: speed.x, dy: speed.y), willBegin: willBegin)
        return options.interactiveDismissShouldBegin?(context) ?? willBegin
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        otherGestureRecognizer.view is UIScrollView && otherGestureRecognizer is UIPanGestureRecognizer
    }
}

extension UIGestureRecognizer {
    /// The scroll view that its touches are in, within a view.
    func scrollView(in view: UIView) -> UIScrollView? {
        var hit = view.hitTest(location(in: view), with: nil)
        while let each = hit {
            if let scroll = each as? UIScrollView, scroll.isScrollEnabled { return scroll }
            if each === view { return nil }
            hit = each.superview
        }
        return nil
    }
}
