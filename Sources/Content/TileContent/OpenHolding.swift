import TileEngine

/// The memory holding of an open source, in the overall budget and optionally in a budget for its kind. The source is
/// evicted when either budget is exceeded.
struct OpenHolding: Sendable {
    private let memory: MemoryBudget.Holding
    private let kind: (holding: MemoryBudget.Holding, limit: Int)?

    /// Registers a source as just used. Unless it is pinned, it may be evicted before this returns.
    ///
    /// - Parameters:
    ///   - memoryKind: The kind of memory, for statistics.
    ///   - kind: The budget for its kind. The source counts for at most the limit, so that a larger one stays while it
    ///     is the most recently used.
    ///   - evict: The eviction handler, as in `MemoryBudget.hold`. Both budgets may call it.
    init(
        _ bytes: Int, as memoryKind: MemoryBudget.Kind, isPinned: Bool, in memory: MemoryBudget, _ kind: MemoryBudget?,
        evict: @escaping @Sendable () -> Void
    ) {
        self.memory = memory.hold(bytes, as: memoryKind, isPinned: isPinned, evict: evict)
        self.kind = kind.map { kind in
            (kind.hold(min(bytes, kind.limit), isPinned: isPinned, evict: evict), kind.limit)
        }
    }

    /// Prevents eviction until the same number of `unpin` calls. No eviction runs.
    ///
    /// - Returns: False if the source was evicted, or is about to be.
    func pin() -> Bool {
        guard memory.pin() else { return false }
        guard kind?.holding.pin() ?? true else {
            // The pending eviction releases both holdings soon.
            memory.release()
            return false
        }
        return true
    }

    /// Ends a use that `pin` began. This or other sources may be evicted.
    func unpin() {
        kind?.holding.unpin()
        memory.unpin()
    }

    /// Changes the number of bytes. This or other sources may be evicted.
    func resize(to bytes: Int) {
        if let kind { kind.holding.resize(to: min(bytes, kind.limit)) }
        memory.resize(to: bytes)
    }
}
