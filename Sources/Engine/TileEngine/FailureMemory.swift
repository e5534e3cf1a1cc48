/// What took long and failed, so that nobody pays for the same again: a viewer asks again and again for a tile that it
/// lacks.
struct FailureMemory {
    private struct Memory {
        var failure: EngineFailure
        /// In nanoseconds.
        var end: UInt64
    }

    private var memories: [TileKey: Memory] = [:]

    var count: Int { memories.count }

    /// The failure of a tile's pixels, if it is remembered. O(1); the clock is read only where there is something to
    /// forget.
    mutating func failure(of pixels: TileKey, at now: () -> UInt64) -> EngineFailure? {
        guard let memory = memories[pixels] else { return nil }
        if now() < memory.end { return memory.failure }
        memories[pixels] = nil
        return nil
    }

    /// O(n) when there are `limit` of them, else O(1).
    mutating func remember(_ failure: EngineFailure, of pixels: TileKey, until end: UInt64, limit: Int) {
        if memories.count >= limit, memories[pixels] == nil,
            let first = memories.min(by: { $0.value.end < $1.value.end })?.key
        {
            memories[first] = nil
        }
        if limit > 0 { memories[pixels] = Memory(failure: failure, end: end) }
    }

    /// O(n).
    mutating func forget(where isMeant: (TileKey) -> Bool) {
        for key in memories.keys where isMeant(key) { memories[key] = nil }
    }
}

extension TileEngine {
    /// Has requests for a tile fail at once for a while.
    func remember(_ failure: EngineFailure, of pixels: TileKey) {
        let end = services.now() + UInt64(max(0, min(policy.failureMemory, 1e9)) * 1e9)
        state.withLock { $0.failures.remember(failure, of: pixels, until: end, limit: policy.failureLimit) }
    }
}
