public import Foundation
public import TileGraphics

/// Through several values, or along a path.
open class CAKeyframeAnimation: CAPropertyAnimation {
    public override init() { super.init() }

    /// Values, of which two neighbours are the ends of a way.
    open var values: [Any]?

    /// For points: a path to move along, instead of values. Each of its lines and curves is a way.
    open var path: CGPath?

    /// When each value is reached, 0…1, ascending, as many as there are values; one more for `discrete`. Nil, or a list
    /// that is not so, for equal times. Without effect where the pace is even (`paced`, `cubicPaced`).
    open var keyTimes: [NSNumber]?

    /// The pace of each way, one less than there are values; nil for even ones.
    open var timingFunctions: [CAMediaTimingFunction]?

    open var calculationMode = CAAnimationCalculationMode.linear

    /// For `cubic`: how tight the curve is at each value, −1…1.
    open var tensionValues: [NSNumber]?
    /// For `cubic`: how sharp its corner is at each value, −1…1.
    open var continuityValues: [NSNumber]?
    /// For `cubic`: which neighbour it leans to at each value, −1…1.
    open var biasValues: [NSNumber]?

    /// Whether the layer is turned along the path; nil for no.
    open var rotationMode: CAAnimationRotationMode?

    override class var keys: [String: AnimationKey] { keyframeKeys }

    private static let keyframeKeys = propertyKeys.merging([
        "values": .optional(\CAKeyframeAnimation.values), "path": .optional(\CAKeyframeAnimation.path),
        "keyTimes": .optional(\CAKeyframeAnimation.keyTimes),
        "timingFunctions": .optional(\CAKeyframeAnimation.timingFunctions),
        "calculationMode": .named(\CAKeyframeAnimation.calculationMode),
        "rotationMode": .optional(\CAKeyframeAnimation.rotationMode),
        "tensionValues": .optional(\CAKeyframeAnimation.tensionValues),
        "continuityValues": .optional(\CAKeyframeAnimation.continuityValues),
        "biasValues": .optional(\CAKeyframeAnimation.biasValues),
    ]) { $1 }

    override func take(from other: CAAnimation) {
        super.take(from: other)
        guard let other = other as? CAKeyframeAnimation else { return }
        values = other.values
        path = other.path
        keyTimes = other.keyTimes
        timingFunctions = other.timingFunctions
        calculationMode = other.calculationMode
        tensionValues = other.tensionValues
        continuityValues = other.continuityValues
        biasValues = other.biasValues
        rotationMode = other.rotationMode
    }

    override func makeCopy() -> CAAnimation { CAKeyframeAnimation().taking(self) }

    override func curve(duration: Double) -> ValueCurve? {
        if let path { return path.isEmpty ? nil : .keyframes(KeyframeCurve(path: path, self)) }
        guard let values, !values.isEmpty else { return nil }
        return .keyframes(KeyframeCurve(values: values.map { AnimatedValue($0) }, self))
    }
}

/// What lies between the values of keyframes.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Straight lines.
    public static let linear = CAAnimationCalculationMode(rawValue: "linear")
    /// Nothing: each value shows until the next one's time.
    public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
    /// Straight lines, at the same speed throughout.
    public static let paced = CAAnimationCalculationMode(rawValue: "paced")
    /// One smooth curve.
    public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
    /// One smooth curve, at about the same speed throughout.
    public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// How a layer is turned along a path.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Its x axis goes along the path.
    public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
    /// Its x axis goes against the path.
    public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}
