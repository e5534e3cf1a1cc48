import TileGeometry

extension TileSurface {
    // MARK: Wishes

    /// Requests the wanted tiles that are not ready, in the order of `items`.
    ///
    /// - Returns: Whether any request is under way.
    func wantItems() -> Bool {
        round &+= 1
        if refusedUntil <= now { refusedUntil = -.infinity }
        var isBusy = false
        let affordable = affordable
        let isOverviewDue = now >= overviewTime + overviewInterval
        isOverviewLate = false
        for (index, item) in items.enumerated() {
            let fullKey = item.key.with(.full)
            let isPutOff = item.isOverview && !isOverviewDue && knownOverview.contains(fullKey)
            let mayAsk = index < affordable && !isPutOff
            let isAsked = want(item, fullKey: fullKey, slot: &slots[fullKey, default: Slot()], mayAsk: mayAsk)
            isBusy = isBusy || isAsked
            guard item.isOverview else { continue }
            if isAsked, knownOverview.insert(fullKey).inserted || isOverviewDue { overviewTime = now }
            if isPutOff, !isAsked, slots[fullKey]?.has(.full) == false { isOverviewLate = true }
        }
        return isBusy
    }

    /// The number of visible tiles that fit into memory.
    var affordable: Int { engine.policy.visibleTiles(of: edition!.pyramid, magnification) }

    /// - Returns: Whether a request for the tile is under way.
    private func want(_ item: TileDemand.Item, fullKey: TileKey, slot: inout Slot, mayAsk: Bool) -> Bool {
        if slot.round != round {
            slot.round = round
            slot.bin = item.priority.bin
            slot.wantsDraft = false
            if slot.bin != .visible {
                // The surface retains only visible tiles.
                slot.tile = nil
                slot.fingerprint = 0
            }
            let hold = TileCache.Class(slot.bin)
            if slot.fullHold != hold {
                engine.cache.hold(fullKey, as: hold, insteadOf: slot.fullHold)
                slot.fullHold = hold
            }
        }
        if item.key.quality == .full {
            wantFull(item, slot: &slot, mayAsk: mayAsk)
        } else {
            wantDraft(item, fullKey: fullKey, slot: &slot, mayAsk: mayAsk)
        }
        return slot.isAsked
    }

    private func wantFull(_ item: TileDemand.Item, slot: inout Slot, mayAsk: Bool) {
        if case .asked(let wish) = slot.full {
            wish.move(to: item.priority, step: step)
            return
        }
        if slot.has(.full) { return }
        if let tile = engine.cache.tile(for: item.key, countsAsHit: false) {
            slot.accept(tile, as: .ready)
            return
        }
        if case .unkept = slot.full, slot.bin != .visible { return }
        // A draft may have been finished since the viewport was faster.
        if slot.bin == .visible, slot.tile == nil { slot.lookUpDraft(item.key, engine) }
        slot.full = .none
        if mayAsk, mayAskAgain(item.key), let wish = ask(item) { slot.full = .asked(wish) }
    }

    private func wantDraft(_ item: TileDemand.Item, fullKey: TileKey, slot: inout Slot, mayAsk: Bool) {
        if !slot.has(.full), let tile = engine.cache.tile(for: fullKey, countsAsHit: false) {
            slot.accept(tile, as: .ready)
        }
        if slot.has(.full) { return }
        slot.wantsDraft = true
        let hold = TileCache.Class(slot.bin)
        if slot.draftHold != hold {
            engine.cache.hold(item.key, as: hold, insteadOf: slot.draftHold)
            slot.draftHold = hold
        }
        if case .asked(let wish) = slot.full {
            // The full tile was requested when there was time. Drafts go first.
            var priority = item.priority
            priority.isDraft = false
            wish.move(to: priority, step: step)
        }
        if case .asked(let wish) = slot.draft {
            wish.move(to: item.priority, step: step)
            return
        }
        if !slot.has(.draft) { slot.lookUpDraft(item.key, engine) }
        if slot.has(.draft) { return }
        if case .unkept = slot.draft, slot.bin != .visible { return }
        slot.draft = .none
        if mayAsk, mayAskAgain(fullKey), let wish = ask(item) { slot.draft = .asked(wish) }
    }

