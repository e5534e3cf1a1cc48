/// The mean of premultiplied pixels.
struct PixelMean {
    private var sums = SIMD4<UInt32>.zero
    private var count: UInt32 = 0

    mutating func add(_ pixel: UInt32) {
        sums &+= SIMD4(pixel & 255, pixel &>> 8 & 255, pixel &>> 16 & 255, pixel &>> 24)
        count &+= 1
    }

    /// The mean; transparent if no pixel was added.
    var pixel: UInt32 {
        guard count > 0 else { return 0 }
        let mean = (sums &+ count / 2) / count
        return mean[0] | mean[1] &<< 8 | mean[2] &<< 16 | mean[3] &<< 24
    }
}
