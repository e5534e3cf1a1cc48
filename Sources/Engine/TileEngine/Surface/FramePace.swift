import TileSupport

/// The frame rate of animated content. It can change while the content moves.
public final class FramePace: Sendable {
    private struct State: Sendable {
        var framesPerSecond: Double
        /// Whether a change has been signaled that no task has seen yet.
        var isRung = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state: Lock<State>
    private let isBehindCheck: @Sendable () -> Bool

    /// - Parameters:
    ///   - framesPerSecond: above 0.
    ///   - isBehind: Whether tiles wait for longer than a frame.
    public init(framesPerSecond: Double, isBehind: @escaping @Sendable () -> Bool = { false }) {
        Self.check(framesPerSecond)
        state = Lock(State(framesPerSecond: framesPerSecond))
        isBehindCheck = isBehind
    }

    /// Whether tiles wait for longer than a frame. Another frame would only add to what waits, so frames are left out
    /// meanwhile, as browsers do.
    package var isBehind: Bool { isBehindCheck() }

    /// The number of times that a frame is put off in a row, each by a part of its interval.
    package static let mostDelays = 16
    /// The number of parts of an interval by which a frame is put off.
    package static let delaysPerInterval = 4

    /// The maximum number of frames per second; above 0.
    public var framesPerSecond: Double {
        get { state.withLock { $0.framesPerSecond } }
        set {
            Self.check(newValue)
            state.withLock { $0.framesPerSecond = newValue }
            ring()
        }
    }

    private static func check(_ framesPerSecond: Double) {
        precondition(
            framesPerSecond.isFinite && framesPerSecond > 0,
            "frames come at a rate above 0, and not at \(framesPerSecond) a second")
    }

    /// The shortest time between two frames.
    package var interval: Duration { .seconds(1 / framesPerSecond) }

    /// Wakes the waiting task: something has started to move.
    package func ring() {
        let waiting = state.withLock { state in
            state.isRung = state.waiting == nil
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Waits until `ring()` is called, the moment is reached, or the task is cancelled. Supports one task at a time.
    package func wait<Time: Clock<Duration>>(until moment: Time.Instant?, _ clock: Time) async {
        guard let moment else { return await waitForRing() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await clock.sleep(until: moment, tolerance: nil) }
            group.addTask { await self.waitForRing() }
            await group.next()
            group.cancelAll()
        }
    }

    private func waitForRing() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isRung || Task.isCancelled {
                        state.isRung = false
                        return true
                    }
                    precondition(state.waiting == nil, "a pace is one mover's")
                    state.waiting = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume()
        }
    }
}
