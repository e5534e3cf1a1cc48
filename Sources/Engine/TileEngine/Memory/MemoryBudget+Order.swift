import TileGraphics

extension MemoryBudget {
    /// A cache of many small items with its own eviction order. It adds the bytes that it keeps to `held` and subtracts
    /// them.
    protocol Shelf: AnyObject, Sendable {
        /// The bytes of everything on the shelf.
        var byteCount: Int { get }

        /// Returns the bytes that the shelf keeps even if others need them.
        ///
        /// - Parameter bytes: The bytes of everything that may be kept.
        func leastBytes(ofBudget bytes: Int) -> Int

        /// The time, on the budget's clock, of the last use of the item that would be evicted first; nil if nothing can
        /// be evicted.
        ///
        /// - Parameter isLastResort: Whether items that the shelf prefers to keep count too.
        func oldestUse(isLastResort: Bool) -> UInt64?

        /// Evicts items last used at or before `use`, oldest first, while the budget is exceeded.
        func evict(usedUntil use: UInt64, isLastResort: Bool)
    }

    struct WeakShelf: Sendable {
        weak var shelf: (any Shelf)?
    }

    /// Registers a shelf. It takes part in eviction as long as it lives.
    func add(_ shelf: any Shelf) {
        state.withLock { state in
            state.shelves.removeAll { $0.shelf == nil }
            state.shelves.append(WeakShelf(shelf: shelf))
        }
    }

    enum Standing {
        /// The slot is unused.
        case free
        /// The slot is in the list of evictable holdings.
        case listed
        case pinned
        /// The holding was evicted but its owner still references it; it counts as zero bytes.
        case evicted
    }

    struct Slot {
        var standing = Standing.free
        var number: UInt64 = 0
        var bytes = 0
        var kind = Kind.other
        var evict: (@Sendable () -> Void)?
        /// The uses under way, plus one for an item that can't be evicted.
        var pins = 0
        var use: UInt64 = 0
        /// The next more recently used slot; -1 at the newest.
        var newer = -1
        /// The next less recently used slot; -1 at the oldest. For a free slot, the next free one.
        var older = -1
    }

    struct State {
        var slots: [Slot] = []
        var firstFree = -1
        var newest = -1
        var oldest = -1
        var nextNumber: UInt64 = 1
        /// The bytes of everything kept, in the order of `Kind.allCases`.
        var bytesByKind = [Int](repeating: 0, count: Kind.allCases.count)
        var evictionCount = 0
        var shelves: [WeakShelf] = []
    }

    /// The next eviction to perform.
    enum Eviction {
        case holding(@Sendable () -> Void)
        /// Items on the shelf last used at or before `usedUntil`.
        case shelf(usedUntil: UInt64)
        case nothing
    }
}

extension MemoryBudget.State {
    func isCurrent(_ slot: Int, _ number: UInt64) -> Bool { slots[slot].number == number }

