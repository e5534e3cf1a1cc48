/// Memory of bitmaps kept for the next ones of the same size, because a fresh 256 KB block costs the kernel 64 page faults,
/// more than many a tile costs to draw.
///
/// Safe from any thread. Taking and giving back take constant time and, when warm, allocate nothing.
public final class BitmapPool: Sendable {
    /// Blocks by size in bytes. A pool sees few sizes (one tile size, at most two scales), so a short array will do.
    private struct Shelf {
        var byteCount: Int
        var blocks: [Block]
    }

    // @unchecked Sendable: an address of memory that nobody else knows while it is on the shelf.
    private struct Block: @unchecked Sendable {
        var address: UnsafeMutableRawPointer
    }

    private struct State {
        var shelves: [Shelf] = []
        var keptBytes = 0
    }

    private let state = Lock(State())
    private let limit: Int

    /// Keeps at most `limit` bytes that are not in use.
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
            guard let shelf = state.shelves.firstIndex(where: { $0.byteCount == byteCount }),
                let block = state.shelves[shelf].blocks.popLast()
            else { return nil }
            state.keptBytes -= byteCount
            return block
        }
        return kept?.address ?? .allocate(byteCount: byteCount, alignment: Bitmap.alignment)
    }

    func giveBack(_ address: UnsafeMutableRawPointer, byteCount: Int) {
        let block = Block(address: address)
        let kept = state.withLock { state -> Bool in
            guard state.keptBytes + byteCount <= limit else { return false }
            state.keptBytes += byteCount
            if let shelf = state.shelves.firstIndex(where: { $0.byteCount == byteCount }) {
                state.shelves[shelf].blocks.append(block)
            } else {
                state.shelves.append(Shelf(byteCount: byteCount, blocks: [block]))
            }
            return true
        }
        if !kept { block.address.deallocate() }
    }
}
