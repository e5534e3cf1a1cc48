import TileGeometry

extension TileSurface {
    /// The border drawn around a viewport at rest. Kept only while that is under way.
    struct Background {
        /// The tiles still to request, the farthest first. Nil when not yet computed.
        var waiting: [TileKey]?
        var asked: [(key: TileKey, request: TileRequest)] = []

        /// Whether the whole border was requested and has arrived, or did not fit into the cache.
        var isDone: Bool { asked.isEmpty && waiting?.isEmpty ?? false }
    }

    /// Requests the next tiles of the wide border, a few at a time.
    func fillBackground(_ demand: TileDemand) {
        let limit = engine.policy.eventuallyAtOnce
        if background.waiting == nil {
            background.waiting = demand.border(under: engine.policy).reversed().map(\.key)
        }
        while background.asked.count < limit, let key = background.waiting?.popLast() {
            if refusedUntil > now || engine.cache.tile(for: key, countsAsHit: false) != nil { continue }
            counters.background += 1
            let item = TileDemand.Item(key: key, priority: TilePriority(.eventually))
            background.asked.append((key, request(item)))
        }
        if background.isDone { background = Background(waiting: []) }
    }

    func stopBackground() {
        for (_, request) in background.asked { request.cancel() }
        background = Background()
    }

    /// Handles an arrival for the border.
    ///
    /// - Returns: Whether the tile was requested for the border.
    func noteBackground(_ arrival: TileArrivals.Arrival) -> Bool {
        guard let index = background.asked.firstIndex(where: { $0.key == arrival.key }) else { return false }
        background.asked.remove(at: index)
        switch arrival.result {
        // Once the cache is full, all further tiles would be drawn in vain.
        case .success(let tile) where tile.mayBeKept && !engine.cache.has(tile):
            background.waiting = []
        case .failure(.overloaded), .failure(.shutDown): background.waiting = []
        case .success, .failure: break
        }
        return true
    }
}
