/// Encodes images as files.
///
/// Use one per thread: it keeps compressors and memory between images, so that encoding allocates nothing but the
/// result (and what libwebp, libavif and libjxl allocate internally). `EncoderPool` lends encoders.
///
///     let tile = try pool.withEncoder { try $0.encode(image, as: .png) }
public final class TileEncoder {
    private var png = PNGEncoder()
    private var jpeg = JPEGEncoder()
    private var webP = WebPEncoder()
    private var avif = AVIFEncoder()
    private var jxl = JXLEncoder()
    private var solidTiles = SolidTileCache()

    public init() {}

    /// The approximate memory kept for the next image, in bytes. Grows with the largest image so far.
    var keptBytes: Int { png.keptBytes + jpeg.keptBytes + webP.keptBytes + avif.keptBytes + jxl.keptBytes }

    /// The side of the largest square solid image that is expanded to pixels: a gigabyte.
    private static let solidSizeLimit = 16384
    private static let maxSolidPixels = solidSizeLimit * solidSizeLimit

    /// Encodes an image. PNG, lossless WebP and lossless JPEG XL preserve the pixels exactly, except for the rounding
    /// when unpremultiplying translucent colors; JPEG composites translucent pixels over white.
    ///
    /// - Complexity: O(pixels). Constant for `.solid` if the same color and size came before. A bitmap of one color is
    ///   only scanned.
    ///
    /// - Throws: `CodecFailure` if the format does not support the size or quality, or its library fails.
    public func encode(_ image: TileImage, as format: TileFormat) throws(CodecFailure) -> EncodedTile {
        switch image {
        case .solid(let color, let width, let height):
            return try encodeSolid(color, width: width, height: height, as: format)
        case .bitmap(let bitmap):
            if let color = bitmap.solidColor {
                return try encodeSolid(color, width: bitmap.width, height: bitmap.height, as: format)
            }
            return try encode(bitmap, as: format)
        }
    }

    /// Repacks a JPEG file as JPEG XL, from which it can be restored byte for byte.
    ///
    /// - Returns: The file; nil for a JPEG that JPEG XL can't hold.
    package func repack(jpeg: [UInt8]) throws(CodecFailure) -> [UInt8]? { try jxl.repack(jpeg: jpeg) }

    private func encodeSolid(
        _ color: PixelColor, width: Int, height: Int, as format: TileFormat
    ) throws(CodecFailure) -> EncodedTile {
        let key = SolidTileCache.Key(color: color, width: width, height: height, format: format)
        if let known = solidTiles[key] { return known }
        let tile = try makeSolid(color, width: width, height: height, as: format)
        solidTiles[key] = tile
        return tile
    }

    private func makeSolid(
        _ color: PixelColor, width: Int, height: Int, as format: TileFormat
    ) throws(CodecFailure) -> EncodedTile {
        switch format {
        case .png:
            return EncodedTile(
                bytes: try png.encodeSolid(color, width: width, height: height), format: format, kind: .solid)
        // Checked before pixels are allocated, because the size comes from the client.
        case .jpeg(let quality):
            try JPEGEncoder.check(width: width, height: height, quality: quality)
            // A square of the format's largest side would take 17 GB.
            guard width * height <= Self.maxSolidPixels else {
                throw .tooLarge(format: "JPEG", width: width, height: height, limit: Self.solidSizeLimit)
            }
        case .webp(let quality):
            try WebPEncoder.check(width: width, height: height, mode: .lossy(quality: quality))
        case .webpLossless:
            try WebPEncoder.check(width: width, height: height, mode: .lossless)
        case .avif(let quality):
            try AVIFEncoder.check(width: width, height: height, quality: quality)
        case .jxl(let quality):
            try JXLEncoder.check(width: width, height: height, mode: .lossy(quality: quality))
        case .jxlLossless:
            try JXLEncoder.check(width: width, height: height, mode: .lossless)
        }
        // Once per color and size, so this needs no path without pixels.
        let bitmap = Bitmap(width: width, height: height)
        for y in 0..<height { bitmap.row(y).update(repeating: color.argb) }
        return try encode(bitmap, as: format)
    }

    private func encode(_ bitmap: Bitmap, as format: TileFormat) throws(CodecFailure) -> EncodedTile {
        switch format {
        case .png:
            let (bytes, kind) = try png.encode(bitmap)
            return EncodedTile(bytes: bytes, format: format, kind: kind)
        case .jpeg(let quality):
            return EncodedTile(bytes: try jpeg.encode(bitmap, quality: quality), format: format, kind: .lossy)
        case .webp(let quality):
            return EncodedTile(
                bytes: try webP.encode(bitmap, as: .lossy(quality: quality)), format: format, kind: .lossy)
        case .webpLossless:
            return EncodedTile(bytes: try webP.encode(bitmap, as: .lossless), format: format, kind: .lossless)
        case .avif(let quality):
            return EncodedTile(bytes: try avif.encode(bitmap, quality: quality), format: format, kind: .lossy)
        case .jxl(let quality):
            return EncodedTile(
                bytes: try jxl.encode(bitmap, as: .lossy(quality: quality)), format: format, kind: .lossy)
        case .jxlLossless:
            return EncodedTile(bytes: try jxl.encode(bitmap, as: .lossless), format: format, kind: .lossless)
        }
    }
}
