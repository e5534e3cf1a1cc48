public import Foundation
public import TileGraphics
import TileLayers
import TileSupport

// Animation blocks that begin and end by calls, from before closures. A setting applies to the changes after it.

extension UIView {
    /// The delegate of an animation block and the methods that it is sent.
    private final class Listener {
        var target: Any?
        var willStart: Selector?
        var didStop: Selector?
        let name: String?

        init(_ name: String?) { self.name = name }

        func callDelegate(_ selector: Selector?) {
            guard let selector, let target else { return }
            ActionTable.target(target, of: selector).perform(selector, with: name)
        }
    }

    private static let listeners = ThreadLocal<[(block: ViewAnimation, listener: Listener)]> { [] }

    /// Begins an animation block, nested in the open one. Changes until `commitAnimations()` are animated, by default
    /// over 0.2 seconds, easing in and out.
    ///
    /// - Parameters:
    ///   - animationID: The sender argument of the delegate's methods.
    ///   - context: Ignored.
    public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
        let listener = Listener(animationID)
        let tracker = AnimationTracker { _ in AnimationNews.add { listener.callDelegate(listener.didStop) } }
        let block = ViewAnimation(
            duration: 0.2, delay: 0, pace: .curve(AnimationCurve.easeInOut.timingFunction), options: [],
            tracker: tracker)
        listeners.value.append((block, listener))
        ViewAnimation.push(block)
    }

    /// Ends the innermost open block. Does nothing if no block is open.
    public class func commitAnimations() {
        guard let (block, listener) = listeners.value.popLast() else { return }
        ViewAnimation.pop()
        AnimationNews.add { listener.callDelegate(listener.willStart) }
        block.tracker?.close()
    }

    private static func change(_ body: (ViewAnimation) -> Void) {
        if let block = listeners.value.last?.block { body(block) }
    }

    /// Sets the duration in seconds.
    public class func setAnimationDuration(_ duration: TimeInterval) { change { $0.duration = max(0, duration) } }

    /// Sets the delay in seconds.
    public class func setAnimationDelay(_ delay: TimeInterval) { change { $0.delay = max(0, delay) } }

    /// Sets the time at which the animations begin. A time in the past means now.
    public class func setAnimationStart(_ startDate: Date) {
        change { $0.delay = max(0, startDate.timeIntervalSinceNow) }
    }

    /// The same as `setAnimationStart(_:)`, under its name in Objective-C.
    public class func setAnimationStartDate(_ startDate: Date) { setAnimationStart(startDate) }

    public class func setAnimationCurve(_ curve: AnimationCurve) { change { $0.pace = .curve(curve.timingFunction) } }

    /// Sets the number of repetitions. A fraction ends the animation within a repetition.
    public class func setAnimationRepeatCount(_ repeatCount: Float) { change { $0.repeatCount = repeatCount } }

    public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
        change {
            if repeatAutoreverses { $0.options.insert(.autoreverse) } else { $0.options.remove(.autoreverse) }
        }
    }

    /// Sets or clears the option `beginFromCurrentState`.
    public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {
        change {
            if fromCurrentState {
                $0.options.insert(.beginFromCurrentState)
            } else {
                $0.options.remove(.beginFromCurrentState)
            }
        }
    }

    /// Sets the delegate: an `ActionTarget` that has registered the methods by name.
    public class func setAnimationDelegate(_ delegate: Any?) { listeners.value.last?.listener.target = delegate }

    /// Sets the delegate method to call when the block appears in its first frame.
    public class func setAnimationWillStart(_ selector: Selector?) {
        listeners.value.last?.listener.willStart = selector
    }

    /// Sets the delegate method to call when all animations of the block have ended.
    public class func setAnimationDidStop(_ selector: Selector?) { listeners.value.last?.listener.didStop = selector }

    /// Shows the block's changes to a view as a transition.
    ///
    /// - Parameter cache: Ignored.
    public class func setAnimationTransition(_ transition: AnimationTransition, for view: UIView, cache: Bool) {
        change { block in
            guard let made = transition.options.transition, block.duration > 0, view.layer.isInHostedTree else {
                return
            }
            made.duration = block.duration
            block.start(made, on: view.layer, key: kCATransition)
        }
    }
}
