import TileLayers

/// The time of a tree that is content: it stands still, but while somebody lets it pass.
final class SourceClock: FrameClock {
    private var passed = 0.0
    /// Seconds since it was started; nil while it stands still.
    private var elapsed: (() -> Double)?

    var now: Double { passed + (elapsed?() ?? 0) }

    var stands: Bool { elapsed == nil }

    /// - Parameter elapsed: seconds since now, by another clock.
    func start(_ elapsed: @escaping () -> Double) { self.elapsed = elapsed }

    func stop() {
        passed = now
        elapsed = nil
    }

    func pass(_ seconds: Double) { passed += seconds }
}
