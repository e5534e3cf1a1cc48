import Synchronization
import TileSupport

/// A number of bytes, and what is kept under it: when it does not suffice, what was used least recently goes.
///
///     let budget = MemoryBudget(limit: 1 << 30)
///     let holding = budget.hold(pixels.byteCount) { [weak self] in self?.dropPixels() }
///     …
///     holding.touch()  // used now
///
/// Whoever keeps something that can be made again registers it as a *holding*, with what drops it. One budget is shared
/// by all keepers of a process: decoded images, drawings' windows, contents that are open. Keepers of many small
/// things, as the tile cache, keep an order of their own and take part as a *shelf*: whichever is older goes first, the
/// shelf's last or the oldest holding. The order is by a logical clock, which each use of a holding and each thing
/// added advances.
///
/// What is in use right now is *pinned* and never dropped; so the sum may exceed the limit by what is pinned, unless it
/// was reserved (`reserve`), which is refused where there would be no room. The same class bounds temporary disk.
///
/// What takes much takes no more than its part from the others. A holding larger than the whole limit is *beyond* it:
/// nothing goes for it, because all together would not make room, and it goes itself as soon as it is not in use. And
/// of each shelf a part stays whatever the others need, so that finished tiles are still at hand when one drawing is
/// worth all of the memory.
///
/// Holdings are nodes of one list, linked through slots of an array: every operation takes constant time, besides what
/// it evicts. All may be called from any thread. **No lock may be held that some holding's eviction takes** when
/// `hold`, `reserve`, `makeRoom`, `Holding.resize` or `Holding.unpin` is called: they run evictions of others, with no
/// lock held here. `touch`, `pin` and `release` run none.
public final class MemoryBudget: Sendable {
    /// Bytes at most.
    public let limit: Int

    /// Bytes of all holdings and shelves. Changed under the lock or by shelves.
    let held = Atomic(0)
    /// Of those, the bytes of holdings that are larger than the limit. Changed under the lock.
    let beyond = Atomic(0)
    /// The logical clock.
    private let clock = Atomic<UInt64>(0)
    let state = Lock(State())

    /// Why bytes were not reserved.
    public enum Refusal: Error, Hashable, Sendable {
        /// More than the whole budget: nothing that goes would make room.
        case tooLarge(bytes: Int, limit: Int)
        /// So much of the budget is in use right now that the rest does not suffice. Asking again later may work.
        case inUse(bytes: Int, limit: Int)
    }

    public init(limit: Int) {
        precondition(limit >= 0, "a budget of \(limit) bytes")
        self.limit = limit
    }

    /// Bytes kept now.
    public var bytes: Int { held.load(ordering: .relaxed) }

    /// How many holdings were dropped to make room, not counting what shelves dropped.
    public var evictionCount: Int { state.withLock { $0.evictionCount } }

    // MARK: Keeping

    /// Registers something that is kept, as used now, and drops others where they no longer fit. It is kept whatever
    /// its size while it is pinned; else it may itself be the first to go, even before this returns.
    ///
    /// - Parameters:
    ///   - kind: What it is, for those who watch (`bytesByKind`).
    ///   - isPinned: Whether it is in use from the start; to be ended by `unpin`.
    ///   - evict: Drops it. Called at most once, from whichever thread needs room, with no lock held here, and not
    ///     after `release`, but for a call under way. Nil for what can't be dropped and only takes room from others.
    /// - Returns: The registration, which lasts until it is released or goes out of use.
    public func hold(
        _ bytes: Int, as kind: Kind = .other, isPinned: Bool = false, evict: (@Sendable () -> Void)?
    ) -> Holding {
        let (holding, isToGo) = state.withLock { $0.add(bytes, kind, isPinned: isPinned, evict, to: self) }
        isToGo?()
        makeRoom()
        return holding
    }

    /// Registers something as `hold` does, pinned, before it is made; unless there is no room for it.
    ///
    /// - Throws: what keeps it from fitting; nothing was dropped then.
    public func reserve(
        _ bytes: Int, as kind: Kind = .other, evict: (@Sendable () -> Void)?
    ) throws(Refusal) -> Holding {
        // Shelves are asked without the lock, under which one could come to its end.
        let room = limit - shelves.reduce(0) { $0 + $1.leastBytes }
        let holding = try state.withLock { state throws(Refusal) in
            guard bytes <= room else { throw .tooLarge(bytes: bytes, limit: room) }
            guard bytes <= room - state.pinnedBytes else { throw .inUse(bytes: bytes, limit: room) }
            return state.add(bytes, kind, isPinned: true, evict, to: self).holding
        }
        makeRoom()
        return holding
    }

    // MARK: Time and room

    /// A point in the order of uses.
    public struct Moment: Hashable, Sendable {
        let use: UInt64
    }

    /// Now: all uses so far came before.
    public var moment: Moment { Moment(use: now) }

    /// Drops holdings that were not used since a moment, the least recently used first, though there is room for them.
    ///
    /// - Parameter bytes: What may be kept all the same, pinned holdings and shelves included.
    /// - Returns: how many bytes went.
    @discardableResult
    public func dropIdle(since moment: Moment, keeping bytes: Int) -> Int {
        var dropped = 0
        while let idle = state.withLock({ state -> (bytes: Int, evict: @Sendable () -> Void)? in
            self.bytes > bytes ? state.takeIdle(usedUntil: moment.use, from: self) : nil
        }) {
            dropped += idle.bytes
            idle.evict()
        }
        return dropped
    }

    /// The logical clock's time, to note as the last use of what is on a shelf.
    var now: UInt64 { clock.load(ordering: .relaxed) }

    /// Advances the logical clock.
    ///
    /// - Returns: Its time, later than all before.
    func tick() -> UInt64 { clock.wrappingAdd(1, ordering: .relaxed).newValue }

    var isExceeded: Bool { held.load(ordering: .relaxed) - beyond.load(ordering: .relaxed) > limit }

    private var shelves: [any Shelf] { state.withLock { $0.shelves.compactMap(\.shelf) } }

    /// Drops the least recently used until all fits, or only what is pinned is left. To be called by whoever added to a
    /// shelf; constant time when all fits.
    public func makeRoom() {
        if !isExceeded { return }
        makeRoom(isLastResort: false)
        makeRoom(isLastResort: true)
    }

    private func makeRoom(isLastResort: Bool) {
        while isExceeded {
            // Asked without the lock, because shelves have locks of their own. What is used meanwhile is looked at
            // again.
            let oldest =
                shelves
                .compactMap { shelf in shelf.oldestUse(isLastResort: isLastResort).map { (shelf: shelf, use: $0) } }
                .min { $0.use < $1.use }
            switch state.withLock({ $0.takeOldest(usedUntil: oldest?.use, from: self) }) {
            case .holding(let evict): evict()
            case .shelf(let use): oldest?.shelf.evict(usedUntil: use, isLastResort: isLastResort)
            case .nothing: return
            }
        }
    }
}

/// Two budgets are equal when they are the same: so that limits that name one can be compared.
extension MemoryBudget: Hashable {
    public static func == (left: MemoryBudget, right: MemoryBudget) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension MemoryBudget.Refusal: CustomStringConvertible {
    /// Without what is asked for and which limit it is, for only the caller knows how they are called.
    public var description: String {
        switch self {
        case .tooLarge(let bytes, let limit): "\(bytes) bytes are more than the \(limit) that there may be"
        case .inUse(let bytes, let limit): "no \(bytes) bytes of \(limit) are free while others are in use"
        }
    }
}
