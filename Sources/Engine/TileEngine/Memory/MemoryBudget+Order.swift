import TileGraphics

extension MemoryBudget {
    /// A keeper of many small things in an order of its own. It adds what it keeps to `held`, and takes it off.
    protocol Shelf: AnyObject, Sendable {
        /// Bytes of all that it keeps.
        var byteCount: Int { get }

        /// Bytes that it keeps whatever the others need. Does not change.
        var leastBytes: Int { get }

        /// When what it would drop first was used last, by the budget's clock; nil when it has nothing to drop.
        ///
        /// - Parameter isLastResort: Whether that includes what it would rather not drop.
        func oldestUse(isLastResort: Bool) -> UInt64?

        /// Drops what was used until then, the oldest first, as long as the budget is exceeded.
        func evict(usedUntil use: UInt64, isLastResort: Bool)
    }

    struct WeakShelf: Sendable {
        weak var shelf: (any Shelf)?
    }

    /// Has a shelf take part. It is asked for room as long as it lives.
    func add(_ shelf: any Shelf) {
        state.withLock { state in
            state.shelves.removeAll { $0.shelf == nil }
            state.shelves.append(WeakShelf(shelf: shelf))
        }
    }

    enum Standing {
        /// Nobody has the slot.
        case free
        /// In the list of what may be evicted.
        case listed
        case pinned
        /// Still somebody's, and dropped: it counts for nothing.
        case evicted
    }

    struct Slot {
        var standing = Standing.free
        var number: UInt64 = 0
        var bytes = 0
        var kind = Kind.other
        var evict: (@Sendable () -> Void)?
        /// Uses under way, and one more for what can't be evicted.
        var pins = 0
        var use: UInt64 = 0
        /// Towards the one used last; -1 at it.
        var newer = -1
        /// Towards the one used first; -1 at it. Of a free slot, the next free one.
        var older = -1
    }

    struct State {
        var slots: [Slot] = []
        var firstFree = -1
        var newest = -1
        var oldest = -1
        var nextNumber: UInt64 = 1
        /// Of all that is kept, in the order of `Kind.allCases`.
        var bytesByKind = [Int](repeating: 0, count: Kind.allCases.count)
        /// Of all that is pinned.
        var pinnedBytes = 0
        var evictionCount = 0
        var shelves: [WeakShelf] = []
    }

    /// What is to go next.
    enum Eviction {
        case holding(@Sendable () -> Void)
        /// What is on the shelf, used until then at the latest.
        case shelf(usedUntil: UInt64)
        case nothing
    }
}

extension MemoryBudget.State {
    func isCurrent(_ slot: Int, _ number: UInt64) -> Bool { slots[slot].number == number }

    /// - Returns: The holding, and what evicts it at once when it must go again.
    mutating func add(
        _ bytes: Int, _ kind: MemoryBudget.Kind, isPinned: Bool, _ evict: (@Sendable () -> Void)?,
        to budget: MemoryBudget
    ) -> (holding: MemoryBudget.Holding, isToGo: (@Sendable () -> Void)?) {
        precondition(bytes >= 0, "a holding of \(bytes) bytes")
        let slot: Int
        if firstFree >= 0 {
            slot = firstFree
            firstFree = slots[slot].older
        } else {
            slot = slots.count
            slots.append(MemoryBudget.Slot())
        }
        let number = nextNumber
        nextNumber += 1
        slots[slot] = MemoryBudget.Slot(
            standing: .pinned, number: number, bytes: bytes, kind: kind, evict: evict, pins: 1)
        count(slot, 1, in: budget)
        var isToGo: (@Sendable () -> Void)?
        switch (isPinned, evict == nil) {
        case (true, false): break
        case (false, false): isToGo = unpin(slot, in: budget)
        // The first pin is for good.
        case (true, true): slots[slot].pins = 2
        case (false, true): break
        }
        return (MemoryBudget.Holding(budget: budget, slot: slot, number: number), isToGo)
    }

    /// Adds what a slot keeps to all sums, or takes it off.
    private mutating func count(_ slot: Int, _ sign: Int, in budget: MemoryBudget) {
        let bytes = sign * slots[slot].bytes
        budget.held.add(bytes, ordering: .relaxed)
        bytesByKind[slots[slot].kind.index] += bytes
        if slots[slot].bytes > budget.limit {
            budget.beyond.add(bytes, ordering: .relaxed)
        } else if slots[slot].standing == .pinned {
            pinnedBytes += bytes
        }
    }

    mutating func pin(_ slot: Int, in budget: MemoryBudget) {
        if slots[slot].pins == 0 {
            unlink(slot)
            count(slot, -1, in: budget)
            slots[slot].standing = .pinned
            count(slot, 1, in: budget)
        }
        slots[slot].pins += 1
    }

    /// - Returns: What evicts it at once when it must go.
    mutating func unpin(_ slot: Int, in budget: MemoryBudget) -> (@Sendable () -> Void)? {
        precondition(slots[slot].pins > 0, "a holding was unpinned more often than pinned")
        slots[slot].pins -= 1
        if slots[slot].pins > 0 { return nil }
        count(slot, -1, in: budget)
        link(slot, use: budget.tick())
        count(slot, 1, in: budget)
        return takeIfBeyond(slot, in: budget)
    }

