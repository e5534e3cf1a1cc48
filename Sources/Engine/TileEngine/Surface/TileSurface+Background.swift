import TileGeometry

extension TileSurface {
    /// What is drawn around a viewport at rest: kept only while that is under way.
    struct Background {
        /// The farthest first. Nil when it is not known what there is.
        var waiting: [TileKey]?
        var asked: [(key: TileKey, request: TileRequest)] = []

        /// Whether all of the border was asked for and came, or found no room.
        var isDone: Bool { asked.isEmpty && waiting?.isEmpty ?? false }
    }

    /// Asks for the next tiles of the wide border, few at once.
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

    /// Takes note of what has come for the border.
    ///
    /// - Returns: Whether it was asked for as that.
    func noteBackground(_ arrival: TileArrivals.Arrival) -> Bool {
        guard let index = background.asked.firstIndex(where: { $0.key == arrival.key }) else { return false }
        background.asked.remove(at: index)
        switch arrival.result {
        // When there is no more room, all others would be drawn in vain.
        case .success(let tile) where tile.mayBeKept && !engine.cache.has(tile):
            background.waiting = []
        case .failure(.overloaded), .failure(.shutDown): background.waiting = []
        case .success, .failure: break
        }
        return true
    }
}