    /// The distance in pixels below which a moved tile keeps its priority: half its side.
    private var step: Double { Double(edition!.pyramid.tileSize) / 2 }

    /// Whether a tile may be requested: it has not failed, or its retry is due.
    private func mayAskAgain(_ fullKey: TileKey) -> Bool {
        if refusedUntil > now { return false }
        guard let failure = failures[fullKey] else { return true }
        return failure.count <= engine.policy.tileRetries && failure.retryTime <= now
    }

    private func ask(_ item: TileDemand.Item) -> Wish? {
        if failures[item.key.with(.full)] != nil { counters.retries += 1 }
        if item.key.quality == .draft { counters.drafts += 1 } else { counters.fulls += 1 }
        return Wish(request(item), item.priority)
    }

    /// Requests a tile. Workers start on it when `startWorkers` is called.
    func request(_ item: TileDemand.Item) -> TileRequest {
        let arrivals = arrivals
        let key = item.key
        onTile?(.requested, key)
        hasAsked = true
        return engine.requestOfMany(key, item.priority) { arrivals.put(key, $0) }
    }

    /// Called once per update: waking a thread takes as long as requesting ten tiles.
    func startWorkers() {
        guard hasAsked else { return }
        hasAsked = false
        engine.startWorkers()
    }

    // MARK: Leaving

    /// Releases the slots that the latest demand does not contain.
    func letGoOfLeft() {
        left.removeAll(keepingCapacity: true)
        var index = slots.startIndex
        while index != slots.endIndex {
            let fullKey = slots.keys[index]
            if hasLeft(fullKey, &slots.values[index]) { left.append(fullKey) }
            slots.formIndex(after: &index)
        }
        for fullKey in left {
            guard var slot = slots.removeValue(forKey: fullKey) else { continue }
            letGo(fullKey, &slot)
        }
    }

    /// Whether the latest demand lacks a slot. If not, releases its draft if the demand lacks that.
    private func hasLeft(_ fullKey: TileKey, _ slot: inout Slot) -> Bool {
        if slot.round != round { return true }
        if !slot.wantsDraft { letGoOfDraft(fullKey, &slot) }
        return false
    }

    func letGoOfAll() {
        for (fullKey, slot) in slots {
            var slot = slot
            letGo(fullKey, &slot)
        }
        slots = [:]
        (knownOverview, isOverviewLate) = ([], false)
        failures = [:]
        tiles = []
        former = []
        isSettled = true
        stopBackground()
        holdSubstitutes([])
    }

    /// Releases a tile as if it had never arrived; the next update requests it again. For deliberate fault injection.
    package func forget(_ fullKey: TileKey) {
        guard var slot = slots.removeValue(forKey: fullKey) else { return }
        letGo(fullKey, &slot)
    }

    private func letGo(_ fullKey: TileKey, _ slot: inout Slot) {
        if case .asked(let wish) = slot.full {
            cancel(wish, fullKey)
        }
        engine.cache.hold(fullKey, as: .past, insteadOf: slot.fullHold)
        slot.tile = nil
        letGoOfDraft(fullKey, &slot)
        if slot.unshown > 0 { waste(fullKey, Int(slot.unshown)) }
    }

    private func cancel(_ wish: Wish, _ fullKey: TileKey) {
        wish.request.cancel()
        counters.cancelled += 1
        onTile?(.cancelled, fullKey)
    }

    /// Counts renders of a tile that was never shown.
    func waste(_ fullKey: TileKey, _ count: Int) {
        counters.wasted += count
        if let onTile { for _ in 0..<count { onTile(.wasted, fullKey) } }
    }

    private func letGoOfDraft(_ fullKey: TileKey, _ slot: inout Slot) {
        if case .asked(let wish) = slot.draft {
            cancel(wish, fullKey)
            slot.draft = .none
        }
        // A draft on the screen stays held until something better arrives.
        if slot.tile?.key.quality != .draft && slot.draftHold != .past {
            engine.cache.hold(fullKey.with(.draft), as: .past, insteadOf: slot.draftHold)
            slot.draftHold = .past
        }
    }
}
