import Dispatch
import Foundation
import HeapModule
import TileLayers
import TileSupport

/// The calls that wait for the clock of a screen: timers, and blocks of the main queue.
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

        mutating func add(_ work: Work, due: Double) {
            count += 1
            entries.insert(Entry(due: due, order: count, work: work))
        }
    }

    private let state = Lock(State())

    /// The resolution of times in seconds. The calls due at a frame's time come before the frame, though sums of frame
    /// times are rarely exact.
    private static let slack = 1e-6
    /// The number of calls before one frame. A program may schedule one after the other without end.
    private static let mostCalls = 10_000
    /// The number of times that a repeating timer fires if the clock is advanced by many intervals at once.
    private static let mostRepeats = 1000.0
    /// The shortest interval of a repeating timer in seconds, as in Foundation.
    private static let shortestInterval = 1e-4

    package init() { _ = Self.steer }

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
        state.withLock { state in
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
    func isDue(at now: Double) -> Bool {
        state.withLock { state in
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
        defer {
            state.withLock { state in
                state.isRunning = false
                state.time = now
            }
        }
        for count in 0..<Self.mostCalls {
            guard let entry = state.withLock({ next(&$0, until: now) }) else { return count }
            switch entry.work {
            case .call(let call): make(entry.due, call.run)
            case .timer(let call):
                if call.timer.isValid { make(entry.due) { call.timer.fire() } }
                reschedule(call, now)
            }
        }
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

    private func next(_ state: inout State, until now: Double) -> Entry? {
        while let entry = state.entries.min, entry.due <= now + Self.slack {
            state.entries.removeMin()
            // A timer that has been set to another date has another entry.
            if case .timer(let call) = entry.work, call.due != entry.due { continue }
            state.time = max(state.time, entry.due)
            return entry
        }
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

    // MARK: The process's run loop

    /// Has the timers and blocks of the running code's screen kept from the run loop and the main queue of the process.
    private static let steer: Void = MainLoop.steer()
}
