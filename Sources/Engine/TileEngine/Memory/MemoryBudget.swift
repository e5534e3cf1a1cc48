import Synchronization
import TileSupport

/// A limit in bytes and the items kept under it. When the limit is exceeded, the least recently used item is evicted.
///
///     let budget = MemoryBudget(limit: 1 << 30)
///     let holding = budget.hold(pixels.byteCount) { [weak self] in self?.dropPixels() }
///     …
///     holding.touch()  // used now
///
/// A cache registers each item that it can recreate as a *holding*, with a closure that evicts it. One budget is shared
/// by all caches of a process: decoded images, windows of drawings, open contents. A cache of many small items, like
/// the tile cache, keeps its own order and takes part as a *shelf*: the older of the shelf's last item and the oldest
/// holding is evicted first. The order follows a logical clock, which each use of a holding and each added item
/// advances.
///
/// An item in use is *pinned* and never evicted, so the sum may exceed the limit by what is pinned. `reserve` refuses a
/// pinned item that would not fit. The same class also limits temporary disk space.
///
/// Large items do not displace all others. A holding larger than the whole limit is *beyond* it: nothing is evicted for
/// it, because even evicting everything would not make room, and it is evicted itself as soon as it is not in use. Each
/// shelf keeps a minimum whatever the others need, so that finished tiles remain available when one drawing could fill
/// the whole memory.
///
/// Holdings are nodes of one list, linked through slots of an array: every operation takes constant time, plus the cost
/// of its evictions. All members may be called from any thread. **Don't hold a lock that any holding's eviction takes**
/// when calling `hold`, `reserve`, `makeRoom`, `Holding.resize` or `Holding.unpin`: they run evictions of other
/// holdings, with no lock of the budget held. `touch`, `pin` and `release` run none.
public final class MemoryBudget: Sendable {
    /// The limit in bytes.
    public let limit: Int
    /// The current limit in bytes, which is lower than `limit` while other work needs the memory.
    ///
    /// It is not strict. Pinned items displace at most half of it, and the most recently used item stays if it has no
    /// more than half of the limit. Otherwise all tiles drawn beside a large drawing, or after the work of reading one,
    /// would read their own drawings again.
    private let allowance: Atomic<Int>

    /// The bytes of all holdings and shelves. Changed under the lock or by shelves.
    let held = Atomic(0)
    /// The bytes of holdings that are larger than the limit, included in `held`. Changed under the lock.
    let beyond = Atomic(0)
    /// The bytes of other pinned holdings, included in `held`. Changed under the lock.
    let pinned = Atomic(0)
    /// The logical clock.
    private let clock = Atomic<UInt64>(0)
    let state = Lock(State())

    /// The reason why bytes were not reserved.
    public enum Refusal: Error, Hashable, Sendable {
        /// The size exceeds the whole budget: no eviction would make room.
        case tooLarge(bytes: Int, limit: Int)
        /// Too much of the budget is in use right now. Retrying later may succeed.
        case inUse(bytes: Int, limit: Int)
    }

    public init(limit: Int) {
        precondition(limit >= 0, "a budget of \(limit) bytes")
        self.limit = limit
        allowance = Atomic(limit)
    }

    /// Limits the bytes that may be kept to less than `limit` until the next call, and evicts what no longer fits.
    package func constrain(to bytes: Int) {
        allowance.store(max(0, min(bytes, limit)), ordering: .relaxed)
        makeRoom()
    }

    /// The bytes that may be kept now: the limit, or less after `constrain`.
    package var allowedBytes: Int { allowance.load(ordering: .relaxed) }

    /// The bytes kept now.
    public var bytes: Int { held.load(ordering: .relaxed) }

    /// The number of holdings evicted to make room, not counting evictions by shelves.
    public var evictionCount: Int { state.withLock { $0.evictionCount } }

    // MARK: Keeping

