import Dispatch
import Foundation
import Testing
import TileGraphics
import TileLayers
import TileSupport

@testable import TileViews

@Suite("Tasks on a screen that is driven by hand")
struct TaskTimeTests {
    private let screen = UIScreen(size: CGSize(width: 100, height: 100))
    private let clock = VirtualClock(now: 5)

    init() {
        screen.clock = clock
        // A machine that stands for a second must not change the order of work.
        screen.timeline = ScreenTimeline(of: screen, jobs: TaskJobs(patience: 600))
    }

    private func frames(_ count: Int, each seconds: Double = 0.25) {
        for _ in 0..<count {
            clock.advance(by: seconds)
            _ = screen.frame()
        }
    }

    @MainActor private final class Log {
        var lines: [String] = []
    }

    private actor Counter {
        private var count = 0

        func next() -> Int {
            count += 1
            return count
        }
    }

    @Test("sleep for the screen's time, and go on before the frame that is due then")
    @MainActor func sleeps() {
        let log = Log()
        let label = UILabel(frame: screen.bounds)
        screen.asMain {
            _ = Task { @MainActor in
                label.text = "first"
                try await Task.sleep(for: .seconds(1))
                label.text = "second"
                try await Task.sleep(nanoseconds: 500_000_000)
                label.text = "third"
                try await Task.sleep(until: .now + .seconds(0.5), clock: .suspending)
                label.text = "fourth"
            }
            _ = Task.detached {
                try await Task.sleep(for: .seconds(1))
                await MainActor.run { log.lines.append("detached") }
            }
        }
        #expect(label.text == nil)
        _ = screen.frame()
        #expect(label.text == "first" && !screen.isFramePending)
        frames(3)
        #expect(label.text == "first" && log.lines.isEmpty)
        frames(1)
        #expect(label.text == "second" && log.lines == ["detached"])
        frames(1)
        #expect(label.text == "second")
        frames(1)
        #expect(label.text == "third")
        // Two sleeps that end within one frame would, too.
        frames(1, each: 1)
        #expect(label.text == "fourth")
    }

    @Test("go on in the same frame after actors, groups and yields, in the same order each time")
    @MainActor func hops() {
        let (log, counter) = (Log(), Counter())
        screen.asMain {
            for name in ["a", "b"] {
                _ = Task { @MainActor in
                    let first = await counter.next()
                    await Task.yield()
                    async let other = counter.next()
                    let sum = await withTaskGroup(of: Int.self) { group in
                        for value in 1...3 { group.addTask { value } }
                        var sum = 0
                        for await value in group { sum += value }
                        return sum
                    }
                    log.lines.append("\(name) \(first) \(await other) \(sum)")
                }
            }
        }
        _ = screen.frame()
        #expect(log.lines == ["a 1 3 6", "b 2 4 6"])
    }

    @Test("don't stop the screen if they wait by yielding, and go on in the frame of what they wait for")
    @MainActor func polling() {
        let log = Log()
        screen.asMain {
            let tasks = ["a", "b"].map { name in
                Task.detached {
                    while !Task.isCancelled { await Task.yield() }
                    await MainActor.run { log.lines.append(name) }
                }
            }
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) {
                for task in tasks { task.cancel() }
            }
        }
        frames(1)
        #expect(log.lines.isEmpty)
        frames(1)
        #expect(log.lines.sorted() == ["a", "b"])
    }

    @Test("are cancelled in the frame of the call that cancels them")
    @MainActor func cancellation() {
        let log = Log()
        screen.asMain {
            let task = Task { @MainActor in
                do { try await Task.sleep(for: .seconds(100)) } catch { log.lines.append("\(error)") }
            }
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { task.cancel() }
        }
        frames(1)
        #expect(log.lines.isEmpty)
        frames(1)
        #expect(log.lines == ["CancellationError()"])
    }

    @Test("go on without a frame if code of the main actor waits for them")
    @MainActor func awaited() async {
        let task = screen.asMain { Task { @MainActor in await Counter().next() } }
        #expect(await task.value == 1)
    }

    @Test("wait for the machine's time once the screen has none of its own")
    @MainActor func ended() async throws {
        let task = screen.asMain {
            Task { @MainActor in
                try await Task.sleep(for: .milliseconds(1))
                return 1
            }
        }
        _ = screen.frame()
        screen.clock = SystemClock()
        #expect(try await task.value == 1)
    }

    @Test("work that doesn't end gets a thread of its own")
    func patience() {
        let jobs = TaskJobs(patience: 0.01)
        let (signal, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        jobs.add(TaskJobs.Job { signal.wait() }, isAwaited: true)
        jobs.add(TaskJobs.Job { signal.signal() }, isAwaited: true)
        jobs.wait()
        // Nobody waits for this one.
        jobs.add(TaskJobs.Job { end.signal() }, isAwaited: true)
        #expect(end.wait(timeout: .distantFuture) == .success)
    }

    /// An object that a job retains.
    ///
    /// `@unchecked Sendable`: it has no state.
    private final class Held: @unchecked Sendable {
        private let end: DispatchSemaphore

        init(_ end: DispatchSemaphore) { self.end = end }

        deinit { end.signal() }
    }

    @Test("work that was given up is released when it ends")
    func release() {
        let jobs = TaskJobs(patience: 0.01)
        let (signal, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        do {
            let held = Held(end)
            jobs.add(TaskJobs.Job { withExtendedLifetime(held) { signal.wait() } }, isAwaited: true)
        }
        jobs.wait()
        #expect(!jobs.isWorking)
        signal.signal()
        #expect(end.wait(timeout: .now() + 600) == .success)
    }

    /// Closures that a test calls.
    private final class Starts: Sendable {
        let all = Lock<[@Sendable () -> Void]>([])
    }

    @Test("work starts by itself only at the time meant for it")
    func starts() {
        let starts = Starts()
        let jobs = TaskJobs(patience: 600) { _, start in starts.all.withLock { $0.append(start) } }
        let signal = DispatchSemaphore(value: 0)
        jobs.add(TaskJobs.Job {}, isAwaited: true)
        jobs.wait()
        jobs.add(TaskJobs.Job { signal.wait() }, isAwaited: true)
        let all = starts.all.withLock { $0 }
        #expect(all.count == 2)
        // The first one was meant for the first job.
        all[0]()
        #expect(!jobs.isWorking)
        all[1]()
        #expect(jobs.isWorking)
        signal.signal()
        jobs.wait()
        #expect(!jobs.isWorking)
    }

    /// Work that causes more of it.
    private final class Chain: Sendable {
        let count = Lock(0)

        func go(_ jobs: TaskJobs, upTo end: Int) {
            let job = TaskJobs.Job {
                let count = self.count.withLock { count in
                    count += 1
                    return count
                }
                if count < end { self.go(jobs, upTo: end) }
            }
            jobs.add(job, isAwaited: true)
        }
    }

    @Test("a chain of work is left for the next time after 10,000 pieces")
    func chain() {
        let jobs = TaskJobs(patience: 600)
        let chain = Chain()
        chain.go(jobs, upTo: 20_500)
        for expected in [10_000, 20_000, 20_500, 20_500] {
            jobs.wait()
            #expect(chain.count.withLock { $0 } == expected)
        }
    }
}
