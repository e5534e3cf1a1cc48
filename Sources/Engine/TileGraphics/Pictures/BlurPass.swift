import Foundation

/// A pass of a blur.
enum BlurPass {
    /// A mean over `before` pixels before the pixel, the pixel, and `after` pixels after it.
    case box(before: Int, after: Int)
    /// The weights of the surrounding pixels, with the pixel's own in the middle; the sum is 65536.
    case kernel([UInt32])

    /// The deviation from which three boxes are within 3 % of the Gaussian (Wells, "Efficient Synthesis of Gaussian
    /// Filters by Cascaded Uniform Filters", 1986); below it, the kernel itself is short.
    private static let leastForBoxes = 2.0

    static func passes(deviation: Double) -> [BlurPass] {
        // A twentieth of a pixel makes no visible difference in 8 bits of coverage.
        guard deviation > 0.05, deviation.isFinite else { return [] }
        if deviation < leastForBoxes {
            let reach = Int((deviation * 3).rounded(.up))
            let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
            let sum = weights.reduce(0, +)
            var whole = weights.map { UInt32(($0 / sum * 65536).rounded()) }
            // The rounding error is added to the middle, so that full coverage stays full.
            whole[reach] = whole[reach] &+ 65536 &- whole.reduce(0, +)
            return [.kernel(whole)]
        }
        // Filter Effects Module Level 1, 9.14: three boxes of this size; for even sizes two of them are shifted by half
        // a pixel in opposite directions and the third is a pixel larger.
        let size = Int((deviation * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
        if size % 2 == 1 {
            return [BlurPass](repeating: .box(before: size / 2, after: size / 2), count: 3)
        }
        return [
            .box(before: size / 2, after: size / 2 - 1), .box(before: size / 2 - 1, after: size / 2),
            .box(before: size / 2, after: size / 2),
        ]
    }

    /// Returns a reciprocal for division by multiplication: 32 bits of fraction are exact enough for sums of 24 bits.
    private static func reciprocal(_ size: UInt32) -> UInt64 { (UInt64(1) << 32) / UInt64(size) + 1 }

    func blurRows(_ values: inout [UInt16], width: Int, height: Int, stride: Int) {
        var line = [UInt16](repeating: 0, count: width)
        values.withUnsafeMutableBufferPointer { values in
            line.withUnsafeMutableBufferPointer { line in
                for y in 0..<height {
                    let row = UnsafeMutableBufferPointer(rebasing: values[y * stride..<y * stride + width])
                    switch self {
                    case .box(let before, let after):
                        let size = UInt32(before + after + 1)
                        let half = size / 2
                        let reciprocal = BlurPass.reciprocal(size)
                        var sum = UInt32(0)
                        for x in 0..<min(after, width) { sum += UInt32(row[x]) }
                        for x in 0..<width {
                            if x + after < width { sum += UInt32(row[x + after]) }
                            line[x] = UInt16(truncatingIfNeeded: (UInt64(sum &+ half) &* reciprocal) >> 32)
                            if x >= before { sum -= UInt32(row[x - before]) }
                        }
                    case .kernel(let weights):
                        let reach = weights.count / 2
                        for x in 0..<width {
                            var sum = UInt64(32768)
                            for index in max(0, reach - x)..<min(weights.count, width - x + reach) {
                                sum += UInt64(weights[index]) * UInt64(row[x + index - reach])
                            }
                            line[x] = UInt16(min(65535, sum >> 16))
                        }
                    }
                    for x in 0..<width { row[x] = line[x] }
                }
            }
        }
    }

    func blurColumns(_ values: inout [UInt16], width: Int, height: Int, stride: Int) {
        let source = values
        values.withUnsafeMutableBufferPointer { values in
            source.withUnsafeBufferPointer { source in
                switch self {
                case .box(let before, let after):
                    let size = UInt32(before + after + 1)
                    let half = size / 2
                    let reciprocal = BlurPass.reciprocal(size)
                    var sums = [UInt32](repeating: 0, count: width)
                    sums.withUnsafeMutableBufferPointer { sums in
                        for y in 0..<min(after, height) {
                            for x in 0..<width { sums[x] &+= UInt32(source[y * stride + x]) }
                        }
                        for y in 0..<height {
                            if y + after < height {
                                let row = (y + after) * stride
                                for x in 0..<width { sums[x] &+= UInt32(source[row + x]) }
                            }
                            for x in 0..<width {
                                values[y * stride + x] = UInt16(
                                    truncatingIfNeeded: (UInt64(sums[x] &+ half) &* reciprocal) >> 32)
                            }
                            if y >= before {
                                let row = (y - before) * stride
                                for x in 0..<width { sums[x] &-= UInt32(source[row + x]) }
                            }
                        }
                    }
                case .kernel(let weights):
                    let reach = weights.count / 2
                    for y in 0..<height {
                        let rows = max(0, reach - y)..<min(weights.count, height - y + reach)
                        for x in 0..<width {
                            var sum = UInt64(32768)
                            for index in rows {
                                sum &+= UInt64(weights[index]) &* UInt64(source[(y + index - reach) * stride + x])
                            }
                            values[y * stride + x] = UInt16(min(65535, sum >> 16))
                        }
                    }
                }
            }
        }
    }
}
