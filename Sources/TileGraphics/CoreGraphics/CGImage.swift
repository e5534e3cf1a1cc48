/// An image: pixels, or a stencil of them.
///
/// Whatever its numbers are, it holds premultiplied sRGB pixels of 8 bits (`Bitmap`), converted once when it is made; they
/// never change.
public final class CGImage: Hashable, Sendable {
    /// The pixels. Of a stencil: clear where it lets paint through not at all, opaque where fully.
    package let bitmap: Bitmap
    /// Whether it is a stencil that paint is laid through.
    public let isMask: Bool
    /// How its numbers were given.
    let format: CGImageFormat

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
