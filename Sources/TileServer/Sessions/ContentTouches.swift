import Dispatch
import Foundation
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
        /// The newest of the viewer's window; nil when the content has it.
        var size: CGSize?
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

    /// Whether the content is as large as its viewer's window.
    var followsViewer: Bool { (source as? any ScreenTileSource)?.followsViewer ?? false }

    /// Gives the content the size of a viewer's window, before fingers that come later.
    func resize(to size: CGSize) {
        let begins = state.withLock { state -> Bool in
            state.size = size
            defer { state.isAtWork = true }
            return !state.isAtWork
        }
        if begins { DispatchQueue.global(qos: .userInteractive).async { self.work() } }
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
        while let (size, waiting) = takeWaiting() {
            if let size { (source as? any ScreenTileSource)?.resize(to: size) }
            if waiting.isEmpty { continue }
            let used = source.touch(waiting.map(\.touch))
            for each in waiting where each.touch.phase == .began {
                each.standing.touched(each.touch.finger.number, isUsed: used.contains(each.touch.finger))
            }
        }
    }

    private func takeWaiting() -> (CGSize?, [Waiting])? {
        state.withLock { state in
            guard !state.waiting.isEmpty || state.size != nil else {
                state.isAtWork = false
                return nil
            }
            defer { (state.size, state.waiting) = (nil, []) }
            return (state.size, state.waiting)
        }
    }
}
