public import Foundation
import TileLayers

/// An animator of views' changes that can be paused, scrubbed, reversed and stopped while it runs.
///
///     let animator = UIViewPropertyAnimator(duration: 1, curve: .easeInOut) { card.center.y = 400 }
///     animator.startAnimation()
///     animator.pauseAnimation()
///     animator.fractionComplete = 0.3
///     animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
///
/// The views' properties have their new values once the animator starts. If it finishes at its start, the old values
/// are restored.
open class UIViewPropertyAnimator: NSObject, UIViewImplicitlyAnimating, NSCopying {
    /// The animator's timing curve. It is optional as in UIKit, but never nil here. The physical properties of a spring
    /// also determine the duration.
    public let timingParameters: (any UITimingCurveProvider)?
    /// The duration in seconds. At 0 the changes happen immediately.
    public let duration: TimeInterval
    /// The time between the start and the first change, in seconds.
    public private(set) var delay: TimeInterval = 0
    /// A Boolean value that indicates whether views receive touches while they are animated.
    open var isUserInteractionEnabled = true
    /// A stored value without effect: hit testing uses the views' final frames.
    open var isManualHitTestingEnabled = false
    /// A Boolean value that indicates whether the animator can be paused.
    open var isInterruptible = true
    /// A Boolean value that indicates whether a paused animator is scrubbed linearly instead of along its timing curve.
    open var scrubsLinearly = true
    /// A Boolean value that indicates whether the animator stays active at its end, so that it can be reversed or
    /// scrubbed.
    open var pausesOnCompletion = false
    /// A Boolean value that indicates whether the animator updates traits, properties and layout when its blocks begin
    /// and end; see `UIView.AnimationOptions.flushUpdates`.
    open var flushUpdates = false

    public private(set) var state = UIViewAnimatingState.inactive
    public private(set) var isRunning = false

    private var blocks: [(body: () -> Void, delayFactor: Double)] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []
    private var changes: [Change] = []
    private var tracker: AnimationTracker?

    /// A segment of the animation that runs along one timing curve.
    private struct Stretch {
        var from = 0.0
        var to = 1.0
        var pace: AnimatorPace
        /// The elapsed fraction of the segment's duration, from 0 to 1, at the time `since`.
        var part = 0.0
        /// 1 forward, −1 backward.
        var direction = 1.0
        var seconds: Double
        /// The time of the state in `part`; nil until the next frame.
        var since: Double?

        func part(at time: Double) -> Double {
            guard let since, seconds > 0 else { return since == nil ? part : max(0, direction) }
            return min(1, max(0, part + direction * (time - since) / seconds))
        }

        func progress(at time: Double) -> Double { from + (to - from) * pace.progress(at: part(at: time)) }
    }

    private var stretch: Stretch
    private var turned = false
    /// The time of the last frame that requested progress.
    private var lastTime = 0.0

    /// A property change made by a block.
    private struct Change {
        let layer: CALayer
        let key: String
        let animationKey: String
        let from: Any?
        let to: Any?
        let part: PartDriver
    }

    // MARK: Creation

