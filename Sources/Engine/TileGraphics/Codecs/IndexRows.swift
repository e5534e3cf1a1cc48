/// Rows of palette indices in PNG's layout: a filter byte, then the indices, the first in the highest bits.
enum IndexRows {
    /// Returns PNG's smallest bit depth for a number of colors.
    static func bitDepth(colorCount: Int) -> Int {
        switch colorCount {
        case ...2: 1
        case ...4: 2
        case ...16: 4
        default: 8
        }
    }

    /// Packs rows of one-byte indices, each after a filter byte, in place, and sets the filters to none.
    ///
    /// - Parameter bitDepth: 1, 2, 4 or 8; large enough for all indices.
    /// - Returns: The number of bytes in a row, including the filter byte.
    static func pack(_ rows: UnsafeMutablePointer<UInt8>, width: Int, height: Int, bitDepth: Int) -> Int {
        // With a constant depth, its shifts and stores are a third of the work.
        switch bitDepth {
        case 1: packRows(rows, width: width, height: height, bitDepth: 1)
        case 2: packRows(rows, width: width, height: height, bitDepth: 2)
        case 4: packRows(rows, width: width, height: height, bitDepth: 4)
        default: for y in 0..<height { rows[y * (width + 1)] = 0 }
        }
        return 1 + (width * bitDepth + 7) / 8
    }

    @inline(__always)
    private static func packRows(_ rows: UnsafeMutablePointer<UInt8>, width: Int, height: Int, bitDepth: Int) {
        let rowBytes = 1 + (width * bitDepth + 7) / 8
        for y in 0..<height {
            let source = rows + y * (width + 1) + 1
            // The target never overtakes the source: packed rows are shorter, and eight indices are read before their
            // bytes are written.
            let target = rows + y * rowBytes
            target[0] = 0
            var output = target + 1
            var x = 0
            while x &+ 8 <= width {
                let packed = packEight(UnsafeRawPointer(source + x).loadUnaligned(as: UInt64.self), bitDepth: bitDepth)
                for byte in 0..<bitDepth {
                    output[byte] = UInt8(truncatingIfNeeded: packed >> UInt64(8 * (bitDepth - 1 - byte)))
                }
                output += bitDepth
                x &+= 8
            }
            while x < width {
                var byte: UInt8 = 0
                for step in 0..<(8 / bitDepth) {
                    byte = byte << UInt8(bitDepth) | (x + step < width ? source[x + step] : 0)
                }
                output.pointee = byte
                output += 1
                x += 8 / bitDepth
            }
        }
    }

    /// Packs eight one-byte indices, the first lowest, into `8 × bitDepth` bits, the first highest: neighbors are
    /// joined to pairs, pairs to fours, fours to eight.
    @inline(__always)
    private static func packEight(_ indices: UInt64, bitDepth: Int) -> UInt64 {
        // Bits 8i move to 63 − i by a factor of 2⁶³⁻⁹ⁱ each; no two products meet on the way.
        if bitDepth == 1 { return (indices.littleEndian &* 0x8040_2010_0804_0201) >> 56 }
        let gap = UInt64(8 - bitDepth)
        var bits = indices.littleEndian.byteSwapped
        bits = (bits | bits >> gap) & (0x0001_0001_0001_0001 &* (1 << UInt64(2 * bitDepth) - 1))
        bits = (bits | bits >> (2 * gap)) & (0x0000_0001_0000_0001 &* (1 << UInt64(4 * bitDepth) - 1))
        return (bits | bits >> (4 * gap)) & (1 << UInt64(8 * bitDepth) - 1)
    }
}
