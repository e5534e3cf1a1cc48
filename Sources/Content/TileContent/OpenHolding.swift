import TileEngine

/// A source that is open, under the budget of all that is kept and, where there is one, under that of its kind: dropped
/// when either has no room for it.
struct OpenHolding: Sendable {
    private let memory: MemoryBudget.Holding
    private let kind: (holding: MemoryBudget.Holding, limit: Int)?

    /// Registers it, as used now. It may be dropped before this returns, unless it is pinned.
    ///
    /// - Parameters:
    ///   - memoryKind: What it is, for those who watch.
    ///   - kind: Of it, the source takes its limit at most: one that is larger stays while it is the one used last.
    ///   - evict: As of `MemoryBudget.hold`; may be called by both.
    init(
        _ bytes: Int, as memoryKind: MemoryBudget.Kind, isPinned: Bool, in memory: MemoryBudget, _ kind: MemoryBudget?,
        evict: @escaping @Sendable () -> Void
    ) {
        self.memory = memory.hold(bytes, as: memoryKind, isPinned: isPinned, evict: evict)
        self.kind = kind.map { kind in
            (kind.hold(min(bytes, kind.limit), isPinned: isPinned, evict: evict), kind.limit)
        }
    }

    /// Keeps it from being dropped until as many calls of `unpin`. No eviction runs.
    ///
    /// - Returns: False when it has been dropped, or is about to be.
    func pin() -> Bool {
        guard memory.pin() else { return false }
        guard kind?.holding.pin() ?? true else {
            // In a moment the eviction takes this along.
            memory.release()
            return false
        }
        return true
    }

    /// Ends a use that `pin` began. Others may be dropped, or this.
    func unpin() {
        kind?.holding.unpin()
        memory.unpin()
    }

    /// Says that it takes another number of bytes from now on. Others may be dropped, or this.
    func resize(to bytes: Int) {
        if let kind { kind.holding.resize(to: min(bytes, kind.limit)) }
        memory.resize(to: bytes)
    }
}
