import TileSupport

/// One pass over an image's rows from the top, which fills the levels that are kept. It goes on only when it is told
/// to, a batch of rows at a time, by one thread at a time; between batches it may lie still for as long as one likes.
final class ImagePass {
    private let header: ImageHeader
    private let levels: KeptLevels
    private let rows: DecodableRows
    /// Rows of a batch.
    private let batch: Int
    private var cascade: ShrinkCascade
    private var row: [UInt32]
    /// Of an image that is not stored upright: turned first, and read back for its overviews.
    private var copy: OrientedCopy?
    /// The row that the cascade takes next.
    private var next = 0
    /// Rows that are there, by level.
    private(set) var ready: [Int]

    /// - Parameter sizes: Of all levels, the full one first.
    init(
        _ header: ImageHeader, _ levels: KeptLevels, sizes: [(width: Int, height: Int)], rows: any RowReader,
        _ policy: ImageStore.Policy
    ) {
        batch = min(policy.batchRows, max(1, policy.batchPixels / header.width))
        self.header = header
        self.levels = levels
        self.rows = DecodableRows(rows, width: header.storedWidth)
        cascade = ShrinkCascade(width: header.width, deepest: sizes.count - 1)
        row = [UInt32](repeating: 0, count: header.width)
        copy = header.orientation == .upright ? nil : OrientedCopy(header)
        ready = [Int](repeating: 0, count: sizes.count)
    }

    /// Whether all rows of all levels are there.
    var isDone: Bool { next == header.height }

    /// The first of the stored rows that could not be decoded; nil while all could.
    var firstMissingRow: Int? { rows.firstMissingRow }

    /// Pixels that are not read yet, about.
    var pixelsLeft: Int { (header.height - next) * header.width }

    /// Reads the next batch. To be called until `isDone`.
    ///
    /// - Throws: `ContentFailure` or `SystemError`; the pass is then over.
    func step() throws {
        if copy != nil && !copy!.isDone {
            try copy!.step(rows, into: levels)
            if copy!.isDone { ready[0] = header.height }
            return
        }
        let last = min(next + batch, header.height)
        while next < last {
            try row.withUnsafeMutableBufferPointer { row in
                if copy == nil {
                    try rows.readRow(into: row.baseAddress!)
                    try keep(0, next, row.baseAddress!)
                } else {
                    try levels.read(into: row.baseAddress!, count: row.count, x: 0, row: next, ofLevel: 0)
                }
                try cascade.add(row.baseAddress!, emit: keep)
            }
            next += 1
        }
        if next == header.height { try cascade.finish(emit: keep) }
    }

    private func keep(_ level: Int, _ number: Int, _ pixels: UnsafePointer<UInt32>) throws(SystemError) {
        try levels.write(pixels, row: number, ofLevel: level)
        ready[level] = number + 1
    }
}
