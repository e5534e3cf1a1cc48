import NIOCore

/// A timer for the next of several deadlines of a connection. If it fires early, it is set again.
struct DeadlineTimer {
    private var pending: (deadline: NIODeadline, task: Scheduled<Void>)?

    var isSet: Bool { pending != nil }

    /// Sets the timer, unless it is set for this deadline or an earlier one.
    ///
    /// - Parameter fire: Called on the event loop. It calls `didFire` first.
    mutating func set(
        for deadline: NIODeadline, on eventLoop: any EventLoop, fire: @escaping @Sendable () -> Void
    ) {
        if let pending {
            if pending.deadline <= deadline { return }
            pending.task.cancel()
        }
        pending = (deadline, eventLoop.scheduleTask(deadline: deadline, fire))
    }

    mutating func didFire() { pending = nil }

    mutating func cancel() {
        pending?.task.cancel()
        pending = nil
    }
}