    /// Registers an item as used now, and evicts others that no longer fit. While pinned, the item is kept whatever its
    /// size. Otherwise it may be the first to be evicted, even before this returns.
    ///
    /// - Parameters:
    ///   - kind: The kind of memory, for statistics (`bytesByKind`).
    ///   - isPinned: Whether the item is in use from the start, until `unpin` is called.
    ///   - evict: Drops the item. Called at most once, on whichever thread needs room, with no lock of the budget held.
    ///     It is not called after `release`, except for a call already under way. Nil for an item that can't be
    ///     dropped.
    /// - Returns: The registration. It lasts until it is released or deallocated.
    public func hold(
        _ bytes: Int, as kind: Kind = .other, isPinned: Bool = false, evict: (@Sendable () -> Void)?
    ) -> Holding {
        let (holding, isToGo) = state.withLock { $0.add(bytes, kind, isPinned: isPinned, evict: evict, to: self) }
        isToGo?()
        makeRoom()
        return holding
    }

    /// Registers a pinned item before it is made, if there is room for it.
    ///
    /// - Throws: The reason why it does not fit. Nothing was evicted in that case.
    public func reserve(
        _ bytes: Int, as kind: Kind = .other, evict: (@Sendable () -> Void)?
    ) throws(Refusal) -> Holding {
        // Shelves are read without the lock, because the last reference to one could end under it.
        let shelves = shelves
        func room(of bytes: Int) -> Int { bytes - shelves.reduce(0) { $0 + $1.leastBytes(ofBudget: bytes) } }
        let (room, roomNow) = (room(of: limit), room(of: allowedBytes))
        let holding = try state.withLock { state throws(Refusal) in
            guard bytes <= room else { throw .tooLarge(bytes: bytes, limit: room) }
            guard bytes <= roomNow - pinned.load(ordering: .relaxed) else { throw .inUse(bytes: bytes, limit: room) }
            return state.add(bytes, kind, isPinned: true, evict: evict, to: self).holding
        }
        makeRoom()
        return holding
    }

    // MARK: Time and room

    /// A point in the order of uses.
    public struct Moment: Hashable, Sendable {
        let use: UInt64
    }

    /// The current moment: all uses so far are earlier.
    public var moment: Moment { Moment(use: now) }

    /// Evicts holdings not used since a moment, the least recently used first, even if there is room for them.
    ///
    /// - Parameter bytes: The total that may remain, including pinned holdings and shelves.
    /// - Returns: The number of bytes evicted.
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

    /// The logical clock's time, recorded as the last use of items on a shelf.
    var now: UInt64 { clock.load(ordering: .relaxed) }

    /// Advances the logical clock.
    ///
    /// - Returns: The new time, later than all before.
    func tick() -> UInt64 { clock.wrappingAdd(1, ordering: .relaxed).newValue }

    /// The bytes that count against the limit.
    private var counted: Int { held.load(ordering: .relaxed) - beyond.load(ordering: .relaxed) }

    var isBeyondLimit: Bool { counted > limit }

    var isExceeded: Bool {
        let (counted, allowed) = (counted, allowedBytes)
        if counted <= allowed { return false }
        return counted > limit || counted - pinned.load(ordering: .relaxed) > allowed / 2
    }

    private var shelves: [any Shelf] { state.withLock { $0.shelves.compactMap(\.shelf) } }

    /// Evicts the least recently used items until everything fits or only pinned items remain. Call it after adding to
    /// a shelf. Takes constant time if everything fits.
    public func makeRoom() {
        if !isExceeded { return }
        makeRoom(isLastResort: false)
        makeRoom(isLastResort: true)
    }

    private func makeRoom(isLastResort: Bool) {
        while isExceeded {
            // Read without the lock, because shelves have their own locks. An item used meanwhile is checked again.
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

/// Budgets are equal only if they are the same object, so that limits that name a budget can be compared.
extension MemoryBudget: Hashable {
    public static func == (left: MemoryBudget, right: MemoryBudget) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension MemoryBudget.Refusal: CustomStringConvertible {
    /// A description without the item and the limit's name, which only the caller knows.
    public var description: String {
        switch self {
        case .tooLarge(let bytes, let limit): "\(bytes) bytes are more than the \(limit) that there may be"
        case .inUse(let bytes, let limit): "no \(bytes) bytes of \(limit) are free while others are in use"
        }
    }
}
