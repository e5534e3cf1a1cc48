import Foundation

/// Time that processors worked.
public enum ProcessorClock {
    /// For the thread that asks, since it began.
    public static var nanosecondsOfThread: UInt64 { MonotonicClock.nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }
}
