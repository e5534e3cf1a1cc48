import Dispatch
import SharedTiles
import TileEngine
import TileGeometry
import TileSupport

/// Changes of views that several servers show: what this server's program changes is told to the others, and what
/// theirs change is drawn once more here.
///
/// A content is the same on all servers by its fingerprint as it was taken in, also when it has changed since.
final class ViewChanges: Sendable {
    private struct Shown: Sendable {
        let source: any RedrawableTileSource
        let subscription: TileChangeSubscription
    }

    private let shared: SharedTileCache
    /// By state, and by the engine's name for it: two places may show one content.
    private let shown = Lock<[String: [ContentID: Shown]]>([:])
    /// Changes are drawn one after the other: an update of the program's may be under way, and Redis' thread waits for
    /// none.
    private let queue = DispatchQueue(label: "tilework.views-elsewhere")

    init(_ shared: SharedTileCache) {
        self.shared = shared
        shared.listenToViews { [weak self] state, boxes in self?.redraw(state, boxes) }
    }

    /// No effect for what has no fingerprint, or can't be told to draw once more.
    func add(_ id: ContentID, _ source: any TileSource, _ fingerprint: ContentFingerprint?) {
        guard let fingerprint, let source = source as? any RedrawableTileSource else { return }
        let state = shared.state(of: fingerprint)
        let whole = Self.whole(source)
        let subscription = source.subscribeToOwnChanges { [shared] box in
            let box = box.intersection(whole)
            if box.width > 0, box.height > 0 { shared.announce([box], ofViews: state) }
        }
        shown.withLock { $0[state, default: [:]][id] = Shown(source: source, subscription: subscription) }
    }

    func remove(_ id: ContentID) {
        let gone = shown.withLock { shown -> [Shown] in
            let gone = shown.values.compactMap { $0[id] }
            for state in shown.keys {
                shown[state]![id] = nil
                if shown[state]!.isEmpty { shown[state] = nil }
            }
            return gone
        }
        // Its subscription ends here, outside the lock.
        _ = consume gone
    }

    private func redraw(_ state: String, _ boxes: [Box]) {
        let sources = shown.withLock { $0[state].map { $0.values.map(\.source) } ?? [] }
        guard !sources.isEmpty else { return }
        queue.async {
            for source in sources {
                let whole = Self.whole(source)
                let within = boxes.map { $0.intersection(whole) }.filter { $0.width > 0 && $0.height > 0 }
                if !within.isEmpty { source.redraw(within) }
            }
        }
    }

    private static func whole(_ source: any TileSource) -> Box {
        Box(x: 0, y: 0, width: Double(source.contentSize.width), height: Double(source.contentSize.height))
    }
}
