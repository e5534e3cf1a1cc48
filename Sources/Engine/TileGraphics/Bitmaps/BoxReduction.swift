import TileGeometry

/// Pixels made smaller by any factor: each is the mean of what it covers, parts of pixels in proportion, to 1/256.
///
/// As Cairo's good filter has it, which weighs to 1/16 of a pixel. In whole numbers of 16 and 32 bits, several to a
/// register: the weights of a mean sum up to 256, so that none overflows and what is opaque stays so.
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

        /// How much of one of the pixels made each pixel of its span is, in 256ths, which sum up to 256.
        func setWeights(_ index: Int, to weights: UnsafeMutableBufferPointer<UInt16>) {
            let (low, high) = ends(index)
            let (first, count) = span(index)
            var known = 0
            for part in 0..<count {
                // All that lies before the end of this pixel, so that the roundings do not add up.
                let share = part == count - 1 ? 1 : (Double(first + part + 1) - low) / (high - low)
                let sum = Int((256 * min(max(share, 0), 1)).rounded())
                weights[part] = UInt16(sum - known)
                known = sum
            }
        }

        /// No span has more pixels.
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
                        write(sums.baseAddress!, weights.baseAddress!, most, means, to: target.row(y))
                    }
                }
            }
        }
    }

    /// What comes to one of the pixels made, in the sums of the rows.
    private struct Mean {
        let first: Int
        let count: Int
    }

    /// The weighed sums of the rows that come to one, in 256ths, by component.
    private func addRows(
        of source: Bitmap, from left: Int, at y: Int, to sums: UnsafeMutableBufferPointer<UInt16>
    ) {
        let (first, count) = rows.span(y)
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: rows.longestSpan) { weights in
            rows.setWeights(y, to: weights)
            for part in 0..<count {
                let weight = weights[part]
                // The bytes of pixels, which are four components each.
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
        _ sums: UnsafePointer<UInt16>, _ weights: UnsafePointer<UInt16>, _ most: Int,
        _ means: UnsafeMutableBufferPointer<Mean>, to row: UnsafeMutableBufferPointer<UInt32>
    ) {
        // Components 0 and 2 of a pixel in the halves of one word, 1 and 3 in those of another.
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
