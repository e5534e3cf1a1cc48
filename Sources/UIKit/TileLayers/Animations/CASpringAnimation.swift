import Foundation
public import TileGraphics

/// From one value to another as a spring goes, beyond it and back. What the spring has not done when `duration` is over
/// is cut off: give it its `settlingDuration`.
open class CASpringAnimation: CABasicAnimation {
    public override init() { super.init() }

    /// A spring by how it looks, of mass 1.
    ///
    /// - Parameters:
    ///   - perceptualDuration: about how long it seems to take, in seconds: the period that it would have without
    ///     damping.
    ///   - bounce: 1 never stops, 0 does not swing, below it creeps, towards −1.
    public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
        self.init()
        let frequency = 2 * Double.pi / max(1e-6, perceptualDuration)
        let bounce = min(1, max(-0.999, Double(bounce)))
        stiffness = CGFloat(frequency * frequency)
        damping = CGFloat(2 * frequency * (bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)))
        allowsOverdamping = bounce < 0
    }

    /// More than 0; 1 at first.
    open var mass: CGFloat = 1
    /// More than 0; 100 at first.
    open var stiffness: CGFloat = 100
    /// 0 or more; 10 at first.
    open var damping: CGFloat = 10
    /// At the beginning, in distances from beginning to end a second; below 0 it goes away from the end first.
    open var initialVelocity: CGFloat = 0
    /// Whether more damping than comes to rest the soonest makes it slower; else it is taken for just as much.
    open var allowsOverdamping = false

    /// When it has come to rest, in seconds: its deviation stays below a thousandth of the distance.
    open var settlingDuration: CFTimeInterval { motion.settlingTime }

    /// The period that it would have without damping, in seconds.
    open var perceptualDuration: CFTimeInterval { 2 * .pi / motion.frequency }

    /// 1 for a spring without damping, 0 for one that does not swing, below for more damping than that.
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

    override func take(from other: CAAnimation) {
        super.take(from: other)
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
