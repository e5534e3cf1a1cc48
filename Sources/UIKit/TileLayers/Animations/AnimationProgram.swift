import Foundation

/// The effect of an animation on a layer, prepared when it is added. This base class has no effect while its time
/// passes.
// A class rather than a value: programs are evaluated in each frame, and accessing values with references changes
// reference counts.
class AnimationProgram {
    /// The properties that the animation changes, wholly or in part.
    var properties: [AnimatedProperty] { [] }

    /// Applies the animation's state at a progress to a layer.
    ///
    /// - Parameters:
    ///   - seconds: The duration of one iteration, in the animation's own time.
    func apply(_ progress: Double, iteration: Double, once seconds: Double, to shown: CALayer) {}
}

/// Several concurrent animations, each with its own timing within the group's.
final class AnimationGroupProgram: AnimationProgram {
    struct Part {
        let span: TimedSpan
        let pace: PaceCurve?
        let program: AnimationProgram
    }

    private let parts: [Part]

    init(_ parts: [Part]) { self.parts = parts }

    override var properties: [AnimatedProperty] { parts.flatMap(\.program.properties) }

    override func apply(_ progress: Double, iteration: Double, once seconds: Double, to shown: CALayer) {
        for part in parts {
            guard let (progress, iteration) = part.span.shown(at: progress * seconds) else { continue }
            part.program.apply(
                part.pace?.progress(at: progress) ?? progress, iteration: iteration, once: part.span.once, to: shown)
        }
    }
}

/// The animation of one property.
final class PropertyTrack: AnimationProgram {
    private let property: AnimatedProperty
    private let curve: ValueCurve
    private let isAdditive: Bool
    private let isCumulative: Bool
    private let function: CAValueFunction?

    /// The interpolation between two numeric values of a property that is set from numbers: the common case, which
    /// creates no value.
    private let plain: (from: SIMD4<Double>, way: SIMD4<Double>, place: AnimatedProperty.NumbersPlace)?
    private let spring: SpringMotion?
    private let numbers: KeyframeNumbers?
    /// The interpolation between two affine transforms of the plane.
    private let flat: (from: FlatDecomposition, to: FlatDecomposition)?
    private let redraws: Bool

    init(
        _ property: AnimatedProperty, _ curve: ValueCurve, isAdditive: Bool, isCumulative: Bool,
        function: CAValueFunction?
    ) {
        (self.property, self.curve, self.function) = (property, curve, function)
        (self.isAdditive, self.isCumulative) = (isAdditive, isCumulative)
        redraws = property.redraws
        var inner = curve
        if case .spring(let motion, let other) = curve {
            spring = motion
            inner = other
        } else {
            spring = nil
        }
        var plain: (from: SIMD4<Double>, way: SIMD4<Double>, place: AnimatedProperty.NumbersPlace)?
        var numbers: KeyframeNumbers?
        if function == nil, let place = property.numbersPlace {
            if case .segment(.numbers(let from, let to, let kind)) = inner, place.holds(kind) {
                plain = (from, to - from, place)
            } else if case .keyframes(let frames) = inner, let found = frames.numbers, place.holds(found.kind) {
                numbers = found
            }
        }
        if function == nil, !isAdditive, !isCumulative, property.isTransform,
            case .segment(.flatTransform(let from, let to)) = inner
        {
            flat = (from, to)
        } else {
            flat = nil
        }
        self.plain = plain
        self.numbers = numbers
    }

    override var properties: [AnimatedProperty] { [property] }

    override func apply(_ progress: Double, iteration: Double, once seconds: Double, to shown: CALayer) {
        if let plain {
            let part = spring?.progress(at: progress * seconds) ?? progress
            var value = plain.from + plain.way * part
            if isCumulative, iteration > 0 { value += (plain.from + plain.way) * iteration }
            plain.place.set(value, adding: isAdditive, redraws: redraws, in: shown)
        } else if let flat {
            let part = spring?.progress(at: progress * seconds) ?? progress
            let matrix = flat.from.blended(with: flat.to, at: part).matrix
            if matrix.isFinite { property.setTransform(matrix, in: shown) }
        } else if let numbers, !isCumulative, let place = property.numbersPlace {
            place.set(numbers.value(at: progress), adding: isAdditive, redraws: redraws, in: shown)
        } else {
            applyValue(at: progress, iteration: iteration, seconds: seconds, to: shown)
        }
    }

    private func applyValue(at progress: Double, iteration: Double, seconds: Double, to shown: CALayer) {
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
}

/// The values of an animation by its progress.
enum ValueCurve {
    case segment(AnimatedSegment)
    /// An interpolation whose missing ends are the property's value without the animation.
    case between(from: AnimatedValue?, to: AnimatedValue?, by: AnimatedValue?)
    /// Another curve, with the progress of a spring.
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

    /// Whether the curve depends on the property's value without the animation.
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
