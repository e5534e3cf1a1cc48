import TileEngine
import TileSupport

/// A source that is read when it is needed and kept until memory is needed for something else.
///
/// Whoever needs it while it is read waits for the one who reads. Pinned, it is not let go.
final class KeptSource: Sendable {
    /// What it counts against; nil keeps it for good.
    private let budget: MemoryBudget?
    /// What it counts against besides, with others of its kind.
    private let kindBudget: MemoryBudget?
    private let kept = Lock(Kept())
    /// Held by the one who reads.
    private let reading = Lock(())

    private struct Kept {
        var source: (any TileSource)?
        var holding: OpenHolding?
    }

    /// Not let go before its holding is unpinned.
    typealias Pinned = (source: any TileSource, holding: OpenHolding?)

    /// - Parameter kindBudget: as of `OpenHolding`.
    init(budget: MemoryBudget?, kindBudget: MemoryBudget? = nil) {
        self.budget = budget
        self.kindBudget = kindBudget
    }

    /// Whether it is there now.
    var isThere: Bool { kept.withLock { $0.source != nil } }

    /// It, if it is there now; it may be let go by all but the caller.
    var ifThere: (any TileSource)? { kept.withLock { $0.source } }

    /// Whether it is there and `prepareMore` has something to do.
    var needsPreparation: Bool {
        (kept.withLock { $0.source } as? any PreparingTileSource)?.needsPreparation == true
    }

    /// Of what it would do next.
    var isPreparationUrgent: Bool {
        (kept.withLock { $0.source } as? any PreparingTileSource)?.isPreparationUrgent == true
    }

    /// Has it do a piece of what its tiles would wait for, if it is there.
    func prepareMore() {
        guard let (source, holding) = pinnedIfThere() else { return }
        defer { holding?.unpin() }
        (source as? any PreparingTileSource)?.prepareMore()
    }

    /// The source, pinned.
    ///
    /// - Parameters:
    ///   - byteCount: of what `read` makes.
    ///   - read: called when it is not there, by one at a time.
    func pinned(
        byteCount: (any TileSource) -> Int, read: () throws(ContentFailure) -> any TileSource
    ) throws(ContentFailure) -> Pinned {
        if let known = pinnedIfThere() { return known }
        return try reading.withLock { _ throws(ContentFailure) in
            // Another may have read it meanwhile.
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

    /// Takes a source that is there already.
    @discardableResult
    func keep(_ source: any TileSource, byteCount: Int, isPinned: Bool) -> OpenHolding? {
        kept.withLock { $0 = Kept(source: source, holding: nil) }
        // Without the lock, because others may have to go for it, or this at once.
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
