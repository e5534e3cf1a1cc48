extension MemoryBudget {
    /// What it is that takes memory, for those who watch it.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Finished tiles.
        case tiles
        /// Recorded pictures: drawings and pages that are open.
        case pictures
        /// Parts of drawings that another process has drawn.
        case parts
        /// Pixels of images, those in drawings too.
        case images
        /// What trees of views show, as recorded.
        case views
        /// Bitmaps that wait for the next tile.
        case bitmaps
        case other
    }

    /// Bytes kept now, by kind; those of shelves are tiles'.
    public var bytesByKind: [Kind: Int] {
        let (held, shelves) = state.withLock { ($0.bytesByKind, $0.shelves.compactMap(\.shelf)) }
        var bytes = Dictionary(uniqueKeysWithValues: zip(Kind.allCases, held))
        // Without the lock, because shelves have locks of their own.
        bytes[.tiles, default: 0] += shelves.reduce(0) { $0 + $1.byteCount }
        return bytes
    }
}

extension MemoryBudget.Kind {
    /// Its place among all.
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
