/// Rows of gray levels or full colors in PNG's layout: a filter byte, then gray, or red, green, blue (and alpha),
/// unpremultiplied.
struct FilteredRows: ~Copyable {
    /// The samples of a pixel.
    enum Samples: Int {
        case gray = 1
        case rgb = 3
        case rgba = 4

        var pixelBytes: Int { rawValue }
    }

    /// The PNG filters in use. Paeth makes photos 2 % smaller than the better of these, and takes 40 % longer; Average
    /// makes them larger.
    private enum Filter: UInt8 {
        /// Differences from the previous pixel.
        case sub = 1
        /// Differences from the row above.
        case up = 2
    }

    /// The number of bytes that may be written beyond the last row, because pixels are stored eight bytes at a time.
    static let slack = 16

    private var lines = ScratchBuffer<UInt8>()

    init() {}

    /// Memory kept for the next image, in bytes.
    var keptBytes: Int { lines.byteCount }

    /// Writes rows without a filter: for drawings, whose repetitions a filter would break.
    func writePlain(_ bitmap: Bitmap, as samples: Samples, to target: UnsafeMutablePointer<UInt8>) {
        let rowBytes = 1 + bitmap.width * samples.pixelBytes
        for y in 0..<bitmap.height {
            let row = target + y * rowBytes
            // The row comes first: its last pixel may overwrite the next row's filter byte.
            Self.convert(bitmap.row(y), to: row + 1, as: samples)
            row[0] = 0
        }
    }

    /// Writes rows as differences: for photos.
    mutating func writeFiltered(_ bitmap: Bitmap, as samples: Samples, to target: UnsafeMutablePointer<UInt8>) {
        let count = bitmap.width * samples.pixelBytes
        let pixelBytes = samples.pixelBytes
        let filter = Self.filter(for: bitmap)
        let memory = lines.reserve(2 * (count + Self.slack))
        var above = memory
        var current = memory + count + Self.slack
        above.update(repeating: 0, count: count)
        for y in 0..<bitmap.height {
            Self.convert(bitmap.row(y), to: current, as: samples)
            let row = target + y * (1 + count)
            row[0] = filter.rawValue
            let output = row + 1
            switch filter {
            case .sub:
                for index in 0..<pixelBytes { output[index] = current[index] }
                for index in pixelBytes..<count { output[index] = current[index] &- current[index - pixelBytes] }
            case .up:
                for index in 0..<count { output[index] = current[index] &- above[index] }
            }
            swap(&above, &current)
        }
    }

    /// Returns the filter with the smaller differences on every sixteenth row.
    private static func filter(for bitmap: Bitmap) -> Filter {
        var before = 0
        var above = 0
        for y in stride(from: 8, to: bitmap.height, by: 16) {
            let row = UnsafePointer((bitmap.bytes + y * bitmap.stride).assumingMemoryBound(to: UInt8.self))
            before += difference(row + 4, row, count: bitmap.width * 4 - 4)
            above += difference(row, row - bitmap.stride, count: bitmap.width * 4)
        }
        return above < before ? .up : .sub
    }

    /// Returns the sum of the distances between bytes, modulo 256.
    private static func difference(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, count: Int) -> Int {
        var sum: UInt32 = 0
        for index in 0..<count {
            let difference = a[index] &- b[index]
            sum &+= UInt32(min(difference, 0 &- difference))
        }
        return Int(sum)
    }

    @inline(__always)
    private static func convert(
        _ row: UnsafeMutableBufferPointer<UInt32>, to target: UnsafeMutablePointer<UInt8>, as samples: Samples
    ) {
        let output = UnsafeMutableRawPointer(target)
        switch samples {
        case .gray:
            for x in 0..<row.count { target[x] = UInt8(truncatingIfNeeded: row[x]) }
        case .rgb:
            let source = UnsafeRawPointer(row.baseAddress!)
            var x = 0
            while x &+ 4 <= row.count {
                // R G B R G B and two bytes that the next pixels overwrite.
                let first = twoColors(source.loadUnaligned(fromByteOffset: 4 &* x, as: UInt64.self))
                let second = twoColors(source.loadUnaligned(fromByteOffset: 4 &* x &+ 8, as: UInt64.self))
                output.storeBytes(of: first, toByteOffset: 3 &* x, as: UInt64.self)
                output.storeBytes(of: second, toByteOffset: 3 &* x &+ 6, as: UInt64.self)
                x &+= 4
            }
            while x < row.count {
                output.storeBytes(of: (row[x] << 8).byteSwapped, toByteOffset: 3 * x, as: UInt32.self)
                x += 1
            }
        case .rgba:
            for x in 0..<row.count {
                let pixel = StraightPixels.divide(row[x])
                output.storeBytes(of: (pixel << 8 | pixel >> 24).byteSwapped, toByteOffset: 4 * x, as: UInt32.self)
            }
        }
    }

    /// Converts two pixels, the first in the low half, to red, green and blue bytes, the first lowest.
    @inline(__always)
    private static func twoColors(_ pixels: UInt64) -> UInt64 {
        let swapped = pixels.byteSwapped
        return swapped >> 40 | swapped << 16 & 0xFFFF_FF00_0000
    }
}
