/// What the memory budget asks of the cache: its own order, past before soon before visible, decides which tile is
/// next, and the time of its last use whether it is older than what others keep.
extension TileCache: MemoryBudget.Shelf {
    var byteCount: Int { state.withLock { $0.bytes } }

    /// A quarter of the budget, or all that there may be if that is less.
    var leastBytes: Int { budget.map { min(hardLimit, $0.limit / 4) } ?? 0 }

    func oldestUse(isLastResort: Bool) -> UInt64? {
        let leastBytes = leastBytes
        return state.withLock { state in
            if state.bytes <= leastBytes { return nil }
            return state.next(isLastResort: isLastResort).map { state.slots[$0].use }
        }
    }

    func evict(usedUntil use: UInt64, isLastResort: Bool) {
        guard let budget else { return }
        let leastBytes = leastBytes
        state.withLock { state in
            while budget.isExceeded, state.bytes > leastBytes, let slot = state.next(isLastResort: isLastResort),
                state.slots[slot].use <= use
            {
                let before = state.bytes
                state.remove(slot)
                state.evicted += 1
                // Each at once, so that the budget can be asked again.
                budget.held.add(state.bytes - before, ordering: .relaxed)
            }
        }
    }
}

extension TileCache.State {
    /// The slot that is evicted next; nil when there is none, or only of visible tiles and it is not the last resort.
    fileprivate func next(isLastResort: Bool) -> Int? {
        for list in TileCache.Class.allCases.reversed() where list != .visible || isLastResort {
            if lists[list.rawValue].tail >= 0 { return lists[list.rawValue].tail }
        }
        return nil
    }
}
