import Foundation

/// A damped spring that is let go one unit before its rest: x″ = −(k·x + c·x′)/m about the rest, in closed form.
package struct SpringMotion: Hashable, Sendable {
    /// √(k/m), radians a second.
    let frequency: Double
    /// c / (2·√(k·m)): less than 1 swings, 1 comes to rest the soonest.
    let dampingRatio: Double
    /// Units a second towards the rest, at the beginning.
    let velocity: Double

    package init(frequency: Double, dampingRatio: Double, velocity: Double) {
        func number(_ value: Double, or other: Double) -> Double { value.isFinite ? value : other }
        self.frequency = max(1e-6, number(frequency, or: 10))
        self.dampingRatio = max(0, number(dampingRatio, or: 1))
        self.velocity = number(velocity, or: 0)
    }

    /// By its physics; what is no mass or stiffness is taken for the smallest there is.
    package init(mass: Double, stiffness: Double, damping: Double, velocity: Double) {
        let mass = mass > 1e-9 ? mass : 1e-9
        let stiffness = stiffness > 1e-9 ? stiffness : 1e-9
        self.init(
            frequency: (stiffness / mass).squareRoot(),
            dampingRatio: max(0, damping) / (2 * (stiffness * mass).squareRoot()), velocity: velocity)
    }

    /// The frequency of the spring of a damping ratio that has settled after `duration` seconds.
    // Core Animation's estimate turned round: the deviation after so many seconds shrinks as the frequency grows.
    package static func frequency(
        settlingIn duration: Double, dampingRatio: Double, velocity: Double
    ) -> Double {
        let duration = duration > 1e-6 && duration.isFinite ? duration : 1e-6
        var (low, high) = (1e-3 / duration, 1e4 / duration)
        for _ in 0..<60 {
            let middle = (low * high).squareRoot()
            let spring = SpringMotion(frequency: middle, dampingRatio: max(0.01, dampingRatio), velocity: velocity)
            if spring.settlingTime > duration { low = middle } else { high = middle }
        }
        return high
    }

    /// How far it has come at a time, in seconds: 0 at the beginning, 1 at rest, and beyond on the way.
    package func progress(at time: Double) -> Double {
        if time <= 0 { return 0 }
        let decay = dampingRatio * frequency
        if dampingRatio < 1 {
            let swing = frequency * (1 - dampingRatio * dampingRatio).squareRoot()
            let phase = swing * time
            return 1 - exp(-decay * time) * (cos(phase) + (decay - velocity) / swing * sin(phase))
        }
        if dampingRatio == 1 { return 1 - exp(-frequency * time) * (1 + (frequency - velocity) * time) }
        let spread = frequency * (dampingRatio * dampingRatio - 1).squareRoot()
        let (fast, slow) = (-decay - spread, -decay + spread)
        let share = (velocity + slow) / (slow - fast)
        return 1 - ((1 - share) * exp(slow * time) + share * exp(fast * time))
    }

    /// When it has come to rest for good: its deviation is, and stays, below a thousandth.
    ///
    /// For a spring that swings, the bound is the sum of what cosine and sine can be: with it Core Animation's values
    /// come out (1.4727 s for a mass of 1, stiffness of 100 and damping of 10; about 2.85 s for a damping of 5, as
    /// Apple's documentation says).
    package var settlingTime: Double {
        let limit = 1e-3
        let decay = dampingRatio * frequency
        if dampingRatio < 1 {
            guard decay > 0 else { return .infinity }
            let swing = frequency * (1 - dampingRatio * dampingRatio).squareRoot()
            return max(0, log((1 + abs((decay - velocity) / swing)) / limit) / decay)
        }
        if dampingRatio == 1 {
            let pull = abs(frequency - velocity)
            return settled { exp(-self.frequency * $0) * (1 + pull * $0) < limit }
        }
        let spread = frequency * (dampingRatio * dampingRatio - 1).squareRoot()
        let (fast, slow) = (-decay - spread, -decay + spread)
        let share = (velocity + slow) / (slow - fast)
        return settled { abs(1 - share) * exp(slow * $0) + abs(share) * exp(fast * $0) < limit }
    }

    /// The time from which on something holds that fails before it.
    private func settled(_ holds: (Double) -> Bool) -> Double {
        var high = 1 / frequency
        for _ in 0..<60 where !holds(high) { high *= 2 }
        var low = 0.0
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle }
        }
        return high
    }
}
