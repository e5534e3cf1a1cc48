import Foundation
import TileSupport

/// Waits for animations, to say when all of them have ended: those of a transaction, or of a block of UIKit's.
package final class AnimationTracker {
    private let completion: (Bool) -> Void
    /// The one around it, which waits for its animations too.
    private let outer: AnimationTracker?
    private var running = 0
    private var isClosed = false
    private var isDone = false
    private var allFinished = true

    /// - Parameter completion: is told whether all animations came to their end. Called once: when it is closed, or
    ///   after the last one's end.
    package init(within outer: AnimationTracker? = nil, completion: @escaping (Bool) -> Void) {
        self.completion = completion
        self.outer = outer
    }

    /// An animation has been added.
    package func enter() {
        running += 1
        outer?.enter()
    }

    package func leave(finished: Bool) {
        running -= 1
        if !finished { allFinished = false }
        outer?.leave(finished: finished)
        finishIfDone()
    }

    /// No more will be added.
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

/// What is to be told of animations once no tree is gone through any more. Of each thread, in the order in which it
/// came.
package enum AnimationNews {
    private static let waiting = ThreadLocal<[() -> Void]> { [] }

    package static var isEmpty: Bool { waiting.value.isEmpty }

    package static func add(_ news: @escaping () -> Void) { waiting.value.append(news) }

    /// Tells what has come so far. What that brings about waits for the next time, so that a chain of animations that
    /// take no time goes on from frame to frame.
    package static func deliver() {
        if isEmpty { return }
        let news = waiting.value
        waiting.value = []
        for tell in news { tell() }
    }
}
