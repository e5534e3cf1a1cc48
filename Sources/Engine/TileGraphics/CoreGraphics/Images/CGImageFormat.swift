/// The format of an image's original data.
struct CGImageFormat: Sendable {
    var bitsPerComponent = 8
    var bitsPerPixel = 32
    var bytesPerRow: Int?
    var colorSpace: CGColorSpace? = .output
    /// The format of `Bitmap`: ARGB, premultiplied, in the byte order of a little-endian machine.
    var bitmapInfo = CGBitmapInfo(
        rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    var decode: [Double]?
    var shouldInterpolate = true
    var intent = CGColorRenderingIntent.defaultIntent
    /// The source of the original data.
    var provider: CGDataProvider?
    /// The uniform type identifier, for an image read from a file.
    var type: String?
}
