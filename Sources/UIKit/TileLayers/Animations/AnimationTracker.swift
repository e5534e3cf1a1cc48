import Foundation
import TileSupport

/// Tracks animations to report when all of them have ended: those of a transaction, or of an animation block of UIKit.
package final class AnimationTracker {
    private let completion: (Bool) -> Void
    /// The enclosing tracker, which waits for these animations too.
    private let outer: AnimationTracker?
    private var running = 0
    private var isClosed = false
    private var isDone = false
    private var allFinished = true

    /// - Parameter completion: Called once with whether all animations finished: when the tracker is closed, or after
    ///   the last animation ends.
    package init(within outer: AnimationTracker? = nil, completion: @escaping (Bool) -> Void) {
        self.completion = completion
        self.outer = outer
    }

    /// Adds an animation.
    package func enter() {
        running += 1
        outer?.enter()
    }

    package func exit(finished: Bool) {
        running -= 1
        if !finished { allFinished = false }
        outer?.exit(finished: finished)
        finishIfDone()
    }

    /// Closes the tracker: no more animations will be added.
    package func close() {
        isClosed = true
        finishIfDone()
    }

    private func finishIfDone() {
        guard isClosed, running == 0, !isDone else { return }
        isDone = true
        completion(allFinished)
    }
}

/// Per-thread notifications of animation events, delivered in order when no tree is being traversed.
package enum AnimationNews {
    private static let waiting = ThreadLocal<[() -> Void]> { [] }

    package static var isEmpty: Bool { waiting.value.isEmpty }

    package static func add(_ news: @escaping () -> Void) { waiting.value.append(news) }

    /// Delivers the notifications so far. Those that they cause wait for the next call, so that a chain of animations
    /// without duration advances one per frame.
    package static func deliver() {
        if isEmpty { return }
        let news = waiting.value
        waiting.value = []
        for tell in news { tell() }
    }
}
