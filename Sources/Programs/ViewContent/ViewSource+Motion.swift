import Foundation
public import TileEngine
import TileSupport
import TileViews

/// The movement of a tree of views.
struct TreeMotion {
    /// A Boolean value that indicates whether another frame would show a difference or report something.
    var isPending = false
    /// A Boolean value that indicates whether the tree's initial animations wait for time to pass.
    var isUnsettled: Bool
    /// The paces of the callers that let time pass.
    var paces: [FramePace] = []
    /// A Boolean value that indicates whether a frame is scheduled because nobody lets time pass.
    var isScheduled = false
    /// The time of the last scheduled frame on the executor's clock.
    var lastFrame = -Double.infinity
}

extension ViewSource {
    /// Completes the tree's initial animations before anybody sees the tree, unless somebody lets time pass.
    func settle() {
        let isDue = motion.withLock { motion in
            defer { motion.isUnsettled = false }
            return motion.isUnsettled
        }
        guard isDue else { return }
        makeDueCalls()
        change { $0.screen.runsAnimations = false }
    }

    /// Completes the tree's initial animations like `settle()`, but doesn't have the caller wait for an executor that
    /// other trees use: tiles show the beginning until then.
    func settleSoon() {
        if time == .virtual, isolation.executor?.isCurrent != true {
            // Threads that draw at the same time wait for the first one.
            settling.lock()
            defer { settling.unlock() }
            return settle()
        }
        guard let executor = isolation.executor, !executor.isCurrent, time == .machine else { return settle() }
        guard motion.withLock({ $0.isUnsettled }) else { return }
        executor.enqueue { [weak self] in self?.settle() }
    }

    /// The number of times that due calls are made before a frame: a call may have a task go on, which schedules the
    /// next one.
    private static var mostTurns: Int { 8 }

    /// Makes the calls that are due in the tree's own time, and has the executor do what they enqueued there.
    private func makeDueCalls() {
        guard time == .virtual else { return }
        for _ in 0..<Self.mostTurns {
            // Outside of the tree's lock: a call may update the tree, as from a run loop.
            isolation.run {
                let screen = withStage { DueCalls(screen: $0.screen) }.screen
                isolation.enter(screen) { _ = screen.makeDueCalls() }
            }
            guard let executor = isolation.executor, !executor.isCurrent else { return }
            executor.perform {}
        }
    }

    /// The screen whose calls are made.
    ///
    /// `@unchecked Sendable`: used on the thread of the tree only.
    private struct DueCalls: @unchecked Sendable {
        let screen: UIScreen
    }

    public func move(at pace: FramePace) async {
        let clock = ContinuousClock()
        // The trees on the main thread share a time with code that runs between their updates, which has no screen.
        guard isolation.executor != nil else { return await move(at: pace, clock: clock) }
        await move(at: pace, clock) { stage in
            stage.clock.startMachineTime()
            stage.screen.beginAnimationsAgain()
        }
    }

    /// Lets time pass like `move(at:)`, using another clock. Frames use at most half of a processor. They run in the
    /// calling task, or on the main thread if the tree is there. If there are several calls at once, the clock of the
    /// first is used.
    public func move<Time: Clock<Duration>>(at pace: FramePace, clock: Time) async {
        let beginning = clock.now
        await move(at: pace, clock) { $0.clock.start { beginning.duration(to: clock.now) / .seconds(1) } }
    }

