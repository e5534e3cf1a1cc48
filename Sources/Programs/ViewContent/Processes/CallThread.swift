import Dispatch
import Foundation
import TileSupport

/// A thread for calls that may block for long. The threads of Dispatch are too few for one that waits for each viewer.
final class CallThread: Sendable {
    private struct State {
        /// The calls in order of their time, in nanoseconds of the monotonic clock.
        var calls: [(due: UInt64, call: @Sendable () -> Void)] = []
        var isOver = false
    }

    /// The part that the thread shares with its owner.
    private final class Calls: Sendable {
        private let state = Lock(State())
        private let changes = DispatchSemaphore(value: 0)

        func change(_ body: (inout State) -> Void) {
            state.withLock { body(&$0) }
            changes.signal()
        }

        func run() {
            while true {
                let now = MonotonicClock.nanoseconds
                var next: UInt64?
                let call = state.withLock { state -> (@Sendable () -> Void)? in
                    if state.calls.first.map({ $0.due <= now }) == true { return state.calls.removeFirst().call }
                    next = state.calls.first?.due
                    return nil
                }
                if let call {
                    call()
                } else if state.withLock({ $0.isOver }) {
                    return
                } else if let next {
                    _ = changes.wait(timeout: .now() + .nanoseconds(Int(next - now)))
                } else {
                    changes.wait()
                }
            }
        }
    }

    private let calls = Calls()

    /// Enough for the calls of a source, which are not nested.
    private static let stackSize = 512 << 10

    init(name: String) {
        let thread = Thread { [calls] in calls.run() }
        thread.stackSize = Self.stackSize
        thread.name = name
        thread.start()
    }

    deinit {
        calls.change { state in
            state.isOver = true
            state.calls = []
        }
    }

    /// Runs a closure on the thread after a delay in seconds, behind others that are due at the same time. It is left
    /// out if the instance is released first.
    func enqueue(after delay: Double, _ call: @escaping @Sendable () -> Void) {
        let due = MonotonicClock.nanoseconds + UInt64(max(0, delay) * 1e9)
        calls.change { state in
            let index = state.calls.firstIndex { $0.due > due } ?? state.calls.count
            state.calls.insert((due, call), at: index)
        }
    }
}
