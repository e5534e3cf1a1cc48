import Foundation
import TileSupport
import ViewContent

/// An executor that runs enqueued work when the test says so. Work that is waited for runs at once, in the test's
/// thread.
final class SteppedExecutor: TreeExecutor {
    private struct State {
        var now = 0.0
        var waiting: [(due: Double, work: @Sendable () -> Void)] = []
        var thread: pthread_t?
        var waits = 0
    }

    private let state = Lock(State())

    var now: Double { state.withLock { $0.now } }

    var isCurrent: Bool {
        let thread = pthread_self()
        return state.withLock { $0.thread.map { pthread_equal($0, thread) != 0 } ?? false }
    }

    /// The number of times that a thread waited for the executor.
    var waits: Int { state.withLock { $0.waits } }

    /// The delays until the pieces of work that are enqueued are due, in seconds.
    var delays: [Double] { state.withLock { state in state.waiting.map { $0.due - state.now } } }

    func perform(_ work: () -> Void) {
        state.withLock { $0.waits += 1 }
        here(work)
    }

    /// Runs code on the executor between updates, like a timer of the main run loop.
    func here(_ work: () -> Void) {
        state.withLock { $0.thread = pthread_self() }
        defer { state.withLock { $0.thread = nil } }
        work()
    }

    func enqueue(after delay: Double, _ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append((due: $0.now + delay, work: work)) }
    }

    /// Advances the time, and runs the work that is due then.
    func advance(by seconds: Double = 0) {
        let due = state.withLock { state in
            state.now += seconds
            let due = state.waiting.filter { $0.due <= state.now + 1e-9 }.map(\.work)
            state.waiting.removeAll { $0.due <= state.now + 1e-9 }
            return due
        }
        here { for work in due { work() } }
    }
}
