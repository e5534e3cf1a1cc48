import TileSupport

/// Memory of bitmaps kept for the next ones of the same size, because a fresh 256 KB block costs the kernel 64 page
/// faults, more than many a tile costs to draw.
///
/// When there is more than it may keep, blocks of the sizes that were used least recently go. Those of sizes that are
/// asked for once, as for rects that a client chooses, so don't take the place of tiles'.
///
/// Safe from any thread. Taking and giving back take constant time and, when warm, allocate nothing.
public final class BitmapPool: Sendable {
    /// Blocks of one size in bytes.
    fileprivate struct Shelf {
        var byteCount: Int
        var blocks: [Block]
    }

    // @unchecked Sendable: an address of memory that nobody else knows while it is on the shelf.
    fileprivate struct Block: @unchecked Sendable {
        var address: UnsafeMutableRawPointer
    }

    fileprivate struct State {
        /// The one used last is the last.
        var shelves: [Shelf] = []
        var keptBytes = 0
    }

    private let state = Lock(State())
    private let limit: Int

    /// Sizes at a time. Tiles have a few (one or two sides, the halves that drafts and images are made of); what is
    /// beyond is asked for once.
    private static let maxSizes = 16

    /// Larger blocks are not kept: of such, fewer than so many would fill the pool, and clearing their pages is little
    /// beside drawing them.
    private static let leastBlocks = 8

    /// Keeps at most `limit` bytes that are not in use, in blocks of at most an eighth of it.
    public init(limit: Int = 64 << 20) { self.limit = limit }

    deinit {
        state.withLock { state in
            for shelf in state.shelves { for block in shelf.blocks { block.address.deallocate() } }
        }
    }

    /// A bitmap with whatever its memory held before.
    public func uninitializedBitmap(width: Int, height: Int) -> Bitmap {
        Bitmap(width: width, height: height, pool: self)
    }

    /// A bitmap with all pixels clear.
    public func clearBitmap(width: Int, height: Int) -> Bitmap {
        let bitmap = uninitializedBitmap(width: width, height: height)
        bitmap.clear()
        return bitmap
    }

    /// Memory kept for later, in bytes.
    public var keptBytes: Int { state.withLock { $0.keptBytes } }

    /// Different sizes that blocks are kept of.
    var sizeCount: Int { state.withLock { $0.shelves.count } }

    /// Gives all memory that is not in use back to the system.
    public func drain() {
        let shelves = state.withLock { state in
            defer {
                state.shelves = []
                state.keptBytes = 0
            }
            return state.shelves
        }
        for shelf in shelves { for block in shelf.blocks { block.address.deallocate() } }
    }

    func take(_ byteCount: Int) -> UnsafeMutableRawPointer {
        let kept = state.withLock { state -> Block? in
            guard let shelf = state.use(byteCount), let block = state.shelves[shelf].blocks.popLast() else {
                return nil
            }
            state.keptBytes -= byteCount
            return block
        }
        return kept?.address ?? .allocate(byteCount: byteCount, alignment: Bitmap.alignment)
    }

    func giveBack(_ address: UnsafeMutableRawPointer, byteCount: Int) {
        let block = Block(address: address)
        guard byteCount <= limit / Self.leastBlocks else { return address.deallocate() }
        let surplus = state.withLock { state -> [Block] in
            if let shelf = state.use(byteCount) {
                state.shelves[shelf].blocks.append(block)
            } else {
                state.shelves.append(Shelf(byteCount: byteCount, blocks: [block]))
            }
            state.keptBytes += byteCount
            return state.takeSurplus(limit: limit, maxSizes: Self.maxSizes)
        }
        for block in surplus { block.address.deallocate() }
    }
}

extension BitmapPool.State {
    /// The shelf of a size, which is now the one used last; nil when there is none.
    fileprivate mutating func use(_ byteCount: Int) -> Int? {
        // Nearly always the last; there are few.
        guard let shelf = shelves.lastIndex(where: { $0.byteCount == byteCount }) else { return nil }
        let last = shelves.count - 1
        if shelf != last { shelves.append(shelves.remove(at: shelf)) }
        return last
    }

    /// Takes out what is too much, of the sizes used least recently.
    fileprivate mutating func takeSurplus(limit: Int, maxSizes: Int) -> [BitmapPool.Block] {
        var surplus: [BitmapPool.Block] = []
        while keptBytes > limit || shelves.count > maxSizes {
            if let block = shelves[0].blocks.popLast() {
                keptBytes -= shelves[0].byteCount
                surplus.append(block)
            }
            if shelves[0].blocks.isEmpty { shelves.removeFirst() }
        }
        return surplus
    }
}
