import Foundation

/// A damped spring released one unit from rest: x″ = −(k·x + c·x′)/m around the rest position, in closed form.
package struct SpringMotion: Hashable, Sendable {
    /// The angular frequency √(k/m), in radians per second.
    let frequency: Double
    /// The damping ratio c / (2·√(k·m)): below 1 it oscillates, at 1 it comes to rest soonest.
    let dampingRatio: Double
    /// The initial velocity towards the rest position, in units per second.
    let velocity: Double

    package init(frequency: Double, dampingRatio: Double, velocity: Double) {
        func number(_ value: Double, or other: Double) -> Double { value.isFinite ? value : other }
        self.frequency = max(1e-6, number(frequency, or: 10))
        self.dampingRatio = max(0, number(dampingRatio, or: 1))
        self.velocity = number(velocity, or: 0)
    }

    /// Creates a spring from physical parameters; an invalid mass or stiffness is replaced by the smallest valid one.
    package init(mass: Double, stiffness: Double, damping: Double, velocity: Double) {
        let mass = mass > 1e-9 ? mass : 1e-9
        let stiffness = stiffness > 1e-9 ? stiffness : 1e-9
        self.init(
            frequency: (stiffness / mass).squareRoot(),
            dampingRatio: max(0, damping) / (2 * (stiffness * mass).squareRoot()), velocity: velocity)
    }

    /// Returns the frequency of a spring with a damping ratio that settles after `duration` seconds.
    // Inverts Core Animation's estimate: the deviation after a time decreases as the frequency grows.
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

    /// Returns the progress at a time in seconds: 0 at the start, 1 at rest, and more when it overshoots.
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

    /// The time after which the deviation stays below a thousandth.
    ///
    /// For an oscillating spring, the bound is the sum of the maximum cosine and sine terms. It reproduces Core
    /// Animation's values (1.4727 s for a mass of 1, stiffness of 100 and damping of 10; about 2.85 s for a damping of
    /// 5, according to Apple's documentation).
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

    /// Returns the time from which a condition holds that is false before it.
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
