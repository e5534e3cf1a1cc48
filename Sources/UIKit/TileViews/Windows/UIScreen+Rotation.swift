import Foundation
import TileDrawing
import TileGeometry
import TileLayers

extension UIScreen {
    /// Turns the glass: the picture stays upright, and where width and height change places, the screen is resized,
    /// and with it the windows that filled it. Their views' traits follow the new size. See `ScreenTransition` for the
    /// order.
    ///
    /// `safeAreaInsets` are those of the way it is held. The first time it is turned on its side, what was at the top
    /// is at the left and at the right, as on devices with a notch, and the bottom stays; a program that knows better
    /// sets them, and they are kept for each of the two ways.
    ///
    /// Where the window in front has a root view controller that does not allow the orientation, nothing happens.
    ///
    /// - Parameter animated: whether the windows that filled the screen turn before one's eyes: from how they lay on
    ///   the glass until now, with their bounds and all in them on the way to the new size. A quarter of a turn takes
    ///   0.4 seconds, a half 0.8. Frames, sizes and traits are the new ones when the call returns.
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

    /// Gives the screen another size in points, and with it the windows that filled it, as where a window of a desktop
    /// is resized. The order is that of `rotate(to:)`; the way it is held stays.
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

    /// How long UIKit takes for a quarter of a turn.
    private static let quarterTurnSeconds: TimeInterval = 0.4

    /// Goes through a transition: who follows the screen is told, all changes, windows are laid out.
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
        // As they lie on the glass, which has been turned already: their old bounds cover the new ones exactly.
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

    /// Who looks after the frontmost window that is shown and has a manager.
    final var frontManager: (any WindowManager)? {
        windows.last { !$0.isHidden && $0.rootManager != nil }?.rootManager
    }

    /// Has the screen turned to a way that its front manager allows, if the present one isn't.
    package final func conformOrientation() {
        guard var allowed = frontManager?.allowedOrientations else { return }
        if let launched, let delegate = launched.delegate {
            let own = delegate.application(launched, supportedInterfaceOrientationsFor: launched.keyWindow)
            // Where the two have nothing in common, UIKit raises an exception; here the controllers' say counts.
            if !own.isDisjoint(with: allowed) { allowed.formIntersection(own) }
        }
        guard !allowed.contains(interfaceOrientation), let orientation = allowed.preferred else { return }
        rotate(to: orientation)
    }

    /// Has something done that may change how the status bar is to look, and tells who follows its frame.
    package final func changingStatusBar(_ change: () -> Void) {
        let before = statusBarFrame
        change()
        postStatusBarChange(from: before)
    }

    // MARK: Status bar

    /// As the front manager says; else as the program does.
    final var statusBarStyle: UIStatusBarStyle {
        frontManager?.statusBarLook?.style ?? UIApplication.shared.statusBarStyle
    }

    /// The strip along the top that the status bar takes, in the screen's points; empty where there is none to see.
    final var statusBarFrame: CGRect {
        isStatusBarHidden ? .zero : CGRect(x: 0, y: 0, width: bounds.width, height: statusBarHeight)
    }

    /// As on phones it is hidden where the height is compact.
    final var isStatusBarHidden: Bool {
        statusBarHeight == 0 || statusBarIsHidden || traitCollection.verticalSizeClass == .compact
            || frontManager?.statusBarLook?.isHidden == true
    }

    /// What the safe area leaves out: the insets, and the status bar where it reaches further.
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

/// The coordinates of a screen's glass: they stay on it when it is turned.
final class FixedScreenSpace: UICoordinateSpace {
    /// Unowned would do for whoever keeps the screen; who keeps only the space has the screen with it.
    private let screen: UIScreen

    init(_ screen: UIScreen) { self.screen = screen }

    /// As the screen was when it was made.
    var bounds: CGRect {
        let size = screen.bounds.size
        return CGRect(
            origin: .zero,
            size: screen.turnsSinceMade % 2 == 0 ? size : CGSize(width: size.height, height: size.width))
    }

    /// From the glass to the screen as it is turned now.
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
