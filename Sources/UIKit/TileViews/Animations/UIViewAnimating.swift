public import Foundation

/// Where an animator is.
public enum UIViewAnimatingState: Int, Hashable, Sendable {
    /// Not begun, or all over.
    case inactive
    /// Its animations have begun; it runs, or is paused.
    case active
    /// Its animations have been stopped where they were, and are not finished yet.
    case stopped
}

/// Which end of its way an animator is at.
public enum UIViewAnimatingPosition: Int, Hashable, Sendable {
    case end
    case start
    /// Neither.
    case current
}

/// What moves views and can be started, paused, turned round and stopped.
public protocol UIViewAnimating: AnyObject {
    var state: UIViewAnimatingState { get }
    var isRunning: Bool { get }
    var isReversed: Bool { get set }
    /// How much of the way is done, 0…1.
    var fractionComplete: CGFloat { get set }

    func startAnimation()
    func startAnimation(afterDelay delay: TimeInterval)
    func pauseAnimation()
    func stopAnimation(_ withoutFinishing: Bool)
    func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// What animates what blocks change.
public protocol UIViewImplicitlyAnimating: UIViewAnimating {
    func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
    func addAnimations(_ animation: @escaping () -> Void)
    func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
    func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}
