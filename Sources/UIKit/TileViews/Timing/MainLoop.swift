import CMainLoop
import Dispatch
import Foundation
import TileSupport

/// The main run loop and the main queue of the process, as far as code of screens with a timeline uses them.
enum MainLoop {
    private static let key = DispatchSpecificKey<Bool>()

    /// A Boolean value that indicates whether the calling code runs on the main thread, or on another one that serves
    /// the main queue.
    static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true }

    static func steer() {
        DispatchQueue.main.setSpecific(key: key, value: true)
        main_loop_steer(
            { timer in
                guard let timer, let timeline = UIScreen.timelineOfRunningCode else { return false }
                // Foundation's timers are their own context, and live as long as it.
                timeline.schedule(Unmanaged<Timer>.fromOpaque(timer).takeUnretainedValue())
                return true
            },
            { due, block in
                // The compiler has blocks of the main queue check that they run there.
                guard let block, MainLoop.isCurrent, let timeline = UIScreen.timelineOfRunningCode else { return false }
                let rest = due == 0 ? 0 : (Double(due) - Double(DispatchTime.now().uptimeNanoseconds)) / 1e9
                let call = ScreenTimeline.Call(run: { main_loop_run(block) }, cancel: { main_loop_drop(block) })
                timeline.schedule(after: ScreenTimeline.delay(rest), call)
                return true
            })
    }
}

extension Task where Success == Never, Failure == Never {
    /// Suspends the current task for at least a duration in nanoseconds: of the clock of the screen whose code created
    /// the task if that is advanced by hand, otherwise of the machine's.
    nonisolated(nonsending) public static func sleep(nanoseconds duration: UInt64) async throws {
        try await sleep(for: .nanoseconds(duration), clock: ContinuousClock())
    }

    /// Suspends the current task for at least a duration: of the clock of the screen whose code created the task if
    /// that is advanced by hand and `clock` is one of the machine's, otherwise of `clock`.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before.
    nonisolated(nonsending) public static func sleep<C: Clock>(
        for duration: C.Instant.Duration, tolerance: C.Instant.Duration? = nil, clock: C = .continuous
    ) async throws {
        guard let timeline = UIScreen.timelineOfRunningCode, let time = duration as? Duration,
            clock is ContinuousClock || clock is SuspendingClock
        else { return try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: tolerance) }
        try await timeline.sleep(for: time / .seconds(1))
    }

    /// Suspends the current task until an instant of a clock of the machine has come on the clock of the screen whose
    /// code created the task, if that is advanced by hand; otherwise until it has come.
    nonisolated(nonsending) public static func sleep<C: Clock>(
        until deadline: C.Instant, tolerance: C.Instant.Duration? = nil, clock: C = .continuous
    ) async throws {
        guard let timeline = UIScreen.timelineOfRunningCode, clock is ContinuousClock || clock is SuspendingClock,
            let rest = clock.now.duration(to: deadline) as? Duration
        else { return try await clock.sleep(until: deadline, tolerance: tolerance) }
        try await timeline.sleep(for: ScreenTimeline.delay(rest / .seconds(1)))
    }
}

extension ScreenTimeline {
    private typealias Sleeper = CheckedContinuation<Void, any Error>

    /// Suspends the calling task. It goes on where it was once the screen's clock has advanced by a number of seconds.
    ///
    /// - Parameter isolation: The caller's, which the task doesn't leave meanwhile: the call is scheduled at once.
    func sleep(for seconds: Double, isolation: isolated (any Actor)? = #isolation) async throws {
        enum Sleep {
            case awake
            case asleep(Sleeper)
            case over
        }
        let state = Lock(Sleep.awake)
        @Sendable func end(_ result: Result<Void, any Error>) {
            let sleeper = state.withLock { state -> Sleeper? in
                defer { state = .over }
                if case .asleep(let sleeper) = state { return sleeper }
                return nil
            }
            sleeper?.resume(with: result)
        }
        try Task<Never, Never>.checkCancellation()
        try await withTaskCancellationHandler {
            // A closure has the isolation that it captures.
            _ = isolation
            try await withCheckedThrowingContinuation { (sleeper: Sleeper) in
                let isOver = state.withLock { state in
                    if case .over = state { return true }
                    state = .asleep(sleeper)
                    return false
                }
                if isOver { return sleeper.resume(throwing: CancellationError()) }
                schedule(
                    after: seconds,
                    Call(run: { end(.success(())) }, cancel: { end(.failure(CancellationError())) }))
            }
        } onCancel: {
            end(.failure(CancellationError()))
        }
    }
}
