import TileFormats
import TileSupport

/// An LRU cache of directories, bounded by a byte limit.
final class DirectoryCache: Sendable {
    private struct Key: Hashable {
        var offset: UInt64
        /// The first tile number of the entry that refers to the directory.
        var first: UInt64
    }

    private struct Slot {
        var part: PMTilesDirectoryPart
        var byteCount: Int
        var lastUse: UInt64
    }

    private struct State {
        var slots: [Key: Slot] = [:]
        var byteCount = 0
        var uses: UInt64 = 0
    }

    private let limit: Int
    private let state = Lock(State())

    /// The minimum size that a slot is charged with. It keeps the number of slots so small that a linear search for the
    /// oldest is negligible compared to decompressing a directory.
    private static let leastByteCount = 16 << 10

    /// - Parameter limit: The maximum bytes. The most recently used directory is kept even if it is larger.
    init(limit: Int) { self.limit = limit }

    var byteCount: Int { state.withLock { $0.byteCount } }

    func part(at offset: UInt64, first: UInt64, end: UInt64) -> PMTilesDirectoryPart? {
        let key = Key(offset: offset, first: first)
        return state.withLock { state in
            guard let slot = state.slots[key], slot.part.end == end else { return nil }
            state.uses += 1
            state.slots[key]!.lastUse = state.uses
            return slot.part
        }
    }

    func keep(_ part: PMTilesDirectoryPart, at offset: UInt64, first: UInt64) {
        let key = Key(offset: offset, first: first)
        let byteCount = max(Self.leastByteCount, part.entries.count * MemoryLayout<PMTilesEntry>.stride)
        state.withLock { state in
            if let old = state.slots.removeValue(forKey: key) { state.byteCount -= old.byteCount }
            while state.byteCount + byteCount > limit,
                let oldest = state.slots.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.slots[oldest.key] = nil
                state.byteCount -= oldest.value.byteCount
            }
            state.uses += 1
            state.slots[key] = Slot(part: part, byteCount: byteCount, lastUse: state.uses)
            state.byteCount += byteCount
        }
    }
}
