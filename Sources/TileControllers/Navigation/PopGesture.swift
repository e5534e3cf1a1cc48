import Foundation
import TileGraphics
import TileViews

/// Pops by a drag from the leading edge.
final class PopGesture: NSObject, UIGestureRecognizerDelegate {
    private unowned let controller: UINavigationController
    private(set) var recognizer: UIScreenEdgePanGestureRecognizer!
    private var drive: UIPercentDrivenInteractiveTransition?

    /// In points a second: faster than this it pops, or stays, whatever part of the way it came.
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
            let drive = UIPercentDrivenInteractiveTransition()
            self.drive = drive
            controller.course.interaction = drive
            if controller.popViewController(animated: true) == nil { controller.course.interaction = nil }
            drive.update(part)
        case .changed: drive?.update(part)
        case .ended:
            let speed = side * recognizer.velocity(in: view).x
            if speed > Self.flick || speed > -Self.flick && part > 0.5 { drive?.finish() } else { drive?.cancel() }
            drive = nil
        case .cancelled, .failed:
            drive?.cancel()
            drive = nil
        default: break
        }
    }

    /// Not at the root, nor while a transition goes on, nor where the bar's back button is not there.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard let top = controller.topViewController, controller.viewControllers.count > 1 else { return false }
        return controller.course.transition == nil && !controller.isNavigationBarHidden
            && !top.navigationItem.hidesBackButton && controller.presentedViewController == nil
    }
}
