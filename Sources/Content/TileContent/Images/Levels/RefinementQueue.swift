import Foundation
import TileSupport

/// The images with placeholders that wait for their overviews. They are processed one at a time, because each occupies
/// a processor that tiles could use, and the most recently requested first.
final class RefinementQueue: Sendable {
    /// The queue of the process.
    static let shared = RefinementQueue()

    private struct State {
        var waiting: [Refinement] = []
        var isBusy = false
    }

    private let state = Lock(State())
    /// Runs a function on another thread.
    private let start: @Sendable (@escaping @Sendable () -> Void) -> Void

    init(
        start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { body in
            DispatchQueue.global(qos: .utility).async(execute: body)
        }
    ) {
        self.start = start
    }

    func add(_ refinement: Refinement) {
        let isFirst = state.withLock { state in
            state.waiting.append(refinement)
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if isFirst { start { self.work() } }
    }

    /// Removes an image that waits, with the files and the preview that it holds.
    func remove(_ refinement: Refinement) {
        state.withLock { state in state.waiting.removeAll { $0 === refinement } }
    }

    private func work() {
        while let next = dequeue() { next.run() }
    }

    private func dequeue() -> Refinement? {
        state.withLock { state in
            guard
                let index = state.waiting.indices.max(by: { state.waiting[$0].lastAsked < state.waiting[$1].lastAsked })
            else {
                state.isBusy = false
                return nil
            }
            return state.waiting.remove(at: index)
        }
    }
}
