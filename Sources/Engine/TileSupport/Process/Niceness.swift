import Foundation

/// The priority of threads relative to others. On Linux niceness is a property of each thread, and Dispatch does not
/// set it.
package enum Niceness {
    /// The niceness with which the process was started.
    private static let ofProcess = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(getpid()))

    /// Lowers the priority of the calling thread below the process's other threads. Ten steps leave it a tenth of the
    /// processor time of one of those if no processor is free.
    ///
    /// A thread can't undo this without a privilege. So a queue that calls this should have a quality of service that
    /// no time-critical queue shares.
    package static func giveWay(by steps: Int32) {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, min(19, ofProcess + steps))
        TimeSlice.restore()
    }
}
