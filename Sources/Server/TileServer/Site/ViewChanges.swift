import Dispatch
import SharedTiles
import TileEngine
import TileGeometry
import TileSupport

/// The exchange of view changes between servers that show the same views. Changes by this server's program are
/// announced to the others, and changes on the others are redrawn here.
///
/// Servers identify a content by the fingerprint that it had when it was added, even if it has changed since.
final class ViewChanges: Sendable {
    private struct Shown: Sendable {
        let source: any RedrawableTileSource
        let subscription: TileChangeSubscription
    }

    private let shared: SharedTileCache
    /// The views by state and by the engine's identifier, because two slots may show the same content.
    private let shown = Lock<[String: [ContentID: Shown]]>([:])
    /// The queue on which changes are redrawn one after the other, unless a source has its own. An update by the
    /// program may be in progress, and the Redis thread must not wait for it.
    private let queue = DispatchQueue(label: "tilework.views-elsewhere")

    init(_ shared: SharedTileCache) {
        self.shared = shared
        shared.listenToViews { [weak self] state, boxes in self?.redraw(state, boxes) }
    }

    /// Adds a content. Has no effect for a content that has no fingerprint or can't be redrawn.
    func add(_ id: ContentID, source: any TileSource, fingerprint: ContentFingerprint?) {
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
        // The subscription ends here, outside the lock.
        _ = consume gone
    }

    private func redraw(_ state: String, _ boxes: [Box]) {
        let sources = shown.withLock { $0[state].map { $0.values.map(\.source) } ?? [] }
        guard !sources.isEmpty else { return }
        for source in sources {
            let redraw: @Sendable () -> Void = {
                let whole = Self.whole(source)
                let within = boxes.map { $0.intersection(whole) }.filter { $0.width > 0 && $0.height > 0 }
                if !within.isEmpty { source.redraw(within) }
            }
            if let own = source as? any QueuedTileSource, own.enqueue(after: 0, redraw) { continue }
            queue.async(execute: redraw)
        }
    }

    private static func whole(_ source: any TileSource) -> Box {
        Box(x: 0, y: 0, width: Double(source.contentSize.width), height: Double(source.contentSize.height))
    }
}
