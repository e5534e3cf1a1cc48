public import Foundation
public import TileGeometry
import TileLayers

/// The kind of a timing curve.
public enum UITimingCurveType: Int, Hashable, Sendable {
    case builtin
    case cubic
    case spring
    case composed
}

/// A source of timing parameters, which determine an animation's progress over time.
public protocol UITimingCurveProvider: AnyObject {
    var timingCurveType: UITimingCurveType { get }
    var cubicTimingParameters: UICubicTimingParameters? { get }
    var springTimingParameters: UISpringTimingParameters? { get }
}

/// Timing parameters of a cubic Bézier curve.
open class UICubicTimingParameters: NSObject, UITimingCurveProvider, NSCopying {
    /// The named curve. It is `easeInOut` for a curve of other control points, even if a named curve is closer.
    public let animationCurve: UIView.AnimationCurve
    public let controlPoint1: CGPoint
    public let controlPoint2: CGPoint
    private let isNamed: Bool

    /// Creates the curve of UIKit's own interface animations: `easeInOut`.
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

    /// Returns the object itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    var function: CAMediaTimingFunction {
        CAMediaTimingFunction(
            controlPoints: Float(controlPoint1.x), Float(controlPoint1.y), Float(controlPoint2.x),
            Float(controlPoint2.y))
    }
}

/// Timing parameters of a spring.
open class UISpringTimingParameters: NSObject, UITimingCurveProvider, NSCopying {
    /// The initial velocity in distances per second. Only a view's position uses `dy`; other properties use `dx`.
    public let initialVelocity: CGVector
    let setting: SpringSetting

    /// Creates UIKit's default spring, which does not oscillate: a mass of 3, a stiffness of 1,000, a damping of 500.
    public override convenience init() {
        self.init(mass: 3, stiffness: 1000, damping: 500, initialVelocity: .zero)
    }

    /// Creates a spring that settles at the end of the animator's duration.
    ///
    /// - Parameter ratio: The damping ratio. The spring does not oscillate at 1 and oscillates below it.
    public convenience init(dampingRatio ratio: CGFloat) {
        self.init(dampingRatio: ratio, initialVelocity: .zero)
    }

    public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
        initialVelocity = velocity
        setting = SpringSetting(kind: .ratio(Double(ratio)), velocity: Double(velocity.dx))
        super.init()
    }

    /// Creates a spring from its physical properties. They alone determine when it settles; the animator's duration is
    /// ignored.
    public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {
        initialVelocity = velocity
        setting = SpringSetting(
            kind: .physics(mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping)),
            velocity: Double(velocity.dx))
        super.init()
    }

    /// Creates a spring from its perceived duration and bounce: see
    /// `CASpringAnimation.init(perceptualDuration:bounce:)`.
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

    /// Returns the object itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Timing parameters in the form in which progress is computed: a curve or a spring.
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

    /// Returns the settling time of a spring with physical properties, or nil for parameters that fill a given
    /// duration.
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
