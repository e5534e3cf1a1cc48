/// Unpremultiplied colors, as PNG, WebP, AVIF and JPEG XL store them.
enum StraightPixels {
    /// Unpremultiplies a row like `PixelColor.straight`, keeping the order of components.
    static func divide(_ row: UnsafeMutableBufferPointer<UInt32>, to target: UnsafeMutablePointer<UInt32>) {
        for x in 0..<row.count { target[x] = divide(row[x]) }
    }

    @inline(__always)
    static func divide(_ pixel: UInt32) -> UInt32 {
        if pixel >= 0xFF00_0000 { return pixel }
        let straight = PixelColor(argb: pixel).straight
        return PixelColor(
            premultipliedRed: straight.red, green: straight.green, blue: straight.blue, alpha: straight.alpha
        ).argb
    }
}
