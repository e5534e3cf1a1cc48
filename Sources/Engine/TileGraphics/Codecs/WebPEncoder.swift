import CWebP

/// Encodes WebP through libwebp, directly from the bitmap's pixels if they are opaque.
struct WebPEncoder: ~Copyable {
    enum Mode {
        case lossy(quality: Int)
        case lossless
    }

    // Kept between images to reuse its memory.
    private var writer = WebPMemoryWriter()
    private var straight = ScratchBuffer<UInt32>()

    init() { WebPMemoryWriterInit(&writer) }

    deinit {
        var writer = writer
        WebPMemoryWriterClear(&writer)
    }

    /// Memory kept for the next image, in bytes.
    var keptBytes: Int { writer.max_size + straight.byteCount }

    /// Rejects sizes and qualities that WebP does not support.
    static func check(width: Int, height: Int, mode: Mode) throws(CodecFailure) {
        let limit = Int(WEBP_MAX_DIMENSION)
        guard max(width, height) <= limit else {
            throw .tooLarge(format: "WebP", width: width, height: height, limit: limit)
        }
        if case .lossy(let quality) = mode, !(0...100).contains(quality) {
            throw .qualityOutOfRange(format: "WebP", quality: quality, allowed: 0...100)
        }
    }

    /// - Parameter mode: The compression; lossy quality is 0…100.
    mutating func encode(_ bitmap: Bitmap, as mode: Mode) throws(CodecFailure) -> [UInt8] {
        try Self.check(width: bitmap.width, height: bitmap.height, mode: mode)
        var config = WebPConfig()
        var picture = WebPPicture()
        guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else {
            throw .library(name: "libwebp", message: "the library is of another version than its header")
        }
        switch mode {
        case .lossy(let quality):
            config.quality = Float(quality)
            config.method = Self.lossyMethod
        case .lossless:
            config.lossless = 1
            config.quality = Self.losslessEffort
            config.method = Self.losslessMethod(bitmap)
        }
        // Preserve transparent pixels: the library would otherwise clear them in place, in memory that other threads
        // read.
        config.exact = 1

        picture.width = Int32(bitmap.width)
        picture.height = Int32(bitmap.height)
        picture.use_argb = 1
        // The library only reads these pixels, and does not free memory that it did not allocate.
        if bitmap.isOpaque {
            picture.argb = bitmap.bytes.assumingMemoryBound(to: UInt32.self)
            picture.argb_stride = Int32(bitmap.stride / 4)
        } else {
            let target = straight.reserve(bitmap.width * bitmap.height)
            for y in 0..<bitmap.height {
                StraightPixels.divide(bitmap.row(y), to: target + y * bitmap.width)
            }
            picture.argb = target
            picture.argb_stride = Int32(bitmap.width)
        }
        picture.writer = WebPMemoryWrite
        writer.size = 0
        defer { WebPPictureFree(&picture) }
        let written = withUnsafeMutablePointer(to: &writer) { writer in
            picture.custom_ptr = UnsafeMutableRawPointer(writer)
            return WebPEncode(&config, &picture)
        }
        guard written != 0 else {
            throw .library(name: "libwebp", message: Self.message(picture.error_code))
        }
        return Array(UnsafeBufferPointer(start: writer.mem, count: writer.size))
    }

    /// The lossy method, 0 of 0…6: on 256 px tiles it takes a quarter of the time of 4, for a few percent more bytes on
    /// photos and half as many again on drawings.
    private static let lossyMethod: Int32 = 0

    /// The search effort of the lossless methods, 0…100.
    private static let losslessEffort: Float = 0

    /// Returns the lossless method: 1 finds palettes and makes drawings half as large as 0; on photos it takes four
    /// times as long for 4 % less.
    private static func losslessMethod(_ bitmap: Bitmap) -> Int32 { bitmap.isFlat ? 1 : 0 }

    private static func message(_ code: WebPEncodingError) -> String {
        switch code {
        case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: "out of memory"
        case VP8_ENC_ERROR_PARTITION0_OVERFLOW, VP8_ENC_ERROR_PARTITION_OVERFLOW, VP8_ENC_ERROR_FILE_TOO_BIG:
            "the image is too large for its format; use smaller tiles"
        default: "error \(code.rawValue)"
        }
    }
}
