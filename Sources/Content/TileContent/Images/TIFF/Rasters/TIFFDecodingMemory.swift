import TileSupport

/// The memory that reading a page may take.
struct TIFFDecodingMemory: Sendable {
    /// The ledger in which the memory of large pieces is reserved while they are decoded.
    let ledger: MemoryLedger
    /// The number of rows of decoded pieces that are kept.
    private(set) var rows = 2
    /// The size of the cache of decoded pieces, in bytes, unless a single one is larger.
    private(set) var cacheLimit = 96 << 20

    /// The ledger without a budget for work: room for two of the largest pieces.
    private static let shared = MemoryLedger(limit: 512 << 20)
    /// The size of the cache that keeps a row of pieces while the page is read in order, in bytes. Pieces of a longer
    /// row are decoded several times.
    private static let largestRow = 1 << 30

    init(_ limits: ContentLimits) { ledger = limits.ledger ?? Self.shared }

    /// The memory for reading a page from the top.
    var inOrder: TIFFDecodingMemory {
        var memory = self
        (memory.rows, memory.cacheLimit) = (1, Self.largestRow)
        return memory
    }

    /// Returns the size of the cache for pieces of a layout, in bytes.
    func cacheBytes(_ layout: TIFFLayout, planes: Int) -> Int {
        layout.cacheBytes(rows: rows, planes: planes, limit: cacheLimit)
    }
}
