import Foundation
import TileDrawing
import TileGeometry
import TileLayers

extension UIScreen {
    /// Rotates the panel while the image stays upright. If width and height are exchanged, the screen and the windows
    /// that fill it are resized, and the traits of views follow the new size. For the order of events see
    /// `ScreenTransition`.
    ///
    /// `safeAreaInsets` belong to the current orientation. At the first rotation between portrait and landscape, the
    /// top inset becomes the left and the right inset, as on devices with a notch, and the bottom inset stays. If the
    /// program sets other insets, they are stored for each of the two.
    ///
    /// Does nothing if the front window has a root view controller that does not support the orientation.
    ///
    /// - Parameter animated: Whether the windows that fill the screen rotate visibly from their previous position on
    ///   the panel, while their bounds and contents change to the new size. A quarter turn takes 0.4 seconds, a half
    ///   turn 0.8. Frames, sizes and traits have their new values when the call returns.
    public final func rotate(to orientation: UIInterfaceOrientation, animated: Bool = false) {
        precondition(orientation != .unknown, "a screen can't be turned to an unknown orientation")
        guard orientation != interfaceOrientation, frontManager?.allowedOrientations.contains(orientation) != false
        else { return }
        let center = NotificationCenter.default
        let (old, oldBar) = (interfaceOrientation, statusBarFrame)
        let isOnItsSide = (orientation.quarterTurns - old.quarterTurns) % 2 != 0
        let size = isOnItsSide ? CGSize(width: bounds.height, height: bounds.width) : bounds.size
        let turn = CGFloat(orientation.quarterTurns - old.quarterTurns) * .pi / 2
        let seconds = isOnItsSide ? Self.quarterTurnSeconds : 2 * Self.quarterTurnSeconds
        let transition = ScreenTransition(
            targetSize: size, targetTraits: traits(for: size), targetTransform: CGAffineTransform(rotationAngle: turn),
            duration: animated ? seconds : 0)
        center.post(
            name: UIApplication.willChangeStatusBarOrientationNotification, object: self,
            userInfo: [UIApplication.statusBarOrientationUserInfoKey: orientation.rawValue])
        pass(transition) {
            setOrientation(orientation)
            if isOnItsSide { turnSafeArea() }
        }

        center.post(
            name: UIApplication.didChangeStatusBarOrientationNotification, object: self,
            userInfo: [UIApplication.statusBarOrientationUserInfoKey: old.rawValue])
        postStatusBarChange(from: oldBar)
        if UIDevice.current.isGeneratingDeviceOrientationNotifications, isMain {
            center.post(name: UIDevice.orientationDidChangeNotification, object: UIDevice.current)
        }
    }

    /// Resizes the screen to a size in points, together with the windows that fill it, like a window of a desktop. The
    /// order of events is that of `rotate(to:)`; the orientation stays.
    ///
    /// The size must be positive and finite.
    public final func resize(to size: CGSize) {
        precondition(
            size.width.isFinite && size.height.isFinite && size.width > 0 && size.height > 0,
            "a screen can't be \(size.width) by \(size.height) points: both must be positive and finite")
        guard size != bounds.size else { return }
        pass(
            ScreenTransition(targetSize: size, targetTraits: traits(for: size), targetTransform: .identity)
        ) {}
    }

    /// The duration of a quarter turn in UIKit.
    private static let quarterTurnSeconds: TimeInterval = 0.4

    /// Performs a transition: notifies observers of the screen, applies the change, and lays out windows.
    private func pass(_ transition: ScreenTransition, change: () -> Void) {
        let filling = windows.filter { $0.frame == bounds }
        transitionHandler?(transition)
        for window in filling { window.rootManager?.windowWillChange(with: transition) }
        change()
        guard transition.duration > 0 else {
            finish(transition, filling)
            return transition.complete()
        }
        let isOtherSize = transition.targetSize != bounds.size
        if isOtherSize { setSize(transition.targetSize) }
        let middle = CGPoint(x: bounds.midX, y: bounds.midY)
        // The position on the panel, which has already been rotated: their old bounds cover the new ones exactly.
        UIView.performWithoutAnimation {
            for window in filling {
                window.transform = transition.targetTransform.inverted()
                window.center = middle
            }
        }
        UIView.animate(
            withDuration: transition.duration, delay: 0, options: .curveEaseInOut,
            animations: {
                for window in filling { window.transform = .identity }
                self.finish(transition, filling, isOtherSize: isOtherSize)
            }, completion: { _ in transition.complete() })
    }

