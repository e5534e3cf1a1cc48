import TileLayers

/// The clock of a tree that is content. Time stands still unless somebody lets it pass.
final class SourceClock: FrameClock {
    private var passed = 0.0
    /// Returns the seconds since the clock was started, or `nil` while time stands still.
    private var elapsed: (() -> Double)?

    var now: Double { passed + (elapsed?() ?? 0) }

    var stands: Bool { elapsed == nil }

    /// Starts the clock.
    ///
    /// - Parameter elapsed: A closure that returns the seconds since now, according to another clock.
    func start(_ elapsed: @escaping () -> Double) { self.elapsed = elapsed }

    /// Starts the clock with the machine's time, which is that of all other trees on the main thread.
    func startMachineTime() {
        let machine = SystemClock()
        passed = max(passed, machine.now)
        let beginning = machine.now
        elapsed = { machine.now - beginning }
    }

    func stop() {
        passed = now
        elapsed = nil
    }

    func pass(_ seconds: Double) { passed += seconds }
}