    public init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
        self.duration = AnimatorPace.ownDuration(parameters) ?? (duration > 0 ? duration : 0)
        timingParameters = parameters
        stretch = Stretch(pace: AnimatorPace(parameters), seconds: self.duration)
        super.init()
    }

    public convenience init(duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil) {
        self.init(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
        if let animations { addAnimations(animations) }
    }

    public convenience init(
        duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
        animations: (() -> Void)? = nil
    ) {
        self.init(
            duration: duration,
            timingParameters: UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2))
        if let animations { addAnimations(animations) }
    }

    public convenience init(duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil) {
        self.init(duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
        if let animations { addAnimations(animations) }
    }

    /// Creates an animator and starts it.
    @discardableResult
    public class func runningPropertyAnimator(
        withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
    ) -> UIViewPropertyAnimator {
        let animator = UIViewPropertyAnimator(duration: duration, curve: options.curve, animations: animations)
        animator.isUserInteractionEnabled = options.contains(.allowUserInteraction)
        animator.flushUpdates = options.contains(.flushUpdates)
        if let completion { animator.addCompletion(completion) }
        animator.startAnimation(afterDelay: delay)
        return animator
    }

    /// Returns an animator with the same duration and timing parameters, but without animations.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = UIViewPropertyAnimator(
            duration: duration, timingParameters: timingParameters ?? UICubicTimingParameters())
        copy.flushUpdates = flushUpdates
        return copy
    }

    // MARK: Animations and completions

    /// Adds a block of changes. An inactive animator runs it when it starts. An active one runs it now, and animates
    /// from the visible values to the new ones in the remaining time.
    ///
    /// - Parameter delayFactor: The fraction of the remaining time before the changes begin, from 0 to 1.
    open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
        precondition(state != .stopped, "animations can't be added to a stopped animator: finish it first")
        let factor = delayFactor.isFinite ? min(1, max(0, Double(delayFactor))) : 0
        if state == .inactive {
            blocks.append((animation, factor))
        } else {
            let now = shownProgress
            run(animation, from: now + (1 - now) * factor)
        }
    }

    open func addAnimations(_ animation: @escaping () -> Void) { addAnimations(animation, delayFactor: 0) }

    /// Adds a completion. Its argument is the position at which the animation ended.
    open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
        completions.append(completion)
    }

    /// Runs a block and animates its changes.
    ///
    /// - Parameter start: The progress at which the changes begin, from 0 to 1.
    private func run(_ body: @escaping () -> Void, from start: Double) {
        let block = ViewAnimation(
            duration: max(duration, .leastNormalMagnitude), delay: 0,
            pace: .curve(CAMediaTimingFunction(name: .linear)), options: [], tracker: nil)
        block.animator = self
        part = PartDriver(self, from: start)
        block.run(body)
        part = nil
    }

    private var part: PartDriver?

    /// Adds an animation for a change that was made in a block of this animator.
    func addAnimation(_ animation: CABasicAnimation, to layer: CALayer, key: String, from: Any?, delay: TimeInterval) {
        guard let part else { return }
        animation.timingFunction = nil
        animation.duration = 1
        let animationKey = layer.freeAnimationKey("UIPropertyAnimator.\(key)")
        changes.append(
            Change(
                layer: layer, key: key, animationKey: animationKey, from: from, to: layer.value(forKey: key),
                part: part))
        layer.add(
            animation, forKey: animationKey, delay: 0, tracker: tracker, driver: part,
            blocksTouches: !isUserInteractionEnabled)
    }

    /// Changes the state from inactive to active and runs all pending blocks.
    private func activate() {
        state = .active
        changes = []
        turned = false
        stretch = Stretch(pace: AnimatorPace(timingParameters ?? UICubicTimingParameters()), seconds: duration)
        let tracker = AnimationTracker { [self] _ in AnimationNews.add { self.didEnd() } }
        self.tracker = tracker
        let waiting = blocks
        blocks = []
        for block in waiting { run(block.body, from: block.delayFactor) }
    }

    // MARK: Running

    open func startAnimation() { startAnimation(afterDelay: 0) }

    /// Runs the blocks and starts the animation with the next frame, or after a delay in seconds.
    open func startAnimation(afterDelay delay: TimeInterval) {
        precondition(state != .stopped, "a stopped animator can't be started: finish it first")
        if state == .inactive {
            self.delay = delay > 0 && delay.isFinite ? delay : 0
            activate()
        }
        if isRunning { return }
        go()
        tracker?.close()
    }

    private func go() {
        isRunning = true
        stretch.since = nil
        touch()
    }

    /// Redraws the layers.
    private func touch() { for change in changes { change.layer.driverDidMove() } }

    open func pauseAnimation() {
        precondition(isInterruptible, "an animator that is not interruptible can't be paused")
        precondition(state != .stopped, "a stopped animator can't be paused: finish it first")
        if state == .inactive { activate() }
        guard isRunning else { return }
        hold()
    }

    /// Stops the clock at the visible state.
    private func hold() {
        let (part, progress) = (stretch.part(at: lastTime), stretch.progress(at: lastTime))
        isRunning = false
        if scrubsLinearly {
            held = progress
        } else {
            stretch.part = part
            stretch.since = nil
            held = nil
        }
    }

    /// The progress of a paused animator that is scrubbed linearly; nil otherwise.
    private var held: Double?

    /// Continues a paused animation.
    ///
    /// - Parameters:
    ///   - parameters: The timing curve of the rest; nil for the animator's own.
    ///   - durationFactor: The duration of the rest as a fraction of `duration`; 0 for the remaining time.
    open func continueAnimation(
        withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
    ) {
        precondition(state == .active, "only a paused animator can be continued")
        guard !isRunning else { return }
        let factor = durationFactor.isFinite ? max(0, Double(durationFactor)) : 0
        if held != nil || parameters != nil || factor > 0 {
            let now = shownProgress
            let target = turned ? 0.0 : 1.0
            let pace = AnimatorPace(parameters ?? timingParameters ?? UICubicTimingParameters())
            let seconds =
                parameters.flatMap(AnimatorPace.ownDuration) ?? (factor > 0 ? factor : abs(target - now)) * duration
            stretch = Stretch(from: now, to: target, pace: pace, seconds: seconds)
            held = nil
        }
        go()
        tracker?.close()
    }

    /// A Boolean value that indicates whether the animation runs back to its start.
    open var isReversed: Bool {
        get { turned }
        set {
            guard newValue != turned else { return }
            turned = newValue
            guard state == .active else { return }
            if stretch.from == 0, stretch.to == 1, held == nil {
                stretch.part = stretch.part(at: lastTime)
                stretch.since = isRunning && stretch.since != nil ? lastTime : nil
                stretch.direction = newValue ? -1 : 1
            } else if isRunning {
                let now = stretch.progress(at: lastTime)
                let target = newValue ? 0.0 : 1.0
                stretch = Stretch(
                    from: now, to: target, pace: stretch.pace, seconds: abs(target - now) * duration, since: lastTime)
            }
            touch()
        }
    }

    private var shownProgress: Double {
        if let held { return held }
        return stretch.progress(at: lastTime)
    }

    /// The completed fraction of the animation. This is the fraction of time while the animator runs, and of progress
    /// while it is paused, unless `scrubsLinearly` is off. Setting it moves the animation there; an inactive animator
    /// is activated and paused first.
    open var fractionComplete: CGFloat {
        get {
            if let held { return CGFloat(held) }
            return CGFloat(
                stretch.from == 0 && stretch.to == 1 ? stretch.part(at: lastTime) : stretch.progress(at: lastTime))
        }
        set {
            precondition(state != .stopped, "a stopped animator can't be moved: finish it first")
            let fraction = newValue.isNaN ? 0 : min(1, max(0, Double(newValue)))
            if state == .inactive { activate() }
            if isRunning {
                stretch.part = fraction
                stretch.since = stretch.since == nil ? nil : lastTime
            } else if scrubsLinearly {
                held = fraction
            } else {
                stretch.part = fraction
            }
            touch()
        }
    }

    // MARK: Ending

    /// Stops the animation at the current position: views keep the visible values.
    ///
    /// - Parameter withoutFinishing: Whether the animator becomes inactive without calling completions. Otherwise it
    ///   waits for `finishAnimation(at:)`.
    open func stopAnimation(_ withoutFinishing: Bool) {
        guard state == .active else { return }
        isRunning = false
        for change in changes {
            // A view that a stack hides is hidden already.
            let shown =
                change.key == "hidden" ? change.to : change.layer.presentation()?.value(forKey: change.key)
            UIView.performWithoutAnimation { change.layer.setValue(shown, forKey: change.key) }
            change.layer.removeAnimation(forKey: change.animationKey)
        }
        tracker = nil
        state = withoutFinishing ? .inactive : .stopped
        if withoutFinishing { forget() }
    }

    /// Sets the properties to their values at an end of the animation and calls the completions. Traps if the animator
    /// is not stopped.
    open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
        precondition(state == .stopped, "only a stopped animator can be finished: call stopAnimation(false) first")
        settle(at: finalPosition)
    }

    private func settle(at position: UIViewAnimatingPosition) {
        for change in position == .start ? changes.reversed() : changes {
            guard position != .current else { break }
            UIView.performWithoutAnimation {
                change.layer.setValue(position == .start ? change.from : change.to, forKey: change.key)
            }
        }
        state = .inactive
        isRunning = false
        let told = completions
        forget()
        for completion in told { completion(position) }
    }

    private func forget() {
        changes = []
        completions = []
        held = nil
        // The tracker's closure retains the animator.
        tracker = nil
    }

    /// Finishes the animator once all animations have ended or were removed.
    private func didEnd() {
        guard state == .active, isRunning || changes.isEmpty else { return }
        settle(at: turned ? .start : .end)
    }

    // MARK: Frames

    /// Returns the progress at a time, in 0…1 for cubic curves.
    fileprivate func progress(at time: Double) -> Double {
        lastTime = time
        if isRunning, stretch.since == nil {
            // The first frame after a delayed start: the delay counts from here.
            stretch.since = time + delay
            delay = 0
        }
        if let held, !isRunning { return held }
        return stretch.progress(at: time)
    }

    fileprivate func hasEnded(at time: Double) -> Bool {
        guard isRunning, stretch.since != nil else { return false }
        let part = stretch.part(at: time)
        guard stretch.direction > 0 ? part >= 1 : part <= 0 else { return false }
        guard pausesOnCompletion else { return true }
        lastTime = time
        hold()
        return false
    }
}

/// The driver of the animations of one block of an animator.
final class PartDriver: AnimationDriver {
    private let animator: UIViewPropertyAnimator
    /// The animator's progress at which the block begins.
    private let start: Double

    init(_ animator: UIViewPropertyAnimator, from start: Double) { (self.animator, self.start) = (animator, start) }

    func progress(at time: Double) -> Double {
        let progress = animator.progress(at: time)
        if start <= 0 { return progress }
        return start < 1 ? max(0, (progress - start) / (1 - start)) : progress >= 1 ? 1 : 0
    }

    var isMoving: Bool { animator.isRunning }

    func hasEnded(at time: Double) -> Bool { animator.hasEnded(at: time) }
}
