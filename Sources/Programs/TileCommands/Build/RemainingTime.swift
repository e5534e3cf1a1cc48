import Foundation

/// A smoothed estimate of the time that a job still takes.
///
/// Between two estimates the remaining time counts down with the clock. Each new estimate pulls it by a part of the
/// difference, exponentially with a time constant, so that one slow or fast level does not make it jump. The constant
/// is short while little time has passed or remains: the first estimates are the worst, and near the end a wrong one
/// would show.
struct RemainingTime {
    /// The largest and the smallest time constant, in seconds. After this time, 63% of a difference is gone.
    private static let constants = 0.5...5.0
    /// Estimates of the first seconds rest on a few tiles and are not shown.
    private static let warmUp = 1.0

    private var first: Double?
    private var last: (time: Double, seconds: Double)?

    /// Takes an estimate in and returns the smoothed remaining time in seconds; nil while nothing is known.
    ///
    /// - Parameters:
    ///   - estimate: The remaining time in seconds by the latest measure; nil if there is none.
    ///   - time: The current time in seconds, of any clock that does not go back.
    mutating func update(_ estimate: Double?, at time: Double) -> Double? {
        guard let estimate, estimate.isFinite else { return last?.seconds }
        guard let last else {
            if first == nil { first = time }
            guard time - (first ?? time) >= Self.warmUp else { return nil }
            self.last = (time, estimate)
            return estimate
        }
        let passed = max(0, time - last.time)
        let expected = max(0, last.seconds - passed)
        // The mean is geometric: one estimate that is far too low makes the constant only somewhat smaller.
        let mean = (max(0, estimate) * expected).squareRoot()
        let wanted = min(mean / 3, (time - (first ?? time)) / 4)
        let constant = min(max(wanted, Self.constants.lowerBound), Self.constants.upperBound)
        let seconds = expected + (estimate - expected) * (1 - exp(-passed / constant))
        self.last = (time, max(0, seconds))
        return max(0, seconds)
    }
}
