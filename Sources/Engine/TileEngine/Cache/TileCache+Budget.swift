/// The cache as a shelf of the memory budget. The cache's own order, past before soon before visible, decides which
/// tile is evicted next; the tile's last use decides whether it is older than other holdings.
extension TileCache: MemoryBudget.Shelf {
    var byteCount: Int { state.withLock { $0.bytes } }

    /// A quarter of the budget, or the cache's hard limit if that is less.
    func leastBytes(ofBudget bytes: Int) -> Int { min(hardLimit, bytes / 4) }

    private var leastBytes: Int { budget.map { leastBytes(ofBudget: $0.allowedBytes) } ?? 0 }

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
                // Reported after each tile, so that the budget's state is current.
                budget.held.add(state.bytes - before, ordering: .relaxed)
            }
        }
    }
}

extension TileCache.State {
    /// The slot to evict next; nil if there is none, or if only visible tiles remain and it is not the last resort.
    fileprivate func next(isLastResort: Bool) -> Int? {
        for list in TileCache.Class.allCases.reversed() where list != .visible || isLastResort {
            if lists[list.rawValue].tail >= 0 { return lists[list.rawValue].tail }
        }
        return nil
    }
}
