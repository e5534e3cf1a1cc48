/// The sum of premultiplied pixels by component, for their exact mean.
struct PixelSum {
    private var blue = 0
    private var green = 0
    private var red = 0
    private var alpha = 0
    private var count = 0

    /// Adds up a part of a bitmap.
    ///
    /// - Complexity: O(n) for the part's pixels.
    init(_ bitmap: Bitmap, x: Int, y: Int, width: Int, height: Int) {
        for row in y..<y + height {
            let pixels = bitmap.row(row)
            // Two components a word: a row has at most 2¹⁶ pixels here, which cannot carry.
            var (even, odd): (UInt64, UInt64) = (0, 0)
            for column in x..<x + width {
                let pixel = UInt64(pixels[column])
                even &+= (pixel | pixel << 16) & 0x0000_00FF_0000_00FF
                odd &+= (pixel >> 8 | pixel << 8) & 0x0000_00FF_0000_00FF
            }
            blue += Int(even & 0xFFFF_FFFF)
            red += Int(even >> 32)
            green += Int(odd & 0xFFFF_FFFF)
            alpha += Int(odd >> 32)
        }
        count = width * height
    }

    /// Adds up one pixel.
    init(_ pixel: PixelColor) {
        (blue, green, red, alpha) = (Int(pixel.blue), Int(pixel.green), Int(pixel.red), Int(pixel.alpha))
        count = 1
    }

    /// The mean, rounded to a pixel.
    var mean: PixelColor {
        func mean(_ sum: Int) -> UInt8 { UInt8((sum + count / 2) / count) }
        return PixelColor(premultipliedRed: mean(red), green: mean(green), blue: mean(blue), alpha: mean(alpha))
    }

    /// The mean, not rounded.
    var color: Color {
        guard alpha > 0 else { return Color(red: 0, green: 0, blue: 0, alpha: 0) }
        let total = Double(alpha)
        return Color(
            red: Double(red) / total, green: Double(green) / total, blue: Double(blue) / total,
            alpha: total / Double(255 * count))
    }
}