    /// - Returns: The holding, and its eviction closure if it must be evicted immediately.
    mutating func add(
        _ bytes: Int, _ kind: MemoryBudget.Kind, isPinned: Bool, evict: (@Sendable () -> Void)?,
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
        // The first pin is permanent.
        case (true, true): slots[slot].pins = 2
        case (false, true): break
        }
        return (MemoryBudget.Holding(budget: budget, slot: slot, number: number), isToGo)
    }

    /// Adds a slot's bytes to all sums (`sign` 1), or subtracts them (-1).
    private mutating func count(_ slot: Int, _ sign: Int, in budget: MemoryBudget) {
        let bytes = sign * slots[slot].bytes
        budget.held.add(bytes, ordering: .relaxed)
        bytesByKind[slots[slot].kind.index] += bytes
        if slots[slot].bytes > budget.limit {
            budget.beyond.add(bytes, ordering: .relaxed)
        } else if slots[slot].standing == .pinned {
            budget.pinned.add(bytes, ordering: .relaxed)
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

    /// - Returns: The eviction closure if the holding must be evicted immediately.
    mutating func unpin(_ slot: Int, in budget: MemoryBudget) -> (@Sendable () -> Void)? {
        precondition(slots[slot].pins > 0, "a holding was unpinned more often than pinned")
        slots[slot].pins -= 1
        if slots[slot].pins > 0 { return nil }
        count(slot, -1, in: budget)
        link(slot, use: budget.tick())
        count(slot, 1, in: budget)
        return takeIfBeyond(slot, in: budget)
    }

    /// - Returns: The eviction closure if the holding must be evicted immediately.
    mutating func resize(_ slot: Int, to bytes: Int, in budget: MemoryBudget) -> (@Sendable () -> Void)? {
        precondition(bytes >= 0, "a holding of \(bytes) bytes")
        if slots[slot].standing == .evicted { return nil }
        count(slot, -1, in: budget)
        slots[slot].bytes = bytes
        count(slot, 1, in: budget)
        return takeIfBeyond(slot, in: budget)
    }

    /// Removes a holding that is not in use and is larger than the whole limit.
    private mutating func takeIfBeyond(_ slot: Int, in budget: MemoryBudget) -> (@Sendable () -> Void)? {
        guard slots[slot].standing == .listed, slots[slot].bytes > budget.limit else { return nil }
        return markEvicted(slot, in: budget)
    }

    private mutating func markEvicted(_ slot: Int, in budget: MemoryBudget) -> @Sendable () -> Void {
        count(slot, -1, in: budget)
        unlink(slot)
        slots[slot].standing = .evicted
        evictionCount += 1
        defer { slots[slot].evict = nil }
        guard let evict = slots[slot].evict else { preconditionFailure("what can't be evicted is listed") }
        return evict
    }

    /// - Returns: The holding's eviction closure, for release outside the lock.
    mutating func free(_ slot: Int, in budget: MemoryBudget) -> (@Sendable () -> Void)? {
        precondition(slots[slot].standing != .free, "a free slot is nobody's")
        if slots[slot].standing != .evicted { count(slot, -1, in: budget) }
        if slots[slot].standing == .listed { unlink(slot) }
        let evict = slots[slot].evict
        slots[slot] = MemoryBudget.Slot(older: firstFree)
        firstFree = slot
        return evict
    }

    /// Removes the least recently used holding, unless a shelf has an older item.
    ///
    /// - Parameter shelfUse: The last use of the oldest item on any shelf; nil if there is none.
    mutating func takeOldest(usedUntil shelfUse: UInt64?, from budget: MemoryBudget) -> MemoryBudget.Eviction {
        let slot = oldest
        guard slot >= 0, !staysAlone(slot, in: budget) else {
            return shelfUse == nil ? .nothing : .shelf(usedUntil: .max)
        }
        if let shelfUse, shelfUse < slots[slot].use { return .shelf(usedUntil: slots[slot].use) }
        return .holding(markEvicted(slot, in: budget))
    }

    /// Whether a holding is the most recently used one, and only the allowance is exceeded and not the limit.
    fileprivate func staysAlone(_ slot: Int, in budget: MemoryBudget) -> Bool {
        slot == newest && slots[slot].bytes <= budget.limit / 2 && !budget.isBeyondLimit
    }

    /// Removes the least recently used holding if it was last used at or before `use`.
    mutating func takeIdle(
        usedUntil use: UInt64, from budget: MemoryBudget
    ) -> (bytes: Int, evict: @Sendable () -> Void)? {
        let slot = oldest
        guard slot >= 0, slots[slot].use <= use else { return nil }
        return (slots[slot].bytes, markEvicted(slot, in: budget))
    }

    /// Links a slot as the most recently used.
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
    /// Checks the invariants. Valid while no operation is in progress, on the shelves included.
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
            let counted = self.pinned.load(ordering: .relaxed)
            precondition(pinned.reduce(0, +) == counted + beyond, "miscounted pinned bytes")
            precondition(
                state.bytesByKind.reduce(shelves, +) == bytes, "miscounted what is kept of some kind")
            precondition(beyond == self.beyond.load(ordering: .relaxed), "miscounted what is beyond the limit")
            let all = listed.reduce(pinned.reduce(shelves, +)) { $0 + slots[$1].bytes }
            precondition(all == bytes, "\(bytes) bytes are noted and \(all) are kept")
            precondition(
                !isExceeded || listed.allSatisfy { state.staysAlone($0, in: self) },
                "the limit is exceeded by what could go")
            precondition(listed.allSatisfy { slots[$0].bytes <= limit }, "what is larger than all is kept without use")
        }
    }
}
