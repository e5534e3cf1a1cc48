public import Foundation
import TileLayers

extension UIView {
    // MARK: Blocks

    /// Animates the block's changes to views in windows, from the visible values to the new ones. Animatable are
    /// frames, bounds, centers, transforms, alphas and background colors, and also frames that constraints determine if
    /// the block calls `layoutIfNeeded()`. The views' properties have their new values immediately.
    ///
    /// Views of a controller whose view is in no window yet animate if the next frame shows them. Other views without a
    /// window have their new values at once.
    ///
    /// Changes of frames and bounds are additive: they continue from the current position, and several animations
    /// combine. A nested block uses the outer block's duration and curve unless its options override them.
    ///
    /// - Parameters:
    ///   - duration: The duration in seconds. If it is NaN, zero or negative, the changes happen immediately.
    ///   - delay: The delay in seconds. The old values are visible meanwhile.
    ///   - completion: Called on the views' thread, between two frames, when all animations have ended. Its argument
    ///     tells whether they ran to completion. If nothing is animated, it is called with the next frame.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        let block = ViewAnimation(
            duration: duration, delay: delay, pace: .curve(options.curve.timingFunction), options: options,
            tracker: tracker(completion))
        block.run(animations)
    }

    /// Animates changes without delay, easing in and out, and then calls `completion`.
    public class func animate(
        withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)?
    ) {
        animate(withDuration: duration, delay: 0, options: [], animations: animations, completion: completion)
    }

    /// Animates changes without delay, easing in and out.
    public class func animate(withDuration duration: TimeInterval, animations: @escaping () -> Void) {
        animate(withDuration: duration, delay: 0, options: [], animations: animations, completion: nil)
    }

    /// Animates changes with the motion of a spring that settles at the end of the duration, when its deviation is
    /// below a thousandth.
    ///
    /// - Parameters:
    ///   - dampingRatio: The spring comes to rest without oscillating at 1 and oscillates below it. Greater values are
    ///     treated as 1. At 0 there is hardly any damping.
    ///   - velocity: The initial velocity in distances per second.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
        initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        let spring = SpringSetting(kind: .ratio(Double(dampingRatio)), velocity: Double(velocity))
        let block = ViewAnimation(
            duration: duration, delay: delay, pace: .spring(spring), options: options, tracker: tracker(completion))
        block.run(animations)
    }

    /// Animates changes with the motion of a spring until it settles.
    ///
    /// - Parameters:
    ///   - duration: The perceived duration in seconds: the period of the spring without damping.
    ///   - bounce: The spring does not oscillate at 0 and never stops at 1. Below 0 it is overdamped.
    ///   - initialSpringVelocity: The initial velocity in distances per second.
    public class func animate(
        springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0.0, initialSpringVelocity: CGFloat = 0.0,
        delay: TimeInterval = 0.0, options: AnimationOptions = [], animations: () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        let model = CASpringAnimation(perceptualDuration: duration, bounce: min(0.99, bounce))
        model.initialVelocity = initialSpringVelocity
        let kind = SpringSetting.Kind.physics(
            mass: 1, stiffness: Double(model.stiffness), damping: Double(model.damping))
        let spring = SpringSetting(kind: kind, velocity: Double(initialSpringVelocity))
        let block = ViewAnimation(
            duration: duration > 0 ? model.settlingDuration : 0, delay: delay, pace: .spring(spring), options: options,
            tracker: tracker(completion))
        block.run(animations)
    }

    /// Animates the keyframes that the block adds with `addKeyframe` over one duration. The animation as a whole eases
    /// in and out unless the options contain another curve of `AnimationOptions`.
    public class func animateKeyframes(
        withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        let common = AnimationOptions(rawValue: options.rawValue & ~(0xf << 10))
        let block = ViewAnimation(
            duration: duration, delay: delay, pace: .curve(common.curve.timingFunction), options: common,
            tracker: tracker(completion))
        block.keyframes = KeyframeBlock(options.mode)
        block.run(animations)
    }

    /// Specifies the changes of one keyframe in the block of `animateKeyframes`. Outside such a block the changes
    /// happen immediately.
    ///
    /// - Parameters:
    ///   - frameStartTime: The keyframe's start, from 0 to 1 of the whole duration.
    ///   - frameDuration: The keyframe's duration, from 0 to 1 of the whole duration.
    public class func addKeyframe(
        withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
        animations: @escaping () -> Void
    ) {
        guard let keyframes = ViewAnimation.current?.keyframes else { return animations() }
        keyframes.keyframe(start: frameStartTime, duration: frameDuration, animations)
    }

    /// Repeats the changes of this block, inside the block of an animation.
    ///
    /// - Parameter count: The number of repetitions. A fraction ends the animation within a repetition.
    public class func modifyAnimations(
        withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void
    ) {
        guard let current = ViewAnimation.current else { return animations() }
        let (before, options) = (current.repeatCount, current.options)
        current.repeatCount = Float(count)
        if autoreverses { current.options.insert(.autoreverse) }
        animations()
        (current.repeatCount, current.options) = (before, options)
    }

    /// Runs code without animating its changes, including those in nested animation blocks.
    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        let isEnabled = ViewAnimation.isEnabled
        ViewAnimation.isEnabled = false
        defer { ViewAnimation.isEnabled = isEnabled }
        ViewAnimation.within(nil, actionsWithoutAnimation)
    }

    /// Sets whether animation blocks on the current thread animate their changes. Otherwise the changes happen
    /// immediately, and completions are called with the next frame.
    public class func setAnimationsEnabled(_ enabled: Bool) { ViewAnimation.isEnabled = enabled }

    public class var areAnimationsEnabled: Bool { ViewAnimation.isEnabled }

    /// The duration in seconds of changes that are made now, or 0 if they are not animated.
    public class var inheritedAnimationDuration: TimeInterval { ViewAnimation.current?.duration ?? 0 }

    /// Fades views out alongside the block's animations, and then removes them.
    public class func perform(
        _ animation: SystemAnimation, on views: [UIView], options: AnimationOptions = [],
        animations parallelAnimations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        animate(withDuration: 0.3, delay: 0, options: options) {
            for view in views { view.alpha = 0 }
            parallelAnimations?()
        } completion: { finished in
            for view in views { view.removeFromSuperview() }
            completion?(finished)
        }
    }

    /// Returns a tracker that calls a completion between two frames, even if nothing is animated. A completion that
    /// starts the next animation each time therefore advances with the frames.
    static func tracker(_ completion: ((Bool) -> Void)?) -> AnimationTracker? {
        completion.map { completion in
            AnimationTracker { finished in AnimationNews.add { completion(finished) } }
        }
    }

    // MARK: Transitions

    /// Shows the block's changes to a view and its subviews as a transition of the whole view.
    ///
    /// - Parameter options: The options, including the kind of transition. Without one, the block's changes are
    ///   animated individually.
    public class func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) {
        let tracker = tracker(completion)
        let block = ViewAnimation(
            duration: duration, delay: 0, pace: .curve(options.curve.timingFunction), options: options,
            tracker: tracker)
        guard let transition = options.transition else { return block.run { animations?() } }
        guard duration > 0, isAnimated(view) else {
            performWithoutAnimation { animations?() }
            tracker?.close()
            return
        }
        transition.duration = duration
        transition.timingFunction = options.curve.timingFunction
        block.start(transition, on: view.layer, key: kCATransition)
        if options.contains(.allowAnimatedContent) {
            block.run { animations?() }
        } else {
            performWithoutAnimation { animations?() }
            tracker?.close()
        }
    }

    /// Replaces a view by another as a transition of their superview. The old view is removed or hidden.
    public class func transition(
        from fromView: UIView, to toView: UIView, duration: TimeInterval, options: AnimationOptions = [],
        completion: ((Bool) -> Void)? = nil
    ) {
        guard let holder = fromView.superview else {
            tracker(completion)?.close()
            return
        }
        transition(with: holder, duration: duration, options: options) {
            if options.contains(.showHideTransitionViews) {
                fromView.isHidden = true
                toView.isHidden = false
            } else {
                holder.insertSubview(toView, aboveSubview: fromView)
                fromView.removeFromSuperview()
            }
        } completion: {
            completion?($0)
        }
    }

    private static func isAnimated(_ view: UIView) -> Bool {
        ViewAnimation.isEnabled && view.layer.isInHostedTree
    }
}
