public import Foundation

/// The state of an animator.
public enum UIViewAnimatingState: Int, Hashable, Sendable {
    /// The animations have not begun, or have finished.
    case inactive
    /// The animations have begun; the animator is running or paused.
    case active
    /// The animations have been stopped where they were, and are not finished yet.
    case stopped
}

/// A position in an animation: one of its ends or the current point.
public enum UIViewAnimatingPosition: Int, Hashable, Sendable {
    case end
    case start
    /// The current point, between the ends.
    case current
}

/// An animation that can be started, paused, reversed and stopped.
public protocol UIViewAnimating: AnyObject {
    var state: UIViewAnimatingState { get }
    var isRunning: Bool { get }
    var isReversed: Bool { get set }
    /// The completed fraction of the animation, from 0 to 1.
    var fractionComplete: CGFloat { get set }

    func startAnimation()
    func startAnimation(afterDelay delay: TimeInterval)
    func pauseAnimation()
    func stopAnimation(_ withoutFinishing: Bool)
    func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// An animator that animates the changes in blocks.
public protocol UIViewImplicitlyAnimating: UIViewAnimating {
    func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
    func addAnimations(_ animation: @escaping () -> Void)
    func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
    func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}
