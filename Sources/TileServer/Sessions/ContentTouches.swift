import Dispatch
import TileEngine
import TileSessions
import TileSupport

/// Gives a content what the fingers of all its viewers do, in the order in which it came, on threads that may wait.
final class ContentTouches: Sendable {
    private struct Waiting: Sendable {
        var touch: ContentTouch
        /// Who is told what becomes of it.
        var standing: SessionStanding
    }

    private struct State: Sendable {
        var waiting: [Waiting] = []
        var isAtWork = false
        var persons: UInt64 = 0
    }

    /// More that come while the content is busy are passed by: a finger that comes down then is not made use of. Those
    /// that were made use of still end.
    private static let mostWaiting = 1000

    private let source: any TouchableTileSource
    private let state = Lock(State())

    init(_ source: any TouchableTileSource) { self.source = source }

    /// A number for one more viewer.
    func newPerson() -> UInt64 {
        state.withLock { state in
            state.persons += 1
            return state.persons
        }
    }

    func add(_ touches: [ContentTouch], of standing: SessionStanding) {
        var refused: [Int] = []
        let begins = state.withLock { state -> Bool in
            for touch in touches {
                // Of a finger's moves the last counts.
                if touch.phase == .moved,
                    let last = state.waiting.lastIndex(where: { $0.touch.finger == touch.finger }),
                    state.waiting[last].touch.phase == .moved
                {
                    state.waiting[last].touch = touch
                } else if state.waiting.count < Self.mostWaiting || touch.phase == .ended || touch.phase == .cancelled {
                    state.waiting.append(Waiting(touch: touch, standing: standing))
                } else if touch.phase == .began {
                    refused.append(touch.finger.number)
                }
            }
            defer { state.isAtWork = state.isAtWork || !state.waiting.isEmpty }
            return !state.isAtWork && !state.waiting.isEmpty
        }
        for finger in refused { standing.touched(finger, isUsed: false) }
        if begins { DispatchQueue.global(qos: .userInteractive).async { self.work() } }
    }

    private func work() {
        while let waiting = takeWaiting() {
            let used = source.touch(waiting.map(\.touch))
            for each in waiting where each.touch.phase == .began {
                each.standing.touched(each.touch.finger.number, isUsed: used.contains(each.touch.finger))
            }
        }
    }

    private func takeWaiting() -> [Waiting]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isAtWork = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
