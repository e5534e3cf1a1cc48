import Foundation

/// A map of coverage with 8 bits per pixel, which can be blurred.
struct CoverageMap {
    let width: Int
    let height: Int
    /// The bytes per row: a multiple of 4, as Cairo requires.
    let stride: Int
    var bytes: [UInt8]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        stride = (width + 3) & ~3
        bytes = [UInt8](repeating: 0, count: stride * height)
    }

    /// Creates a map of the alpha of a bitmap.
    init(alphaOf bitmap: Bitmap) {
        self.init(width: bitmap.width, height: bitmap.height)
        for y in 0..<height {
            let row = bitmap.row(y)
            for x in 0..<width { bytes[y * stride + x] = UInt8(row[x] >> 24) }
        }
    }

    var isClear: Bool { bytes.allSatisfy { $0 == 0 } }

    /// Blurs with a Gaussian of the given deviations, in pixels; everything outside the edges counts as clear.
    ///
    /// The shapes that cast shadows are mostly large rectangles. Adjacent rows that are equal remain equal, and so do
    /// columns, so each is blurred once.
    mutating func blur(x: Double, y: Double) {
        let along = BlurPass.passes(deviation: x)
        let down = BlurPass.passes(deviation: y)
        if width == 0 || height == 0 || along.isEmpty && down.isEmpty { return }
        let rows = bytes.withUnsafeBufferPointer { Runs(rowsOf: $0, width: width, height: height, stride: stride) }
        // 8 bits of fraction, so that successive passes lose nothing visible.
        var values = [UInt16](repeating: 0, count: rows.count * stride)
        bytes.withUnsafeBufferPointer { bytes in
            values.withUnsafeMutableBufferPointer { values in
                for (row, y) in rows.firsts.enumerated() {
                    for x in 0..<width { values[row * stride + x] = UInt16(bytes[y * stride + x]) << 8 }
                }
            }
        }
        for pass in along { pass.blurRows(&values, width: width, height: rows.count, stride: stride) }
        let columns = values.withUnsafeBufferPointer {
            Runs(columnsOf: $0, width: width, height: rows.count, stride: stride)
        }
        var narrow = [UInt16](repeating: 0, count: columns.count * height)
        values.withUnsafeBufferPointer { values in
            narrow.withUnsafeMutableBufferPointer { narrow in
                for y in 0..<height {
                    let row = rows.places[y] * stride
                    for (column, x) in columns.firsts.enumerated() {
                        narrow[y * columns.count + column] = values[row + x]
                    }
                }
            }
        }
        for pass in down {
            pass.blurColumns(&narrow, width: columns.count, height: height, stride: columns.count)
        }
        bytes.withUnsafeMutableBufferPointer { bytes in
            narrow.withUnsafeBufferPointer { narrow in
                columns.places.withUnsafeBufferPointer { places in
                    for y in 0..<height {
                        let row = y * columns.count
                        for x in 0..<width {
                            bytes[y * stride + x] = UInt8(min(255, (UInt32(narrow[row + places[x]]) + 128) >> 8))
                        }
                    }
                }
            }
        }
    }

    /// Runs of adjacent rows or columns that are equal.
    private struct Runs {
        /// The first row or column of each run.
        private(set) var firsts: [Int] = []
        /// The run of each row or column.
        private(set) var places: [Int] = []

        var count: Int { firsts.count }

        init(rowsOf bytes: UnsafeBufferPointer<UInt8>, width: Int, height: Int, stride: Int) {
            places.reserveCapacity(height)
            guard let start = bytes.baseAddress else { return }
            for y in 0..<height {
                add(y, isNew: y == 0 || memcmp(start + y * stride, start + (y - 1) * stride, width) != 0)
            }
        }

        init(columnsOf values: UnsafeBufferPointer<UInt16>, width: Int, height: Int, stride: Int) {
            places.reserveCapacity(width)
            var differences = [UInt16](repeating: 0, count: width)
            differences.withUnsafeMutableBufferPointer { differences in
                for y in 0..<height {
                    let row = y * stride
                    for x in 1..<width { differences[x] |= values[row + x] ^ values[row + x - 1] }
                }
            }
            for x in 0..<width { add(x, isNew: x == 0 || differences[x] != 0) }
        }

        private mutating func add(_ index: Int, isNew: Bool) {
            if isNew { firsts.append(index) }
            places.append(firsts.count - 1)
        }
    }
}
