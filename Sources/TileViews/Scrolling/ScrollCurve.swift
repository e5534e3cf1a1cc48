import Foundation

/// An offset along one axis as a function of time, in points and seconds since its start.
///
/// The constants are published, and read off UIKit by measurements. Speed falls as v0·r^(1000·t), and stops counting below
/// 10 pt/s; the way is the sum of the milliseconds' ways, v0·(r + r² + …) ms, so that a flick ends (v0 − 10)·0.499 s away for
/// the normal rate, as measured, where the integral would give 0.4995 s. Content past an edge comes back like a critically damped spring of 11 /s when it has speed, and with the decay
/// rates 9 and 46 /s from rest.
enum ScrollCurve: Hashable {
    /// From a start at a speed in points a second; `rate` is r, below 1.
    case deceleration(start: Double, velocity: Double, rate: Double)
    /// Back to `rest` from `distance` beside it, critically damped.
    case spring(rest: Double, distance: Double, velocity: Double)
    /// Back to `rest` from `distance` beside it, overdamped.
    case creep(rest: Double, distance: Double, velocity: Double)
    /// From one offset to another in a time, slow at both ends.
    case ease(from: Double, to: Double, duration: Double)

    /// Below this speed a deceleration is over, in points a second.
    static let leastSpeed = 10.0
    /// Below this speed content past an edge creeps back, in points a second.
    static let creepSpeed = 50.0
    private static let springRate = 11.0
    private static let creepRates = (slow: 9.0, fast: 46.0)
    /// As near as this to its rest, in points, a spring is there.
    private static let nearness = 0.1

    func offset(at time: Double) -> Double {
        switch self {
        case .deceleration(let start, let velocity, let rate):
            return start + velocity * Self.reach(rate) * (1 - exp(1000 * log(rate) * time))
        case .spring(let rest, let distance, let velocity):
            return rest + (distance + (velocity + Self.springRate * distance) * time) * exp(-Self.springRate * time)
        case .creep(let rest, let distance, let velocity):
            let (slow, fast) = Self.creepParts(distance, velocity)
            return rest + slow * exp(-Self.creepRates.slow * time) + fast * exp(-Self.creepRates.fast * time)
        case .ease(let from, let to, let duration):
            guard duration > 0 else { return to }
            let part = min(max(time / duration, 0), 1)
            return from + (to - from) * part * part * (3 - 2 * part)
        }
    }

    /// Points a second.
    func velocity(at time: Double) -> Double {
        switch self {
        case .deceleration(_, let velocity, let rate): return velocity * exp(1000 * log(rate) * time)
        case .spring(_, let distance, let velocity):
            let slope = velocity + Self.springRate * distance
            return (slope - Self.springRate * (distance + slope * time)) * exp(-Self.springRate * time)
        case .creep(_, let distance, let velocity):
            let (slow, fast) = Self.creepParts(distance, velocity)
            let rates = Self.creepRates
            return -slow * rates.slow * exp(-rates.slow * time) - fast * rates.fast * exp(-rates.fast * time)
        case .ease(let from, let to, let duration):
            guard duration > 0, time >= 0, time <= duration else { return 0 }
            let part = time / duration
            return (to - from) * 6 * part * (1 - part) / duration
        }
    }

    /// Seconds after which it is as good as at its end.
    var duration: Double {
        switch self {
        case .deceleration(_, let velocity, let rate):
            let speed = abs(velocity)
            return speed > Self.leastSpeed ? log(Self.leastSpeed / speed) / (1000 * log(rate)) : 0
        case .ease(_, _, let duration): return duration
        case .spring(_, let distance, let velocity):
            // The exponential beats the straight line in front of it from the line's own time on.
            let bound = { (time: Double) in
                (abs(distance) + abs(velocity + Self.springRate * distance) * time) * exp(-Self.springRate * time)
            }
            return Self.timeUntilNear(from: 1 / Self.springRate) { bound($0) }
        case .creep(_, let distance, let velocity):
            let (slow, fast) = Self.creepParts(distance, velocity)
            return Self.timeUntilNear(from: 0) {
                abs(slow) * exp(-Self.creepRates.slow * $0) + abs(fast) * exp(-Self.creepRates.fast * $0)
            }
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

    /// How far a speed of one point a second goes until it is none, in points.
    static func reach(_ rate: Double) -> Double { rate / (1000 * (1 - rate)) }

    private static func creepParts(_ distance: Double, _ velocity: Double) -> (slow: Double, fast: Double) {
        let rates = creepRates
        let slow = (velocity + rates.fast * distance) / (rates.fast - rates.slow)
        return (slow, distance - slow)
    }

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
