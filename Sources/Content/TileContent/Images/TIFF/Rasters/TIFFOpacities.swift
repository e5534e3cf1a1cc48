import CTIFF

/// The values of a mask in a rect of its page, from 0 for transparent to 255.
struct TIFFOpacities {
    let rect: ImageLevels.Rect
    /// The values, row by row.
    let values: [UInt8]

    /// Whether a mask is 0 in the whole of a part of the rect.
    ///
    /// - Parameter part: A part of the rect, in the page's pixels.
    /// - Complexity: O(n) for the pixels of the part before the first visible one.
    func isTransparent(_ part: ImageLevels.Rect) -> Bool {
        for y in (part.y - rect.y)..<(part.y - rect.y + part.height) {
            let start = y * rect.width + part.x - rect.x
            if values[start..<(start + part.width)].contains(where: { $0 > 0 }) { return false }
        }
        return true
    }
}

extension TIFFBands {
    /// Returns the values of a mask in a rect.
    func opacities(_ rect: ImageLevels.Rect) throws(ContentFailure) -> TIFFOpacities {
        var values = [UInt8](repeating: 0, count: rect.width * rect.height)
        let largest = UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(layout.samples.bits)) - 1)
        let isInverted = layout.photometric == Int(PHOTOMETRIC_MINISWHITE)
        let isBitmap = layout.samples.bits == 1 && layout.pixelBits == 1
        func opacity(_ number: UInt32) -> UInt8 {
            let value = UInt8(min(255, number * 255 / largest))
            return isInverted ? 255 - value : value
        }
        // Divisions take longer than decoding a mask of 8 bits.
        let known = layout.samples.bits <= 8 ? (0...largest).map(opacity) : []
        var row = [UInt32](repeating: 0, count: isBitmap ? 0 : rect.width)
        try read(rect) { segment in
            guard let numbers = TIFFNumbers(segment, layout, band: 0, index: 0) else { return }
            let start = segment.y * rect.width + segment.x
            values.withUnsafeMutableBufferPointer { values in
                let target = values.baseAddress! + start
                if isBitmap { return numbers.readBits(into: target, isInverted: isInverted) }
                row.withUnsafeMutableBufferPointer { row in
                    numbers.read(into: row.baseAddress!)
                    known.withUnsafeBufferPointer { known in
                        for index in 0..<segment.count {
                            target[index] = known.isEmpty ? opacity(row[index]) : known[Int(row[index])]
                        }
                    }
                }
            }
        }
        return TIFFOpacities(rect: rect, values: values)
    }
}

extension TIFFNumbers {
    /// The bytes of eight samples of one bit, 0 or 255 each, for each byte that stores them; the first sample is the
    /// highest bit and the lowest byte.
    private static let spreadBits: [UInt64] = (0..<256).map { (bits: UInt64) in
        (0..<8).reduce(0) { $0 | (bits >> (7 - $1) & 1) * 255 << (8 * $1) }
    }

    /// Reads adjacent samples of one bit as 0 and 255.
    ///
    /// - Parameter isInverted: Whether a bit of 1 is read as 0.
    func readBits(into target: UnsafeMutablePointer<UInt8>, isInverted: Bool) {
        let inversion: UInt64 = isInverted ? .max : 0
        let output = UnsafeMutableRawPointer(target)
        Self.spreadBits.withUnsafeBufferPointer { spread in
            func bytes(_ byte: Int) -> UInt64 { spread[Int((row + byte).load(as: UInt8.self))] ^ inversion }
            var index = 0
            // Single samples up to the next whole byte, and after the last one.
            func single() {
                let bit = firstBit + index
                target[index] = UInt8(truncatingIfNeeded: bytes(bit / 8) >> UInt64(8 * (bit % 8)))
                index += 1
            }
            while index < count, (firstBit + index) % 8 != 0 { single() }
            while index + 8 <= count {
                output.storeBytes(of: bytes((firstBit + index) / 8).littleEndian, toByteOffset: index, as: UInt64.self)
                index += 8
            }
            while index < count { single() }
        }
    }
}
