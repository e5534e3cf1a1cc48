import Foundation
import TileGraphics

/// An animation of a layer, from when it is added to its end.
// A class, because a frame goes through all that there are.
final class RunningAnimation {
    let key: String?
    let animation: CAAnimation
    let timing: LayerTiming
    let pace: PaceCurve?
    let program: AnimationProgram
    /// Once through, of an animation that says nothing, in its own time.
    let duration: Double
    /// From the first frame to the begin, of one that names none.
    let delay: Double
    let tracker: AnimationTracker?
    /// Moves it in place of the tree's time.
    let driver: (any AnimationDriver)?
    /// Whether a view whose layer this is gets no touches meanwhile.
    let blocksTouches: Bool
    /// When it begins and ends, once it has been in a frame.
    var span: TimedSpan? {
        didSet { (begin, end) = (span?.begin ?? .infinity, span?.end ?? .infinity) }
    }
    private(set) var begin = Double.infinity
    private(set) var end = Double.infinity
    /// Whether nobody sees its end: one that repeats for ever, or for longer than any screen is on.
    let neverEnds: Bool
    var hasStarted = false
    /// Ended, and there for what it fills.
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

    /// Ten years, in seconds: programs write `.greatestFiniteMagnitude` for ever.
    private static let longest = 3e8

    /// Sets what shows of it at a time of the layer's.
    func apply(at local: Double, to shown: CALayer) {
        if let driver {
            program.apply(driver.progress(at: local), iteration: 0, once: duration, to: shown)
        } else if let (progress, iteration) = span?.shown(at: local) {
            program.apply(
                pace?.progress(at: progress) ?? progress, iteration: iteration, once: span?.once ?? 0, to: shown)
        }
    }

    /// Whether it is over at a time of the layer's.
    func hasEnded(at local: Double) -> Bool {
        if let driver { return driver.hasEnded(at: local) }
        return local >= end
    }
}

/// The animations of a layer, and how the layer shows meanwhile.
final class LayerAnimations {
    var entries: ContiguousArray<RunningAnimation> = []
    /// The layer with what is animated as it is at the time of the last frame; nil when that is to be made anew.
    var presentation: CALayer? {
        didSet { if oldValue !== presentation { oldValue?.extras?.model = nil } }
    }
    /// What of the presentation is set anew at each frame: each property once.
    var properties: ContiguousArray<AnimatedProperty> = []
    /// Whose frames move it.
    // Unowned and unsafe, because a weak reference is looked up slowly: the animator clears this when it goes, and when
    // it has nothing more to move.
    unowned(unsafe) var animator: LayerAnimator?
    /// What the layer showed when the transition began, and shows without it.
    var oldBody: RenderBody?
    var ownBody: RenderBody?

    /// Whether there is one that has not ended.
    var isMoving: Bool { entries.contains { !$0.isOver } }

    /// Those that have not ended.
    var runningCount: Int { entries.count { !$0.isOver } }

    /// Whether another frame would show something else, or has something to tell, where time passes.
    var wantsFrame: Bool { entries.contains { !$0.isOver && $0.driver?.isMoving ?? true } }

    /// The plan of the transition under way, and how far it has come.
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

extension CALayer {
    /// The layer as the last frame showed it, where it is animated; else the layer itself.
    var shown: CALayer {
        marks.contains(.animates) ? extras?.animations?.presentation ?? self : self
    }

    /// What the layer is a presentation of.
    var presented: CALayer? { marks.contains(.isPresentation) ? extras?.model?.takeUnretainedValue() : nil }

    // MARK: Adding and removing

    /// - Parameters:
    ///   - delay: seconds from the first frame that it is in to its begin, in the layer's time.
    ///   - tracker: what it reports its end to; nil for the transaction's.
    func addAnimation(
        _ animation: CAAnimation, _ key: String?, delay: Double = 0, tracker own: AnimationTracker? = nil,
        driver: (any AnimationDriver)? = nil, blocksTouches: Bool = false
    ) {
        guard presented == nil else { return }
        let key = animation is CATransition ? kCATransition : key
        if let key { removeAnimations { $0.key == key } }
        let host = top.extras?.host
        let tracker = own ?? CATransaction.animationTracker
        let duration = animation.duration == 0 ? CATransaction.animationDuration() : animation.duration
        let entry = RunningAnimation(
            animation, key: key, program: animation.program(for: self, key: key, duration: duration),
            duration: duration, delay: delay, tracker: host == nil ? nil : tracker, driver: driver,
            blocksTouches: blocksTouches)
        if let host, !host.runsAnimations, !entry.neverEnds {
            // No time passes there: it has ended when it begins.
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

    /// Takes out animations before their end.
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
            tracker?.leave(finished: finished)
        }
    }

    /// What was animated shows as it is set.
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

    /// Whether sublayers lie otherwise when a property of this layer changes.
    private var placesSublayers: Bool {
        flags.contains(.preservesDepth) || spatial?.hasSublayerTransform == true || isGeometryFlipped
    }

    // MARK: Frames

    /// Goes on with the animations at the time of a frame, before anything is laid out.
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

    /// Notes when animations that are in a frame for the first time begin.
    private func begin(_ animations: LayerAnimations, at local: Double) {
        for entry in animations.entries where entry.span == nil {
            entry.span = TimedSpan(entry.timing, duration: entry.duration, now: local + entry.delay)
            if entry.program is TransitionPlan { animations.oldBody = animations.ownBody ?? node?.body ?? .empty }
        }
    }

    /// Brings the presentation to a time.
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

    /// Before the layer is committed: where it was changed since its animations went on, or is in a frame for the first
    /// time, its presentation is made anew.
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

    /// What shows of the layer's body while a transition is under way.
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

    /// A time of the tree as this layer's own runs in it.
    private func animationTime(_ time: Double) -> Double {
        // Hardly any layer has a time of its own: looked for without counting references.
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
