import Foundation

/// An animation from one value to another.
///
/// The values that are set determine the ends: with `fromValue` and `toValue`, from one to the other; with `fromValue`
/// and `byValue`, from that by the difference; with `toValue` and `byValue`, to that by the difference; with one alone,
/// from or to the property's value without the animation. With none of them nothing changes, because the layer does not
/// keep a property's previous value.
///
/// Values are numbers of any type, points, sizes, rects, transforms, colors, paths with matching elements, and lists of
/// those, with `NSNull` for nil. Other values switch from the first to the second at half the time.
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

    override func copyProperties(from other: CAAnimation) {
        super.copyProperties(from: other)
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
