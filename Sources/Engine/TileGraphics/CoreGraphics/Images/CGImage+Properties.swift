public import Foundation
import TileGeometry

extension CGImage {
    public var bitsPerComponent: Int { format.bitsPerComponent }
    public var bitsPerPixel: Int { format.bitsPerPixel }
    /// The bytes per row of the image's original data, or of `dataProvider`.
    public var bytesPerRow: Int { format.bytesPerRow ?? width * 4 }
    /// The color space; nil for a stencil.
    public var colorSpace: CGColorSpace? { isMask ? nil : format.colorSpace }
    public var alphaInfo: CGImageAlphaInfo { format.bitmapInfo.alphaInfo ?? .none }
    public var bitmapInfo: CGBitmapInfo { format.bitmapInfo }

    public var byteOrderInfo: CGImageByteOrderInfo {
        CGImageByteOrderInfo(rawValue: format.bitmapInfo.rawValue & CGBitmapInfo.byteOrderMask.rawValue)
            ?? .orderDefault
    }

    public var pixelFormatInfo: CGImagePixelFormatInfo {
        CGImagePixelFormatInfo(rawValue: format.bitmapInfo.rawValue & CGImagePixelFormatInfo.mask.rawValue) ?? .packed
    }

    /// The original data of the image. For an image that was drawn or read from a file, its pixels: 8 bits each of
    /// blue, green, red and alpha, premultiplied.
    public var dataProvider: CGDataProvider? {
        if let provider = format.provider { return provider }
        var data = Data(capacity: width * height * 4)
        for y in 0..<height { data.append(UnsafeBufferPointer(rebasing: bitmap.row(y)[0..<width])) }
        return CGDataProvider(data: data)
    }

    /// The values of the smallest and largest number of each component; nil for the default.
    public var decode: [CGFloat]? { format.decode?.map { CGFloat($0) } }

    /// Whether the image is interpolated if the context does not specify it.
    public var shouldInterpolate: Bool { format.shouldInterpolate }

    public var renderingIntent: CGColorRenderingIntent { format.intent }

    /// The uniform type identifier of the image's file, for example "public.png"; nil for other images.
    public var utType: String? { format.type }

    /// Returns this image, which is immutable.
    public func copy() -> CGImage? { self }

    /// Returns the same component values in another space; nil for a stencil and if the number of components differs.
    public func copy(colorSpace space: CGColorSpace) -> CGImage? {
        guard !isMask, let old = format.colorSpace, old.numberOfComponents == space.numberOfComponents else {
            return nil
        }
        if old == space { return self }
        guard let provider = dataProvider else { return nil }
        return CGImage(
            width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
            bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo, provider: provider, decode: decode,
            shouldInterpolate: shouldInterpolate, intent: renderingIntent)
    }

    /// Returns the pixels in a rect, rounded outwards to whole pixels; nil if there are none or the rect is not finite.
    /// Coordinates start at the top left.
    ///
    /// - Complexity: O(pixels).
    public func cropping(to rect: CGRect) -> CGImage? {
        // Foundation traps when it intersects rects with NaN.
        guard rect.isFinite else { return nil }
        let part = rect.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
        guard !part.isNull, part.width >= 1, part.height >= 1 else { return nil }
        let (x, y) = (Int(part.minX), Int(part.minY))
        let cropped = Bitmap(width: Int(part.width), height: Int(part.height))
        for row in 0..<cropped.height {
            (cropped.bytes + row * cropped.stride).copyMemory(
                from: bitmap.bytes + (y + row) * bitmap.stride + x * 4, byteCount: cropped.width * 4)
        }
        return derived(cropped)
    }

    /// Returns the image masked by a stencil, or by the lightness of an image, stretched to its size. Nil if this image
    /// is a stencil.
    ///
    /// - Complexity: O(pixels).
    public func masking(_ mask: CGImage) -> CGImage? {
        guard !isMask else { return nil }
        let coverage = mask.coverage.stretched(width: width, height: height)
        let result = Bitmap(width: width, height: height)
        for y in 0..<height {
            let (source, through, target) = (bitmap.row(y), coverage.row(y), result.row(y))
            for x in 0..<width { target[x] = source[x].multiplied(by: through[x] >> 24) }
        }
        return derived(result)
    }

    /// Returns the image with a range of colors made transparent; nil if this image is a stencil.
    ///
    /// - Parameter components: The minimum and maximum of each component in turn, without alpha, as 8-bit values of
    ///   this image's space.
    /// - Complexity: O(pixels).
    public func copy(maskingColorComponents components: UnsafePointer<CGFloat>) -> CGImage? {
        guard !isMask, let space = format.colorSpace else { return nil }
        let count = space.model == .monochrome ? 1 : 3
        let ranges = (0..<count).map { (Double(components[2 * $0]), Double(components[2 * $0 + 1])) }
        let result = Bitmap(width: width, height: height)
        for y in 0..<height {
            let (source, target) = (bitmap.row(y), result.row(y))
            for x in 0..<width {
                let color = PixelColor(argb: source[x]).straight
                let numbers = [Double(color.red), Double(color.green), Double(color.blue)]
                let isIn = zip(ranges, numbers).allSatisfy { $0.0 <= $1 && $1 <= $0.1 }
                target[x] = isIn ? 0 : source[x]
            }
        }
        return derived(result)
    }

    /// Returns an image of other pixels with the same settings.
    private func derived(_ bitmap: Bitmap) -> CGImage {
        var format = CGImageFormat()
        format.shouldInterpolate = shouldInterpolate
        format.intent = renderingIntent
        return CGImage(bitmap: bitmap, isMask: isMask, format: format)
    }
}

extension UInt32 {
    /// Multiplies a premultiplied pixel by a factor in 255ths.
    func multiplied(by factor: UInt32) -> UInt32 {
        func times(_ shift: UInt32) -> UInt32 { (((self >> shift & 255) * factor + 127) / 255) << shift }
        return times(24) | times(16) | times(8) | times(0)
    }
}

extension Bitmap {
    /// Returns the bitmap scaled to another size.
    func stretched(width: Int, height: Int) -> Bitmap {
        if width == self.width, height == self.height { return self }
        let target = Box(x: 0, y: 0, width: Double(width), height: Double(height))
        var counters = ReplayCounters()
        let drawn = try? Picture(PictureImage(self, target: target, antialiasing: .off)).raster(
            .identity, width: width, height: height, pool: BitmapPool(limit: 0), counters: &counters)
        switch drawn {
        case .bitmap(let bitmap): return bitmap
        case .solid(let color, _, _):
            let bitmap = Bitmap(width: width, height: height)
            bitmap.fill(color)
            return bitmap
        // Out of memory: the result is clear.
        case nil: return Bitmap(width: width, height: height)
        }
    }
}
