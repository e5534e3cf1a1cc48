import Foundation

/// A transition from the previous appearance of a layer, including its sublayers, to the current one.
///
/// It is always added under the key `kCATransition`. It starts with the appearance in the last frame, and ends with the
/// changes made in the same turn.
open class CATransition: CAAnimation {
    public override init() { super.init() }

    /// The type; an unknown one acts as `fade`.
    open var type = CATransitionType.fade
    /// The direction; nil for the left.
    open var subtype: CATransitionSubtype?
    /// The fraction of the transition at which it begins, 0…1.
    open var startProgress: Float = 0
    /// The fraction of the transition at which it ends, 0…1; not less than `startProgress`.
    open var endProgress: Float = 1
    /// A filter that performs the transition: stored without effect, because there is no Core Image.
    open var filter: Any?

    /// A transition of UIKit's views that replaces the type.
    package final var turn: ViewTurn?

    override class var keys: [String: AnimationKey] { transitionKeys }

    private static let transitionKeys = animationKeys.merging([
        "type": .named(\CATransition.type), "subtype": .optional(\CATransition.subtype),
        "startProgress": .number(\CATransition.startProgress), "endProgress": .number(\CATransition.endProgress),
    ]) { $1 }

    override func copyProperties(from other: CAAnimation) {
        super.copyProperties(from: other)
        guard let other = other as? CATransition else { return }
        type = other.type
        subtype = other.subtype
        startProgress = other.startProgress
        endProgress = other.endProgress
        filter = other.filter
        turn = other.turn
    }

    override func makeCopy() -> CAAnimation { CATransition().taking(self) }

    override func program(for layer: CALayer, key: String?, duration: Double) -> AnimationProgram {
        TransitionPlan(self)
    }
}

/// The type of a transition between two appearances.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The old appearance fades out as the new one fades in.
    public static let fade = CATransitionType(rawValue: "fade")
    /// The new appearance slides over the old one.
    public static let moveIn = CATransitionType(rawValue: "moveIn")
    /// The new appearance pushes the old one out.
    public static let push = CATransitionType(rawValue: "push")
    /// The old appearance slides away and reveals the new one.
    public static let reveal = CATransitionType(rawValue: "reveal")
}

/// The direction from which a transition comes.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
    public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
    public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
    public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}
