import CAllocationCount
import Foundation

/// The cost of a piece of work: CPU time of the thread (the machine may have other work), the number of allocations,
/// and their bytes.
package struct Cost {
    package var seconds: Double
    package var allocations: UInt64
    package var bytes: UInt64

    private static func threadSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// One run.
    package static func of(_ work: () -> Void) -> Cost {
        let (count, bytes) = (allocation_count(), allocation_bytes())
        let start = threadSeconds()
        work()
        let time = threadSeconds() - start
        return Cost(
            seconds: time, allocations: allocation_count() - count, bytes: allocation_bytes() - bytes)
    }

    /// The middle of several runs.
    package static func median(_ runs: Int, _ work: () -> Void) -> Cost {
        let costs = (0..<runs).map { _ in of(work) }
        return costs.sorted { $0.seconds < $1.seconds }[runs / 2]
    }

    /// The mean of one among many in a row.
    package static func each(_ count: Int, _ work: () -> Void) -> Cost {
        let median = median(9) { for _ in 0..<count { work() } }
        return Cost(
            seconds: median.seconds / Double(count), allocations: median.allocations / UInt64(count),
            bytes: median.bytes / UInt64(count))
    }

    package var microseconds: String { fixed(seconds * 1e6, 2) + " µs" }
}

package func fixed(_ value: Double, _ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    return "\((value * scale).rounded() / scale)"
}

/// Lines printed, and whether each bar was met.
package struct Report {
    package private(set) var missed = 0

    package init() {}

    package mutating func line(_ name: String, _ text: String, bar: String? = nil, met: Bool = true) {
        if !met { missed += 1 }
        let judgement = bar.map { " (bar: \($0)\(met ? "" : ", MISSED"))" } ?? ""
        print("\(name): \(text)\(judgement)")
    }
}
