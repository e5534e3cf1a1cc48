import Foundation

/// The time since an arbitrary moment in the past. It never goes back, because it can't be set.
public enum MonotonicClock {
    public static var nanoseconds: UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

    static func nanoseconds(of clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
