import Foundation

/// The resolved active duration of a timed object: `CAMediaTiming` in the parent's time.
package struct TimedSpan: Sendable {
    /// The begin time in the parent's time.
    package let begin: Double
    /// The speed relative to the parent's time; 0 is paused.
    let speed: Double
    let offset: Double
    /// The duration of one forward iteration in its own time; 0 only if it takes no time at all.
    let once: Double
    /// The total duration of all iterations in its own time; may be infinite.
    let whole: Double
    let autoreverses: Bool
    let fillsBefore: Bool
    let fillsAfter: Bool
    /// The end time in the parent's time; infinite if it never ends.
    package let end: Double

    /// The phase of a timed object.
    package enum Phase: Equatable, Sendable {
        case before
        /// Active, with the progress of the iteration, 0…1, and the number of completed iterations.
        case during(Double, iteration: Double)
        case after
    }

    /// - Parameters:
    ///   - duration: The duration if the timing has none.
    ///   - now: The begin time if the timing has none.
    init(_ timing: LayerTiming, duration: Double, now: Double) {
        func number(_ value: Double, or other: Double) -> Double { value.isNaN ? other : value }
        let given = number(timing.duration, or: 0)
        once = max(0, given == 0 ? duration : given)
        begin = timing.beginTime == 0 || !timing.beginTime.isFinite ? now : timing.beginTime
        speed = timing.speed.isFinite ? Double(timing.speed) : 1
        offset = timing.timeOffset.isFinite ? timing.timeOffset : 0
        autoreverses = timing.autoreverses
        let times = number(Double(timing.repeatCount), or: 0)
        let repeating = number(timing.repeatDuration, or: 0)
        if repeating > 0 {
            whole = once > 0 ? repeating : 0
        } else {
            let count = times > 0 ? times : 1
            whole = once > 0 ? once * (autoreverses ? 2 : 1) * count : 0
        }
        fillsBefore = timing.fillMode == .backwards || timing.fillMode == .both
        fillsAfter = timing.fillMode == .forwards || timing.fillMode == .both
        end = speed == 0 ? .infinity : begin + whole / abs(speed)
    }

    package func phase(at time: Double) -> Phase {
        if time < begin { return .before }
        if time >= end { return .after }
        let elapsed = (time - begin) * speed
        let local = speed < 0 ? whole + elapsed : elapsed
        return local >= whole ? end(local) : phase(atLocalTime: local)
    }

    /// Returns the state at a time, including fill modes; nil if inactive.
    package func shown(at time: Double) -> (progress: Double, iteration: Double)? {
        switch phase(at: time) {
        case .before: return fillsBefore ? shown(first) : nil
        case .during(let progress, let iteration): return (progress, iteration)
        case .after: return fillsAfter ? shown(last) : nil
        }
    }

    private func shown(_ phase: Phase) -> (progress: Double, iteration: Double)? {
        if case .during(let progress, let iteration) = phase { (progress, iteration) } else { nil }
    }

    private var first: Phase { speed < 0 ? end(whole) : phase(atLocalTime: 0) }
    private var last: Phase { speed < 0 ? phase(atLocalTime: 0) : end(whole) }

    private var cycle: Double { autoreverses ? 2 * once : once }

    /// Returns the state at the end of the last cycle, which belongs to that cycle rather than the next.
    private func end(_ local: Double) -> Phase {
        guard once > 0 else { return .during(autoreverses ? 0 : 1, iteration: 0) }
        guard local.isFinite else { return phase(atLocalTime: 0) }
        let inner = local + offset
        let cycles = inner / cycle
        let nearest = cycles.rounded()
        guard abs(cycles - nearest) < 1e-9, nearest > 0 else { return phase(atLocalTime: local) }
        return .during(autoreverses ? 0 : 1, iteration: nearest - 1)
    }

    private func phase(atLocalTime local: Double) -> Phase {
        guard once > 0, once.isFinite else { return .during(once > 0 ? 0 : 1, iteration: 0) }
        let inner = local.isFinite ? local + offset : offset
        let iteration = (inner / cycle).rounded(.down)
        var within = inner - iteration * cycle
        if within > once { within = 2 * once - within }
        return .during(min(1, max(0, within / once)), iteration: max(0, iteration))
    }
}
