/// The slow renders that failed recently, so that their cost is not paid again: a viewer requests a missing tile
/// repeatedly.
struct FailureMemory {
    private struct Memory {
        var failure: EngineFailure
        /// The time at which the entry expires, in nanoseconds.
        var end: UInt64
    }

    private var memories: [TileKey: Memory] = [:]

    var count: Int { memories.count }

    /// Returns the remembered failure of a tile's pixels, if any. O(1); reads the clock only if there is an entry.
    mutating func failure(of pixels: TileKey, at now: () -> UInt64) -> EngineFailure? {
        guard let memory = memories[pixels] else { return nil }
        if now() < memory.end { return memory.failure }
        memories[pixels] = nil
        return nil
    }

    /// Remembers a failure. O(n) when the memory is full with `limit` entries, else O(1).
    mutating func remember(_ failure: EngineFailure, of pixels: TileKey, until end: UInt64, limit: Int) {
        if memories.count >= limit, memories[pixels] == nil,
            let first = memories.min(by: { $0.value.end < $1.value.end })?.key
        {
            memories[first] = nil
        }
        if limit > 0 { memories[pixels] = Memory(failure: failure, end: end) }
    }

    /// Removes the entries that match. O(n).
    mutating func forget(where isMeant: (TileKey) -> Bool) {
        for key in memories.keys where isMeant(key) { memories[key] = nil }
    }
}

extension TileEngine {
    /// Makes requests for a tile fail immediately for `EnginePolicy.failureMemory` seconds.
    func remember(_ failure: EngineFailure, of pixels: TileKey) {
        let end = services.now() + UInt64(max(0, min(policy.failureMemory, 1e9)) * 1e9)
        state.withLock { $0.failures.remember(failure, of: pixels, until: end, limit: policy.failureLimit) }
    }
}
