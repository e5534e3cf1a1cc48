import Foundation
import TileLayers
import TileSupport

/// An animation block. Changes that are made while it is open are animated with its settings.
final class ViewAnimation {
    /// The timing of progress.
    enum Pace {
        case curve(CAMediaTimingFunction)
        /// A spring: either one with a damping ratio, which settles at the end of the duration, or one with physical
        /// properties.
        case spring(SpringSetting)
    }

    var duration: TimeInterval
    var delay: TimeInterval
    var pace: Pace
    var options: UIView.AnimationOptions
    /// The number of repetitions; infinite for an animation without end.
    var repeatCount: Float = 0
    /// The tracker of all animations in the block.
    let tracker: AnimationTracker?
    /// The collector of a keyframe block's changes. If it is set, the changes are not animated individually.
    var keyframes: KeyframeBlock?
    /// The animator that drives the changes with its own clock.
    var animator: UIViewPropertyAnimator?
    /// The views that changed, for layout within the block.
    private(set) var changed: [UIView] = []
    /// The stacks whose views were hidden or shown. They are laid out within the block.
    private var stacks: [UIStackView] = []

    init(
        duration: TimeInterval, delay: TimeInterval, pace: Pace, options: UIView.AnimationOptions,
        tracker: AnimationTracker?
    ) {
        // NaN and negative durations count as zero.
        self.duration = duration > 0 ? duration : 0
        self.delay = delay > 0 && delay.isFinite ? delay : 0
        self.pace = pace
        self.options = options
        self.tracker = tracker
        if options.contains(.repeat) { repeatCount = .infinity }
    }

    // MARK: Open blocks

    private struct Open {
        /// The open blocks, with the innermost last. A nil entry means that nothing is animated.
        var blocks: [ViewAnimation?] = []
        var isEnabled = true
        /// The number of open blocks that flush updates, including those inside one that does.
        var flushing = 0
        /// Whether updates are being flushed.
        var isFlushing = false
    }

    private static let open = ThreadLocal<Open> { Open() }

    /// The block that changes belong to, or nil if changes are not animated.
    static var current: ViewAnimation? {
        let open = open.value
        guard open.isEnabled, let block = open.blocks.last else { return nil }
        return block
    }

    static var isEnabled: Bool {
        get { open.value.isEnabled }
        set {
            flushIfNeeded()
            open.value.isEnabled = newValue
        }
    }

    /// Updates what was marked until now with the current settings, in a block that flushes updates.
    private static func flushIfNeeded() { if open.value.flushing > 0 { flush() } }

    /// Updates what is marked. Does nothing within layout or another flush, which go on with what is marked meanwhile.
    private static func flush() {
        guard !open.value.isFlushing, !CALayer.isWithinLayout else { return }
        open.value.isFlushing = true
        defer { open.value.isFlushing = false }
        UIScreen.flushUpdates()
    }

    static func push(_ block: ViewAnimation?) { open.value.blocks.append(block) }

    static func pop() { open.value.blocks.removeLast() }

    /// Runs code with a block as the current one; nil disables animation.
    static func within<Result>(_ block: ViewAnimation?, _ body: () -> Result) -> Result {
        push(block)
        defer { pop() }
        return body()
    }

    /// Runs the block's code, lays out changed views if its options say so, and closes its tracker.
    func run(_ body: () -> Void) {
        inherit()
        let flushes = options.contains(.flushUpdates) || animator?.flushUpdates == true || Self.open.value.flushing > 0
        if flushes { Self.flush() }
        Self.within(duration > 0 || animator != nil ? self : nil) {
            if flushes { Self.open.value.flushing += 1 }
            body()
            if flushes {
                Self.flush()
                Self.open.value.flushing -= 1
            }
            for stack in stacks { stack.layoutIfNeeded() }
            if options.contains(.layoutSubviews) { for view in changed { view.layoutIfNeeded() } }
        }
        keyframes?.finish(self)
        tracker?.close()
    }

