import Dispatch

/// The descriptors of Dispatch's timers.
///
/// Dispatch opens an epoll, an eventfd, and a timerfd for each of its three clocks when they are first used, and traps
/// (SIGILL) when it can't open one. So they are opened before connections can take the descriptors.
enum DispatchTimers {
    /// Opens the descriptors. Returns when a timer of each clock has fired.
    static func open() async {
        // CLOCK_MONOTONIC
        await withCheckedContinuation { fired in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { fired.resume() }
        }
        // CLOCK_REALTIME
        await withCheckedContinuation { fired in
            DispatchQueue.global().asyncAfter(wallDeadline: .now() + .milliseconds(1)) { fired.resume() }
        }
        // CLOCK_BOOTTIME
        try? await Task.sleep(for: .milliseconds(1))
    }
}
