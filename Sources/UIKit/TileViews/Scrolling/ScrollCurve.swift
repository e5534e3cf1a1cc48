import Foundation

/// An offset along one axis as a function of time, in points and seconds since the start.
///
/// The constants are published or measured in UIKit; `Tests/Vectors` contains them for the viewer too. Velocity
/// decreases as v0·r^(1000·t), and motion stops below 10 pt/s. The distance is the sum over milliseconds, v0·(r + r² +
/// …) ms, so a flick ends (v0 − 10)·0.499 s away at the normal rate, as measured; the integral would give 0.4995 s.
/// Content that is thrown past an edge returns like a critically damped spring of 10.9 /s that starts with 0.54 of its
/// velocity. Content that is released there returns as x₀(1 + 3.5 t)e^(−10.82 t). Animated changes of the offset by the
/// program follow half a cosine wave.
enum ScrollCurve: Hashable {
    /// A deceleration from a start with a velocity in points per second. `rate` is r, below 1.
    case deceleration(start: Double, velocity: Double, rate: Double)
    /// A critically damped return to `rest` from a distance.
    case spring(rest: Double, distance: Double, velocity: Double)
    /// A return to `rest` from a distance at which the content was held or moved slowly.
    case creep(rest: Double, distance: Double, velocity: Double)
    /// A movement between two offsets in a given time, slow at both ends: a cosine.
    case ease(from: Double, to: Double, duration: Double)

    /// The velocity below which a deceleration ends, in points per second.
    static let leastSpeed = 10.0
    /// The velocity below which content past an edge returns with `creep`, in points per second.
    static let creepSpeed = 50.0
    /// The fraction of the velocity that content keeps when it is thrown past an edge.
    static let thrownPart = 0.54
    static let springRate = 10.9
    static let creepRate = 10.82
    /// The initial slope of `creep`, relative to the distance, per second.
    static let creepSlope = 3.5
    /// The distance from the rest position at which a spring ends, in points.
    static let nearness = 0.5

    /// The parameters of both returns, which have the form (distance + slope·t)·e^(−rate·t).
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

    /// Returns the velocity in points per second.
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

    /// Returns the curve translated by a distance.
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

    /// The time in seconds after which the curve has practically reached its end.
    var duration: Double {
        switch self {
        case .deceleration(_, let velocity, let rate):
            let speed = abs(velocity)
            return speed > Self.leastSpeed ? log(Self.leastSpeed / speed) / (1000 * log(rate)) : 0
        case .ease(_, _, let duration): return duration
        case .spring, .creep:
            guard let (_, distance, slope, rate) = damping else { return 0 }
            // From the time constant of the exponential on, it outweighs the linear factor.
            return Self.timeUntilNear(from: 1 / rate) { (abs(distance) + abs(slope) * $0) * exp(-rate * $0) }
        }
    }

    /// The final offset.
    var end: Double {
        switch self {
        case .deceleration: offset(at: duration)
        case .spring(let rest, _, _), .creep(let rest, _, _): rest
        case .ease(_, let to, _): to
        }
    }

    /// Returns the time at which a deceleration reaches `offset`, or nil if it does not.
    func time(reaching offset: Double) -> Double? {
        guard case .deceleration(let start, let velocity, let rate) = self, velocity != 0 else { return nil }
        let left = 1 - (offset - start) / (velocity * Self.reach(rate))
        guard left > 0, left <= 1 else { return nil }
        let time = log(left) / (1000 * log(rate))
        return time <= duration ? time : nil
    }

    /// Returns the distance in points that content with a velocity of one point per second moves until it comes to
    /// rest.
    static func reach(_ rate: Double) -> Double { rate / (1000 * (1 - rate)) }

    /// Returns the first time after `start` at which a decreasing `distance` is small, to a tenth of a millisecond.
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
