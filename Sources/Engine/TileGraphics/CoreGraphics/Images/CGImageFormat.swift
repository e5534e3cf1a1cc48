/// How an image's numbers were given, besides its pixels.
struct CGImageFormat: Sendable {
    var bitsPerComponent = 8
    var bitsPerPixel = 32
    var bytesPerRow: Int?
    var colorSpace: CGColorSpace? = .output
    /// Those of `Bitmap`: ARGB, premultiplied, in the byte order of a little-endian machine.
    var bitmapInfo = CGBitmapInfo(
        rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    var decode: [Double]?
    var shouldInterpolate = true
    var intent = CGColorRenderingIntent.defaultIntent
    /// What it was made from.
    var provider: CGDataProvider?
    /// As the system's type identifiers name it, for an image read from a file.
    var type: String?
}
