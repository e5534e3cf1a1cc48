import TileGeometry

/// Pixels made smaller by any factor: each is the mean of what it covers, parts of pixels in proportion.
///
/// As Cairo's good filter has it, which weighs to 1/16 of a pixel and takes eight times as long.
struct BoxReduction {
    /// One direction: from a line of pixels to a shorter one.
    struct Axis {
        /// Pixels of the source that come to one.
        let scale: Double
        /// Where the first pixel made begins in the source.
        let origin: Double
        /// The source's pixels that may be looked at; those at the ends stand for what lies beyond.
        let limits: Range<Int>

        /// What comes to one of the pixels made: the first pixel and how many there are.
        func span(_ index: Int) -> (first: Int, count: Int) {
            let (low, high) = ends(index)
            let first = clamp(low.rounded(.down))
            return (first, max(first, clamp((high - 1e-9).rounded(.down))) - first + 1)
        }

        private func ends(_ index: Int) -> (low: Double, high: Double) {
            (origin + Double(index) * scale, origin + Double(index + 1) * scale)
        }

        private func clamp(_ value: Double) -> Int {
            min(max(Int(max(-1e15, min(1e15, value))), limits.lowerBound), limits.upperBound - 1)
        }

        /// How much of one of the pixels made a pixel of its span is.
        func weight(_ index: Int, _ pixel: Int) -> Float {
            let (low, high) = ends(index)
            let start = pixel == limits.lowerBound ? low : max(low, Double(pixel))
            let end = pixel == limits.upperBound - 1 ? high : min(high, Double(pixel + 1))
            return Float(max(0, end - start) / scale)
        }
    }

    let columns: Axis
    let rows: Axis

    /// Fills all of `target`.
    func reduce(_ source: Bitmap, into target: Bitmap) {
        let left = columns.span(0).first
        let last = columns.span(target.width - 1)
        let width = last.first + last.count - left
        let most = Int(columns.scale.rounded(.up)) + 2
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: width) { sums in
            withUnsafeTemporaryAllocation(of: Float.self, capacity: target.width * most) { weights in
                withUnsafeTemporaryAllocation(of: (offset: Int32, count: Int32).self, capacity: target.width) { spans in
                    for x in 0..<target.width {
                        let (first, count) = columns.span(x)
                        spans[x] = (Int32(first - left), Int32(min(count, most)))
                        for part in 0..<min(count, most) {
                            weights[x * most + part] = columns.weight(x, first + part)
                        }
                    }
                    for y in 0..<target.height {
                        add(source, from: left, y, to: sums)
                        write(
                            UnsafeBufferPointer(sums), UnsafeBufferPointer(weights), most, UnsafeBufferPointer(spans),
                            to: target.row(y))
                    }
                }
            }
        }
    }

    /// The weighed sum of the rows that come to one.
    private func add(_ source: Bitmap, from left: Int, _ y: Int, to sums: UnsafeMutableBufferPointer<SIMD4<Float>>) {
        let (first, count) = rows.span(y)
        for row in first..<first + count {
            let weight = rows.weight(y, row)
            let pixels = UnsafeRawPointer(source.row(row).baseAddress! + left)
            for x in 0..<sums.count {
                let pixel = SIMD4<Float>(pixels.load(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)) * weight
                sums[x] = row == first ? pixel : sums[x] + pixel
            }
        }
    }

    private func write(
        _ sums: UnsafeBufferPointer<SIMD4<Float>>, _ weights: UnsafeBufferPointer<Float>, _ most: Int,
        _ spans: UnsafeBufferPointer<(offset: Int32, count: Int32)>, to row: UnsafeMutableBufferPointer<UInt32>
    ) {
        let bytes = UnsafeMutableRawPointer(row.baseAddress!)
        for x in 0..<row.count {
            let (offset, count) = (Int(spans[x].offset), Int(spans[x].count))
            var sum = SIMD4<Float>(repeating: 0.5)
            for part in 0..<count { sum += sums[offset + part] * weights[x * most + part] }
            let value = SIMD4<Int32>(sum.clamped(lowerBound: .zero, upperBound: .most))
            bytes.storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: value), toByteOffset: x * 4, as: SIMD4<UInt8>.self)
        }
    }
}

extension SIMD4<Float> {
    fileprivate static let most = SIMD4<Float>(repeating: 255)
}
