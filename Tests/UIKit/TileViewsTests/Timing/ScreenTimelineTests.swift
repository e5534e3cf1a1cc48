import Dispatch
import Foundation
import Testing
import TileGraphics
import TileLayers

@testable import TileViews

@Suite("Time on a screen that is driven by hand")
struct ScreenTimelineTests {
    let screen = UIScreen(size: CGSize(width: 100, height: 100))
    let clock = VirtualClock(now: 5)

    init() { screen.clock = clock }

    /// The calls that came, by the time on the screen's clock.
    ///
    /// `@unchecked Sendable`: calls of a screen come on the thread of its frames.
    private final class Log: @unchecked Sendable {
        var lines: [String] = []

        func note(_ name: String) { lines.append("\(name) \(((CACurrentMediaTime() - 5) * 1000).rounded() / 1000)") }
    }

    private func frames(_ count: Int, each seconds: Double = 0.25) {
        for _ in 0..<count {
            clock.advance(by: seconds)
            _ = screen.frame()
        }
    }

    @Test("timers, blocks and calls by name come at their times, in order, before the frame that shows them")
    @MainActor func order() {
        let log = Log()
        screen.asMain {
            let timer = Timer.scheduledTimer(withTimeInterval: 0.5, repeats: true) { _ in log.note("timer") }
            RunLoop.main.add(timer, forMode: .common)
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.7) { log.note("after") }
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.6, execute: DispatchWorkItem { log.note("item") })
            let cancelled = DispatchWorkItem { log.note("cancelled") }
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.6, execute: cancelled)
            cancelled.cancel()
            DispatchQueue.main.async { log.note("block") }
            OperationQueue.main.addOperation { log.note("operation") }
        }
        #expect(log.lines.isEmpty && screen.isFramePending)
        _ = screen.frame()
        #expect(log.lines == ["block 0.0", "operation 0.0"] && !screen.isFramePending)
        frames(1)
        #expect(log.lines.count == 2)
        // All at once: each call has its own time nevertheless.
        frames(1, each: 0.8)
        #expect(log.lines.dropFirst(2) == ["timer 0.5", "item 0.6", "after 0.7", "timer 1.0"])
    }

    @Test("calls that a call schedules count from its time; a chain without end doesn't keep a frame")
    @MainActor func chains() {
        let log = Log()
        screen.asMain {
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) {
                log.note("first")
                DispatchQueue.main.asyncAfter(deadline: .now() + 0.25) { log.note("second") }
                DispatchQueue.main.async { log.note("now") }
            }
        }
        frames(1, each: 2)
        #expect(log.lines == ["first 0.5", "now 0.5", "second 0.75"])
        let count = Log()
        @Sendable func again() {
            count.lines.append("")
            DispatchQueue.main.async { again() }
        }
        screen.asMain { again() }
        _ = screen.frame()
        #expect(count.lines.count == 10_001 && screen.isFramePending)
    }

    @Test("a timer follows its fire date, ends when it is invalidated, and catches up with many intervals at once")
    func timers() {
        let log = Log()
        let (later, once, ended, quick) = screen.asMain {
            let all = (
                Timer(timeInterval: 0, repeats: false) { _ in log.note("moved") },
                Timer.scheduledTimer(withTimeInterval: 0.25, repeats: false) { _ in log.note("once") },
                Timer.scheduledTimer(withTimeInterval: 0.25, repeats: true) { $0.invalidate() },
                Timer.scheduledTimer(withTimeInterval: 0, repeats: true) { _ in log.note("zero") }
            )
            all.0.fireDate = Date(timeIntervalSinceNow: 10)
            RunLoop.current.add(all.0, forMode: .default)
            return all
        }
        later.fireDate = Date(timeIntervalSinceNow: 0.5)
        frames(3)
        #expect(log.lines == ["zero 0.0", "once 0.25", "moved 0.5"])
        #expect(!once.isValid && !ended.isValid && !later.isValid && !quick.isValid)
        var calls = 0
        let every = Counter()
        let timer = screen.asMain { Timer.scheduledTimer(withTimeInterval: 0.001, repeats: true) { _ in every.add() } }
        frames(1, each: 3600)
        calls = every.count
        #expect(calls > 0 && calls <= 1001)
        timer.invalidate()
        frames(1)
        #expect(every.count == calls)
    }

    /// `@unchecked Sendable`: calls of a screen come on the thread of its frames.
    private final class Counter: @unchecked Sendable {
        private(set) var count = 0
        func add() { count += 1 }
    }

    @Test("an idle screen has made its due calls, and those of tasks that went on")
    @MainActor func idle() async {
        let log = Log()
        screen.asMain {
            _ = Task { @MainActor in DispatchQueue.main.async { log.note("block of a task") } }
        }
        await screen.runUntilIdle()
        #expect(log.lines == ["block of a task 0.0"])
    }

    @Test("a hundred thousand pending tasks all go on before the screen is idle")
    @MainActor func manyTasks() async {
        let log = Counter()
        screen.asMain {
            for _ in 0..<100_000 { _ = Task { @MainActor in log.add() } }
        }
        await screen.runUntilIdle()
        #expect(log.count == 100_000)
    }

    @Test("a screen with the machine's clock leaves its calls to the machine")
    func machine() {
        screen.clock = SystemClock()
        let log = Log()
        screen.asMain { _ = Timer.scheduledTimer(withTimeInterval: 0, repeats: false) { _ in log.lines.append("") } }
        _ = screen.frame()
        #expect(log.lines.isEmpty && !screen.isFramePending)
        while log.lines.isEmpty { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
    }
}
