import Foundation
import TileGraphics

/// An animation of a layer from its addition to its end.
// A class, because each frame iterates over all animations.
final class RunningAnimation {
    let key: String?
    let animation: CAAnimation
    let timing: LayerTiming
    let pace: PaceCurve?
    let program: AnimationProgram
    /// The default duration of one iteration, in the animation's own time.
    let duration: Double
    /// The delay from the first frame to the begin, for an animation without a begin time.
    let delay: Double
    let tracker: AnimationTracker?
    /// Controls the progress in place of the tree's time.
    let driver: (any AnimationDriver)?
    /// Whether a view with this layer receives no touches meanwhile.
    let blocksTouches: Bool
    /// The begin and the end, known after its first frame.
    var span: TimedSpan? {
        didSet { (begin, end) = (span?.begin ?? .infinity, span?.end ?? .infinity) }
    }
    private(set) var begin = Double.infinity
    private(set) var end = Double.infinity
    /// Whether the animation repeats forever, or for longer than any screen is on.
    let neverEnds: Bool
    var hasStarted = false
    /// Whether the animation has ended and stays for its fill mode.
    var isOver = false

    init(
        _ animation: CAAnimation, key: String?, program: AnimationProgram, duration: Double, delay: Double,
        tracker: AnimationTracker?, driver: (any AnimationDriver)?, blocksTouches: Bool
    ) {
        (self.animation, self.key, self.program) = (animation, key, program)
        (self.duration, self.delay, self.tracker) = (duration, delay, tracker)
        (self.driver, self.blocksTouches) = (driver, blocksTouches)
        timing = animation.timing
        pace = animation.timingFunction?.curve
        let span = TimedSpan(timing, duration: duration, now: 0)
        neverEnds = driver == nil && span.end - span.begin > Self.longest
    }

    /// Ten years, in seconds: programs use `.greatestFiniteMagnitude` for forever.
    private static let longest = 3e8

    /// Applies the animation at a time in the layer's time.
    func apply(at local: Double, to shown: CALayer) {
        if let driver {
            program.apply(driver.progress(at: local), iteration: 0, once: duration, to: shown)
        } else if let (progress, iteration) = span?.shown(at: local) {
            program.apply(
                pace?.progress(at: progress) ?? progress, iteration: iteration, once: span?.once ?? 0, to: shown)
        }
    }

    /// Returns whether the animation is over at a time in the layer's time.
    func hasEnded(at local: Double) -> Bool {
        if let driver { return driver.hasEnded(at: local) }
        return local >= end
    }
}

/// The animations of a layer, and the layer's animated appearance.
final class LayerAnimations {
    var entries: ContiguousArray<RunningAnimation> = []
    /// A copy of the layer with its animated state at the time of the last frame; nil if it has to be created again.
    var presentation: CALayer? {
        didSet { if oldValue !== presentation { oldValue?.extras?.model = nil } }
    }
    /// The properties of the presentation that are updated in each frame, each once.
    var properties: ContiguousArray<AnimatedProperty> = []
    /// The animator whose frames update it.
    // Unowned and unsafe, because looking up a weak reference is slow. The animator clears this when it is deallocated,
    // and when nothing is left to animate.
    unowned(unsafe) var animator: LayerAnimator?
    /// The layer's body when the transition began, and its body without the transition.
    var oldBody: RenderBody?
    var ownBody: RenderBody?

    /// Whether there is an animation that has not ended.
    var isMoving: Bool { entries.contains { !$0.isOver } }

    /// The number of animations that have not ended.
    var runningCount: Int { entries.count { !$0.isOver } }

    /// Whether another frame would show a change or have a notification to deliver as time passes.
    var wantsFrame: Bool { entries.contains { !$0.isOver && $0.driver?.isMoving ?? true } }

    /// Returns the current transition and its progress.
    func transition(at time: Double) -> (TransitionPlan, Double)? {
        for entry in entries {
            guard let plan = entry.program as? TransitionPlan, let (progress, _) = entry.span?.shown(at: time) else {
                continue
            }
            return (plan, entry.pace?.progress(at: progress) ?? progress)
        }
        return nil
    }

    func findProperties() {
        properties = []
        for property in entries.flatMap(\.program.properties)
        where !properties.contains(where: { $0.key == property.key }) {
            properties.append(property)
        }
    }
}