    /// Inherits the settings of the enclosing block unless the options override them.
    private func inherit() {
        guard let outer = Self.current, animator == nil else { return }
        if !options.contains(.overrideInheritedDuration) { duration = outer.duration }
        if !options.contains(.overrideInheritedCurve), !options.contains(.overrideInheritedOptions) {
            pace = outer.pace
        }
    }

    // MARK: Actions

    /// The layer properties that view animations animate. Changes of other properties are immediate.
    private static let animatable: Set<String> = [
        "anchorPoint", "backdrop", "backgroundColor", "borderColor", "borderWidth", "bounds", "contentsRect",
        "contentsCenter", "cornerRadii", "cornerRadius", "opacity", "position", "shadowColor", "shadowOffset",
        "shadowOpacity", "shadowRadius", "shadowPath", "sublayerTransform", "transform", "zPosition", "colors",
        "locations", "startPoint", "endPoint", "path", "fillColor", "strokeColor", "strokeStart", "strokeEnd",
        "lineWidth",
    ]

    /// The properties with additive animations: they continue from the current position, and several at once are
    /// summed.
    private static let additive: Set<String> = ["position", "bounds"]

    func action(for view: UIView, _ layer: CALayer, _ event: String) -> (any CAAction)? {
        if event == Hiding.event { return hiding(view, layer) }
        let isShown = layer.isInHostedTree
        guard Self.animatable.contains(event), isShown || animator == nil && view.awaitsWindow else { return nil }
        if !changed.contains(where: { $0 === view }) { changed.append(view) }
        let isAdditive = animator == nil && keyframes == nil && Self.additive.contains(event)
        let shown = isAdditive || !isShown ? layer : layer.presentation()
        let from = shown?.value(forKey: event)
        return Action(block: self, from: from, model: layer.value(forKey: event), isAdditive: isAdditive)
    }

    /// Returns the action of a view of a stack that is about to be hidden or shown; nil for other views.
    private func hiding(_ view: UIView, _ layer: CALayer) -> (any CAAction)? {
        guard let stack = view.superview as? UIStackView, stack.arranges(view), layer === view.layer,
            layer.isInHostedTree
        else { return nil }
        if !stacks.contains(where: { $0 === stack }) { stacks.append(stack) }
        return layer.isHidden ? nil : Hiding(block: self)
    }

    /// An action that shows a hidden view of a stack until the animation ends, while the stack collapses it.
    private final class Hiding: CAAction {
        static let event = "hidden"
        let block: ViewAnimation

        init(block: ViewAnimation) { self.block = block }

