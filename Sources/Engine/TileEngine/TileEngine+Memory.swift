import TileGeometry

extension TileEngine {
    /// The state of a content that a surface needs before it states its demand.
    struct Edition: Equatable {
        var generation: UInt64
        var pyramid: TilePyramid
        /// The seconds for which only visible tiles may still be requested because memory was short.
        var pressureLeft: Double
    }

    /// Returns the edition of a content; nil if the content does not exist.
    func edition(of id: ContentID) -> Edition? {
        let now = services.now()
        return state.withLock { state in
            guard let content = state.contents[id] else { return nil }
            let sincePressure = state.lastMemoryPressure.map { Double(now - min($0, now)) / 1e9 } ?? .infinity
            return Edition(
                generation: content.generation, pyramid: content.pyramid,
                pressureLeft: max(policy.pressureTime - sincePressure, 0))
        }
    }

    /// Releases memory: drops all tiles except those that surfaces show, and the pool's bitmaps. For a while
    /// (`EnginePolicy.pressureTime`), surfaces request only visible tiles, each from its next update on, and each is
    /// notified that an update is due.
    ///
    /// - Complexity: O(n) for n cached tiles.
    public func relieveMemoryPressure() {
        let now = services.now()
        let surfaces = state.withLock { state in
            state.lastMemoryPressure = now
            return state.surfaces.values.flatMap(\.values)
        }
        cache.removeAllButVisible()
        pool.drain()
        for surface in surfaces { surface.wake() }
    }

    // MARK: Who is told

    /// Registers a surface to be notified when its content changes, until it is dismissed.
    func enlist(_ surface: TileArrivals, for id: ContentID) {
        state.withLock { $0.surfaces[id, default: [:]][ObjectIdentifier(surface)] = surface }
    }

    func dismiss(_ surface: TileArrivals, from id: ContentID) {
        state.withLock { state in
            state.surfaces[id]?[ObjectIdentifier(surface)] = nil
            if state.surfaces[id]?.isEmpty ?? false { state.surfaces[id] = nil }
        }
    }

    /// Notifies the surfaces without the lock, because the callbacks are their owners' code.
    func tellSurfaces(of id: ContentID) {
        let surfaces = state.withLock { state in state.surfaces[id].map { Array($0.values) } ?? [] }
        for surface in surfaces { surface.wake() }
    }
}