/// Animations that are added to their layers later.
package protocol WaitingAnimations: AnyObject {
    /// Removes animations of a layer before their beginning: those with a key, or all if it is nil.
    func remove(from layer: CALayer, forKey key: String?)
}

extension CALayer {
    /// The animations of the layer that have not been added yet. Weak.
    package var waitingAnimations: (any WaitingAnimations)? {
        get { extras?.waiting }
        set { makeExtras().waiting = newValue }
    }

    /// The layer's presentation if it is animated; otherwise the layer itself.
    var shown: CALayer {
        marks.contains(.animates) ? extras?.animations?.presentation ?? self : self
    }

    /// The layer that this is a presentation of.
    var presented: CALayer? { marks.contains(.isPresentation) ? extras?.model?.takeUnretainedValue() : nil }

    // MARK: Adding and removing

    /// - Parameters:
    ///   - delay: The seconds from its first frame to its begin, in the layer's time.
    ///   - tracker: The tracker that is notified of its end; nil for the transaction's.
    func addAnimation(
        _ animation: CAAnimation, _ key: String?, delay: Double = 0, tracker own: AnimationTracker? = nil,
        driver: (any AnimationDriver)? = nil, blocksTouches: Bool = false
    ) {
        guard presented == nil else { return }
        let key = animation is CATransition ? kCATransition : key
        if let key {
            waitingAnimations?.remove(from: self, forKey: key)
            removeAnimations { $0.key == key }
        }
        let host = top.extras?.host
        let tracker = own ?? CATransaction.animationTracker
        let duration = animation.duration == 0 ? CATransaction.animationDuration() : animation.duration
        let entry = RunningAnimation(
            animation, key: key, program: animation.program(for: self, key: key, duration: duration),
            duration: duration, delay: delay, tracker: host == nil ? nil : tracker, driver: driver,
            blocksTouches: blocksTouches)
        if let host, !host.runsAnimations, !entry.neverEnds {
            // No time passes in this host, so the animation ends when it begins.
            let delegate = animation.delegate
            AnimationNews.add {
                delegate?.animationDidStart(animation)
                delegate?.animationDidStop(animation, finished: true)
            }
            return
        }
        if host != nil { tracker?.enter() }
        let animations = makeAnimations()
        animations.entries.append(entry)
        marks.insert(.animates)
        host?.animator.add(self)
        markLook()
    }

    private func makeAnimations() -> LayerAnimations {
        let extras = makeExtras()
        if let animations = extras.animations { return animations }
        let made = LayerAnimations()
        extras.animations = made
        return made
    }

    /// Removes animations before their end.
    func removeAnimations(where isMeant: (RunningAnimation) -> Bool) {
        guard let animations = extras?.animations, animations.entries.contains(where: isMeant) else { return }
        for entry in animations.entries where isMeant(entry) { Self.tellEnd(of: entry, finished: false) }
        animations.entries.removeAll(where: isMeant)
        didRemoveAnimations(animations)
    }

    private static func tellEnd(of entry: RunningAnimation, finished: Bool) {
        if entry.isOver { return }
        let (animation, tracker, hasStarted) = (entry.animation, entry.tracker, entry.hasStarted)
        AnimationNews.add {
            if !hasStarted { animation.delegate?.animationDidStart(animation) }
            animation.delegate?.animationDidStop(animation, finished: finished)
            tracker?.exit(finished: finished)
        }
    }

    /// Shows animated properties with their set values again.
    private func didRemoveAnimations(_ animations: LayerAnimations) {
        if animations.presentation?.zPosition ?? zPosition != zPosition { parent?.childrenDidChange() }
        let placedSublayers = animations.presentation?.placesSublayers == true
        animations.presentation = nil
        if animations.entries.isEmpty {
            animations.animator = nil
            marks.remove(.animates)
            extras?.animations = nil
        }
        marks.insert(.contentsChanged)
        if placedSublayers || placesSublayers { sublayersDidMove() }
        markLook()
    }

    /// Whether a change of this layer's properties moves its sublayers.
    private var placesSublayers: Bool {
        flags.contains(.preservesDepth) || spatial?.hasSublayerTransform == true || isGeometryFlipped
    }

    // MARK: Frames

