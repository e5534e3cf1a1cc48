/// Turns images into files.
///
/// One for each thread: it keeps compressors and memory between images, so that encoding allocates nothing but the
/// result (and what libwebp and libavif allocate for themselves). `EncoderPool` lends them.
///
///     let tile = try pool.withEncoder { try $0.encode(image, as: .png) }
public final class TileEncoder {
    private var png = PNGEncoder()
    private var jpeg = JPEGEncoder()
    private var webP = WebPEncoder()
    private var avif = AVIFEncoder()
    private var solidTiles = SolidTileCache()

    public init() {}

    /// Memory kept for the next image, in bytes, about: it grows with the largest image so far.
    var keptBytes: Int { png.keptBytes + jpeg.keptBytes + webP.keptBytes + avif.keptBytes }

    /// The side of the largest square of one color that pixels are made for: a gigabyte of them.
    private static let solidSizeLimit = 16384
    private static let maxSolidPixels = solidSizeLimit * solidSizeLimit

    /// The image as a file. PNG and lossless WebP hold the pixels exactly, up to the rounding of dividing a translucent
    /// color by its alpha; JPEG lays pixels that are not opaque over white.
    ///
    /// Linear in the number of pixels; for `.solid` constant when the same color and size came before, and a bitmap of
    /// one color is only looked through.
    ///
    /// - Throws: when the format cannot hold the size or has no such quality, or its library refuses.
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
        // Checked before there are pixels: their number is anyone's.
        case .jpeg(let quality):
            try JPEGEncoder.check(width: width, height: height, quality: quality)
            // A side that is allowed twice would take 17 GB.
            guard width * height <= Self.maxSolidPixels else {
                throw .tooLarge(format: "JPEG", width: width, height: height, limit: Self.solidSizeLimit)
            }
        case .webp(let quality):
            try WebPEncoder.check(width: width, height: height, mode: .lossy(quality: quality))
        case .webpLossless:
            try WebPEncoder.check(width: width, height: height, mode: .lossless)
        case .avif(let quality):
            try AVIFEncoder.check(width: width, height: height, quality: quality)
        }
        // Once for each color and size: no need for a way without pixels.
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
        }
    }
}
