package import TileGeometry
import TileSupport

/// The subscribers to a source's changes or refinements.
package final class TileChangeWatchers: Sendable {
    private struct State: Sendable {
        var all: [UInt64: @Sendable (Box) -> Void] = [:]
        var next: UInt64 = 0
    }

    private let state = Lock(State())

    package init() {}

    /// Calls `onChange` with each reported box until the subscription is released.
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

    /// Notifies all subscribers, on the calling thread, with no lock held.
    package func notify(_ boxes: [Box]) {
        let watchers = state.withLock { Array($0.all.values) }
        for watcher in watchers { for box in boxes { watcher(box) } }
    }

    package func notify(_ box: Box) { notify([box]) }
}
