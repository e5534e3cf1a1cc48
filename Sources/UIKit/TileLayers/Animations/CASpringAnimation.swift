import Foundation
public import TileGraphics

/// An animation from one value to another with the motion of a spring, which overshoots and returns. The motion is cut
/// off at the end of `duration`: set it to `settlingDuration` to include all of it.
open class CASpringAnimation: CABasicAnimation {
    public override init() { super.init() }

    /// Creates a spring of mass 1 from perceptual parameters.
    ///
    /// - Parameters:
    ///   - perceptualDuration: The approximate perceived duration in seconds: the period of the spring without damping.
    ///   - bounce: 1 oscillates forever, 0 does not oscillate, and lower values down to −1 are overdamped.
    public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
        self.init()
        let frequency = 2 * Double.pi / max(1e-6, perceptualDuration)
        let bounce = min(1, max(-0.999, Double(bounce)))
        stiffness = CGFloat(frequency * frequency)
        damping = CGFloat(2 * frequency * (bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)))
        allowsOverdamping = bounce < 0
    }

    /// The mass; above 0, 1 by default.
    open var mass: CGFloat = 1
    /// The stiffness; above 0, 100 by default.
    open var stiffness: CGFloat = 100
    /// The damping; at least 0, 10 by default.
    open var damping: CGFloat = 10
    /// The initial velocity in units of the total distance per second; negative values start away from the end.
    open var initialVelocity: CGFloat = 0
    /// Whether damping above the critical value slows the spring down; otherwise it counts as critical.
    open var allowsOverdamping = false

    /// The time in seconds after which the deviation stays below a thousandth of the distance.
    open var settlingDuration: CFTimeInterval { motion.settlingTime }

    /// The period of the spring without damping, in seconds.
    open var perceptualDuration: CFTimeInterval { 2 * .pi / motion.frequency }

    /// The bounce: 1 without damping, 0 for critical damping, negative for overdamping.
    open var bounce: CGFloat {
        let ratio = motion.dampingRatio
        return CGFloat(ratio <= 1 ? 1 - ratio : 1 / ratio - 1)
    }

    package final var springMotion: SpringMotion { motion }

    private final var motion: SpringMotion {
        let spring = SpringMotion(
            mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping),
            velocity: Double(initialVelocity))
        if spring.dampingRatio <= 1 || allowsOverdamping { return spring }
        return SpringMotion(frequency: spring.frequency, dampingRatio: 1, velocity: spring.velocity)
    }

    override class var keys: [String: AnimationKey] { springKeys }

    private static let springKeys = basicKeys.merging([
        "mass": .number(\CASpringAnimation.mass), "stiffness": .number(\CASpringAnimation.stiffness),
        "damping": .number(\CASpringAnimation.damping),
        "initialVelocity": .number(\CASpringAnimation.initialVelocity),
    ]) { $1 }

    override func copyProperties(from other: CAAnimation) {
        super.copyProperties(from: other)
        guard let other = other as? CASpringAnimation else { return }
        mass = other.mass
        stiffness = other.stiffness
        damping = other.damping
        initialVelocity = other.initialVelocity
        allowsOverdamping = other.allowsOverdamping
    }

    override func makeCopy() -> CAAnimation { CASpringAnimation().taking(self) }

    override func curve(duration: Double) -> ValueCurve? {
        super.curve(duration: duration).map { .spring(motion, $0) }
    }
}
