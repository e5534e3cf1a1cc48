import Dispatch
import Foundation
import TileSupport

/// A serial executor that runs everything that touches a group of trees, one piece of work at a time. In programs it is
/// the main thread; tests step one by hand.
package protocol TreeExecutor: AnyObject, Sendable {
    /// A Boolean value that indicates whether the calling code runs on the executor.
    var isCurrent: Bool { get }

    /// The time in seconds since an arbitrary moment.
    var now: Double { get }

    /// Runs work on the executor and waits for it. Not called by code that runs there.
    func perform(_ work: () -> Void)

    /// Runs work on the executor after a delay in seconds. Doesn't wait.
    func enqueue(after delay: Double, _ work: @escaping @Sendable () -> Void)
}

extension TreeExecutor {
    package func enqueue(_ work: @escaping @Sendable () -> Void) { enqueue(after: 0, work) }

    /// Runs work on the executor, at once if the caller is there, and returns its result.
    package func run<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        if isCurrent { return try work() }
        var outcome: Swift.Result<Result, Failure>?
        perform {
            do throws(Failure) { outcome = .success(try work()) } catch { outcome = .failure(error) }
        }
        guard let outcome else { preconditionFailure("an executor left out its work") }
        return try outcome.get()
    }
}

/// The main thread of the process: its run loop (`RunLoop.main`), which also serves the main queue and the main actor.
///
/// A process without a running main run loop has the main queue alone, which `dispatchMain()` serves.
package final class MainThreadExecutor: TreeExecutor {
    package static let shared = MainThreadExecutor()

    private let queue = DispatchQueue.main
    private let key = DispatchSpecificKey<Bool>()
    /// Blocks of a group are never kept by the timeline of a screen.
    private let group = DispatchGroup()
    /// The watchdog, which logs when the main thread keeps work waiting.
    package let watchdog = MainThreadWatchdog(limit: usualLimit, .ofProcess)

    /// The seconds after which a blocked main thread is logged. People notice shorter delays, but they do not prevent
    /// the use of a program.
    package static let usualLimit = 1.0

    private init() { queue.setSpecific(key: key, value: true) }

    package var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true }

    package var now: Double { Double(MonotonicClock.nanoseconds) / 1e9 }

    package func perform(_ work: () -> Void) {
        watchdog.workWaits()
        queue.sync { watched(work) }
    }

    package func enqueue(after delay: Double, _ work: @escaping @Sendable () -> Void) {
        guard delay > 0 else {
            watchdog.workWaits()
            return queue.async(group: group) { self.watched(work) }
        }
        queue.asyncAfter(deadline: .now() + delay) {
            self.watchdog.workWaits()
            self.watched(work)
        }
    }

    private func watched(_ work: () -> Void) {
        watchdog.workBegins()
        defer { watchdog.workEnds() }
        work()
    }
}
