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
    mutating func blur(x: Double, y: Double) {
        let along = BlurPass.passes(deviation: x)
        let down = BlurPass.passes(deviation: y)
        if along.isEmpty, down.isEmpty { return }
        // 8 bits of fraction, so that successive passes lose nothing visible.
        var values = bytes.map { UInt16($0) << 8 }
        for pass in along { pass.blurRows(&values, width: width, height: height, stride: stride) }
        for pass in down { pass.blurColumns(&values, width: width, height: height, stride: stride) }
        for index in bytes.indices { bytes[index] = UInt8(min(255, (UInt32(values[index]) + 128) >> 8)) }
    }
}
