public import Foundation
public import TileGraphics

/// What happens to a layer over time. Subclasses say what; on its own it does nothing for its duration.
///
///     let move = CABasicAnimation(keyPath: "position.x")
///     (move.fromValue, move.toValue, move.duration) = (0, 300, 0.5)
///     layer.add(move, forKey: "move")
///
/// A layer takes an animation as it is when it is added: what is changed later changes nothing that runs. The layer's
/// properties stay as they are set; what shows meanwhile is `presentation()`.
///
/// Times come from the clock of the screen that shows the layer, so that the same input gives the same frames.
open class CAAnimation: NSObject, CAMediaTiming, CAAction, NSCopying {
    final var timing = LayerTiming()
    private final var values: [String: Any] = [:]

    public override init() { super.init() }

    /// Told when it begins and ends. Retained, as Core Animation does.
    open var delegate: (any CAAnimationDelegate)?

    /// The pace of once through; nil for an even one.
    open var timingFunction: CAMediaTimingFunction?

    /// Whether the layer drops it when it has ended; else it stays, and shows what `fillMode` says.
    open var isRemovedOnCompletion = true

    /// How often it is to be shown anew: a hint, without effect here, because each frame shows all that moves.
    open var preferredFrameRateRange = CAFrameRateRange.default

    // MARK: Timing

    open var beginTime: CFTimeInterval {
        get { timing.beginTime }
        set { timing.beginTime = newValue }
    }

    /// How long once takes, in seconds; 0, as at first, for what the transaction says, or the group it is in. Less than
    /// 0, or what is no number, takes no time.
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

    /// The properties of the class by name, its superclass's among them.
    class var keys: [String: AnimationKey] { animationKeys }

    /// What a property is when it was never set; nil for none, and for what is no property.
    open class func defaultValue(forKey key: String) -> Any? { keys[key].flatMap { $0.get(CAAnimation()) } }

    /// A property by its name, or what was set under a name that is none.
    open func value(forKey key: String) -> Any? {
        if let property = type(of: self).keys[key] { return property.get(self) }
        return values[key]
    }

    /// Sets a property by its name, numbers of any type; or keeps a value under a name that is none, for finding the
    /// animation again. Traps when the property can't hold the value.
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

    /// A copy of the kind that this is; of a subclass of the program's, of the kind that it extends.
    func makeCopy() -> CAAnimation { CAAnimation().taking(self) }

    final func taking(_ other: CAAnimation) -> Self {
        take(from: other)
        return self
    }

    /// Takes over the properties of another of its kind.
    func take(from other: CAAnimation) {
        timing = other.timing
        values = other.values
        delegate = other.delegate
        timingFunction = other.timingFunction
        isRemovedOnCompletion = other.isRemovedOnCompletion
        preferredFrameRateRange = other.preferredFrameRateRange
    }

    // MARK: Running

    /// Adds the animation to the layer, under the event's name: what it does as a layer's action.
    open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        (anObject as? CALayer)?.add(self, forKey: event)
    }

    /// What it does to the layer that it is added to.
    ///
    /// - Parameters:
    ///   - key: what it is added under, for an animation of a property that names none.
    ///   - duration: once through, in its own time.
    func program(for layer: CALayer, key: String?, duration: Double) -> AnimationProgram { AnimationProgram() }
}

/// Told of an animation's life, on the layers' thread, between two frames' layouts.
public protocol CAAnimationDelegate: AnyObject {
    /// It is in its first frame.
    func animationDidStart(_ anim: CAAnimation)
    /// It ended.
    ///
    /// - Parameter flag: whether it came to its end; not when it was removed, or the layer left its tree.
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
    public func animationDidStart(_ anim: CAAnimation) {}
    public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
