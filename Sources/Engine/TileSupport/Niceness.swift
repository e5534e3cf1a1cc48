import Foundation

/// How far threads leave the processors to others. Linux has it by thread, and Dispatch does not set it.
package enum Niceness {
    /// The process's own, as it was started.
    private static let ofProcess = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(getpid()))

    /// Has the thread that calls give way to the process's others: ten steps leave it a tenth of what one of those has,
    /// where no processor is free.
    ///
    /// A thread can't take it back without a privilege, so a queue that calls this should be of a quality of service
    /// that no queue shares which must not wait.
    package static func giveWay(by steps: Int32) {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, min(19, ofProcess + steps))
    }
}
