import Foundation

/// Several animations at once, in a time of their own: their begins count from the group's, and what is longer than it
/// is cut off. Those without a duration take the group's. They have no delegates, and stay as long as it does.
open class CAAnimationGroup: CAAnimation {
    public override init() { super.init() }

    open var animations: [CAAnimation]?

    override class var keys: [String: AnimationKey] { groupKeys }

    private static let groupKeys = animationKeys.merging([
        "animations": .optional(\CAAnimationGroup.animations)
    ]) { $1 }

    override func take(from other: CAAnimation) {
        super.take(from: other)
        animations = (other as? CAAnimationGroup)?.animations
    }

    override func makeCopy() -> CAAnimation { CAAnimationGroup().taking(self) }

    /// Groups may be nested as deep as this; what lies deeper, as where a group holds itself, does nothing.
    private static let maxDepth = 16

    override func program(for layer: CALayer, key: String?, duration: Double) -> AnimationProgram {
        program(for: layer, key, duration, depth: 0)
    }

    private func program(
        for layer: CALayer, _ key: String?, _ duration: Double, depth: Int
    ) -> AnimationProgram {
        guard depth < Self.maxDepth else { return AnimationProgram() }
        return AnimationGroupProgram(
            (animations ?? []).map { animation in
                let once = animation.duration != 0 ? animation.duration : duration
                let program: AnimationProgram
                if let group = animation as? CAAnimationGroup {
                    program = group.program(for: layer, key, once, depth: depth + 1)
                } else {
                    program = animation.program(for: layer, key: key, duration: once)
                }
                return AnimationGroupProgram.Part(
                    span: TimedSpan(animation.timing, duration: once, now: 0), pace: animation.timingFunction?.curve,
                    program: program)
            })
    }
}
