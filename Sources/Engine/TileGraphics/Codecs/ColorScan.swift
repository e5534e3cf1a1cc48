import Foundation

/// Finds a bitmap's colors and the index of each pixel's color, in one pass.
///
/// Drawings are mostly runs: rows and blocks of eight pixels that equal those above are copied, blocks of the last
/// color are filled, and only the rest needs the hash table.
struct ColorScan: ~Copyable {
    static let maxColors = 256

    /// The premultiplied colors in order of first appearance; the first `colorCount` are valid.
    let colors: UnsafeMutablePointer<UInt32>
    private(set) var colorCount = 0
    // A hash table with open addressing: color, and index plus one; 0 marks a free slot. At most a quarter is used.
    private let keys: UnsafeMutablePointer<UInt32>
    private let numbers: UnsafeMutablePointer<UInt16>

    private static let slotBits: UInt32 = 10

    init() {
        colors = .allocate(capacity: Self.maxColors)
        keys = .allocate(capacity: 1 << Int(Self.slotBits))
        numbers = .allocate(capacity: 1 << Int(Self.slotBits))
        keys.initialize(repeating: 0, count: 1 << Int(Self.slotBits))
        numbers.initialize(repeating: 0, count: 1 << Int(Self.slotBits))
    }

    deinit {
        colors.deallocate()
        keys.deallocate()
        numbers.deallocate()
    }

    /// Sets the result of scanning a bitmap of one color.
    mutating func setOnly(_ color: UInt32) {
        colors[0] = color
        colorCount = 1
    }

    /// Whether all colors are opaque grays.
    var areOpaqueGrays: Bool {
        for number in 0..<colorCount {
            let color = colors[number]
            if color < 0xFF00_0000 || (color ^ color >> 8) & 0xFFFF != 0 { return false }
        }
        return true
    }

    /// Writes the index of each pixel's color, row by row.
    ///
    /// - Parameters:
    ///   - target: The destination of the first pixel's index.
    ///   - stride: The distance from one row of indices to the next; at least the bitmap's width.
    /// - Returns: Whether there are at most `maxColors`. If not, the indices are incomplete.
    mutating func scan(_ bitmap: Bitmap, to target: UnsafeMutablePointer<UInt8>, stride: Int) -> Bool {
        numbers.update(repeating: 0, count: 1 << Int(Self.slotBits))
        colorCount = 0
        let width = bitmap.width
        var above = UnsafePointer(bitmap.row(0).baseAddress!)
        for y in 0..<bitmap.height {
            let row = UnsafePointer(bitmap.row(y).baseAddress!)
            let output = target + y * stride
            if y > 0, memcmp(row, above, width * 4) == 0 {
                output.update(from: output - stride, count: width)
            } else {
                let numbersAbove = output - (y > 0 ? stride : 0)
                if !scanRow(row, above: above, width: width, to: output, numbersAbove: numbersAbove) {
                    return false
                }
            }
            above = row
        }
        return true
    }

    /// Scans one row. For the first row, `above` is the row itself.
    @inline(__always)
    private mutating func scanRow(
        _ row: UnsafePointer<UInt32>, above: UnsafePointer<UInt32>, width: Int, to output: UnsafeMutablePointer<UInt8>,
        numbersAbove: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let isFirst = row == above
        var last = ~row[0]
        var lastNumber: UInt8 = 0
        var x = 0
        while x < width {
            if x + 8 <= width {
                if Self.differences(row + x, to: last) == 0 {
                    UnsafeMutableRawPointer(output + x).storeBytes(of: Self.fill(lastNumber), as: UInt64.self)
                    x += 8
                    continue
                }
                if !isFirst, Self.differences(row + x, to: above + x) == 0 {
                    let copied = UnsafeRawPointer(numbersAbove + x).loadUnaligned(as: UInt64.self)
                    UnsafeMutableRawPointer(output + x).storeBytes(of: copied, as: UInt64.self)
                    x += 8
                    last = row[x - 1]
                    lastNumber = output[x - 1]
                    continue
                }
            }
            let end = min(x + 8, width)
            while x < end {
                let pixel = row[x]
                if pixel != last {
                    guard let number = number(of: pixel) else { return false }
                    last = pixel
                    lastNumber = number
                }
                output[x] = lastNumber
                x += 1
            }
        }
        return true
    }

    /// Returns the bits in which any of eight pixels differs from a color. Uses words: `==` of SIMD vectors is a loop
    /// over elements in Swift 6.3, twelve times as slow.
    @inline(__always)
    private static func differences(_ pixels: UnsafePointer<UInt32>, to color: UInt32) -> UInt64 {
        let pair = UInt64(color) &* 0x1_0000_0001
        return (words(pixels, 0) ^ pair) | (words(pixels, 1) ^ pair) | (words(pixels, 2) ^ pair)
            | (words(pixels, 3) ^ pair)
    }

    /// Returns the bits in which any of eight pixels differs from the one above.
    @inline(__always)
    private static func differences(_ pixels: UnsafePointer<UInt32>, to above: UnsafePointer<UInt32>) -> UInt64 {
        (words(pixels, 0) ^ words(above, 0)) | (words(pixels, 1) ^ words(above, 1))
            | (words(pixels, 2) ^ words(above, 2)) | (words(pixels, 3) ^ words(above, 3))
    }

    /// Returns two of eight pixels as a word.
    @inline(__always)
    private static func words(_ pixels: UnsafePointer<UInt32>, _ pair: Int) -> UInt64 {
        UnsafeRawPointer(pixels).loadUnaligned(fromByteOffset: 8 &* pair, as: UInt64.self)
    }

    @inline(__always)
    private static func fill(_ number: UInt8) -> UInt64 { UInt64(number) &* 0x0101_0101_0101_0101 }

    /// Returns the index of a color, new or known; nil if there are too many.
    @inline(__always)
    private mutating func number(of pixel: UInt32) -> UInt8? {
        var slot = Int((pixel &* 0x9E37_79B1) >> (32 - Self.slotBits))
        while numbers[slot] != 0 {
            if keys[slot] == pixel { return UInt8(truncatingIfNeeded: numbers[slot] &- 1) }
            slot = (slot + 1) & (1 << Int(Self.slotBits) - 1)
        }
        guard colorCount < Self.maxColors else { return nil }
        keys[slot] = pixel
        numbers[slot] = UInt16(truncatingIfNeeded: colorCount + 1)
        colors[colorCount] = pixel
        colorCount += 1
        return UInt8(truncatingIfNeeded: colorCount - 1)
    }
}