    /// - Returns: What evicts it at once when it must go.
    mutating func resize(_ slot: Int, to bytes: Int, in budget: MemoryBudget) -> (@Sendable () -> Void)? {
        precondition(bytes >= 0, "a holding of \(bytes) bytes")
        if slots[slot].standing == .evicted { return nil }
        count(slot, -1, in: budget)
        slots[slot].bytes = bytes
        count(slot, 1, in: budget)
        return takeIfBeyond(slot, in: budget)
    }

    /// Takes a holding out that is not in use and larger than all may be.
    private mutating func takeIfBeyond(_ slot: Int, in budget: MemoryBudget) -> (@Sendable () -> Void)? {
        guard slots[slot].standing == .listed, slots[slot].bytes > budget.limit else { return nil }
        return take(slot, in: budget)
    }

    private mutating func take(_ slot: Int, in budget: MemoryBudget) -> @Sendable () -> Void {
        count(slot, -1, in: budget)
        unlink(slot)
        slots[slot].standing = .evicted
        evictionCount += 1
        defer { slots[slot].evict = nil }
        guard let evict = slots[slot].evict else { preconditionFailure("what can't be evicted is listed") }
        return evict
    }

    /// - Returns: What would have evicted it.
    mutating func free(_ slot: Int, in budget: MemoryBudget) -> (@Sendable () -> Void)? {
        precondition(slots[slot].standing != .free, "a free slot is nobody's")
        if slots[slot].standing != .evicted { count(slot, -1, in: budget) }
        if slots[slot].standing == .listed { unlink(slot) }
        let evict = slots[slot].evict
        slots[slot] = MemoryBudget.Slot(older: firstFree)
        firstFree = slot
        return evict
    }

    /// Takes out the holding used first, unless a shelf has something older.
    ///
    /// - Parameter shelfUse: Of the oldest on any shelf; nil when there is none.
    mutating func takeOldest(usedUntil shelfUse: UInt64?, from budget: MemoryBudget) -> MemoryBudget.Eviction {
        let slot = oldest
        guard slot >= 0 else { return shelfUse == nil ? .nothing : .shelf(usedUntil: .max) }
        if let shelfUse, shelfUse < slots[slot].use { return .shelf(usedUntil: slots[slot].use) }
        return .holding(take(slot, in: budget))
    }

    /// Takes out the holding used first, if that was until then.
    mutating func takeIdle(
        usedUntil use: UInt64, from budget: MemoryBudget
    ) -> (bytes: Int, evict: @Sendable () -> Void)? {
        let slot = oldest
        guard slot >= 0, slots[slot].use <= use else { return nil }
        return (slots[slot].bytes, take(slot, in: budget))
    }

    /// As the one used last.
    mutating func link(_ slot: Int, use: UInt64) {
        slots[slot].standing = .listed
        slots[slot].use = use
        slots[slot].newer = -1
        slots[slot].older = newest
        if newest >= 0 { slots[newest].newer = slot } else { oldest = slot }
        newest = slot
    }

    mutating func unlink(_ slot: Int) {
        let (newer, older) = (slots[slot].newer, slots[slot].older)
        if newer >= 0 { slots[newer].older = older } else { newest = older }
        if older >= 0 { slots[older].newer = newer } else { oldest = newer }
    }
}

extension MemoryBudget {
    /// Holds when nobody is between two steps of an operation, on a shelf neither.
    ///
    /// - Complexity: O(n).
    public func _checkInvariants() {
        let shelves = state.withLock { $0.shelves.compactMap(\.shelf) }.reduce(0) { $0 + $1.byteCount }
        state.withLock { state in
            var listed: [Int] = []
            var slot = state.newest
            var newer = -1
            while slot >= 0 {
                precondition(state.slots[slot].newer == newer, "a holding is not linked both ways")
                precondition(state.slots[slot].standing == .listed, "what is pinned or gone is in the list")
                precondition(newer < 0 || state.slots[slot].use < state.slots[newer].use, "the list is out of order")
                precondition(state.slots[slot].evict != nil, "what can't be evicted is in the list")
                listed.append(slot)
                newer = slot
                slot = state.slots[slot].older
            }
            precondition(newer == state.oldest, "the list's end is not its end")
            var free = 0
            slot = state.firstFree
            while slot >= 0 {
                precondition(state.slots[slot].standing == .free, "a free slot is somebody's")
                free += 1
                slot = state.slots[slot].older
            }
            let slots = state.slots
            precondition(free == slots.count { $0.standing == .free }, "a free slot is lost")
            precondition(listed.count == slots.count { $0.standing == .listed }, "a holding is not in the list")
            precondition(slots.allSatisfy { ($0.standing == .pinned) == ($0.pins > 0) }, "pins and standing differ")
            let pinned = slots.filter { $0.standing == .pinned }.map(\.bytes)
            let beyond = pinned.filter { $0 > limit }.reduce(0, +)
            precondition(pinned.reduce(0, +) == state.pinnedBytes + beyond, "miscounted pinned bytes")
            precondition(
                state.bytesByKind.reduce(shelves, +) == bytes, "miscounted what is kept of some kind")
            precondition(beyond == self.beyond.load(ordering: .relaxed), "miscounted what is beyond the limit")
            let all = listed.reduce(pinned.reduce(shelves, +)) { $0 + slots[$1].bytes }
            precondition(all == bytes, "\(bytes) bytes are noted and \(all) are kept")
            precondition(!isExceeded || listed.isEmpty, "the limit is exceeded by what could go")
            precondition(listed.allSatisfy { slots[$0].bytes <= limit }, "what is larger than all is kept without use")
        }
    }
}
