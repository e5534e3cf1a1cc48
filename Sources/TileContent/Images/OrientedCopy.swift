/// Writes stored rows where the orientation shows them.
enum OrientedCopy {
    /// Rows turned into columns at a time: each shown row then takes 64 pixels in one write.
    private static let block = 64

    static func write(
        _ rows: any RowReader, _ header: ImageHeader, into storage: TemporaryStorage, isAbandoned: () -> Bool
    ) throws {
        let width = header.storedWidth
        let height = header.storedHeight
        let orientation = header.orientation
        func place(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
            orientation.shown(x: x, y: y, storedWidth: width, storedHeight: height)
        }
        var block = [UInt32](repeating: 0, count: Self.block * width)
        var run = [UInt32](repeating: 0, count: max(width, Self.block))
        for top in stride(from: 0, to: height, by: Self.block) {
            if isAbandoned() { throw CancellationError() }
            let count = min(Self.block, height - top)
            try block.withUnsafeMutableBufferPointer { block in
                for y in 0..<count { try rows.readRow(into: block.baseAddress! + y * width) }
            }
            if orientation.swapsSides {
                for x in 0..<width {
                    let first = place(x, top)
                    let last = place(x, top + count - 1)
                    let isReversed = last.x < first.x
                    for y in 0..<count { run[isReversed ? count - 1 - y : y] = block[y * width + x] }
                    try storage.write(run, count: count * 4, at: (first.y * header.width + min(first.x, last.x)) * 4)
                }
            } else {
                for y in 0..<count {
                    let first = place(0, top + y)
                    let isReversed = first.x != 0
                    for x in 0..<width { run[isReversed ? width - 1 - x : x] = block[y * width + x] }
                    try storage.write(run, count: width * 4, at: first.y * width * 4)
                }
            }
        }
    }
}
