import Foundation

/// The abstract superclass of animations of a layer's property, or of a part of one.
open class CAPropertyAnimation: CAAnimation {
    public override init() { super.init() }

    /// - Parameter path: The path of the property, such as `position.x` or `transform.rotation.z`; nil for the event
    ///   that the animation is the action of, or the key under which it is added. An animation with an invalid path
    ///   changes nothing, but takes its time.
    public convenience init(keyPath path: String?) {
        self.init()
        keyPath = path
    }

    open var keyPath: String?

    /// Whether values are added to the property's value without the animation.
    open var isAdditive = false

    /// Whether each repetition starts where the previous one ended.
    open var isCumulative = false

    /// The function that converts values to a transform.
    open var valueFunction: CAValueFunction?

    override class var keys: [String: AnimationKey] { propertyKeys }

    static let propertyKeys = animationKeys.merging([
        "keyPath": .optional(\CAPropertyAnimation.keyPath), "additive": .bool(\CAPropertyAnimation.isAdditive),
        "cumulative": .bool(\CAPropertyAnimation.isCumulative),
        "valueFunction": .optional(\CAPropertyAnimation.valueFunction),
    ]) { $1 }

    override func copyProperties(from other: CAAnimation) {
        super.copyProperties(from: other)
        guard let other = other as? CAPropertyAnimation else { return }
        keyPath = other.keyPath
        isAdditive = other.isAdditive
        isCumulative = other.isCumulative
        valueFunction = other.valueFunction
    }

    override func makeCopy() -> CAAnimation { CAPropertyAnimation().taking(self) }

    open override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        if keyPath == nil { keyPath = event }
        super.run(forKey: event, object: anObject, arguments: dict)
    }

    /// Returns the values by progress; nil for none.
    func curve(duration: Double) -> ValueCurve? { nil }

    override func program(for layer: CALayer, key: String?, duration: Double) -> AnimationProgram {
        guard let curve = curve(duration: duration), let path = keyPath ?? key,
            let property = AnimatedProperty(path, of: layer)
        else { return AnimationProgram() }
        return PropertyTrack(
            property, curve, isAdditive: isAdditive, isCumulative: isCumulative, function: valueFunction)
    }
}
