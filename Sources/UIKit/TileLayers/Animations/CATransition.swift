import Foundation

/// From what a layer, with all in it, showed before to what it shows now.
///
/// Added to a layer it is always under `kCATransition`. It begins with what the last frame showed; changes made in the
/// same turn are what it goes to.
open class CATransition: CAAnimation {
    public override init() { super.init() }

    /// An unknown one acts as `fade`.
    open var type = CATransitionType.fade
    /// Where it comes from; nil for the left.
    open var subtype: CATransitionSubtype?
    /// The part of the way at which it begins, 0…1.
    open var startProgress: Float = 0
    /// The part of the way at which it ends, 0…1; not less than `startProgress`.
    open var endProgress: Float = 1
    /// A filter that does it: kept, without effect, because there is no Core Image.
    open var filter: Any?

    /// What UIKit's views do besides.
    package final var turn: ViewTurn?

    override class var keys: [String: AnimationKey] { transitionKeys }

    private static let transitionKeys = animationKeys.merging([
        "type": .named(\CATransition.type), "subtype": .optional(\CATransition.subtype),
        "startProgress": .number(\CATransition.startProgress), "endProgress": .number(\CATransition.endProgress),
    ]) { $1 }

    override func take(from other: CAAnimation) {
        super.take(from: other)
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

/// How one picture becomes another.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The old one goes as the new one comes.
    public static let fade = CATransitionType(rawValue: "fade")
    /// The new one slides over the old one.
    public static let moveIn = CATransitionType(rawValue: "moveIn")
    /// The new one pushes the old one out.
    public static let push = CATransitionType(rawValue: "push")
    /// The old one slides off the new one.
    public static let reveal = CATransitionType(rawValue: "reveal")
}

/// Where a transition comes from.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
    public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
    public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
    public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}
