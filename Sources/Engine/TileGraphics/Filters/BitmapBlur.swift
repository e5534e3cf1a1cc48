/// Blurs all four components of a bitmap, with 8 bits between passes.
enum BitmapBlur {
    /// - Parameters: x and y: The standard deviations, in pixels.
    static func apply(to bitmap: Bitmap, x: Double, y: Double, pool: BitmapPool) {
        for pass in BlurPass.passes(deviation: x) { rows(bitmap, pass) }
        let down = BlurPass.passes(deviation: y)
        if down.isEmpty { return }
        let other = pool.uninitializedBitmap(width: bitmap.width, height: bitmap.height)
        var (from, to) = (bitmap, other)
        for pass in down {
            columns(from, pass, into: to)
            swap(&from, &to)
        }
        if from !== bitmap {
            bitmap.bytes.copyMemory(from: from.bytes, byteCount: bitmap.byteCount)
        }
    }

    private typealias Sum = SIMD4<UInt32>

    @inline(__always)
    private static func load(_ pixel: UInt32) -> Sum {
        Sum(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255, pixel >> 24)
    }

    @inline(__always)
    private static func pixel(_ sum: Sum) -> UInt32 { sum.x | sum.y << 8 | sum.z << 16 | sum.w << 24 }

    private static func rows(_ bitmap: Bitmap, _ pass: BlurPass) {
        let width = bitmap.width
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { line in
            for y in 0..<bitmap.height {
                let row = bitmap.row(y).baseAddress!
                switch pass {
                case .box(let before, let after):
                    let size = UInt32(before + after + 1)
                    let division = Division(size)
                    var sum = Sum(repeating: size / 2)
                    for x in 0..<min(after, width) { sum &+= load(row[x]) }
                    for x in 0..<width {
                        if x + after < width { sum &+= load(row[x + after]) }
                        line[x] = pixel(division.quotient(sum))
                        if x >= before { sum &-= load(row[x - before]) }
                    }
                case .kernel(let weights):
                    let reach = weights.count / 2
                    for x in 0..<width {
                        var sum = Sum(repeating: 32768)
                        for index in max(0, reach - x)..<min(weights.count, width - x + reach) {
                            sum &+= load(row[x + index - reach]) &* weights[index]
                        }
                        line[x] = pixel(sum &>> 16)
                    }
                }
                row.update(from: line.baseAddress!, count: width)
            }
        }
    }

    private static func columns(_ source: Bitmap, _ pass: BlurPass, into result: Bitmap) {
        let (width, height) = (source.width, source.height)
        withUnsafeTemporaryAllocation(of: Sum.self, capacity: width) { sums in
            switch pass {
            case .box(let before, let after):
                let size = UInt32(before + after + 1)
                let division = Division(size)
                sums.initialize(repeating: Sum(repeating: size / 2))
                for y in 0..<min(after, height) {
                    let row = source.row(y).baseAddress!
                    for x in 0..<width { sums[x] &+= load(row[x]) }
                }
                for y in 0..<height {
                    if y + after < height {
                        let row = source.row(y + after).baseAddress!
                        for x in 0..<width { sums[x] &+= load(row[x]) }
                    }
                    let to = result.row(y).baseAddress!
                    for x in 0..<width { to[x] = pixel(division.quotient(sums[x])) }
                    if y >= before {
                        let row = source.row(y - before).baseAddress!
                        for x in 0..<width { sums[x] &-= load(row[x]) }
                    }
                }
            case .kernel(let weights):
                let reach = weights.count / 2
                for y in 0..<height {
                    sums.initialize(repeating: Sum(repeating: 32768))
                    for index in max(0, reach - y)..<min(weights.count, height - y + reach) {
                        let row = source.row(y + index - reach).baseAddress!
                        let weight = weights[index]
                        for x in 0..<width { sums[x] &+= load(row[x]) &* weight }
                    }
                    let to = result.row(y).baseAddress!
                    for x in 0..<width { to[x] = pixel(sums[x] &>> 16) }
                }
            }
        }
    }

    /// Divides sums by a number of pixels, with the same rounding regardless of a sum's starting point.
    private struct Division {
        private let factor: UInt32
        private let size: UInt32
        /// The largest size for which the product of sum and factor fits and is exact: sums are at most 255.5 sizes.
        private static let largest: UInt32 = 31

        init(_ size: UInt32) {
            self.size = size
            factor = size <= Self.largest ? (1 << 18) / size + 1 : 0
        }

        @inline(__always)
        func quotient(_ sum: Sum) -> Sum {
            if factor > 0 { return (sum &* factor) &>> 18 }
            return sum / size
        }
    }
}
