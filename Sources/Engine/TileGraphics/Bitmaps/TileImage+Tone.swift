/// The colors of a picture.
package enum PictureTone: Hashable, Sendable {
    case color
    /// Gray: each pixel's luma with the weights of BT.709, keeping its alpha.
    case gray
    /// Black and white: each pixel is the one closer to its luma over white; opaque.
    case bitonal
}

extension TileImage {
    /// Returns the image in the colors of a tone.
    ///
    /// - Complexity: O(pixels); constant for a solid image.
    package func toned(_ tone: PictureTone, pool: BitmapPool) -> TileImage {
        guard tone != .color else { return self }
        switch self {
        case .solid(let color, let width, let height):
            return .solid(PixelColor(argb: tone.pixel(color.argb)), width: width, height: height)
        case .bitmap(let source):
            let result = pool.uninitializedBitmap(width: source.width, height: source.height)
            for y in 0..<source.height {
                let (from, to) = (source.row(y), result.row(y))
                for x in 0..<source.width { to[x] = tone.pixel(from[x]) }
            }
            return .bitmap(result)
        }
    }
}

extension TileImage {
    /// Returns the image composited over an opaque color.
    ///
    /// - Complexity: O(pixels); constant for a solid image.
    package func laid(over color: PixelColor, pool: BitmapPool) -> TileImage {
        func over(_ argb: UInt32) -> UInt32 {
            let rest = 255 - (argb >> 24)
            if rest == 0 { return argb }
            func part(_ shift: UInt32) -> UInt32 {
                let below = (color.argb >> shift & 0xFF) * rest + 127
                return min(255, (argb >> shift & 0xFF) + below / 255) << shift
            }
            return part(24) | part(16) | part(8) | part(0)
        }
        switch self {
        case .solid(let own, let width, let height):
            return .solid(PixelColor(argb: over(own.argb)), width: width, height: height)
        case .bitmap(let source):
            let result = pool.uninitializedBitmap(width: source.width, height: source.height)
            for y in 0..<source.height {
                let (from, to) = (source.row(y), result.row(y))
                for x in 0..<source.width { to[x] = over(from[x]) }
            }
            return .bitmap(result)
        }
    }
}

extension PictureTone {
    /// Converts a premultiplied color; its luma is premultiplied, too.
    @inline(__always)
    fileprivate func pixel(_ argb: UInt32) -> UInt32 {
        let (alpha, red, green, blue) = (argb >> 24, argb >> 16 & 0xFF, argb >> 8 & 0xFF, argb & 0xFF)
        // 0.2126, 0.7152 and 0.0722 in 65536ths; they sum to 65536.
        let luma = (red * 13933 + green * 46871 + blue * 4732 + 32768) >> 16
        switch self {
        case .color: return argb
        case .gray: return alpha << 24 | luma << 16 | luma << 8 | luma
        case .bitonal: return luma + (255 - alpha) >= 128 ? 0xFFFF_FFFF : 0xFF00_0000
        }
    }
}
