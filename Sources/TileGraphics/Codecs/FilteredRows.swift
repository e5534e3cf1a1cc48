/// Rows of full colours, as PNG has them: a filter's byte, then red, green, blue (and alpha), not multiplied by alpha.
struct FilteredRows: ~Copyable {
    /// Bytes that may be written beyond the last row, because pixels are stored four bytes at a time.
    static let slack = 16

    private var plain = ScratchBuffer<UInt8>()

    init() {}

    /// Rows without a filter: for drawings, whose repetitions a filter would break.
    func writePlain(_ bitmap: Bitmap, pixelBytes: Int, to target: UnsafeMutablePointer<UInt8>) {
        let rowBytes = 1 + bitmap.width * pixelBytes
        for y in 0..<bitmap.height {
            let row = target + y * rowBytes
            Self.convert(bitmap.row(y), pixelBytes: pixelBytes, to: row + 1)
            row[0] = 0
        }
    }

    /// Rows as differences to the row above: for photos.
    mutating func writeFiltered(_ bitmap: Bitmap, pixelBytes: Int, to target: UnsafeMutablePointer<UInt8>) {
        let count = bitmap.width * pixelBytes
        let lines = plain.reserve(2 * (count + Self.slack))
        var above = lines
        var current = lines + count + Self.slack
        above.update(repeating: 0, count: count)
        for y in 0..<bitmap.height {
            Self.convert(bitmap.row(y), pixelBytes: pixelBytes, to: current)
            let row = target + y * (1 + count)
            row[0] = 2
            for index in 0..<count { row[1 + index] = current[index] &- above[index] }
            swap(&above, &current)
        }
    }

    @inline(__always)
    private static func convert(
        _ row: UnsafeMutableBufferPointer<UInt32>, pixelBytes: Int, to target: UnsafeMutablePointer<UInt8>
    ) {
        let output = UnsafeMutableRawPointer(target)
        if pixelBytes == 3 {
            for x in 0..<row.count {
                // Alpha and the order of bytes: A R G B from the highest down becomes R G B in memory.
                output.storeBytes(of: (row[x] << 8).byteSwapped, toByteOffset: 3 * x, as: UInt32.self)
            }
        } else {
            for x in 0..<row.count {
                let pixel = StraightPixels.divide(row[x])
                output.storeBytes(of: (pixel << 8 | pixel >> 24).byteSwapped, toByteOffset: 4 * x, as: UInt32.self)
            }
        }
    }
}
