import TileFormats
import TileSupport

/// An LRU cache of directories, bounded by a byte limit.
final class DirectoryCache: Sendable {
    private struct Key: Hashable {
        var offset: UInt64
        /// The first tile number of the entry that refers to the directory.
        var first: UInt64
    }

    private let directories: Lock<LRUCache<Key, PMTilesDirectoryPart>>

    /// - Parameter limit: The maximum bytes. The most recently used directory is kept even if it is larger.
    init(limit: Int) { directories = Lock(LRUCache(limit: limit)) }

    var byteCount: Int { directories.withLock { $0.cost } }

    func part(at offset: UInt64, first: UInt64, end: UInt64) -> PMTilesDirectoryPart? {
        let part = directories.withLock { $0.value(for: Key(offset: offset, first: first)) }
        return part?.end == end ? part : nil
    }

    func keep(_ part: PMTilesDirectoryPart, at offset: UInt64, first: UInt64) {
        let byteCount = max(1, part.entries.count) * MemoryLayout<PMTilesEntry>.stride
        directories.withLock { $0.insert(part, for: Key(offset: offset, first: first), cost: byteCount) }
    }
}
