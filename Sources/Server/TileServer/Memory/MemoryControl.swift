/// A control loop that limits kept data so that all memory stays near the target of a plan.
struct MemoryControl {
    /// A measurement in bytes.
    struct Measurement {
        /// The memory of the server's process.
        var resident: Int
        /// The memory of its worker processes.
        var processes: Int
        /// The kept data, as counted by the budget.
        var kept: Int
    }

    struct Decision: Equatable {
        /// The bytes that may be kept.
        var allowed: Int
        /// Whether to return free memory to the system.
        var givesBack: Bool
        /// Whether to free the bitmaps that are kept for the next tile, too.
        var isCritical: Bool
    }

    /// The number of recent measurements that count, because work that was needed recently may be needed again: five
    /// seconds.
    private static let window = 20
    /// The minimum number of measurements between two returns of memory, which walk the whole heap: two seconds.
    private static let pause = 8
    /// The evicted bytes that leave enough free memory for a return.
    private static let manyBytes = 16_000_000

    let plan: MemoryPlan
    /// The recent memory other than kept data, the latest last.
    private var overheads: [Int] = []
    /// The number of measurements since memory was last returned.
    private var age = Self.pause
    /// The maximum of kept data since then.
    private var keptThen = 0

    init(plan: MemoryPlan) { self.plan = plan }

    mutating func decide(by measurement: Measurement) -> Decision {
        let total = measurement.resident + measurement.processes
        keptThen = max(keptThen, measurement.kept)
        // Evicted data stays in memory until it is returned. Counted as overhead, it would cause further evictions.
        overheads.append(max(0, total - keptThen))
        if overheads.count > Self.window { overheads.removeFirst() }
        age += 1
        let allowed = max(plan.leastKept, min(plan.kept, plan.target - (overheads.max() ?? 0)))
        let isShort = total > plan.target
        let leftHoles = keptThen - measurement.kept >= Self.manyBytes && total > plan.target / 4 * 3
        let givesBack = age >= Self.pause && (isShort || leftHoles)
        if givesBack {
            // Earlier measurements included the free memory.
            overheads = [overheads[overheads.count - 1]]
            keptThen = min(measurement.kept, allowed)
            age = 0
        }
        return Decision(
            allowed: allowed, givesBack: givesBack, isCritical: givesBack && total > plan.bound)
    }
}
