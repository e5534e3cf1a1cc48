import Foundation

/// The processor time of threads.
public enum ProcessorClock {
    /// The processor time of the calling thread since it began, in nanoseconds.
    public static var nanosecondsOfThread: UInt64 { MonotonicClock.nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }
}
