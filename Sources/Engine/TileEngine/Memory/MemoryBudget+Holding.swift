import Synchronization

extension MemoryBudget {
    /// An item kept under a budget. Safe from any thread. It ends when `release` is called or the last reference is
    /// gone.
    public final class Holding: Sendable {
        private let budget: MemoryBudget
        private let slot: Int
        /// The registration's number, which distinguishes it from earlier and later users of the slot.
        private let number: UInt64

        init(budget: MemoryBudget, slot: Int, number: UInt64) {
            self.budget = budget
            self.slot = slot
            self.number = number
        }

        deinit { release() }

        /// Whether the item is still kept: neither evicted nor released.
        public var isKept: Bool {
            budget.state.withLock { $0.isCurrent(slot, number) && $0.slots[slot].standing != .evicted }
        }

        /// Marks the item as used now.
        public func touch() {
            budget.state.withLock { state in
                guard state.isCurrent(slot, number), state.slots[slot].standing == .listed else { return }
                state.unlink(slot)
                state.link(slot, use: budget.tick())
            }
        }

        /// Prevents eviction until a matching call of `unpin`.
        ///
        /// - Returns: Whether the item is still kept. If not, there is nothing to unpin.
        public func pin() -> Bool {
            budget.state.withLock { state in
                guard state.isCurrent(slot, number), state.slots[slot].standing != .evicted else { return false }
                state.pin(slot, in: budget)
                return true
            }
        }

        /// Ends a use that `pin` began and marks the item as used now. Evicts what exceeds the limit once it is
        /// unpinned.
        public func unpin() {
            let isToGo = budget.state.withLock { state in
                state.isCurrent(slot, number) ? state.unpin(slot, in: budget) : nil
            }
            isToGo?()
            budget.makeRoom()
        }

        /// Changes the item's size in bytes.
        public func resize(to bytes: Int) {
            let isToGo = budget.state.withLock { state in
                state.isCurrent(slot, number) ? state.resize(slot, to: bytes, in: budget) : nil
            }
            isToGo?()
            budget.makeRoom()
        }

        /// Ends the registration, unless it has ended. The item is not evicted after this.
        public func release() {
            // The closure's captures are released outside the lock.
            let evict = budget.state.withLock { state in
                state.isCurrent(slot, number) ? state.free(slot, in: budget) : nil
            }
            _ = consume evict
        }
    }
}
