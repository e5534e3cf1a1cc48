extension MemoryBudget {
    /// The kind of memory that a holding accounts for, used in statistics.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Finished tiles.
        case tiles
        /// Recorded pictures: open drawings and pages.
        case pictures
        /// Parts of drawings drawn by another process.
        case parts
        /// Pixels of images, including images in drawings.
        case images
        /// The recorded contents of view trees.
        case views
        /// Bitmaps kept for reuse by the next tile.
        case bitmaps
        case other
    }

    /// The bytes kept now by kind; shelves count as tiles.
    public var bytesByKind: [Kind: Int] {
        let (held, shelves) = state.withLock { ($0.bytesByKind, $0.shelves.compactMap(\.shelf)) }
        var bytes = Dictionary(uniqueKeysWithValues: zip(Kind.allCases, held))
        // Without the lock, because shelves have their own locks.
        bytes[.tiles, default: 0] += shelves.reduce(0) { $0 + $1.byteCount }
        return bytes
    }
}

extension MemoryBudget.Kind {
    /// The position among all cases.
    var index: Int {
        switch self {
        case .tiles: 0
        case .pictures: 1
        case .parts: 2
        case .images: 3
        case .views: 4
        case .bitmaps: 5
        case .other: 6
        }
    }
}
