import TileSupport

/// One pass over an image's rows from the top, which fills the stored levels. Each call of `step()` advances it by a
/// batch of rows. Only one thread may use it at a time, and it may pause between batches for any time.
final class ImagePass {
    private let header: ImageHeader
    private let levels: KeptLevels
    private let rows: DecodableRows
    /// The number of rows of a batch.
    private let batch: Int
    private var cascade: ShrinkCascade
    private var row: [UInt32]
    /// The turned copy of an image that is not stored upright. It is made first, and read back for the overviews.
    private var copy: OrientedCopy?
    /// The next row that the cascade needs.
    private var next = 0
    /// The number of finished rows, by level.
    private(set) var ready: [Int]

    /// - Parameter sizes: The sizes of all levels, the full one first.
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

    /// Whether all rows of all levels are finished.
    var isDone: Bool { next == header.height }

    /// The first of the stored rows that could not be decoded; nil if all could.
    var firstMissingRow: Int? { rows.firstMissingRow }

    /// The approximate number of pixels that have not been read yet.
    var pixelsLeft: Int { (header.height - next) * header.width }

    /// Reads the next batch. May be called until `isDone`.
    ///
    /// - Throws: `ContentFailure` or `SystemError`, after which the pass is over.
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
                    try keep(level: 0, row: next, row.baseAddress!)
                } else {
                    try levels.read(into: row.baseAddress!, count: row.count, x: 0, row: next, ofLevel: 0)
                }
                try cascade.add(row.baseAddress!, emit: keep)
            }
            next += 1
        }
        if next == header.height { try cascade.finish(emit: keep) }
    }

    private func keep(level: Int, row number: Int, _ pixels: UnsafePointer<UInt32>) throws(SystemError) {
        try levels.write(pixels, row: number, ofLevel: level)
        ready[level] = number + 1
    }
}