        func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
            guard let layer = anObject as? CALayer else { return }
            if let keyframes = block.keyframes { return keyframes.note(layer, event, from: false, to: false) }
            let animation = block.makeAnimation(event)
            (animation.fromValue, animation.toValue) = (false, false)
            if let animator = block.animator {
                animator.addAnimation(animation, to: layer, key: event, from: true, delay: block.delay)
            } else {
                block.start(animation, on: layer, key: event)
            }
        }
    }

    /// An action that runs when the property has its new value.
    private final class Action: CAAction {
        let block: ViewAnimation
        let from: Any?
        let model: Any?
        let isAdditive: Bool

        init(block: ViewAnimation, from: Any?, model: Any?, isAdditive: Bool) {
            (self.block, self.from, self.model, self.isAdditive) = (block, from, model, isAdditive)
        }

        func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
            guard let layer = anObject as? CALayer else { return }
            let to = layer.value(forKey: event)
            if let keyframes = block.keyframes { return keyframes.note(layer, event, from: from, to: to) }
            let animation = block.makeAnimation(event)
            if isAdditive {
                animation.isAdditive = true
                (animation.fromValue, animation.toValue) = AdditiveChange.values(from: from, to: to)
            } else {
                (animation.fromValue, animation.toValue) = (from ?? NSNull(), to ?? NSNull())
            }
            if let animator = block.animator {
                animator.addAnimation(animation, to: layer, key: event, from: model, delay: block.delay)
            } else {
                block.start(animation, on: layer, key: event, isAdditive: isAdditive)
            }
        }
    }

    private func makeAnimation(_ key: String) -> CABasicAnimation {
        switch pace {
        case .curve(let function):
            let animation = CABasicAnimation(keyPath: key)
            animation.timingFunction = function
            animation.duration = duration
            return animation
        case .spring(let setting):
            let animation = CASpringAnimation(keyPath: key)
            setting.apply(to: animation, duration: duration)
            return animation
        }
    }

    /// Adds an animation with the block's settings, with the next frame if the layer is in no window yet.
    ///
    /// - Parameter isAdditive: Whether it is added to others of the same property rather than replacing them.
    func start(_ animation: CAAnimation, on layer: CALayer, key: String, isAdditive: Bool = false) {
        animation.fillMode = .backwards
        animation.repeatCount = repeatCount
        animation.autoreverses = options.contains(.autoreverse)
        let (delay, tracker, blocksTouches) = (delay, tracker, !options.contains(.allowUserInteraction))
        let begin = { (layer: CALayer) in
            layer.add(
                animation, forKey: isAdditive ? layer.freeAnimationKey(key) : key, delay: delay, tracker: tracker,
                blocksTouches: blocksTouches)
        }
        guard !layer.isInHostedTree, let host = UIScreen.ofRunningCode?.layerHost else {
            (layer.waitingAnimations as? EarlyAnimations)?.begin(layer)
            return begin(layer)
        }
        EarlyAnimations.of(host).add(layer, key: key, tracker: tracker, begin: begin)
        host.noteChange()
    }
}

extension UIView {
    /// A Boolean value that indicates whether the view is in the view of a controller that is in no window, and that a
    /// screen may show with its next frame.
    fileprivate var awaitsWindow: Bool {
        guard UIScreen.ofRunningCode != nil else { return false }
        var top = self
        while let above = top.superview { top = above }
        return top.rare?.manager != nil
    }
}

/// The values of an additive animation: a difference that decreases to zero while the property has its new value.
private enum AdditiveChange {
    static func values(from: Any?, to: Any?) -> (Any?, Any?) {
        switch (from, to) {
        case (let a as CGPoint, let b as CGPoint): return (CGPoint(x: a.x - b.x, y: a.y - b.y), CGPoint.zero)
        case (let a as CGRect, let b as CGRect):
            let difference = CGRect(
                x: a.origin.x - b.origin.x, y: a.origin.y - b.origin.y, width: a.size.width - b.size.width,
                height: a.size.height - b.size.height)
            return (difference, CGRect.zero)
        default: return (from, to)
        }
    }
}

/// The settings of a spring in a view animation.
struct SpringSetting {
    enum Kind {
        /// A damping ratio. The spring settles at the end of the duration.
        case ratio(Double)
        case physics(mass: Double, stiffness: Double, damping: Double)
    }

    var kind: Kind
    /// The initial velocity in distances per second.
    var velocity: Double

    func apply(to animation: CASpringAnimation, duration: TimeInterval) {
        animation.initialVelocity = CGFloat(velocity)
        switch kind {
        case .physics(let mass, let stiffness, let damping):
            (animation.mass, animation.stiffness) = (CGFloat(mass), CGFloat(stiffness))
            animation.damping = CGFloat(damping)
            animation.duration = animation.settlingDuration
        case .ratio(let ratio):
            // Without any damping a spring would never settle.
            let ratio = ratio.isFinite ? min(1, max(0.01, ratio)) : 1
            let frequency = SpringMotion.frequency(
                settlingIn: duration, dampingRatio: ratio, velocity: velocity)
            animation.mass = 1
            animation.stiffness = CGFloat(frequency * frequency)
            animation.damping = CGFloat(2 * ratio * frequency)
            animation.duration = duration
        }
    }
}
