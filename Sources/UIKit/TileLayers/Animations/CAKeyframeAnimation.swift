public import Foundation
public import TileGraphics

/// An animation through several values, or along a path.
open class CAKeyframeAnimation: CAPropertyAnimation {
    public override init() { super.init() }

    /// The values, interpolated between neighbors.
    open var values: [Any]?

    /// A path to move points along, in place of values. Each of its lines and curves is a segment.
    open var path: CGPath?

    /// The times of the values, 0…1, ascending, as many as there are values; one more for `discrete`. Nil or an invalid
    /// list spaces the values evenly. Ignored in the paced modes (`paced`, `cubicPaced`).
    open var keyTimes: [NSNumber]?

    /// The pacing of each segment, one less than there are values; nil for linear pacing.
    open var timingFunctions: [CAMediaTimingFunction]?

    open var calculationMode = CAAnimationCalculationMode.linear

    /// The tension of the curve at each value in `cubic` mode, −1…1.
    open var tensionValues: [NSNumber]?
    /// The continuity of the curve at each value in `cubic` mode, −1…1: the sharpness of its corner.
    open var continuityValues: [NSNumber]?
    /// The bias of the curve at each value in `cubic` mode, −1…1: the neighbor that it leans towards.
    open var biasValues: [NSNumber]?

    /// The rotation of the layer along the path; nil for none.
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

    override func copyProperties(from other: CAAnimation) {
        super.copyProperties(from: other)
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

/// The interpolation between keyframe values.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Linear interpolation.
    public static let linear = CAAnimationCalculationMode(rawValue: "linear")
    /// No interpolation: each value lasts until the next one's time.
    public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
    /// Linear interpolation at constant speed.
    public static let paced = CAAnimationCalculationMode(rawValue: "paced")
    /// A smooth curve through the values.
    public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
    /// A smooth curve through the values at approximately constant speed.
    public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// The rotation of a layer along a path.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Rotates the layer's x axis to the direction of the path.
    public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
    /// Rotates the layer's x axis to the opposite of the path's direction.
    public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}
