import TileGeometry

extension TileEngine {
    /// What a surface must know of its content before it says what it wants.
    struct Edition: Equatable {
        var generation: UInt64
        var pyramid: TilePyramid
        /// For how many seconds more only what is visible is to be asked for, because memory was short.
        var pressureLeft: Double
    }

    /// - Returns: nil when there is no such content.
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

    /// Gives memory back: drops all tiles but those that surfaces show, and the memory kept for new ones. For a while
    /// (`EnginePolicy.pressureTime`) surfaces ask only for what is visible, each from its next update on, and each is
    /// told that one is due.
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

    /// Has a surface told when its content changes, until it is dismissed.
    func enlist(_ surface: TileArrivals, for id: ContentID) {
        state.withLock { $0.surfaces[id, default: [:]][ObjectIdentifier(surface)] = surface }
    }

    func dismiss(_ surface: TileArrivals, from id: ContentID) {
        state.withLock { state in
            state.surfaces[id]?[ObjectIdentifier(surface)] = nil
            if state.surfaces[id]?.isEmpty ?? false { state.surfaces[id] = nil }
        }
    }

    /// Without the lock, because what they do is their owners'.
    func tellSurfaces(of id: ContentID) {
        let surfaces = state.withLock { state in state.surfaces[id].map { Array($0.values) } ?? [] }
        for surface in surfaces { surface.wake() }
    }
}
