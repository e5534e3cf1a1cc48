public import Foundation
public import TileGraphics

/// The abstract superclass of animations. By itself it does nothing for its duration.
///
///     let move = CABasicAnimation(keyPath: "position.x")
///     (move.fromValue, move.toValue, move.duration) = (0, 300, 0.5)
///     layer.add(move, forKey: "move")
///
/// A layer copies an animation when it is added: later changes don't affect the running animation. The layer's
/// properties keep their values; `presentation()` has the animated ones.
///
/// Times are on the clock of the screen that shows the layer, so that the same input yields the same frames.
open class CAAnimation: NSObject, CAMediaTiming, CAAction, NSCopying {
    final var timing = LayerTiming()
    private final var values: [String: Any] = [:]

    public override init() { super.init() }

    /// The delegate, which is notified of the start and the end. Retained, as in Core Animation.
    open var delegate: (any CAAnimationDelegate)?

    /// The pacing of one iteration; nil for linear pacing.
    open var timingFunction: CAMediaTimingFunction?

    /// Whether the layer removes the animation when it has ended. Otherwise it stays, with the effect of `fillMode`.
    open var isRemovedOnCompletion = true

    /// The preferred frame rate: a hint without effect, because each frame shows everything that moves.
    open var preferredFrameRateRange = CAFrameRateRange.default

    // MARK: Timing

    open var beginTime: CFTimeInterval {
        get { timing.beginTime }
        set { timing.beginTime = newValue }
    }

    /// The duration of one iteration in seconds. 0, the default, uses that of the transaction or the enclosing group.
    /// Negative numbers and NaN count as no duration.
    open var duration: CFTimeInterval {
        get { timing.duration }
        set { timing.duration = newValue }
    }

    open var speed: Float {
        get { timing.speed }
        set { timing.speed = newValue }
    }

    open var timeOffset: CFTimeInterval {
        get { timing.timeOffset }
        set { timing.timeOffset = newValue }
    }

    open var repeatCount: Float {
        get { timing.repeatCount }
        set { timing.repeatCount = newValue }
    }

    open var repeatDuration: CFTimeInterval {
        get { timing.repeatDuration }
        set { timing.repeatDuration = newValue }
    }

    open var autoreverses: Bool {
        get { timing.autoreverses }
        set { timing.autoreverses = newValue }
    }

    open var fillMode: CAMediaTimingFillMode {
        get { timing.fillMode }
        set { timing.fillMode = newValue }
    }

    // MARK: Values by name

    /// The properties of the class by name, including its superclass's.
    class var keys: [String: AnimationKey] { animationKeys }

    /// Returns the default value of a property; nil if there is none.
    open class func defaultValue(forKey key: String) -> Any? { keys[key].flatMap { $0.get(CAAnimation()) } }

    /// Returns a property by name, or a custom value.
    open func value(forKey key: String) -> Any? {
        if let property = type(of: self).keys[key] { return property.get(self) }
        return values[key]
    }

    /// Sets a property by name, converting numeric types; or stores a custom value, for example to identify the
    /// animation. Traps if the property can't hold the value.
    open func setValue(_ value: Any?, forKey key: String) {
        guard let property = type(of: self).keys[key] else {
            values[key] = value
            return
        }
        precondition(
            property.set(self, value),
            "an animation's \(key) can't be set to \(value.map { String(describing: $0) } ?? "nil")")
    }

    // MARK: Copies

    open func copy(with zone: NSZone? = nil) -> Any { makeCopy() }

    /// Returns a copy of the same built-in class; for a program's subclass, a copy of the class that it extends.
    func makeCopy() -> CAAnimation { CAAnimation().taking(self) }

    final func taking(_ other: CAAnimation) -> Self {
        copyProperties(from: other)
        return self
    }

    /// Copies the properties of another animation of its class.
    func copyProperties(from other: CAAnimation) {
        timing = other.timing
        values = other.values
        delegate = other.delegate
        timingFunction = other.timingFunction
        isRemovedOnCompletion = other.isRemovedOnCompletion
        preferredFrameRateRange = other.preferredFrameRateRange
    }

    // MARK: Running

    /// Adds the animation to the layer under the event's name, as a layer's action.
    open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        (anObject as? CALayer)?.add(self, forKey: event)
    }

    /// Returns the animation's effect on the layer that it is added to.
    ///
    /// - Parameters:
    ///   - key: The key that it is added under, which a property animation without a key path uses as its path.
    ///   - duration: The duration of one iteration, in the animation's own time.
    func program(for layer: CALayer, key: String?, duration: Double) -> AnimationProgram { AnimationProgram() }
}

/// A delegate notified of an animation's start and end, on the layers' thread, between the layouts of two frames.
public protocol CAAnimationDelegate: AnyObject {
    /// Notifies that the animation is in its first frame.
    func animationDidStart(_ anim: CAAnimation)
    /// Notifies that the animation ended.
    ///
    /// - Parameter flag: Whether it finished; false if it was removed, or the layer left its tree.
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
    public func animationDidStart(_ anim: CAAnimation) {}
    public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
