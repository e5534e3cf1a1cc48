import Foundation
import Testing
import TileSupport

@testable import ViewContent

@Suite("The watchdog of the main thread")
struct MainThreadWatchdogTests {
    /// A clock, timers and a log that the test steps.
    private final class Stage: Sendable {
        private struct State: Sendable {
            var now = 0.0
            var timers: [(due: Double, work: @Sendable () -> Void)] = []
            var lines: [String] = []
        }

        private let state = Lock(State())

        var lines: [String] { state.withLock { $0.lines } }
        var timers: Int { state.withLock { $0.timers.count } }

        func watchdog() -> MainThreadWatchdog {
            MainThreadWatchdog(
                limit: 1,
                .init(
                    now: { [self] in state.withLock { $0.now } },
                    later: { [self] delay, work in
                        state.withLock { $0.timers.append((due: $0.now + delay, work: work)) }
                    },
                    place: { "Page.load()" }, log: { [self] line in state.withLock { $0.lines.append(line) } }))
        }

        /// Advances the time, and calls the timers on the way at their times.
        func advance(by seconds: Double) {
            let end = state.withLock { $0.now + seconds }
            while true {
                let work = state.withLock { state -> (@Sendable () -> Void)? in
                    guard let index = state.timers.indices.min(by: { state.timers[$0].due < state.timers[$1].due }),
                        state.timers[index].due <= end
                    else {
                        state.now = end
                        return nil
                    }
                    let timer = state.timers.remove(at: index)
                    state.now = max(state.now, timer.due)
                    return timer.work
                }
                guard let work else { return }
                work()
            }
        }
    }

    @Test("is silent while work is done in time, and has no timer while nothing waits")
    func quiet() {
        let stage = Stage()
        let watchdog = stage.watchdog()
        for _ in 1...20 {
            watchdog.workWaits()
            stage.advance(by: 0.4)
            watchdog.workBegins()
            stage.advance(by: 0.4)
            watchdog.workEnds()
        }
        stage.advance(by: 5)
        #expect(stage.lines.isEmpty && stage.timers == 0)
    }

    @Test("says how long work waits, each time twice as long, and when the thread goes on")
    func blocked() {
        let stage = Stage()
        let watchdog = stage.watchdog()
        watchdog.workWaits()
        stage.advance(by: 0.9)
        #expect(stage.lines.isEmpty)
        stage.advance(by: 0.2)
        #expect(
            stage.lines == [
                "the main thread has been blocked for 1.0 s by code between updates: a timer, a task or a block, in "
                    + "Page.load(); programs and view controllers stand still meanwhile. Do long work on another "
                    + "thread."
            ])
        stage.advance(by: 6)
        #expect(stage.lines.count == 3)
        watchdog.workBegins()
        #expect(stage.lines.last == "the main thread goes on after 7.1 s")
        stage.advance(by: 1.5)
        #expect(stage.lines.last?.contains("for 1.0 s by an update of a program, in Page.load()") == true)
        watchdog.workEnds()
        stage.advance(by: 100)
        #expect(stage.lines.count == 6 && stage.timers == 0)
    }

    @Test("names the delegate of a program that doesn't finish launching, after a limit that can be changed")
    func launch() {
        let stage = Stage()
        let watchdog = stage.watchdog()
        watchdog.limit = 0.25
        let result = watchdog.launching("Delegate") {
            stage.advance(by: 0.3)
            return 5
        }
        #expect(
            stage.lines.first
                == "the main thread has been blocked for 0.25 s by the launch of Delegate, which hasn't finished, in "
                + "Page.load(); programs and view controllers stand still meanwhile. Do long work on another thread.")
        #expect(result == 5 && stage.lines.last == "the main thread goes on after 0.30 s" && stage.lines.count == 2)
        stage.advance(by: 100)
        #expect(stage.lines.count == 2 && stage.timers == 0)
    }

    @Test("watches a thread that never returns with ever fewer messages")
    func never() {
        let stage = Stage()
        stage.watchdog().workWaits()
        stage.advance(by: 3600)
        #expect(stage.lines.isEmpty)
        let watchdog = stage.watchdog()
        watchdog.workWaits()
        stage.advance(by: 3600)
        #expect(stage.lines.count == 12)
    }
}
