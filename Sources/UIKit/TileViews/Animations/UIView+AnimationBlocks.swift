public import Foundation
public import TileGraphics
import TileLayers
import TileSupport

// Blocks that begin and end by calls, as they were before closures. What is set counts for changes that come after it.

extension UIView {
    /// What is told of such a block.
    private final class Listener {
        var target: Any?
        var willStart: Selector?
        var didStop: Selector?
        let name: String?

        init(_ name: String?) { self.name = name }

        func tell(_ selector: Selector?) {
            guard let selector, let target else { return }
            ActionTable.target(target, of: selector).perform(selector, with: name)
        }
    }

    private static let listeners = ThreadLocal<[(block: ViewAnimation, listener: Listener)]> { [] }

    /// Begins a block, within the one that is open: what changes until `commitAnimations()` is animated, over 0.2
    /// seconds, easing in and out, unless something else is set.
    ///
    /// - Parameters:
    ///   - animationID: passed to the delegate's methods as their sender.
    ///   - context: not used.
    public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
        let listener = Listener(animationID)
        let tracker = AnimationTracker { _ in AnimationNews.add { listener.tell(listener.didStop) } }
        let block = ViewAnimation(
            duration: 0.2, delay: 0, pace: .curve(AnimationCurve.easeInOut.timingFunction), options: [],
            tracker: tracker)
        listeners.value.append((block, listener))
        ViewAnimation.push(block)
    }

    /// Ends the block that was begun last; nothing happens when there is none.
    public class func commitAnimations() {
        guard let (block, listener) = listeners.value.popLast() else { return }
        ViewAnimation.pop()
        AnimationNews.add { listener.tell(listener.willStart) }
        block.tracker?.close()
    }

    private static func change(_ body: (ViewAnimation) -> Void) {
        if let block = listeners.value.last?.block { body(block) }
    }

    /// In seconds.
    public class func setAnimationDuration(_ duration: TimeInterval) { change { $0.duration = max(0, duration) } }

    /// In seconds.
    public class func setAnimationDelay(_ delay: TimeInterval) { change { $0.delay = max(0, delay) } }

    /// When it begins; a time that has passed is now.
    public class func setAnimationStart(_ startDate: Date) {
        change { $0.delay = max(0, startDate.timeIntervalSinceNow) }
    }

    public class func setAnimationCurve(_ curve: AnimationCurve) { change { $0.pace = .curve(curve.timingFunction) } }

    /// May end within a repeat.
    public class func setAnimationRepeatCount(_ repeatCount: Float) { change { $0.repeatCount = repeatCount } }

    public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
        change {
            if repeatAutoreverses { $0.options.insert(.autoreverse) } else { $0.options.remove(.autoreverse) }
        }
    }

    /// As the option of this name.
    public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {
        change {
            if fromCurrentState {
                $0.options.insert(.beginFromCurrentState)
            } else {
                $0.options.remove(.beginFromCurrentState)
            }
        }
    }

    /// Who is told; an `ActionTarget`, whose methods are found by the names that it registered.
    public class func setAnimationDelegate(_ delegate: Any?) { listeners.value.last?.listener.target = delegate }

    /// Called when the block is in its first frame.
    public class func setAnimationWillStart(_ selector: Selector?) {
        listeners.value.last?.listener.willStart = selector
    }

    /// Called when all that the block animates has ended.
    public class func setAnimationDidStop(_ selector: Selector?) { listeners.value.last?.listener.didStop = selector }

    /// Has what changes in a view within the block shown as a transition.
    ///
    /// - Parameter cache: not used: it is the same either way.
    public class func setAnimationTransition(_ transition: AnimationTransition, for view: UIView, cache: Bool) {
        change { block in
            guard let made = transition.options.transition, block.duration > 0, view.layer.isInHostedTree else {
                return
            }
            made.duration = block.duration
            block.start(made, view.layer, kCATransition)
        }
    }
}
