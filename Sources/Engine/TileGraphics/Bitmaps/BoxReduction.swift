import TileGeometry

/// Reduces pixels by any factor with a box filter: each result is the mean of the covered area, weighted to 1/256
/// pixel.
///
/// Comparable to Cairo's good filter, which weights to 1/16 of a pixel. Uses 16 and 32 bit integers, several per
/// register. The weights of a mean sum to 256, so that nothing overflows and opaque pixels stay opaque.
struct BoxReduction {
    /// One direction of the reduction: from a line of pixels to a shorter one.
    struct Axis {
        /// The number of source pixels per result pixel.
        let scale: Double
        /// The position of the first result pixel in the source.
        let origin: Double
        /// The readable source pixels. The ones at the ends are repeated beyond.
        let limits: Range<Int>

        /// Returns the source pixels that contribute to a result pixel.
        func span(_ index: Int) -> (first: Int, count: Int) {
            let (low, high) = ends(index)
            let first = clamp(low.rounded(.down))
            return (first, max(first, clamp((high - 1e-9).rounded(.down))) - first + 1)
        }

        /// Writes the weights of the span's pixels, in 256ths that sum to 256.
        func setWeights(_ index: Int, to weights: UnsafeMutableBufferPointer<UInt16>) {
            let (low, high) = ends(index)
            let (first, count) = span(index)
            var known = 0
            for part in 0..<count {
                // Cumulative shares, so that rounding errors don't add up.
                let share = part == count - 1 ? 1 : (Double(first + part + 1) - low) / (high - low)
                let sum = Int((256 * min(max(share, 0), 1)).rounded())
                weights[part] = UInt16(sum - known)
                known = sum
            }
        }

        /// An upper bound for the length of a span.
        var longestSpan: Int { Int(scale.rounded(.up)) + 2 }

        private func ends(_ index: Int) -> (low: Double, high: Double) {
            (origin + Double(index) * scale, origin + Double(index + 1) * scale)
        }

        private func clamp(_ value: Double) -> Int {
            min(max(Int(max(-1e15, min(1e15, value))), limits.lowerBound), limits.upperBound - 1)
        }
    }

    let columns: Axis
    let rows: Axis

    /// Fills all of `target`.
    func reduce(_ source: Bitmap, into target: Bitmap) {
        let left = columns.span(0).first
        let last = columns.span(target.width - 1)
        let width = last.first + last.count - left
        let most = columns.longestSpan
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: width * 4) { sums in
            withUnsafeTemporaryAllocation(of: UInt16.self, capacity: target.width * most) { weights in
                withUnsafeTemporaryAllocation(of: Mean.self, capacity: target.width) { means in
                    for x in 0..<target.width {
                        let (first, count) = columns.span(x)
                        means[x] = Mean(first: first - left, count: count)
                        columns.setWeights(x, to: .init(rebasing: weights[x * most..<x * most + most]))
                    }
                    for y in 0..<target.height {
                        addRows(of: source, from: left, at: y, to: sums)
                        write(sums.baseAddress!, weights.baseAddress!, most: most, means: means, to: target.row(y))
                    }
                }
            }
        }
    }

    /// The columns that contribute to a result pixel, as indices into the row sums.
    private struct Mean {
        let first: Int
        let count: Int
    }

    /// Adds the weighted rows of a result row, in 256ths, by component.
    private func addRows(
        of source: Bitmap, from left: Int, at y: Int, to sums: UnsafeMutableBufferPointer<UInt16>
    ) {
        let (first, count) = rows.span(y)
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: rows.longestSpan) { weights in
            rows.setWeights(y, to: weights)
            for part in 0..<count {
                let weight = weights[part]
                // The pixels as bytes, four components each.
                let bytes = UnsafeRawPointer(source.row(first + part).baseAddress! + left)
                    .assumingMemoryBound(to: UInt8.self)
                let target = sums.baseAddress!
                if part == 0 {
                    for index in 0..<sums.count { target[index] = UInt16(bytes[index]) &* weight }
                } else {
                    for index in 0..<sums.count { target[index] &+= UInt16(bytes[index]) &* weight }
                }
            }
        }
    }

    private func write(
        _ sums: UnsafePointer<UInt16>, _ weights: UnsafePointer<UInt16>, most: Int,
        means: UnsafeMutableBufferPointer<Mean>, to row: UnsafeMutableBufferPointer<UInt32>
    ) {
        // Components 0 and 2 of a pixel are in the halves of one word, 1 and 3 in those of another.
        let evens: UInt64 = 0x0000_FFFF_0000_FFFF
        let bytes: UInt64 = 0x0000_00FF_0000_00FF
        let half: UInt64 = 0x0000_8000_0000_8000
        for x in 0..<row.count {
            let mean = means[x]
            var (even, odd) = (half, half)
            for part in 0..<mean.count {
                let pixel = UnsafeRawPointer(sums + (mean.first &+ part) &* 4).loadUnaligned(as: UInt64.self)
                let weight = UInt64(weights[x &* most &+ part])
                even &+= (pixel & evens) &* weight
                odd &+= (pixel >> 16 & evens) &* weight
            }
            let argb = even >> 16 & bytes | (odd >> 16 & bytes) << 8
            row[x] = UInt32(truncatingIfNeeded: argb | argb >> 16)
        }
    }
}
