import TileSupport

/// A pool of bitmap memory for reuse by bitmaps of the same size. A fresh 256 KB block costs the kernel 64 page faults,
/// more than many a tile costs to draw.
///
/// When the pool exceeds its limit, blocks of the least recently used sizes are freed. So sizes that are requested
/// once, like those of rects chosen by clients, don't displace those of tiles.
///
/// Safe from any thread. Taking and returning a block take constant time and, once warm, allocate nothing.
public final class BitmapPool: Sendable {
    /// Blocks of one size in bytes.
    fileprivate struct Shelf {
        var byteCount: Int
        var blocks: [Block]
    }

    // @unchecked Sendable: the address of memory that only the pool references.
    fileprivate struct Block: @unchecked Sendable {
        var address: UnsafeMutableRawPointer
    }

    fileprivate struct State {
        /// The shelves, the most recently used last.
        var shelves: [Shelf] = []
        var keptBytes = 0
    }

    private let state = Lock(State())
    private let limit: Int

    /// The maximum number of sizes. Tiles have a few (one or two sides, the halves used for drafts and image levels);
    /// other sizes are requested once.
    private static let maxSizes = 16

    /// The minimum number of blocks that must fit into the limit for a size to be kept. Fewer large blocks would fill
    /// the pool, and clearing their pages costs little compared with drawing them.
    private static let leastBlocks = 8

    /// Creates a pool that keeps at most `limit` unused bytes, in blocks of at most an eighth of that.
    public init(limit: Int = 64 << 20) { self.limit = limit }

    deinit {
        state.withLock { state in
            for shelf in state.shelves { for block in shelf.blocks { block.address.deallocate() } }
        }
    }

    /// Returns a bitmap with uninitialized pixels.
    public func uninitializedBitmap(width: Int, height: Int) -> Bitmap {
        Bitmap(width: width, height: height, pool: self)
    }

    /// Returns a bitmap with clear pixels.
    public func clearBitmap(width: Int, height: Int) -> Bitmap {
        let bitmap = uninitializedBitmap(width: width, height: height)
        bitmap.clear()
        return bitmap
    }

    /// The unused memory in the pool, in bytes.
    public var keptBytes: Int { state.withLock { $0.keptBytes } }

    /// The number of sizes with kept blocks.
    var sizeCount: Int { state.withLock { $0.shelves.count } }

    /// Returns all unused memory to the system.
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

    func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
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
    /// Returns the index of a size's shelf after making it the most recently used; nil if there is none.
    fileprivate mutating func use(_ byteCount: Int) -> Int? {
        // Nearly always the last; the array is short.
        guard let shelf = shelves.lastIndex(where: { $0.byteCount == byteCount }) else { return nil }
        let last = shelves.count - 1
        if shelf != last { shelves.append(shelves.remove(at: shelf)) }
        return last
    }

    /// Removes blocks beyond the limits, from the least recently used sizes.
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
