import Dispatch

/// The descriptors of Dispatch's timers.
///
/// Dispatch opens an epoll, an eventfd, and a timerfd for each of its three clocks when they are first used, and traps
/// (SIGILL) when it can't open one. So they are opened before connections can take the descriptors.
enum DispatchTimers {
    /// The time until a timer fires. Dispatch opens no descriptor for a timer that is due before it is registered, as
    /// may happen on a busy machine.
    private static let delay = 20

    /// Opens the descriptors. Returns when a timer of each clock has fired.
    static func open() async {
        async let monotonic: Void = withCheckedContinuation { fired in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(delay)) { fired.resume() }
        }
        async let realtime: Void = withCheckedContinuation { fired in
            DispatchQueue.global().asyncAfter(wallDeadline: .now() + .milliseconds(delay)) { fired.resume() }
        }
        // CLOCK_BOOTTIME
        async let boottime: Void? = try? Task.sleep(for: .milliseconds(delay))
        _ = await (monotonic, realtime, boottime)
    }
}
