import CAVIF

/// Encodes AVIF through libavif, with libaom for AV1: lossy colors at full resolution, to preserve thin colored lines,
/// and lossless alpha.
///
/// Uses one thread, so that equal pixels give equal bytes.
struct AVIFEncoder: ~Copyable {
    private var straight = ScratchBuffer<UInt32>()

    /// Memory kept for the next image, in bytes.
    var keptBytes: Int { straight.byteCount }

    /// The limits of libavif's own decoder: a side, and the side of a square.
    private static let sideLimit = Int(AVIF_DEFAULT_IMAGE_DIMENSION_LIMIT)
    private static let squareLimit = 16384

    /// Rejects sizes and qualities that AVIF or common decoders don't support.
    static func check(width: Int, height: Int, quality: Int) throws(CodecFailure) {
        try CodecFailure.check(
            width: width, height: height, format: "AVIF", sideLimit: sideLimit, squareLimit: squareLimit)
        guard (0...100).contains(quality) else {
            throw .qualityOutOfRange(format: "AVIF", quality: quality, allowed: 0...100)
        }
    }

    /// - Parameter quality: 0…100.
    mutating func encode(_ bitmap: Bitmap, quality: Int) throws(CodecFailure) -> [UInt8] {
        try Self.check(width: bitmap.width, height: bitmap.height, quality: quality)
        guard
            let image = avifImageCreate(
                UInt32(bitmap.width), UInt32(bitmap.height), 8, AVIF_PIXEL_FORMAT_YUV444)
        else { throw Self.outOfMemory }
        defer { avifImageDestroy(image) }
        try fill(image, with: bitmap)

        guard let encoder = avifEncoderCreate() else { throw Self.outOfMemory }
        defer { avifEncoderDestroy(encoder) }
        encoder.pointee.codecChoice = AVIF_CODEC_CHOICE_AOM
        encoder.pointee.maxThreads = 1
        encoder.pointee.speed = Self.speed
        let quantizer = Self.quantizer(ofQuality: quality)
        encoder.pointee.minQuantizer = quantizer
        encoder.pointee.maxQuantizer = quantizer
        encoder.pointee.minQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS
        encoder.pointee.maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS

        var file = avifRWData()
        defer { avifRWDataFree(&file) }
        try Self.check(avifEncoderWrite(encoder, image, &file))
        return Array(UnsafeBufferPointer(start: file.data, count: file.size))
    }

    private mutating func fill(_ image: UnsafeMutablePointer<avifImage>, with bitmap: Bitmap) throws(CodecFailure) {
        // sRGB (ITU-T H.273), as browsers and libavif's own tools assume.
        image.pointee.colorPrimaries = avifColorPrimaries(AVIF_COLOR_PRIMARIES_BT709)
        image.pointee.transferCharacteristics = avifTransferCharacteristics(AVIF_TRANSFER_CHARACTERISTICS_SRGB)
        image.pointee.matrixCoefficients = avifMatrixCoefficients(AVIF_MATRIX_COEFFICIENTS_BT601)
        image.pointee.yuvRange = AVIF_RANGE_FULL

        var pixels = avifRGBImage()
        avifRGBImageSetDefaults(&pixels, image)
        pixels.depth = 8
        // Words with alpha in the highest byte, on little-endian machines.
        pixels.format = AVIF_RGB_FORMAT_BGRA
        // The library only reads these pixels.
        if bitmap.isOpaque {
            pixels.ignoreAlpha = avifBool(AVIF_TRUE)
            pixels.pixels = bitmap.bytes.assumingMemoryBound(to: UInt8.self)
            pixels.rowBytes = UInt32(bitmap.stride)
        } else {
            let target = straight.reserve(bitmap.width * bitmap.height)
            for y in 0..<bitmap.height {
                StraightPixels.divide(bitmap.row(y), to: target + y * bitmap.width)
            }
            pixels.pixels = UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt8.self)
            pixels.rowBytes = UInt32(bitmap.width * 4)
        }
        try Self.check(avifImageRGBToYUV(image, &pixels))
    }

    /// The encoder speed, 0…10, where 10 equals 9. A tile of 256 pixels takes 3 to 7 ms; at 8 it takes three times as
    /// long, for a photo that is no smaller.
    private static let speed: Int32 = 9

    /// Returns the AV1 quantizer, 63…0, for a quality of 0…100, as libavif 1.0 and later do.
    private static func quantizer(ofQuality quality: Int) -> Int32 { Int32(((100 - quality) * 63 + 50) / 100) }

    private static let outOfMemory = CodecFailure.library(name: "libavif", message: "out of memory")

    private static func check(_ result: avifResult) throws(CodecFailure) {
        guard result == AVIF_RESULT_OK else {
            throw .library(name: "libavif", message: String(cString: avifResultToString(result)))
        }
    }
}
