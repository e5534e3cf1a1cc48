/// The arithmetic composition `k1 · a · b + k2 · a + k3 · b + k4` of premultiplied components. SVG 1.1, 15.12.
struct ArithmeticComposition {
    let k1: Float
    let k2: Float
    let k3: Float
    let k4: Float

    init(k1: Double, k2: Double, k3: Double, k4: Double) {
        // Bounded so that no sum overflows.
        func factor(_ value: Double) -> Float { value.isFinite ? Float(min(1e6, max(-1e6, value))) : 0 }
        (self.k1, self.k2, self.k3, self.k4) = (factor(k1), factor(k2), factor(k3), factor(k4))
    }

    /// Stores the composition of two bitmaps of the same size in the first. A missing second one counts as clear.
    func apply(to a: Bitmap, _ b: Bitmap?) {
        let (k1, k4) = (k1 / 255, k4 * 255 + 0.5)
        for y in 0..<a.height {
            let row = a.row(y)
            let other = b?.row(y)
            for x in 0..<a.width {
                let (p, q) = (components(row[x]), other.map { components($0[x]) } ?? .zero)
                var value = p * q * k1 + p * k2
                value += q * k3 + k4
                value.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
                let alpha = UInt32(value.w)
                row[x] =
                    alpha << 24 | min(alpha, UInt32(value.x)) << 16 | min(alpha, UInt32(value.y)) << 8
                    | min(alpha, UInt32(value.z))
            }
        }
    }

    @inline(__always)
    private func components(_ pixel: UInt32) -> SIMD4<Float> {
        SIMD4(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255), Float(pixel >> 24))
    }
}
