import TileSupport

/// An image: pixels, or a stencil.
///
/// All images hold premultiplied 8-bit sRGB pixels (`Bitmap`), converted once at creation. They are immutable.
public final class CGImage: Hashable, Sendable {
    /// The pixels. In a stencil, clear pixels block the paint and opaque ones let it through.
    package let bitmap: Bitmap
    /// Whether the image is a stencil for painting through.
    public let isMask: Bool
    /// The format of the original data.
    let format: CGImageFormat
    private let knownCoverage = Lock<Bitmap?>(nil)

    /// Creates an image from a bitmap, which must not change afterwards.
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

    /// The width in pixels.
    public var width: Int { bitmap.width }
    /// The height in pixels.
    public var height: Int { bitmap.height }

    /// The image as a mask, in alpha: its own alpha if it is a stencil or has transparent pixels, otherwise its
    /// lightness. O(pixels) the first time, then cached.
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

    /// Compares by identity.
    public static func == (left: CGImage, right: CGImage) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// The type's identifier, like a Core Foundation type ID. It is stable within a process only.
    public static var typeID: UInt { CGTypeID.of(CGImage.self) }
}

extension CGImage {
    /// The image as a stencil of its alpha, sharing the pixels.
    package var alphaStencil: CGImage { isMask ? self : CGImage(bitmap: bitmap, isMask: true, format: format) }
}

extension PixelColor {
    /// The lightness of a premultiplied color: the gray of the same luminance (Rec. 709's weights on linear sRGB).
    var lightness: UInt8 {
        if red == green, green == blue { return red }
        let light =
            0.2126 * Self.light[Int(red)] + 0.7152 * Self.light[Int(green)] + 0.0722 * Self.light[Int(blue)]
        return UInt8(ColorCurve.sRGB.component(min(1, light)) * 255 + 0.5)
    }

    private static let light = (0...255).map { ColorCurve.sRGB.light(Double($0) / 255) }
}