    /// Advances the animations to the time of a frame, before layout.
    func advanceAnimations(at time: Double) {
        guard let animations = extras?.animations else { return }
        let local = animationTime(time)
        begin(animations, at: local)
        var ended = false
        for entry in animations.entries where !entry.isOver {
            if !entry.hasStarted, local >= entry.begin {
                entry.hasStarted = true
                let animation = entry.animation
                AnimationNews.add { animation.delegate?.animationDidStart(animation) }
            }
            guard entry.hasEnded(at: local) else { continue }
            Self.tellEnd(of: entry, finished: true)
            entry.isOver = true
            ended = true
        }
        if ended {
            let before = animations.entries.count
            animations.entries.removeAll { $0.isOver && $0.animation.isRemovedOnCompletion }
            if animations.entries.count != before { didRemoveAnimations(animations) }
        }
        guard !animations.entries.isEmpty else { return }
        let order = shown.zPosition
        present(animations, at: local)
        if shown.zPosition != order { parent?.childrenDidChange() }
        guard let presentation = animations.presentation else { return }
        if !presentation.marks.isDisjoint(with: [.needsCommit, .lookChanged]) || animations.oldBody != nil {
            markAnimated()
        }
    }

    /// Sets the begin times of animations in their first frame.
    private func begin(_ animations: LayerAnimations, at local: Double) {
        for entry in animations.entries where entry.span == nil {
            entry.span = TimedSpan(entry.timing, duration: entry.duration, now: local + entry.delay)
            if entry.program is TransitionPlan { animations.oldBody = animations.ownBody ?? node?.body ?? .empty }
        }
    }

    /// Updates the presentation to a time.
    private func present(_ animations: LayerAnimations, at local: Double) {
        let shown: CALayer
        if let presentation = animations.presentation {
            shown = presentation
            for property in animations.properties { property.reset(shown, to: self) }
        } else {
            shown = makePresentation()
            animations.presentation = shown
            animations.findProperties()
        }
        for entry in animations.entries { entry.apply(at: local, to: shown) }
        if shown.marks.contains(.needsDisplay), shown.isDisplayable { shown.displayIfNeeded() }
    }

    /// Prepares the layer for a commit. Its presentation is created again if the layer changed since its animations
    /// advanced, or if this is its first frame.
    func prepareAnimationsForCommit(in host: LayerHost?) {
        guard let animations = extras?.animations, let host = host ?? animations.animator?.host else { return }
        if animations.animator == nil { host.animator.add(self) }
        let local = animationTime(host.frameTime)
        if marks.contains(.needsCommit) || animations.presentation == nil {
            begin(animations, at: local)
            animations.presentation = nil
            present(animations, at: local)
        }
        guard let shown = animations.presentation else { return }
        let changed = shown.marks
        shown.marks.subtract([.needsCommit, .lookChanged, .allChanged, .contentsChanged, .needsDisplay])
        marks.formUnion(changed.intersection([.lookChanged, .contentsChanged]))
        if changed.contains(.lookChanged) { marks.insert(.contentsChanged) }
        if changed.contains(.allChanged), placesSublayers || shown.placesSublayers {
            marks.insert(.allChanged)
            for child in children { child.marks.insert(.needsCommit) }
        }
    }

    /// Returns the body to show during a transition.
    func transitioned(_ body: RenderBody, in host: LayerHost?) -> RenderBody {
        guard let animations = extras?.animations, let host = host ?? animations.animator?.host else { return body }
        guard let old = animations.oldBody,
            let (plan, progress) = animations.transition(at: animationTime(host.frameTime))
        else {
            animations.oldBody = nil
            animations.ownBody = nil
            return body
        }
        animations.ownBody = body
        return plan.body(from: old, to: body, at: progress)
    }

    /// Converts a time of the tree to this layer's time.
    private func animationTime(_ time: Double) -> Double {
        // Few layers have a time of their own; checked without changing reference counts.
        var layer = Optional(Unmanaged.passUnretained(self))
        while let each = layer {
            if each._withUnsafeGuaranteedRef({ $0.extras?.hasOwnTime ?? false }) { return timeThroughLayers(time) }
            layer = each._withUnsafeGuaranteedRef { $0.parentReference }
        }
        return time
    }

    private func timeThroughLayers(_ time: Double) -> Double {
        let outer = parent.map { $0.timeThroughLayers(time) } ?? time
        return extras.map { $0.timing.local(outer) } ?? outer
    }

    private func makePresentation() -> CALayer {
        let made = type(of: self).presentationCopy(of: self)
        made.marks.insert(.isPresentation)
        if flags.contains(.isMask) { made.flags.insert(.isMask) }
        made.makeExtras().model = .passUnretained(self)
        return made
    }
}
