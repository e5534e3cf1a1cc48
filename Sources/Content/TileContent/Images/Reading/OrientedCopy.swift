/// A copy of stored rows in their shown orientation, made a block of rows at a time.
struct OrientedCopy {
    /// The number of rows that are turned into columns at a time. Each shown row then gets 64 pixels in one write.
    private static let blockRows = 64

    private let header: ImageHeader
    private var block: [UInt32]
    private var run: [UInt32]
    /// The first stored row of the next block.
    private var top = 0

    init(_ header: ImageHeader) {
        self.header = header
        block = [UInt32](repeating: 0, count: Self.blockRows * header.storedWidth)
        run = [UInt32](repeating: 0, count: max(header.storedWidth, Self.blockRows))
    }

    var isDone: Bool { top == header.storedHeight }

    /// Reads the next block from `rows` and writes it into the full size.
    mutating func step(_ rows: any RowReader, into levels: KeptLevels) throws {
        let width = header.storedWidth
        let height = header.storedHeight
        func oriented(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
            header.orientation.shown(x: x, y: y, storedWidth: width, storedHeight: height)
        }
        let count = min(Self.blockRows, height - top)
        try block.withUnsafeMutableBufferPointer { block in
            for y in 0..<count { try rows.readRow(into: block.baseAddress! + y * width) }
        }
        if header.orientation.swapsSides {
            for x in 0..<width {
                let first = oriented(x, top)
                let last = oriented(x, top + count - 1)
                let isReversed = last.x < first.x
                for y in 0..<count { run[isReversed ? count - 1 - y : y] = block[y * width + x] }
                try levels.write(run, count: count, x: min(first.x, last.x), y: first.y)
            }
        } else {
            for y in 0..<count {
                let first = oriented(0, top + y)
                let isReversed = first.x != 0
                for x in 0..<width { run[isReversed ? width - 1 - x : x] = block[y * width + x] }
                try levels.write(run, count: width, x: 0, y: first.y)
            }
        }
        top += count
    }
}
