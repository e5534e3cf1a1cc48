import Foundation
import TileGraphics
import TileSupport

/// The work of a build, divided into pieces for its threads.
protocol BuildWork: Sendable {
    /// Does one piece of work if one is available. Several threads call it at the same time, each with its own encoder.
    func step(_ encoder: TileEncoder) throws -> BuildStep
}

/// The result of a request for a piece of work.
enum BuildStep: Hashable {
    /// A piece was done; there may be more.
    case done
    /// No piece is available until another thread finishes its piece.
    case wait
    /// There will be no more pieces.
    case finished
}

/// The threads of one build.
///
/// They are dedicated threads instead of Dispatch's. The thread that waits for the build may itself be one of
/// Dispatch's (an async `main` runs on one). The pool, with one thread per core, would have one less until Dispatch
/// notices after a second, which is longer than most builds take.
final class BuildCrew: Sendable {
    private struct State {
        var finishedPieces = 0
        var failure: (any Error)?
    }

    private let jobs: Int
    /// Whether no more pieces may start.
    let isCancelled: @Sendable () -> Bool
    private let state = Lock(State())
    private let progressed = NSCondition()

    init(jobs: Int, isCancelled: @escaping @Sendable () -> Bool) {
        self.jobs = jobs
        self.isCancelled = isCancelled
    }

    /// Runs until all work is done, a piece fails, or the build is cancelled. In the latter cases the other threads
    /// stop after their current piece.
    func run(_ work: any BuildWork) throws {
        let group = DispatchGroup()
        for _ in 0..<jobs {
            group.enter()
            let thread = Thread { [self] in
                do {
                    try runWorker(work)
                } catch {
                    note { if $0.failure == nil { $0.failure = error } }
                }
                group.leave()
            }
            thread.start()
        }
        group.wait()
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func runWorker(_ work: any BuildWork) throws {
        let encoder = TileEncoder()
        while true {
            if isCancelled() { throw CancellationError() }
            let (pieces, isFailed) = state.withLock { ($0.finishedPieces, $0.failure != nil) }
            if isFailed { return }
            switch try work.step(encoder) {
            case .done: note { $0.finishedPieces += 1 }
            case .wait: wait(past: pieces)
            case .finished: return
            }
        }
    }

    private func note(_ change: (inout State) -> Void) {
        progressed.lock()
        state.withLock { change(&$0) }
        progressed.broadcast()
        progressed.unlock()
    }

    /// Waits until another thread has finished a piece since `pieces` were finished, or the work has ended.
    private func wait(past pieces: Int) {
        progressed.lock()
        while state.withLock({ $0.finishedPieces == pieces && $0.failure == nil }) && !isCancelled() {
            // Each finished piece signals the condition. The timeout detects cancellation.
            _ = progressed.wait(until: Date(timeIntervalSinceNow: 0.05))
        }
        progressed.unlock()
    }
}
