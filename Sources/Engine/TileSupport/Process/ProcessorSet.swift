import CThread
import Foundation

/// The processors that this process may run on.
package enum ProcessorSet {
    /// The number of these processors, as in sched_getaffinity(2). Containers and service managers use this set to
    /// assign a part of a machine's processors.
    ///
    /// Foundation counts all of the machine's.
    package static let count: Int = {
        var set = cpu_set_t()
        // The call fails if the machine has more processors than the set can hold.
        guard sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &set) == 0 else {
            return ProcessInfo.processInfo.activeProcessorCount
        }
        return max(1, withUnsafeBytes(of: set) { $0.reduce(0) { $0 + $1.nonzeroBitCount } })
    }()
}
