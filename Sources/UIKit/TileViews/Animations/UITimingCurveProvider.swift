public import Foundation
public import TileGeometry
import TileLayers

/// What kind of curve there is.
public enum UITimingCurveType: Int, Hashable, Sendable {
    case builtin
    case cubic
    case spring
    case composed
}

/// How progress follows from time.
public protocol UITimingCurveProvider: AnyObject {
    var timingCurveType: UITimingCurveType { get }
    var cubicTimingParameters: UICubicTimingParameters? { get }
    var springTimingParameters: UISpringTimingParameters? { get }
}

/// A cubic Bézier curve as a pace.
open class UICubicTimingParameters: NSObject, UITimingCurveProvider, NSCopying {
    /// The named curve; for other control points what they are nearest to is not looked for: it is `easeInOut`.
    public let animationCurve: UIView.AnimationCurve
    public let controlPoint1: CGPoint
    public let controlPoint2: CGPoint
    private let isNamed: Bool

    /// The curve of UIKit's own animations of an interface: here easing in and out.
    public override convenience init() { self.init(animationCurve: .easeInOut) }

    public init(animationCurve curve: UIView.AnimationCurve) {
        animationCurve = curve
        isNamed = true
        var values: [Float] = [0, 0, 0, 0]
        let function = curve.timingFunction
        values.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            function.getControlPoint(at: 1, values: start)
            function.getControlPoint(at: 2, values: start + 2)
        }
        controlPoint1 = CGPoint(x: CGFloat(values[0]), y: CGFloat(values[1]))
        controlPoint2 = CGPoint(x: CGFloat(values[2]), y: CGFloat(values[3]))
        super.init()
    }

    public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
        animationCurve = .easeInOut
        isNamed = false
        (controlPoint1, controlPoint2) = (point1, point2)
        super.init()
    }

    open var timingCurveType: UITimingCurveType { isNamed ? .builtin : .cubic }
    open var cubicTimingParameters: UICubicTimingParameters? { self }
    open var springTimingParameters: UISpringTimingParameters? { nil }

    /// Itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    var function: CAMediaTimingFunction {
        CAMediaTimingFunction(
            controlPoints: Float(controlPoint1.x), Float(controlPoint1.y), Float(controlPoint2.x),
            Float(controlPoint2.y))
    }
}

/// A spring as a pace.
open class UISpringTimingParameters: NSObject, UITimingCurveProvider, NSCopying {
    /// At the beginning, in distances a second; `dx` counts for all but a view's place.
    public let initialVelocity: CGVector
    let setting: SpringSetting

    /// UIKit's own: a mass of 3, a stiffness of 1,000, a damping of 500, which does not swing.
    public override convenience init() {
        self.init(mass: 3, stiffness: 1000, damping: 500, initialVelocity: .zero)
    }

    /// A spring that has settled when the animator's time is over.
    ///
    /// - Parameter ratio: 1 does not swing, less does.
    public convenience init(dampingRatio ratio: CGFloat) {
        self.init(dampingRatio: ratio, initialVelocity: .zero)
    }

    public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
        initialVelocity = velocity
        setting = SpringSetting(kind: .ratio(Double(ratio)), velocity: Double(velocity.dx))
        super.init()
    }

    /// A spring by its physics, which settles when it does: the animator's duration has no part in it.
    public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {
        initialVelocity = velocity
        setting = SpringSetting(
            kind: .physics(mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping)),
            velocity: Double(velocity.dx))
        super.init()
    }

    /// A spring by how it looks: see `CASpringAnimation.init(perceptualDuration:bounce:)`.
    public convenience init(
        duration: TimeInterval = 0.5, bounce: CGFloat = 0.0, initialVelocity: CGVector = .zero
    ) {
        let model = CASpringAnimation(perceptualDuration: duration, bounce: bounce)
        self.init(
            mass: 1, stiffness: model.stiffness, damping: model.damping, initialVelocity: initialVelocity)
    }

    open var timingCurveType: UITimingCurveType { .spring }
    open var cubicTimingParameters: UICubicTimingParameters? { nil }
    open var springTimingParameters: UISpringTimingParameters? { self }

    /// Itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A pace, ready to be looked up: progress at a part of a time.
enum AnimatorPace {
    case curve(PaceCurve)
    case spring(SpringMotion, duration: Double)

    init(_ provider: any UITimingCurveProvider) {
        if let spring = provider.springTimingParameters {
            self.init(spring.setting, duration: 1)
        } else {
            self = .curve((provider.cubicTimingParameters ?? UICubicTimingParameters()).function.paceCurve)
        }
    }

    private init(_ setting: SpringSetting, duration: Double) {
        let model = CASpringAnimation()
        setting.apply(to: model, duration: duration)
        self = .spring(model.springMotion, duration: model.duration)
    }

    /// How long a spring by its physics takes; nil for what takes as long as it is given.
    static func ownDuration(_ provider: any UITimingCurveProvider) -> TimeInterval? {
        guard let setting = provider.springTimingParameters?.setting, case .physics = setting.kind else { return nil }
        let model = CASpringAnimation()
        setting.apply(to: model, duration: 1)
        return model.duration
    }

    func progress(at part: Double) -> Double {
        switch self {
        case .curve(let curve): curve.progress(at: part)
        case .spring(let spring, let duration): part >= 1 ? 1 : spring.progress(at: part * duration)
        }
    }
}
