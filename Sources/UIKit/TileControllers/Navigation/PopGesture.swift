import Foundation
import TileGeometry
import TileGraphics
import TileViews

/// The gesture that pops by dragging from the leading edge.
final class PopGesture: NSObject, UIGestureRecognizerDelegate {
    private unowned let controller: UINavigationController
    private(set) var recognizer: UIScreenEdgePanGestureRecognizer!
    private var drive: UIPercentDrivenInteractiveTransition?
    /// Whether the bar's items follow the gesture.
    private var movesBar = false

    /// The speed in points per second above which the direction alone decides whether to pop, regardless of the
    /// position.
    private static let flick: CGFloat = 300

    init(_ controller: UINavigationController) {
        self.controller = controller
        super.init()
        recognizer = UIScreenEdgePanGestureRecognizer(
            primaryAction: UIAction { [weak self] _ in self?.follow() })
        recognizer.delegate = self
        recognizer.edges = .left
        controller.view.addGestureRecognizer(recognizer)
    }

    private var isMirrored: Bool { controller.view.effectiveUserInterfaceLayoutDirection == .rightToLeft }

    func updateEdge() { recognizer.edges = isMirrored ? .right : .left }

    private func follow() {
        let view = controller.view!
        let side: CGFloat = isMirrored ? -1 : 1
        let part = side * recognizer.translation(in: view).x / max(1, view.bounds.width)
        switch recognizer.state {
        case .began:
            begin()
            move(to: part)
        case .changed: move(to: part)
        case .ended:
            let speed = side * recognizer.velocity(in: view).x
            letGo(at: part, pops: speed > Self.flick || speed > -Self.flick && part > 0.5)
        case .cancelled, .failed: letGo(at: part, pops: false)
        default: break
        }
    }

    /// Begins an interactive pop.
    func begin() {
        let drive = UIPercentDrivenInteractiveTransition()
        self.drive = drive
        controller.transitionState.interaction = drive
        if controller.popViewController(animated: true) == nil { controller.transitionState.interaction = nil }
        movesBar = controller.transitionState.transition?.isInteractive == true && controller.navigationBar.beginPop()
    }

    func move(to part: CGFloat) {
        drive?.update(part)
        if movesBar { controller.navigationBar.updatePop(part) }
    }

    func letGo(at part: CGFloat, pops: Bool) {
        guard let drive else { return }
        self.drive = nil
        let length = controller.transitionState.transition?.transitionDuration ?? UINavigationController.duration
        if movesBar {
            // The bar takes as long for the remaining distance as the views do.
            let left = pops ? 1 - part : part
            controller.navigationBar.endPop(pops, duration: Double(min(1, max(0, left))) * length)
        }
        movesBar = false
        if pops { drive.finish() } else { drive.cancel() }
    }

    /// Whether the gesture may begin: not at the root, during a transition, or without a back button in the bar.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard let top = controller.topViewController, controller.viewControllers.count > 1 else { return false }
        guard controller.transitionState.transition == nil, !controller.isNavigationBarHidden,
            !top.navigationItem.hidesBackButton, controller.presentedViewController == nil
        else { return false }
        guard let options = top.zoomOptions, let ask = options.interactiveDismissShouldBegin else { return true }
        let speed = recognizer.velocity(in: top.view)
        return ask(
            UIViewController.Transition.ZoomOptions.InteractionContext(
                location: recognizer.location(in: top.view), velocity: CGVector(dx: speed.x, dy: speed.y),
                willBegin: true))
    }
}
