import CThread
import Glibc

/// The time slice of a thread: how long the kernel lets it run before another thread that waits.
///
/// A thread with a short slice gets no more processor time than others, but gets it sooner: when it wakes up, it
/// interrupts a thread with a longer slice. Linux supports this since 6.12 (`sched_setattr(2)`, `sched_runtime`) and
/// ignores it before. New threads inherit the slice of the thread that creates them.
package enum TimeSlice {
    /// The shortest slice that the kernel accepts, in nanoseconds.
    private static let shortest: UInt64 = 100_000

    /// Gives the calling thread the shortest slice. For threads that answer within a fraction of a millisecond and
    /// would otherwise wait for the slices of drawing threads.
    package static func shorten() { set(shortest) }

    /// Gives the calling thread the kernel's default slice. For threads that a thread with a short slice may have
    /// created.
    package static func restore() { set(0) }

    /// The length of the calling thread's slice in nanoseconds; nil if the kernel does not tell.
    package static var current: UInt64? {
        var attributes = thread_attributes_t()
        guard get_thread_attributes(&attributes) == 0, attributes.runtime > 0 else { return nil }
        return attributes.runtime
    }

    private static func set(_ nanoseconds: UInt64) {
        var attributes = thread_attributes_t()
        // Other policies, such as real time or idle, have no slice.
        guard get_thread_attributes(&attributes) == 0, attributes.policy == SCHED_OTHER else { return }
        attributes.runtime = nanoseconds
        attributes.flags = 0
        // A refusal leaves the slice unchanged, which costs only time.
        _ = set_thread_attributes(&attributes)
    }
}
