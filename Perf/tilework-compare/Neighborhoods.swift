/// Measures the difference between two pictures whose edges were drawn by two programs, which cover pixels differently.
/// A value between the minimum and the maximum of the nine surrounding pixels of the other picture counts as equal.
enum Neighborhoods {
    private typealias Pixel = SIMD4<UInt8>

    /// Returns the mean over all pixels of the remaining difference, measured from both pictures, in the channel with
    /// the largest one. Pixels that do not count contribute nothing.
    static func apart(_ one: [UInt32], _ other: [UInt32], width: Int, where counts: [Bool]) -> Double {
        let one = one.map { unsafeBitCast($0, to: Pixel.self) }
        let other = other.map { unsafeBitCast($0, to: Pixel.self) }
        let (aroundOne, aroundOther) = (Bounds(one, width), Bounds(other, width))
        var sums = SIMD4<Int>()
        for index in one.indices where counts[index] {
            let beyond = pointwiseMax(aroundOther.beyond(one[index], index), aroundOne.beyond(other[index], index))
            if beyond != Pixel() { sums &+= SIMD4(truncatingIfNeeded: beyond) }
        }
        return Double(sums.max()) / Double(one.count)
    }

    /// The least and the most of each channel in the nine pixels around.
    private struct Bounds {
        var least: [Pixel]
        var most: [Pixel]

        init(_ pixels: [Pixel], _ width: Int) {
            least = Self.along(Self.along(pixels, 1, width, pointwiseMin), width, width, pointwiseMin)
            most = Self.along(Self.along(pixels, 1, width, pointwiseMax), width, width, pointwiseMax)
        }

        func beyond(_ pixel: Pixel, _ index: Int) -> Pixel {
            let below = pointwiseMax(least[index], pixel) &- pixel
            let above = pixel &- pointwiseMin(most[index], pixel)
            return pointwiseMax(below, above)
        }

        /// Each pixel with those before and after it, which are one beside it or one row.
        private static func along(
            _ pixels: [Pixel], _ step: Int, _ width: Int, _ choose: (Pixel, Pixel) -> Pixel
        ) -> [Pixel] {
            var chosen = pixels
            for index in pixels.indices {
                let isFirst = step == 1 ? index % width == 0 : index < width
                let isLast = step == 1 ? index % width == width - 1 : index + width >= pixels.count
                if !isFirst { chosen[index] = choose(chosen[index], pixels[index - step]) }
                if !isLast { chosen[index] = choose(chosen[index], pixels[index + step]) }
            }
            return chosen
        }
    }
}
