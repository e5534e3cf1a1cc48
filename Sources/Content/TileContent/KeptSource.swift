import TileEngine
import TileSupport

/// A source that is read on demand and kept until its memory is needed elsewhere.
///
/// Other threads that need it meanwhile wait for the one that reads it. While pinned, it is not evicted.
final class KeptSource: Sendable {
    /// The budget that it counts against; nil to keep it forever.
    private let budget: MemoryBudget?
    /// An additional budget shared with other sources of its kind.
    private let kindBudget: MemoryBudget?
    private let kept = Lock(Kept())
    /// Held by the thread that reads.
    private let reading = Lock(())

    private struct Kept {
        var source: (any TileSource)?
        var holding: OpenHolding?
    }

    /// A source that is not evicted before its holding is unpinned.
    typealias Pinned = (source: any TileSource, holding: OpenHolding?)

    /// - Parameter kindBudget: The additional budget, as in `OpenHolding`.
    init(budget: MemoryBudget?, kindBudget: MemoryBudget? = nil) {
        self.budget = budget
        self.kindBudget = kindBudget
    }

    /// Whether the source is in memory.
    var isThere: Bool { kept.withLock { $0.source != nil } }

    /// The source, if it is in memory. It may be evicted, but stays valid for the caller.
    var ifThere: (any TileSource)? { kept.withLock { $0.source } }

    /// Whether the source is in memory and `prepareMore` has work to do.
    var needsPreparation: Bool {
        (kept.withLock { $0.source } as? any PreparingTileSource)?.needsPreparation == true
    }

    /// Whether that work is urgent.
    var isPreparationUrgent: Bool {
        (kept.withLock { $0.source } as? any PreparingTileSource)?.isPreparationUrgent == true
    }

    /// Performs a piece of the source's preparation, if it is in memory.
    func prepareMore() {
        guard let (source, holding) = pinnedIfThere() else { return }
        defer { holding?.unpin() }
        (source as? any PreparingTileSource)?.prepareMore()
    }

    /// Returns the source, pinned.
    ///
    /// - Parameters:
    ///   - byteCount: Returns the memory of a source that `read` returns.
    ///   - read: Reads the source if it is not in memory. Called by one thread at a time.
    func pinned(
        byteCount: (any TileSource) -> Int, read: () throws(ContentFailure) -> any TileSource
    ) throws(ContentFailure) -> Pinned {
        if let known = pinnedIfThere() { return known }
        return try reading.withLock { _ throws(ContentFailure) in
            // Another thread may have read it meanwhile.
            if let known = pinnedIfThere() { return known }
            let source = try read()
            return (source, keep(source, byteCount: byteCount(source), isPinned: true))
        }
    }

    private func pinnedIfThere() -> Pinned? {
        kept.withLock { kept in
            guard let source = kept.source, kept.holding?.pin() ?? true else { return nil }
            return (source, kept.holding)
        }
    }

    /// Stores an existing source.
    @discardableResult
    func keep(_ source: any TileSource, byteCount: Int, isPinned: Bool) -> OpenHolding? {
        kept.withLock { $0 = Kept(source: source, holding: nil) }
        // Registered without the lock held, because registering may evict other sources, or this one at once.
        let holding = budget.map { budget in
            OpenHolding(
                byteCount, as: source.memoryKind, isPinned: isPinned, in: budget, kindBudget
            ) { [weak self, weak source] in
                let gone = self?.kept.withLock { kept -> Kept? in
                    guard kept.source === source else { return nil }
                    defer { kept = Kept() }
                    return kept
                }
                _ = consume gone
            }
        }
        kept.withLock { if $0.source === source { $0.holding = holding } }
        return holding
    }
}
