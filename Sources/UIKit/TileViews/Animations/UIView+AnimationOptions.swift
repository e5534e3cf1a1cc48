import TileLayers

extension UIView {
    /// Options for animating views.
    public struct AnimationOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Lays out changed views within the animation.
        public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
        /// Delivers touches to views while they are animated.
        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        /// Begins with the visible value, not with the one that is set. Has no effect on positions and sizes, which
        /// always continue from the visible value.
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        /// Repeats the animation until it is removed.
        public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
        /// Runs a repeated animation forward and then backward.
        public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
        /// Uses a nested block's own duration instead of the outer block's.
        public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
        /// Uses a nested block's own curve instead of the outer block's.
        public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
        /// Animates the changes in a transition's block individually.
        public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
        /// Shows and hides the two views of a transition instead of adding and removing them.
        public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
        /// Uses a nested block's own options instead of the outer block's.
        public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
        /// Updates traits, properties and layout when an animation block begins and ends, so that changes of a model
        /// inside the block animate without `layoutIfNeeded()`, and earlier ones don't. Applies to nested blocks, too.
        public static let flushUpdates = AnimationOptions(rawValue: 1 << 10)

        public static let curveEaseInOut: AnimationOptions = []
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)

        public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
        public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
        public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
        public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
        public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
        public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)

        /// A hint without effect: every frame shows every animation.
        public static let preferredFramesPerSecond60 = AnimationOptions(rawValue: 3 << 24)
        /// A hint without effect: every frame shows every animation.
        public static let preferredFramesPerSecond30 = AnimationOptions(rawValue: 7 << 24)

        var curve: AnimationCurve { AnimationCurve(rawValue: Int(rawValue >> 16 & 0xf)) ?? .easeInOut }

        /// The transition that the options specify, or nil if there is none.
        var transition: CATransition? {
            let transition = CATransition()
            switch rawValue >> 20 & 0xf {
            case 1: transition.turn = .flipFromLeft
            case 2: transition.turn = .flipFromRight
            case 3: transition.turn = .curlUp
            case 4: transition.turn = .curlDown
            case 5: transition.type = .fade
            case 6: transition.turn = .flipFromTop
            case 7: transition.turn = .flipFromBottom
            default: return nil
            }
            return transition
        }
    }

    /// Options for animating keyframes. The curve options of `AnimationOptions` also apply, to the animation as a
    /// whole.
    public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
        public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
        public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
        public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
        public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
        public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
        public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)

        public static let calculationModeLinear: KeyframeAnimationOptions = []
        public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
        public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
        public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
        public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)

        var mode: CAAnimationCalculationMode {
            switch rawValue >> 10 & 0xf {
            case 1: .discrete
            case 2: .paced
            case 3: .cubic
            case 4: .cubicPaced
            default: .linear
            }
        }
    }

    /// The timing curve of an animation.
    public enum AnimationCurve: Int, Hashable, Sendable {
        case easeInOut
        case easeIn
        case easeOut
        case linear

        package var timingFunction: CAMediaTimingFunction {
            switch self {
            case .easeInOut: CAMediaTimingFunction(name: .easeInEaseOut)
            case .easeIn: CAMediaTimingFunction(name: .easeIn)
            case .easeOut: CAMediaTimingFunction(name: .easeOut)
            case .linear: CAMediaTimingFunction(name: .linear)
            }
        }
    }

    /// The kind of transition for a block between `beginAnimations(_:context:)` and `commitAnimations()`.
    public enum AnimationTransition: Int, Hashable, Sendable {
        case none
        case flipFromLeft
        case flipFromRight
        case curlUp
        case curlDown

        var options: AnimationOptions { AnimationOptions(rawValue: UInt(rawValue) << 20) }
    }

    /// An animation that the system provides for removing views.
    public enum SystemAnimation: UInt, Hashable, Sendable {
        /// Fades the views out and removes them.
        case delete
    }
}
