import Foundation

/// From one value to another.
///
/// Which ends are given says what happens: `fromValue` and `toValue`, from one to the other; `fromValue` and `byValue`,
/// as far as that from there; `toValue` and `byValue`, from as far as that before; one alone, from or to what the
/// property is without the animation. With none of them nothing changes: the layer does not keep what a property was
/// before it was set.
///
/// Values are numbers of any type, points, sizes, rects, transforms, colors, paths with the same elements, and lists of
/// such, `NSNull` for none; for anything else the first shows for half the time, then the second.
open class CABasicAnimation: CAPropertyAnimation {
    public override init() { super.init() }

    open var fromValue: Any?
    open var toValue: Any?
    open var byValue: Any?

    override class var keys: [String: AnimationKey] { basicKeys }

    static let basicKeys = propertyKeys.merging([
        "fromValue": .optional(\CABasicAnimation.fromValue), "toValue": .optional(\CABasicAnimation.toValue),
        "byValue": .optional(\CABasicAnimation.byValue),
    ]) { $1 }

    override func take(from other: CAAnimation) {
        super.take(from: other)
        guard let other = other as? CABasicAnimation else { return }
        fromValue = other.fromValue
        toValue = other.toValue
        byValue = other.byValue
    }

    override func makeCopy() -> CAAnimation { CABasicAnimation().taking(self) }

    override func curve(duration: Double) -> ValueCurve? {
        ValueCurve(
            from: fromValue.map { AnimatedValue($0) }, to: toValue.map { AnimatedValue($0) },
            by: byValue.map { AnimatedValue($0) })
    }
}
