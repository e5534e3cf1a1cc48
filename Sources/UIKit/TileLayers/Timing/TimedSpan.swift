import Foundation

/// When something timed happens, resolved: `CAMediaTiming` in the time of what holds it.
package struct TimedSpan: Sendable {
    /// When it begins, in the time of what holds it.
    package let begin: Double
    /// Seconds of its own time to one of what holds it; 0 stands still.
    let speed: Double
    let offset: Double
    /// Once forwards, in its own time; more than 0 unless it takes no time at all.
    let once: Double
    /// All times forwards and backwards, in its own time; may be infinite.
    let whole: Double
    let autoreverses: Bool
    let fillsBefore: Bool
    let fillsAfter: Bool
    /// When it ends, in the time of what holds it; infinite when it never does.
    package let end: Double

    /// Where something timed is.
    package enum Phase: Equatable, Sendable {
        case before
        /// How far through once, 0…1, and how often it has run before.
        case during(Double, iteration: Double)
        case after
    }

    /// - Parameters:
    ///   - duration: for a timing that has none.
    ///   - now: the begin of a timing that names none.
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
        return local >= whole ? end(local) : place(local)
    }

    /// What shows at a time, also before and after where it fills; nil where nothing does.
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

    private var first: Phase { speed < 0 ? end(whole) : place(0) }
    private var last: Phase { speed < 0 ? place(0) : end(whole) }

    private var cycle: Double { autoreverses ? 2 * once : once }

    /// The place at the end of the last cycle, which belongs to that and not to one after it.
    private func end(_ local: Double) -> Phase {
        guard once > 0 else { return .during(autoreverses ? 0 : 1, iteration: 0) }
        guard local.isFinite else { return place(0) }
        let inner = local + offset
        let cycles = inner / cycle
        let nearest = cycles.rounded()
        guard abs(cycles - nearest) < 1e-9, nearest > 0 else { return place(local) }
        return .during(autoreverses ? 0 : 1, iteration: nearest - 1)
    }

    private func place(_ local: Double) -> Phase {
        guard once > 0, once.isFinite else { return .during(once > 0 ? 0 : 1, iteration: 0) }
        let inner = local.isFinite ? local + offset : offset
        let iteration = (inner / cycle).rounded(.down)
        var within = inner - iteration * cycle
        if within > once { within = 2 * once - within }
        return .during(min(1, max(0, within / once)), iteration: max(0, iteration))
    }
}
