package import TileGeometry
import TileSupport

/// Those who are told of a source's changes, or of what is better now than what stood in for it.
package final class TileChangeWatchers: Sendable {
    private struct State: Sendable {
        var all: [UInt64: @Sendable (Box) -> Void] = [:]
        var next: UInt64 = 0
    }

    private let state = Lock(State())

    package init() {}

    /// Has `onChange` called with each box that is told, until the subscription is gone.
    package func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.all[state.next] = onChange
            return state.next
        }
        return TileChangeSubscription { [weak self] in
            _ = self?.state.withLock { $0.all.removeValue(forKey: number) }
        }
    }

    /// Tells all, on this thread, with no lock held.
    package func tell(_ boxes: [Box]) {
        let watchers = state.withLock { Array($0.all.values) }
        for watcher in watchers { for box in boxes { watcher(box) } }
    }

    package func tell(_ box: Box) { tell([box]) }
}
