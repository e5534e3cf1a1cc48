import CMainLoop
import Dispatch
import Foundation
import HeapModule
import TileLayers
import TileSupport

/// The calls that wait for the clock of a screen: timers, blocks of the main queue, and tasks.
///
/// A screen with a clock that is advanced by hand has one, so that its program's calls come at exact times of that
/// clock, between the same frames each time. Screens with the machine's clock leave them to the run loop.
package final class ScreenTimeline: Sendable {
    /// A call that is made once, on the thread of the screen's frames. Its `giveBack` is called instead if the screen's
    /// timeline ends before.
    struct Call {
        let run: () -> Void
        let giveBack: () -> Void
    }

    private final class TimerCall {
        let timer: Timer
        var due: Double
        /// The fire date that the timer had when it was scheduled. A program may set another one.
        var fireDate: Date

        init(_ timer: Timer, due: Double) { (self.timer, self.due, fireDate) = (timer, due, timer.fireDate) }
    }

    private enum Work {
        case timer(TimerCall)
        case call(Call)
    }

    private struct Entry: Comparable {
        let due: Double
        let order: Int
        let work: Work

        static func < (one: Entry, other: Entry) -> Bool { (one.due, one.order) < (other.due, other.order) }
        static func == (one: Entry, other: Entry) -> Bool { one.order == other.order }
    }

    /// `@unchecked Sendable`: a call is made by one thread, and may be scheduled by others as with the main queue.
    private struct State: @unchecked Sendable {
        var time = 0.0
        var isRunning = false
        var entries = Heap<Entry>()
        var timers: [ObjectIdentifier: TimerCall] = [:]
        var count = 0
        /// A Boolean value that indicates whether the screen was last used on the main thread.
        var isOnMainThread = false
        /// The screen whose calls these are.
        weak var screen: UIScreen?
        /// A Boolean value that indicates whether the main queue will make the due calls.
        var isTurnComing = false

        mutating func add(_ work: Work, due: Double) {
            count += 1
            entries.insert(Entry(due: due, order: count, work: work))
        }
    }

    private let state = Lock(State())
    private let jobs: TaskJobs

    /// The resolution of times in seconds. The calls due at a frame's time come before the frame, though sums of frame
    /// times are rarely exact.
    private static let slack = 1e-6
    /// The number of calls before one frame. A program may schedule one after the other without end.
    private static let mostCalls = 10_000
    /// The number of times that a repeating timer fires if the clock is advanced by many intervals at once.
    private static let mostRepeats = 1000.0
    /// The shortest interval of a repeating timer in seconds, as in Foundation.
    private static let shortestInterval = 1e-4

    init(of screen: UIScreen, jobs: TaskJobs = TaskJobs()) {
        self.jobs = jobs
        state.withLock { [unowned screen] in $0.screen = screen }
        _ = Self.steer
    }

    deinit {
        // The calls are ended outside of the lock, because they may have anything done.
        let rest = state.withLock { state in
            defer { state.entries = Heap() }
            return state.entries.unordered
        }
        for case .call(let call) in rest.map(\.work) { call.giveBack() }
    }

    // MARK: Scheduling

    /// Sets the time from which delays are counted, unless a call is running, which has its own.
    func noteTime(_ now: Double) {
        let isOnMainThread = MainLoop.isCurrent
        state.withLock { state in
            state.isOnMainThread = isOnMainThread
            if !state.isRunning { state.time = now }
        }
    }

    func schedule(after delay: Double, _ call: Call) {
        state.withLock { $0.add(.call(call), due: $0.time + max(0, delay)) }
    }

    /// Schedules a timer at its fire date.
    func schedule(_ timer: Timer) {
        guard timer.isValid else { return }
        let (rest, interval) = (timer.fireDate.timeIntervalSinceNow, timer.timeInterval)
        // Its first time is exact if it is that of a timer that was just created.
        let delay = interval > 0 && abs(rest - interval) < 0.05 ? interval : Self.delay(rest)
        state.withLock { state in
            guard state.timers[ObjectIdentifier(timer)] == nil else { return }
            let call = TimerCall(timer, due: state.time + delay)
            state.timers[ObjectIdentifier(timer)] = call
            state.add(.timer(call), due: call.due)
        }
    }

    /// The delay that a program has meant. Dates and deadlines are those of the machine, which has gone on since the
    /// program computed them: delays are rounded up to milliseconds.
    static func delay(_ rest: Double) -> Double {
        rest.isNaN ? .infinity : max(0, ((rest * 1000) - 0.01).rounded(.up) / 1000)
    }

    // MARK: Running

    /// A Boolean value that indicates whether a call is due at a time. False within a call, which no other interrupts.
    /// Waits for the work of tasks, which may schedule one.
    func isDue(at now: Double) -> Bool {
        if !state.withLock({ $0.isRunning }) { jobs.wait() }
        return state.withLock { state in
            !state.isRunning && state.entries.min.map { $0.due <= now + Self.slack } ?? false
        }
    }

    /// Makes the calls that are due by a time, in order, including those that they schedule.
    ///
    /// - Parameter make: A closure that makes one call, whose time it receives.
    /// - Returns: The number of calls.
    @discardableResult
    func run(until now: Double, _ make: (Double, () -> Void) -> Void) -> Int {
        guard state.withLock({ begin(&$0) }) else { return 0 }
        for count in 0..<Self.mostCalls {
            jobs.wait()
            guard let entry = state.withLock({ next(&$0, until: now) }) else { return count }
            switch entry.work {
            case .call(let call): make(entry.due, call.run)
            case .timer(let call):
                if call.timer.isValid { make(entry.due) { call.timer.fire() } }
                reschedule(call, now)
            }
        }
        state.withLock { end(&$0, at: now) }
        return Self.mostCalls
    }

    /// Begins making calls, unless this is called by one. Finds the timers that have another fire date meanwhile.
    private func begin(_ state: inout State) -> Bool {
        guard !state.isRunning else { return false }
        state.isRunning = true
        for call in state.timers.values where call.timer.isValid && call.timer.fireDate != call.fireDate {
            call.fireDate = call.timer.fireDate
            call.due = state.time + Self.delay(call.fireDate.timeIntervalSinceNow)
            state.add(.timer(call), due: call.due)
        }
        return true
    }

    private func end(_ state: inout State, at now: Double) {
        state.isRunning = false
        state.time = now
    }

    /// Returns the next call. If there is none, this ends making calls at the same moment: the next one that a thread
    /// schedules takes a turn of its own.
    private func next(_ state: inout State, until now: Double) -> Entry? {
        while let entry = state.entries.min, entry.due <= now + Self.slack {
            state.entries.removeMin()
            // A timer that has been set to another date has another entry.
            if case .timer(let call) = entry.work, call.due != entry.due { continue }
            state.time = max(state.time, entry.due)
            return entry
        }
        end(&state, at: now)
        return nil
    }

    private func reschedule(_ call: TimerCall, _ now: Double) {
        let (timer, interval) = (call.timer, max(call.timer.timeInterval, Self.shortestInterval))
        guard timer.isValid else {
            return state.withLock { $0.timers[ObjectIdentifier(timer)] = nil }
        }
        state.withLock { state in
            var due = call.due + interval
            if (now - due) / interval > Self.mostRepeats { due = now }
            timer.fireDate = Date(timeIntervalSinceNow: due - state.time)
            (call.due, call.fireDate) = (due, timer.fireDate)
            state.add(.timer(call), due: due)
        }
    }

    // MARK: Tasks

    /// The timeline whose work the thread runs, beside the main thread.
    private static let ofThread = ThreadLocal<ScreenTimeline?> { nil }
    static var ofRunningJob: ScreenTimeline? { ofThread.value }

    /// Keeps a job of Swift's runtime that code of the screen has caused: a part of a task that runs on the main
    /// thread, which is a call of the screen; one that runs elsewhere, for which the screen's time stands; or the end
    /// of a sleep.
    ///
    /// - Returns: False if the runtime keeps the job.
    func keep(_ job: main_loop_job_t) -> Bool {
        let giveBack = { main_loop_return_job(job) }
        let isOnMainThread = state.withLock { $0.isOnMainThread }
        if job.due != 0 {
            let rest = Double(main_loop_rest(job.due)) / 1e9
            schedule(after: Self.delay(rest), Call(run: { job.run(job.context) }, giveBack: giveBack))
        } else if main_loop_is_on_main_queue(job) {
            guard isOnMainThread else { return false }
            let run = { MainLoop.isCurrent ? job.run(job.context) : giveBack() }
            schedule(after: 0, Call(run: run, giveBack: giveBack))
            takeTurn()
        } else {
            let work = TaskJobs.Job { [self] in
                Self.ofThread.value = self
                defer { Self.ofThread.value = nil }
                job.run(job.context)
            }
            jobs.add(work, isAwaited: isOnMainThread)
            if isOnMainThread { takeTurn() }
        }
        return true
    }

    /// Has the main queue make the calls that are due when it comes to it, unless a frame does so before: code on the
    /// main thread may wait for the task.
    private func takeTurn() {
        let isNew = state.withLock { state in
            // Calls that are being made include it.
            guard !state.isRunning, !state.isTurnComing else { return false }
            state.isTurnComing = true
            return true
        }
        guard isNew else { return }
        // Blocks of a group are never kept.
        DispatchQueue.main.async(group: DispatchGroup()) { [weak self] in
            let screen = self?.state.withLock { state in
                state.isTurnComing = false
                return state.screen
            }
            screen?.makeDueCalls()
        }
    }

    // MARK: The process's run loop

    /// Has the timers and blocks of the running code's screen kept from the run loop and the main queue of the process.
    private static let steer: Void = MainLoop.steer()
}