    private func move<Time: Clock<Duration>>(
        at pace: FramePace, _ clock: Time, start: @escaping @Sendable (Stage) -> Void
    ) async {
        motion.withLock { motion in
            motion.paces.append(pace)
            motion.isUnsettled = false
        }
        _ = await frame(clock) { stage in
            stage.screen.runsAnimations = true
            if stage.clock.stands { start(stage) }
        }
        var (last, rested) = (clock.now, clock.now)
        var delays = 0
        while !Task.isCancelled {
            let due = max(last.advanced(by: pace.interval), rested)
            let (isPending, now) = (motion.withLock { $0.isPending }, clock.now)
            guard isPending, due <= now else {
                await pace.wait(until: isPending ? due : nil, clock)
                continue
            }
            // Animations follow the clock, so they end on time with fewer frames.
            if delays < FramePace.mostDelays, pace.isBehind {
                delays += 1
                rested = now.advanced(by: pace.interval / FramePace.delaysPerInterval)
                continue
            }
            delays = 0
            let (beginning, end) = await frame(clock) { _ in }
            (last, rested) = (now, end.advanced(by: beginning.duration(to: end)))
        }
        let isLast = motion.withLock { motion in
            motion.paces.removeAll { $0 === pace }
            return motion.paces.isEmpty
        }
        guard isLast else { return }
        // Nobody waits for this: the executor may be blocked while the server ends.
        if let executor = isolation.executor {
            executor.enqueue { self.change { $0.stop() } }
        } else {
            change { $0.stop() }
        }
    }

    /// Changes the tree and runs frames. Waits for a busy executor without blocking a thread, and no longer if the task
    /// is cancelled.
    ///
    /// - Returns: The times when this began and ended.
    private func frame<Time: Clock<Duration>>(
        _ clock: Time, _ body: @escaping @Sendable (Stage) -> Void
    ) async -> (Time.Instant, Time.Instant) {
        guard let executor = isolation.executor else { return timedFrame(clock, body) }
        let end = Once<(Time.Instant, Time.Instant)>()
        executor.enqueue { end.resume(returning: self.timedFrame(clock, body)) }
        return await withTaskCancellationHandler {
            await end.value
        } onCancel: {
            end.resume(returning: (clock.now, clock.now))
        }
    }

    private func timedFrame<Time: Clock<Duration>>(
        _ clock: Time, _ body: @Sendable (Stage) -> Void
    ) -> (Time.Instant, Time.Instant) {
        let beginning = clock.now
        change(body)
        return (beginning, clock.now)
    }

    /// Requests a frame for a change of a model that another thread has made.
    func noteModelChange() {
        guard isolation.executor == nil else { return requestFrame() }
        let paces = motion.withLock { motion in
            motion.isPending = true
            return motion.paces
        }
        for pace in paces { pace.ring() }
    }

    public var isMoving: Bool { motion.withLock { $0.isPending } }

    /// Schedules a frame for a change outside of updates, called for the first one since the last frame.
    func noteChange() {
        guard let executor = isolation.executor, !isUpdating else { return }
        if !executor.isCurrent { MainThreadChecker.report() }
        requestFrame()
    }

    /// The rate of frames for changes outside of updates, if nobody lets time pass.
    private static var framesPerSecond: Double { 60 }

    /// Requests a frame at the next frame time: that of the callers that let time pass, or one of its own.
    func requestFrame() {
        guard let executor = isolation.executor else { return }
        // In its own time, a tree shows changes with the frames that somebody asks for.
        guard time == .machine else { return motion.withLock { $0.isPending = true } }
        let (paces, delay) = motion.withLock { motion -> ([FramePace], Double?) in
            motion.isPending = true
            guard motion.paces.isEmpty, !motion.isScheduled else { return (motion.paces, nil) }
            motion.isScheduled = true
            return ([], max(0, motion.lastFrame + 1 / Self.framesPerSecond - executor.now))
        }
        for pace in paces { pace.ring() }
        guard let delay else { return }
        executor.enqueue(after: delay) { [weak self] in self?.runScheduledFrame(executor) }
    }

    private func runScheduledFrame(_ executor: any TreeExecutor) {
        motion.withLock { motion in
            motion.isScheduled = false
            motion.lastFrame = executor.now
        }
        change { _ in }
    }

    public func pass(_ seconds: Double) {
        precondition(seconds >= 0 && seconds.isFinite, "time can't pass by \(seconds) seconds")
        motion.withLock { $0.isUnsettled = false }
        let pass: @Sendable (Stage) -> Void = { stage in
            stage.screen.runsAnimations = true
            stage.clock.pass(seconds)
        }
        guard time == .virtual else { return change(pass) }
        read(pass)
        makeDueCalls()
        change { _ in }
    }
}
