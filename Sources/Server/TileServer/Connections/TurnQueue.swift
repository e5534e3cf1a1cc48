import NIOCore

/// The connections of one event loop that have more work for it than one turn allows.
///
/// The loop serves one of them at a time and looks at its sockets in between, so that other connections wait for one
/// turn at most. A timer for each connection would not do that: NIO runs tasks until none is due, and when several
/// connections each work for longer than their timers wait, one of them always is.
///
/// Used on its event loop only.
final class TurnQueue {
    private let eventLoop: any EventLoop
    private var waiting = CircularBuffer<() -> Void>()
    private var isScheduled = false

    /// The time between two turns: long enough for tasks that wait to be run without the next turn becoming due
    /// meanwhile, and short beside a turn.
    static let pause = TimeAmount.microseconds(200)

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// Calls `work` in a later turn, behind the work that waits already.
    func add(_ work: @escaping () -> Void) {
        waiting.append(work)
        schedule()
    }

    private func schedule() {
        guard !isScheduled, !waiting.isEmpty else { return }
        isScheduled = true
        let me = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.scheduleTask(in: Self.pause) { me.value.run() }
    }

    private func run() {
        isScheduled = false
        waiting.popFirst()?()
        schedule()
    }
}
