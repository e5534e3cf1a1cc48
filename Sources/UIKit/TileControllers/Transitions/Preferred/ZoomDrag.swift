import Foundation
import TileGeometry
import TileGraphics
import TileViews

/// The gesture that returns a zoomed controller to its source by dragging down. It pops or dismisses the controller.
final class ZoomDrag: NSObject, UIGestureRecognizerDelegate {
    private unowned let zoomed: UIViewController
    private(set) weak var view: UIView?
    private var pan: UIPanGestureRecognizer!
    /// The interaction controller of a dismissal. A pop is driven by the navigation controller's gesture.
    private var drive: UIPercentDrivenInteractiveTransition?
    private weak var pops: PopGesture?

    /// The fraction of the distance after which the controller disappears at any speed.
    private static let enough: CGFloat = 0.3
    /// The speed in points per second above which the direction alone decides, regardless of the position.
    private static let flick: CGFloat = 300

    init(_ zoomed: UIViewController, on view: UIView) {
        self.zoomed = zoomed
        self.view = view
        super.init()
        pan = UIPanGestureRecognizer(primaryAction: UIAction { [weak self] _ in self?.follow() })
        pan.delegate = self
        view.addGestureRecognizer(pan)
    }

    /// The coordinate space of the gesture: the window, because the view itself moves.
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

    /// The navigation controller with this controller on top, unless it is the root.
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
        let isFree = stack.map { $0.transitionState.transition == nil && $0.presentedViewController == nil }
        // Sheets have their own drag gesture.
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
    /// Returns the scroll view under the touches, within a view.
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
