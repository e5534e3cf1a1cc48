import Foundation
import TileGraphics
import TileSupport

/// What the threads of a build take turns at.
protocol BuildWork: Sendable {
    /// Does one piece of work, if there is one to be had now. Called by several threads at once, each with its own
    /// encoder.
    func step(_ encoder: TileEncoder) throws -> BuildStep
}

/// What came of asking for a piece of work.
enum BuildStep: Hashable {
    /// A piece was done; there may be more.
    case done
    /// Nothing to do until another thread has finished its piece.
    case wait
    /// There will be no more.
    case finished
}

/// The threads of one build.
///
/// They are threads of its own, not Dispatch's: the one that waits for the build may itself be one of Dispatch's (an
/// async `main` runs on one), and its pool, of as many as there are cores, then works with one less until it notices
/// after a second, which is longer than most builds take.
final class BuildCrew: Sendable {
    private struct State {
        var finishedPieces = 0
        var failure: (any Error)?
    }

    private let jobs: Int
    /// Whether no more pieces are to be begun.
    let isCancelled: @Sendable () -> Bool
    private let state = Lock(State())
    private let progressed = NSCondition()

    init(jobs: Int, isCancelled: @escaping @Sendable () -> Bool) {
        self.jobs = jobs
        self.isCancelled = isCancelled
    }

    /// Works until all is done, or one piece fails or the build is cancelled: then the others stop after their piece.
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

    /// Until another thread has finished a piece since there were `pieces`, or all is over.
    private func wait(past pieces: Int) {
        progressed.lock()
        while state.withLock({ $0.finishedPieces == pieces && $0.failure == nil }) && !isCancelled() {
            // Woken by each piece; the time limit is for noticing that the build was cancelled.
            _ = progressed.wait(until: Date(timeIntervalSinceNow: 0.05))
        }
        progressed.unlock()
    }
}
