import Foundation
public import TileEngine
import TileSupport

/// Workers on a clock that only a test moves. Each is a thread, of all of which and the test's own only one runs at any
/// time: a worker runs until its source says what a render costs (`spend`), then sleeps until the clock has come so
/// far. So renders overlap as on real workers, and every run is the same.
// @unchecked Sendable: the members of the workers are touched only by the thread whose turn it is, which the semaphores
// pass on.
public final class VirtualWorkers: TileExecutor, @unchecked Sendable {
    private final class Worker {
        private let turn = DispatchSemaphore(value: 0)
        private let back = DispatchSemaphore(value: 0)
        var step: (@Sendable () -> Bool)?
        /// The end of the current render, and whether it is cancelled; nil between renders.
        var finish: Double?
        var isCancelled: (@Sendable () -> Bool)?
        var isOver = false

        func main() {
            pass()
            while !isOver {
                while step!() {}
                step = nil
                pass()
            }
            back.signal()
        }

        /// On the test's thread: has it run until it renders or rests.
        func run() {
            turn.signal()
            back.wait()
        }

        /// On the test's thread: waits for its thread to begin. What that allocates then is allocated in the same order
        /// each time.
        func awaitStart() { back.wait() }

        /// On its own thread: gives the turn back until it is run again.
        func pass() {
            back.signal()
            turn.wait()
        }
    }

    private var running: Worker?

    /// Seconds.
    private let clock = Lock(0.0)
    private var workers: [Worker] = []

    private let hasTimers: Bool
    private var timers: [(time: Double, body: @Sendable () -> Void)] = []

    /// - Parameters:
    ///   - count: How many there are from the start. Others come when they are needed.
    ///   - hasTimers: Whether what is to be done after a while is done when the clock has come so far; else it never
    ///     is.
    public init(count: Int, hasTimers: Bool = false) {
        self.hasTimers = hasTimers
        for _ in 0..<count { addWorker() }
    }

    private func addWorker() {
        // The worker goes to its own thread here, and is touched by turns from then on.
        nonisolated(unsafe) let worker = Worker()
        workers.append(worker)
        Thread.detachNewThread { worker.main() }
        worker.awaitStart()
    }

    public var now: Double { clock.withLock { $0 } }

    public var isIdle: Bool { workers.allSatisfy { $0.step == nil } }

    /// The number of workers that are rendering.
    public var renderCount: Int { workers.count { $0.finish != nil } }

    public func run(worker: Int, _ step: @escaping @Sendable () -> Bool) {
        while workers.count <= worker { addWorker() }
        workers[worker].step = step
    }

    public func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        if hasTimers { timers.append((now + seconds, body)) }
    }

    /// Takes this many seconds, or fewer if the render is cancelled. A source calls it on a worker.
    public func spend(_ seconds: Double, _ isCancelled: @escaping @Sendable () -> Bool) {
        guard let worker = running else { preconditionFailure("a render on no worker") }
        worker.finish = now + seconds
        worker.isCancelled = isCancelled
        worker.pass()
        worker.finish = nil
        worker.isCancelled = nil
    }

    /// Lets all begin that have work and no render, and those end whose render is cancelled.
    public func settle() {
        var isSettled = false
        while !isSettled {
            isSettled = true
            for worker in workers where worker.step != nil {
                guard worker.finish == nil || worker.isCancelled!() else { continue }
                run(worker)
                isSettled = false
            }
        }
    }

    /// Moves the clock on, and has each render end in its turn.
    public func advance(to time: Double) {
        settle()
        while true {
            let next = workers.filter { $0.finish != nil }.min { $0.finish! < $1.finish! }
            let timer = timers.indices.min { timers[$0].time < timers[$1].time }
            if let timer, timers[timer].time <= min(time, next?.finish ?? .infinity) {
                let (moment, body) = timers.remove(at: timer)
                clock.withLock { $0 = max($0, moment) }
                body()
            } else if let next, next.finish! <= time {
                clock.withLock { $0 = max($0, next.finish!) }
                run(next)
            } else {
                break
            }
            settle()
        }
        clock.withLock { $0 = max($0, time) }
    }

    /// When the next render ends.
    public var nextFinish: Double? { workers.compactMap(\.finish).min() }

    /// Ends the threads. Nothing may be waiting any more.
    public func end() {
        settle()
        for worker in workers {
            precondition(worker.step == nil, "a worker has work")
            worker.isOver = true
            run(worker)
        }
    }

    private func run(_ worker: Worker) {
        running = worker
        worker.run()
        running = nil
    }
}
