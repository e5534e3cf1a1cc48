import Foundation

/// An animation of one property of a layer, or of a part of one. Subclasses say by what values.
open class CAPropertyAnimation: CAAnimation {
    public override init() { super.init() }

    /// - Parameter path: of the property, `position.x` or `transform.rotation.z`; nil for the event that the animation
    ///   is the action of, or the key under which it is added. A path that leads nowhere changes nothing: the animation
    ///   takes its time all the same.
    public convenience init(keyPath path: String?) {
        self.init()
        keyPath = path
    }

    open var keyPath: String?

    /// Whether values are added to what the property is without the animation.
    open var isAdditive = false

    /// Whether each repeat begins where the one before ended.
    open var isCumulative = false

    /// What makes a transform of the values.
    open var valueFunction: CAValueFunction?

    override class var keys: [String: AnimationKey] { propertyKeys }

    static let propertyKeys = animationKeys.merging([
        "keyPath": .optional(\CAPropertyAnimation.keyPath), "additive": .bool(\CAPropertyAnimation.isAdditive),
        "cumulative": .bool(\CAPropertyAnimation.isCumulative),
        "valueFunction": .optional(\CAPropertyAnimation.valueFunction),
    ]) { $1 }

    override func take(from other: CAAnimation) {
        super.take(from: other)
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

    /// The values over time; nil for none.
    func curve(duration: Double) -> ValueCurve? { nil }

    override func program(for layer: CALayer, key: String?, duration: Double) -> AnimationProgram {
        guard let curve = curve(duration: duration), let path = keyPath ?? key,
            let property = AnimatedProperty(path, of: layer)
        else { return AnimationProgram() }
        return PropertyTrack(
            property, curve, isAdditive: isAdditive, isCumulative: isCumulative, function: valueFunction)
    }
}
