import CThread
import Foundation

/// The processors that this process may run on.
package enum ProcessorSet {
    /// How many: as sched_setaffinity(2) has it, by which containers and service managers give a part of a machine's.
    ///
    /// Foundation counts the machine's.
    package static let count: Int = {
        var set = cpu_set_t()
        // Fails where the machine has more than the set has room for.
        guard sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &set) == 0 else {
            return ProcessInfo.processInfo.activeProcessorCount
        }
        return max(1, withUnsafeBytes(of: set) { $0.reduce(0) { $0 + $1.nonzeroBitCount } })
    }()
}
