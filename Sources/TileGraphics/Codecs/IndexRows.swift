/// Rows of palette indices, as PNG has them: a filter's byte, then the indices, the first in the highest bits.
enum IndexRows {
    /// Packs rows of one byte an index, each after one byte for its filter, in place, and sets the filters to none.
    ///
    /// - Parameter bitDepth: 1, 2, 4 or 8; all indices fit it.
    /// - Returns: bytes in a row, the filter's with it.
    static func pack(_ rows: UnsafeMutablePointer<UInt8>, width: Int, height: Int, bitDepth: Int) -> Int {
        let rowBytes = 1 + (width * bitDepth + 7) / 8
        let perByte = 8 / bitDepth
        for y in 0..<height {
            let source = rows + y * (width + 1)
            // Never beyond the source: packed rows are shorter, and each byte is read before its place is written.
            let target = rows + y * rowBytes
            target[0] = 0
            if bitDepth == 8 { continue }
            var x = 0
            var output = target + 1
            while x < width {
                var byte: UInt8 = 0
                for step in 0..<perByte {
                    byte = byte << UInt8(bitDepth) | (x + step < width ? source[1 + x + step] : 0)
                }
                output.pointee = byte
                output += 1
                x += perByte
            }
        }
        return rowBytes
    }
}
