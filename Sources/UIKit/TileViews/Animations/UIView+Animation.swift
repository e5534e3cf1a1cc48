public import Foundation
import TileLayers

extension UIView {
    // MARK: Blocks

    /// Animates what the block changes of views in windows, from what shows to what is set: frames, bounds, centers,
    /// transforms, alphas, background colors; and the frames that come of constraints, where the block calls
    /// `layoutIfNeeded()`. Views have the new values at once.
    ///
    /// Frames and bounds go on from where they are, and several animations of them add up. A block within another takes
    /// the other's duration and curve unless its options say otherwise.
    ///
    /// - Parameters:
    ///   - duration: in seconds; 0, less, or what is no number changes at once.
    ///   - delay: in seconds; the old values show meanwhile.
    ///   - completion: called when all animations have ended, on the views' thread, between two frames; told whether
    ///     they came to their end. Where nothing is animated it is called with the next frame.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        let block = ViewAnimation(
            duration: duration, delay: delay, pace: .curve(options.curve.timingFunction), options: options,
            tracker: tracker(completion))
        block.run(animations)
    }

    /// As `animate(withDuration:delay:options:animations:completion:)`, at once and easing in and out.
    public class func animate(
        withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)?
    ) {
        animate(withDuration: duration, delay: 0, options: [], animations: animations, completion: completion)
    }

    /// As `animate(withDuration:delay:options:animations:completion:)`, at once and easing in and out.
    public class func animate(withDuration duration: TimeInterval, animations: @escaping () -> Void) {
        animate(withDuration: duration, delay: 0, options: [], animations: animations, completion: nil)
    }

    /// Animates as a spring goes, settled when the time is over: its deviation is below a thousandth then.
    ///
    /// - Parameters:
    ///   - dampingRatio: 1 comes to rest without swinging, less swings; more is taken for 1, and 0 for hardly any.
    ///   - velocity: at the beginning, in distances a second.
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

    /// Animates as a spring goes, until it has settled.
    ///
    /// - Parameters:
    ///   - duration: how long it seems to take: the period that it would have without damping, in seconds.
    ///   - bounce: 0 does not swing, 1 never stops; below 0 it creeps.
    ///   - initialSpringVelocity: in distances a second.
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

    /// Animates through what the block's keyframes change (`addKeyframe`), over one time: as a whole it eases in and
    /// out, unless the options hold another curve of `AnimationOptions`.
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

    /// Says what changes in a part of the time of `animateKeyframes`; outside of its block the changes happen at once.
    ///
    /// - Parameters:
    ///   - frameStartTime: 0…1 of the whole.
    ///   - frameDuration: 0…1 of the whole.
    public class func addKeyframe(
        withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
        animations: @escaping () -> Void
    ) {
        guard let keyframes = ViewAnimation.current?.keyframes else { return animations() }
        keyframes.keyframe(start: frameStartTime, duration: frameDuration, animations)
    }

    /// Within a block: what this one changes is repeated so often.
    ///
    /// - Parameter count: may end within a repeat.
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

    /// Runs code whose changes are not animated, not even those in blocks within it.
    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        let isEnabled = ViewAnimation.isEnabled
        ViewAnimation.isEnabled = false
        defer { ViewAnimation.isEnabled = isEnabled }
        ViewAnimation.within(nil, actionsWithoutAnimation)
    }

    /// Whether changes in blocks are animated on the current thread; else they happen at once, and completions are
    /// called with the next frame.
    public class func setAnimationsEnabled(_ enabled: Bool) { ViewAnimation.isEnabled = enabled }

    public class var areAnimationsEnabled: Bool { ViewAnimation.isEnabled }

    /// How long changes take that are made now, in seconds; 0 where they are not animated.
    public class var inheritedAnimationDuration: TimeInterval { ViewAnimation.current?.duration ?? 0 }

    /// Fades views out, with what the block animates, and removes them.
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

    /// A completion that is called between two frames, also where nothing is animated: so that one that begins the next
    /// animation at once, again and again, goes on from frame to frame.
    static func tracker(_ completion: ((Bool) -> Void)?) -> AnimationTracker? {
        completion.map { completion in
            AnimationTracker { finished in AnimationNews.add { completion(finished) } }
        }
    }

    // MARK: Transitions

    /// Shows what the block changes of a view, and of what is in it, as a transition of the whole.
    ///
    /// - Parameter options: which one; without any the block's changes are animated by themselves.
    public class func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) {
        let tracker = tracker(completion)
        let block = ViewAnimation(
            duration: duration, delay: 0, pace: .curve(options.curve.timingFunction), options: options,
            tracker: tracker)
        guard let transition = options.transition, duration > 0, isAnimated(view) else {
            return block.run { animations?() }
        }
        transition.duration = duration
        transition.timingFunction = options.curve.timingFunction
        block.start(transition, view.layer, kCATransition)
        if options.contains(.allowAnimatedContent) {
            block.run { animations?() }
        } else {
            performWithoutAnimation { animations?() }
            tracker?.close()
        }
    }

    /// Puts a view in another's place, as a transition of their superview: the old one is removed, or hidden.
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
