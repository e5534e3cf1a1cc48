import TileGeometry

extension TileSurface {
    /// Collects the results delivered by workers since the last update.
    ///
    /// - Returns: Whether there were any.
    @discardableResult
    func collect() -> Bool {
        arrivals.drain(into: &arrived)
        if arrived.isEmpty { return false }
        for arrival in arrived {
            let fullKey = arrival.key.with(.full)
            let isBackground = noteBackground(arrival)
            switch arrival.result {
            case .success(let tile):
                if slots[fullKey] != nil {
                    accept(tile, in: &slots[fullKey]!)
                } else if !isBackground {
                    waste(fullKey, 1)
                }
            case .failure(let failure):
                slots[fullKey]?.fail(arrival.key.quality)
                note(failure, of: fullKey)
            }
        }
        // The tiles are released, the capacity is kept.
        arrived.removeAll(keepingCapacity: true)
        return true
    }

    private func accept(_ tile: CachedTile, in slot: inout Slot) {
        slot.unshown += slot.unshown < .max ? 1 : 0
        if engine.cache.has(tile) {
            slot.accept(tile, as: .ready)
        } else {
            // For tiles that the cache did not admit, only those drawn since the last change are known to be current.
            let isOutdated = tile.isStale || tile.generation < edition?.generation ?? 0
            // For tiles shown elsewhere the metadata suffices: a thousand remote viewers must not together retain tiles
            // that the cache did not admit.
            let held = output == .pixels ? tile : tile.emptied
            slot.accept(held, as: isOutdated ? .none : .unkept)
        }
        if tile.key.quality == .full, !failures.isEmpty { failures[tile.key] = nil }
    }

    private func note(_ reason: EngineFailure, of fullKey: TileKey) {
        let policy = engine.policy
        switch reason {
        case .overloaded: refusedUntil = now + policy.retryDelay
        case .sourceFailed, .encodingFailed, .tookTooLong, .outsidePyramid:
            guard slots[fullKey] != nil else { return }
            // Failures outlive a tile's stay on the screen, but their number is limited.
            if failures.count > policy.visibleTileLimit { failures.removeAll() }
            let count = (failures[fullKey]?.count ?? 0) + 1
            let delay = policy.retryDelay * Double(1 << min(count - 1, 32))
            failures[fullKey] = Failure(count: count, retryTime: now + delay, reason: reason)
            if count > policy.tileRetries { counters.failed += 1 }
        case .shutDown: refusedUntil = .infinity
        case .unknownContent, .cancelled: break
        }
    }

    /// Applies an edition: looks everything up again if the content has changed, and resets if its pyramid has.
    ///
    /// - Returns: Whether the edition is different.
    func adopt(_ new: TileEngine.Edition?) -> Bool {
        let old = edition
        edition = new
        guard let old, let new else { return (old == nil) != (new == nil) }
        if old.generation == new.generation { return false }
        if old.pyramid != new.pyramid {
            letGoOfAll()
            return true
        }
        failures = [:]
        background = Background()
        var index = slots.startIndex
        while index != slots.endIndex {
            slots.values[index].verify(in: engine.cache)
            slots.formIndex(after: &index)
        }
        return true
    }
}
