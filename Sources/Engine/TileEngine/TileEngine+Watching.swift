public import TileGeometry

extension TileEngine {
    struct Watchers {
        private var next: UInt64 = 0
        private var all: [ContentID: [UInt64: @Sendable (Box) -> Void]] = [:]

        mutating func add(_ id: ContentID, _ watcher: @escaping @Sendable (Box) -> Void) -> UInt64 {
            defer { next += 1 }
            all[id, default: [:]][next] = watcher
            return next
        }

        mutating func remove(_ id: ContentID, _ number: UInt64) {
            all[id]?[number] = nil
            if all[id]?.isEmpty == true { all[id] = nil }
        }

        func of(_ id: ContentID) -> [@Sendable (Box) -> Void] { all[id].map { Array($0.values) } ?? [] }
    }

    /// Calls `onChange` after each change of a content with the box, in the content's own units, that looks different.
    /// The box is infinite when the content was replaced or removed. The content's tiles are outdated by then.
    ///
    /// The closure runs on the thread that made the change. It is not called after the subscription is cancelled or
    /// released, except for a call already under way. The content may be added after the subscription is made.
    public func watch(
        _ id: ContentID, _ onChange: @escaping @Sendable (Box) -> Void
    ) -> TileChangeSubscription {
        let number = watchers.withLock { $0.add(id, onChange) }
        return TileChangeSubscription { [weak self] in self?.watchers.withLock { $0.remove(id, number) } }
    }

    /// Notifies surfaces, then watchers, that a content has changed. Call it without the engine's lock.
    func tellAll(of id: ContentID, _ box: Box) {
        tellSurfaces(of: id)
        for watcher in watchers.withLock({ $0.of(id) }) { watcher(box) }
    }
}
