import TileSupport

/// An image: pixels, or a stencil of them.
///
/// Whatever its numbers are, it holds premultiplied sRGB pixels of 8 bits (`Bitmap`), converted once when it is made;
/// they never change.
public final class CGImage: Hashable, Sendable {
    /// The pixels. Of a stencil: clear where it lets paint through not at all, opaque where fully.
    package let bitmap: Bitmap
    /// Whether it is a stencil that paint is laid through.
    public let isMask: Bool
    /// How its numbers were given.
    let format: CGImageFormat
    /// See `coverage`.
    private let knownCoverage = Lock<Bitmap?>(nil)

    /// An image of a bitmap, which must not change any more.
    package init(bitmap: Bitmap) {
        self.bitmap = bitmap
        isMask = false
        format = CGImageFormat()
    }

    init(bitmap: Bitmap, isMask: Bool, format: CGImageFormat) {
        self.bitmap = bitmap
        self.isMask = isMask
        self.format = format
    }

    /// In pixels.
    public var width: Int { bitmap.width }
    /// In pixels.
    public var height: Int { bitmap.height }

    /// What it lets through as a mask, in alpha: its own alpha when it is a stencil or is transparent anywhere, or else
    /// its lightness. O(pixels) the first time, then kept.
    var coverage: Bitmap {
        if isMask || alphaInfo == .alphaOnly { return bitmap }
        return knownCoverage.withLock { known in
            if let known { return known }
            guard bitmap.isOpaque else {
                known = bitmap
                return bitmap
            }
            let result = Bitmap(width: width, height: height)
            for y in 0..<height {
                let (source, target) = (bitmap.row(y), result.row(y))
                for x in 0..<width { target[x] = UInt32(PixelColor(argb: source[x]).lightness) << 24 }
            }
            known = result
            return result
        }
    }

    /// Whether the two are one image.
    public static func == (left: CGImage, right: CGImage) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// A number for the type, as Core Foundation gives one. It is the same in one process only.
    public static var typeID: UInt { CGTypeID.of(CGImage.self) }
}

extension CGImage {
    /// The image as a stencil of its alpha, of the same pixels.
    package var alphaStencil: CGImage { isMask ? self : CGImage(bitmap: bitmap, isMask: true, format: format) }
}

extension PixelColor {
    /// Lightness of the multiplied color: the gray of the same luminance (Rec. 709's weights on sRGB's light).
    var lightness: UInt8 {
        if red == green, green == blue { return red }
        let light =
            0.2126 * Self.light[Int(red)] + 0.7152 * Self.light[Int(green)] + 0.0722 * Self.light[Int(blue)]
        return UInt8(ColorCurve.sRGB.component(min(1, light)) * 255 + 0.5)
    }

    private static let light = (0...255).map { ColorCurve.sRGB.light(Double($0) / 255) }
}
