import Foundation

/// Several concurrent animations with a common timing: their begin times are relative to the group's, and they are cut
/// off at its end. Animations without a duration use the group's. Their delegates are not called, and they stay as long
/// as the group.
open class CAAnimationGroup: CAAnimation {
    public override init() { super.init() }

    open var animations: [CAAnimation]?

    override class var keys: [String: AnimationKey] { groupKeys }

    private static let groupKeys = animationKeys.merging([
        "animations": .optional(\CAAnimationGroup.animations)
    ]) { $1 }

    override func copyProperties(from other: CAAnimation) {
        super.copyProperties(from: other)
        animations = (other as? CAAnimationGroup)?.animations
    }

    override func makeCopy() -> CAAnimation { CAAnimationGroup().taking(self) }

    /// The maximum nesting of groups; deeper ones, for example in a group that contains itself, have no effect.
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
