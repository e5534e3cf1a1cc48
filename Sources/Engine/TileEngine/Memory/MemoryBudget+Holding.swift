import Synchronization

extension MemoryBudget {
    /// Something kept under a budget. Safe from any thread; ends when it is released or nobody has it any more.
    public final class Holding: Sendable {
        private let budget: MemoryBudget
        private let slot: Int
        /// Tells it from those that had the slot before and will have it after.
        private let number: UInt64

        init(budget: MemoryBudget, slot: Int, number: UInt64) {
            self.budget = budget
            self.slot = slot
            self.number = number
        }

        deinit { release() }

        /// Whether it is still kept: neither evicted nor released.
        public var isKept: Bool {
            budget.state.withLock { $0.isCurrent(slot, number) && $0.slots[slot].standing != .evicted }
        }

        /// Notes that it is used now.
        public func touch() {
            budget.state.withLock { state in
                guard state.isCurrent(slot, number), state.slots[slot].standing == .listed else { return }
                state.unlink(slot)
                state.link(slot, use: budget.tick())
            }
        }

        /// Keeps it from being evicted until as many calls of `unpin`.
        ///
        /// - Returns: Whether it is still kept; when not, there is nothing to unpin.
        public func pin() -> Bool {
            budget.state.withLock { state in
                guard state.isCurrent(slot, number), state.slots[slot].standing != .evicted else { return false }
                state.pin(slot, in: budget)
                return true
            }
        }

        /// Ends a use that `pin` began: it counts as used now. What was over the limit because it was pinned goes.
        public func unpin() {
            let isToGo = budget.state.withLock { state in
                state.isCurrent(slot, number) ? state.unpin(slot, in: budget) : nil
            }
            isToGo?()
            budget.makeRoom()
        }

        /// Says that it takes another number of bytes from now on.
        public func resize(to bytes: Int) {
            let isToGo = budget.state.withLock { state in
                state.isCurrent(slot, number) ? state.resize(slot, to: bytes, in: budget) : nil
            }
            isToGo?()
            budget.makeRoom()
        }

        /// Ends it, unless it has ended: it is not evicted any more.
        public func release() {
            // What the closure keeps alive goes outside the lock.
            let evict = budget.state.withLock { state in
                state.isCurrent(slot, number) ? state.free(slot, in: budget) : nil
            }
            _ = consume evict
        }
    }
}