    private func finish(_ transition: ScreenTransition, _ filling: [UIWindow], isOtherSize: Bool = false) {
        if isOtherSize || transition.targetSize != bounds.size {
            setSize(transition.targetSize)
            for window in filling { window.frame = bounds }
            for window in windows { window.layOutForSafeArea() }
        }
        updateTraits()
        transition.runAlongside()
        for window in windows { window.layoutIfNeeded() }
    }

    // MARK: Managers

    /// The manager of the frontmost visible window with one.
    final var frontManager: (any WindowControlling)? {
        windows.last { !$0.isHidden && $0.rootManager != nil }?.rootManager
    }

    /// Rotates the screen to an orientation that its front manager supports, if the current one is not.
    package final func conformOrientation() {
        guard var allowed = frontManager?.allowedOrientations else { return }
        if let launched, let delegate = launched.delegate {
            let own = delegate.application(launched, supportedInterfaceOrientationsFor: launched.keyWindow)
            // If the two sets are disjoint, UIKit raises an exception; here that of the controllers applies.
            if !own.isDisjoint(with: allowed) { allowed.formIntersection(own) }
        }
        guard !allowed.contains(interfaceOrientation), let orientation = allowed.preferred else { return }
        rotate(to: orientation)
    }

    /// Runs code that may change the appearance of the status bar, and then notifies observers of its frame.
    package final func changingStatusBar(_ change: () -> Void) {
        let before = statusBarFrame
        change()
        postStatusBarChange(from: before)
    }

    // MARK: Status bar

    /// The style that the front manager specifies, or else that of the program.
    final var statusBarStyle: UIStatusBarStyle {
        frontManager?.statusBarLook?.style ?? UIApplication.shared.statusBarStyle
    }

    /// The frame of the status bar at the top, in points of the screen; empty if it is not visible.
    final var statusBarFrame: CGRect {
        isStatusBarHidden ? .zero : CGRect(x: 0, y: 0, width: bounds.width, height: statusBarHeight)
    }

    /// The status bar is hidden in compact height, as on phones.
    final var isStatusBarHidden: Bool {
        statusBarHeight == 0 || statusBarIsHidden || traitCollection.verticalSizeClass == .compact
            || frontManager?.statusBarLook?.isHidden == true
    }

    /// The insets for the safe area: those of the screen, extended by the status bar.
    final var coveredInsets: UIEdgeInsets {
        var insets = safeAreaInsets
        insets.top = max(insets.top, statusBarFrame.height)
        return insets
    }

    final func postStatusBarChange(from old: CGRect) {
        guard statusBarFrame != old else { return }
        for window in windows { window.layOutForSafeArea() }
        NotificationCenter.default.post(
            name: UIApplication.didChangeStatusBarFrameNotification, object: self,
            userInfo: [UIApplication.statusBarFrameUserInfoKey: old])
    }
}

/// The coordinate space of a screen's panel, which does not change when it is rotated.
final class FixedScreenSpace: UICoordinateSpace {
    /// The screen, retained so that a client that keeps only the space also keeps the screen.
    private let screen: UIScreen

    init(_ screen: UIScreen) { self.screen = screen }

    /// The bounds of the screen in its original orientation.
    var bounds: CGRect {
        let size = screen.bounds.size
        return CGRect(
            origin: .zero,
            size: screen.turnsSinceMade % 2 == 0 ? size : CGSize(width: size.height, height: size.width))
    }

    /// The transform from the panel to the screen in its current orientation.
    private var turned: CGAffineTransform {
        let (width, height) = (bounds.width, bounds.height)
        return switch screen.turnsSinceMade {
        case 1: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
        case 2: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
        case 3: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
        default: .identity
        }
    }

    func convert(_ point: CGPoint, to other: any UICoordinateSpace) -> CGPoint {
        other === self ? point : screen.convert(point.applying(turned), to: other)
    }

    func convert(_ point: CGPoint, from other: any UICoordinateSpace) -> CGPoint {
        other === self ? point : screen.convert(point, from: other).applying(turned.inverted())
    }

    func convert(_ rect: CGRect, to other: any UICoordinateSpace) -> CGRect {
        other === self ? rect : screen.convert(rect.applying(turned), to: other)
    }

    func convert(_ rect: CGRect, from other: any UICoordinateSpace) -> CGRect {
        other === self ? rect : screen.convert(rect, from: other).applying(turned.inverted())
    }
}
