import Foundation

/// An offset along one axis as a function of time, in points and seconds since its start.
///
/// The constants are published, and read off UIKit by measurements; `Tests/Vectors` has them for the viewer, too. Speed
/// falls as v0·r^(1000·t), and stops counting below 10 pt/s; the way is the sum of the milliseconds' ways, v0·(r + r² +
/// …) ms, so that a flick ends (v0 − 10)·0.499 s away for the normal rate, as measured, where the integral would give
/// 0.4995 s. Content that is thrown past an edge comes back like a critically damped spring of 10.9 /s that starts with
/// 0.54 of its speed, and content let go there by x₀(1 + 3.5 t)e^(−10.82 t). Offsets that the program animates to
/// follow half a wave of the cosine.
enum ScrollCurve: Hashable {
    /// From a start at a speed in points a second; `rate` is r, below 1.
    case deceleration(start: Double, velocity: Double, rate: Double)
    /// Back to `rest` from `distance` beside it, critically damped.
    case spring(rest: Double, distance: Double, velocity: Double)
    /// Back to `rest` from `distance` beside it, where it was held or went slowly.
    case creep(rest: Double, distance: Double, velocity: Double)
    /// From one offset to another in a time, slow at both ends: a cosine.
    case ease(from: Double, to: Double, duration: Double)

    /// Below this speed a deceleration is over, in points a second.
    static let leastSpeed = 10.0
    /// Below this speed content past an edge creeps back, in points a second.
    static let creepSpeed = 50.0
    /// What an edge leaves of the speed with which content is thrown past it.
    static let thrownPart = 0.54
    static let springRate = 10.9
    static let creepRate = 10.82
    /// Of the distance, a second.
    static let creepSlope = 3.5
    /// As near as this to its rest, in points, a spring is there.
    static let nearness = 0.5

    /// Both ways back are (distance + slope·t)·e^(−rate·t).
    private var damping: (rest: Double, distance: Double, slope: Double, rate: Double)? {
        switch self {
        case .spring(let rest, let distance, let velocity):
            (rest, distance, velocity + Self.springRate * distance, Self.springRate)
        case .creep(let rest, let distance, let velocity):
            (rest, distance, Self.creepSlope * distance + Self.thrownPart * velocity, Self.creepRate)
        case .deceleration, .ease: nil
        }
    }

    func offset(at time: Double) -> Double {
        switch self {
        case .deceleration(let start, let velocity, let rate):
            return start + velocity * Self.reach(rate) * (1 - exp(1000 * log(rate) * time))
        case .spring, .creep:
            guard let (rest, distance, slope, rate) = damping else { return 0 }
            return rest + (distance + slope * time) * exp(-rate * time)
        case .ease(let from, let to, let duration):
            guard duration > 0 else { return to }
            let part = min(max(time / duration, 0), 1)
            return from + (to - from) * (1 - cos(.pi * part)) / 2
        }
    }

    /// Points a second.
    func velocity(at time: Double) -> Double {
        switch self {
        case .deceleration(_, let velocity, let rate): return velocity * exp(1000 * log(rate) * time)
        case .spring, .creep:
            guard let (_, distance, slope, rate) = damping else { return 0 }
            return (slope - rate * (distance + slope * time)) * exp(-rate * time)
        case .ease(let from, let to, let duration):
            guard duration > 0, time >= 0, time <= duration else { return 0 }
            let part = time / duration
            return (to - from) * .pi / 2 * sin(.pi * part) / duration
        }
    }

    /// The same curve, from another offset.
    func shifted(by way: Double) -> ScrollCurve {
        switch self {
        case .deceleration(let start, let velocity, let rate):
            .deceleration(start: start + way, velocity: velocity, rate: rate)
        case .spring(let rest, let distance, let velocity):
            .spring(rest: rest + way, distance: distance, velocity: velocity)
        case .creep(let rest, let distance, let velocity):
            .creep(rest: rest + way, distance: distance, velocity: velocity)
        case .ease(let from, let to, let duration): .ease(from: from + way, to: to + way, duration: duration)
        }
    }

    /// Seconds after which it is as good as at its end.
    var duration: Double {
        switch self {
        case .deceleration(_, let velocity, let rate):
            let speed = abs(velocity)
            return speed > Self.leastSpeed ? log(Self.leastSpeed / speed) / (1000 * log(rate)) : 0
        case .ease(_, _, let duration): return duration
        case .spring, .creep:
            guard let (_, distance, slope, rate) = damping else { return 0 }
            // The exponential beats the straight line in front of it from the line's own time on.
            return Self.timeUntilNear(from: 1 / rate) { (abs(distance) + abs(slope) * $0) * exp(-rate * $0) }
        }
    }

    /// Where it ends.
    var end: Double {
        switch self {
        case .deceleration: offset(at: duration)
        case .spring(let rest, _, _), .creep(let rest, _, _): rest
        case .ease(_, let to, _): to
        }
    }

    /// When a deceleration comes to `offset`; nil when it does not.
    func time(reaching offset: Double) -> Double? {
        guard case .deceleration(let start, let velocity, let rate) = self, velocity != 0 else { return nil }
        let left = 1 - (offset - start) / (velocity * Self.reach(rate))
        guard left > 0, left <= 1 else { return nil }
        let time = log(left) / (1000 * log(rate))
        return time <= duration ? time : nil
    }

    /// How far a speed of one point a second goes until it has come to rest, in points.
    static func reach(_ rate: Double) -> Double { rate / (1000 * (1 - rate)) }

    /// The first time from `start` on at which a falling `distance` is small, to a tenth of a millisecond.
    private static func timeUntilNear(from start: Double, _ distance: (Double) -> Double) -> Double {
        guard distance(0) > nearness || distance(start) > nearness else { return 0 }
        var (low, high) = (start, start + 1)
        while distance(high) > nearness, high < 60 { high *= 2 }
        while high - low > 1e-4 {
            let middle = (low + high) / 2
            if distance(middle) > nearness { low = middle } else { high = middle }
        }
        return high
    }
}
