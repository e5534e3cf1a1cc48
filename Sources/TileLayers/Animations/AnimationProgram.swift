import Foundation

/// What an animation does to a layer, made ready when it is added.
indirect enum AnimationProgram {
    /// Time passes, and nothing else.
    case nothing
    case property(PropertyTrack)
    /// Each with its own time within the group's.
    case group([AnimationTrack])
    case transition(TransitionPlan)

    /// Whether it reaches a property, or part of it.
    func touches(_ key: String) -> Bool {
        switch self {
        case .nothing, .transition: false
        case .property(let track): track.property?.key == key
        case .group(let tracks): tracks.contains { $0.program.touches(key) }
        }
    }

    /// Sets the properties that it reaches to what they are in another layer.
    func reset(_ shown: CALayer, to model: CALayer) {
        switch self {
        case .nothing, .transition: break
        case .property(let track): track.property?.reset(shown, to: model)
        case .group(let tracks): for track in tracks { track.program.reset(shown, to: model) }
        }
    }

    /// Sets in a layer what shows a part of the way through.
    ///
    /// - Parameters:
    ///   - seconds: once through, in its own time.
    func apply(_ progress: Double, iteration: Double, once seconds: Double, to shown: CALayer) {
        switch self {
        case .nothing, .transition: break
        case .property(let track): track.apply(progress, iteration: iteration, once: seconds, to: shown)
        case .group(let tracks): for track in tracks { track.apply(at: progress * seconds, to: shown) }
        }
    }
}

/// Something timed, and what it does.
struct AnimationTrack {
    let span: TimedSpan
    let pace: PaceCurve?
    let program: AnimationProgram

    /// - Parameter time: of what holds it.
    /// - Returns: whether anything shows of it.
    @discardableResult
    func apply(at time: Double, to shown: CALayer) -> Bool {
        guard let (progress, iteration) = span.shown(at: time) else { return false }
        program.apply(pace?.progress(at: progress) ?? progress, iteration: iteration, once: span.once, to: shown)
        return true
    }
}

/// The way of one property.
struct PropertyTrack {
    /// Nil where the layer has none of this name: then nothing is changed.
    let property: AnimatedProperty?
    let curve: ValueCurve
    let isAdditive: Bool
    let isCumulative: Bool
    let function: CAValueFunction?

    func apply(_ progress: Double, iteration: Double, once seconds: Double, to shown: CALayer) {
        guard let property else { return }
        let needsBase = isAdditive || curve.needsBase
        let base = needsBase ? property.value(of: shown) : .object(nil)
        var value = curve.value(at: progress, once: seconds, base: base)
        if isCumulative, iteration > 0 {
            value = value.adding(curve.value(at: 1, once: seconds, base: base).times(iteration))
        }
        if let function { value = .transform(function.transform(value)) }
        property.set(isAdditive ? base.adding(value) : value, in: shown)
        if case .keyframes(let frames) = curve, let angle = frames.angle(at: progress) {
            let turn = CATransform3DMakeRotation(angle, 0, 0, 1)
            shown.setTransform(turn.concatenating(shown.transform))
        }
    }

    /// Whether the layer is turned along the way, too.
    var turns: Bool { if case .keyframes(let frames) = curve { frames.turns } else { false } }
}

/// Values over the progress of an animation.
enum ValueCurve {
    case segment(AnimatedSegment)
    /// Where an end is what the property is without the animation.
    case between(from: AnimatedValue?, to: AnimatedValue?, by: AnimatedValue?)
    /// Another, by the time of a spring.
    indirect case spring(SpringMotion, ValueCurve)
    case keyframes(KeyframeCurve)

    init(from: AnimatedValue?, to: AnimatedValue?, by: AnimatedValue?) {
        switch (from, to, by) {
        case (let from?, let to?, _): self = .segment(AnimatedSegment(from: from, to: to))
        case (let from?, nil, let by?): self = .segment(AnimatedSegment(from: from, to: from.adding(by)))
        case (nil, let to?, let by?): self = .segment(AnimatedSegment(from: to.subtracting(by), to: to))
        default: self = .between(from: from, to: to, by: by)
        }
    }

    /// Whether it depends on what the property is without it.
    var needsBase: Bool {
        switch self {
        case .segment, .keyframes: false
        case .between: true
        case .spring(_, let curve): curve.needsBase
        }
    }

    func value(at progress: Double, once seconds: Double, base: AnimatedValue) -> AnimatedValue {
        switch self {
        case .segment(let segment): return segment.value(at: progress)
        case .between(let from, let to, let by):
            let start = from ?? base
            let end = to ?? by.map { base.adding($0) } ?? base
            return AnimatedSegment(from: start, to: end).value(at: progress)
        case .spring(let spring, let curve):
            return curve.value(at: spring.progress(at: progress * seconds), once: seconds, base: base)
        case .keyframes(let frames): return frames.value(at: progress)
        }
    }
}
