import CJXL

/// Encodes JPEG XL through libjxl: lossy colors in its XYB space, or everything lossless. An
/// encoded image is a bare codestream; a repacked JPEG is in a container.
///
/// libjxl 0.7 has one distance for colors and alpha. Opaque and clear pixels stay so, and other alpha is off by at most
/// 2 of 255, because an image with alpha is never farther off than `alphaDistance`.
///
/// Uses one thread, so that equal pixels give equal bytes on one kind of processor. The library takes about 50
/// bytes for each pixel, and 70 if lossless.
struct JXLEncoder: ~Copyable {
    enum Mode {
        case lossy(quality: Int)
        case lossless
    }

    private var samples = ScratchBuffer<UInt8>()
    private var output = ScratchBuffer<UInt8>()

    /// Memory kept for the next image, in bytes.
    var keptBytes: Int { samples.byteCount + output.byteCount }

    /// The limits of level 5, which all decoders support (ISO/IEC 18181-1, annex M): a side, and the side of a square.
    private static let sideLimit = 1 << 18
    private static let squareLimit = 16384

    /// Rejects sizes and qualities that JPEG XL or common decoders don't support.
    static func check(width: Int, height: Int, mode: Mode) throws(CodecFailure) {
        try CodecFailure.check(
            width: width, height: height, format: "JPEG XL", sideLimit: sideLimit, squareLimit: squareLimit)
        if case .lossy(let quality) = mode, !(0...100).contains(quality) {
            throw .qualityOutOfRange(format: "JPEG XL", quality: quality, allowed: 0...100)
        }
    }

    /// - Parameter mode: The compression; lossy quality is 0…100.
    mutating func encode(_ bitmap: Bitmap, as mode: Mode) throws(CodecFailure) -> [UInt8] {
        try Self.check(width: bitmap.width, height: bitmap.height, mode: mode)
        // Without a parallel runner, the library works on this thread.
        guard let encoder = JxlEncoderCreate(nil) else { throw Self.failure(JXL_ENC_ERR_OOM) }
        defer { JxlEncoderDestroy(encoder) }
        func check(_ status: JxlEncoderStatus) throws(CodecFailure) {
            guard status == JXL_ENC_SUCCESS else { throw Self.failure(JxlEncoderGetError(encoder)) }
        }
        let hasAlpha = !bitmap.isOpaque
        var info = JxlBasicInfo()
        JxlEncoderInitBasicInfo(&info)
        info.xsize = UInt32(bitmap.width)
        info.ysize = UInt32(bitmap.height)
        info.bits_per_sample = 8
        info.num_color_channels = 3
        if hasAlpha {
            info.num_extra_channels = 1
            info.alpha_bits = 8
        }
        if case .lossless = mode { info.uses_original_profile = JXL_TRUE }
        try check(JxlEncoderSetBasicInfo(encoder, &info))
        var encoding = JxlColorEncoding()
        JxlColorEncodingSetToSRGB(&encoding, JXL_FALSE)
        try check(JxlEncoderSetColorEncoding(encoder, &encoding))

        guard let settings = JxlEncoderFrameSettingsCreate(encoder, nil) else {
            throw Self.failure(JxlEncoderGetError(encoder))
        }
        try check(JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, Self.effort))
        switch mode {
        case .lossy(let quality):
            let distance = Self.distance(ofQuality: quality)
            try check(JxlEncoderSetFrameDistance(settings, hasAlpha ? min(distance, Self.alphaDistance) : distance))
            // In steps from coarse to fine, which is the default, alpha would be off by 3 where it is opaque.
            if hasAlpha { try check(JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_RESPONSIVE, 0)) }
        case .lossless: try check(JxlEncoderSetFrameLossless(settings, JXL_TRUE))
        }
        let channels = hasAlpha ? 4 : 3
        var format = JxlPixelFormat(
            num_channels: UInt32(channels), data_type: JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN, align: 0)
        let pixels = fill(bitmap, channels: channels)
        try check(JxlEncoderAddImageFrame(settings, &format, pixels, bitmap.width * bitmap.height * channels))
        JxlEncoderCloseInput(encoder)
        guard let file = file(from: encoder) else { throw Self.failure(JxlEncoderGetError(encoder)) }
        return file
    }

    /// Repacks a JPEG file: its coefficients in fewer bytes, and what is needed to restore the file byte for byte (box
    /// `jbrd` of ISO/IEC 18181-2).
    ///
    /// - Returns: The file, in a container; nil if JPEG XL can't hold the JPEG, such as one of inks or a damaged one.
    mutating func repack(jpeg: [UInt8]) throws(CodecFailure) -> [UInt8]? {
        guard let encoder = JxlEncoderCreate(nil) else { throw Self.failure(JXL_ENC_ERR_OOM) }
        defer { JxlEncoderDestroy(encoder) }
        guard JxlEncoderStoreJPEGMetadata(encoder, JXL_TRUE) == JXL_ENC_SUCCESS,
            let settings = JxlEncoderFrameSettingsCreate(encoder, nil)
        else { throw Self.failure(JxlEncoderGetError(encoder)) }
        if JxlEncoderAddJPEGFrame(settings, jpeg, jpeg.count) == JXL_ENC_SUCCESS {
            JxlEncoderCloseInput(encoder)
            if let file = file(from: encoder) { return file }
        }
        // Some files are refused only when they are written. Whatever the error is, it is about this file.
        let error = JxlEncoderGetError(encoder)
        if error == JXL_ENC_ERR_OOM { throw Self.failure(error) }
        return nil
    }

    /// Converts the pixels to unpremultiplied red, green, blue and, if there are four channels, alpha.
    private mutating func fill(_ bitmap: Bitmap, channels: Int) -> UnsafeMutablePointer<UInt8> {
        let target = samples.reserve(bitmap.width * bitmap.height * channels)
        var next = target
        for y in 0..<bitmap.height {
            let row = bitmap.row(y)
            for x in 0..<row.count {
                let pixel = channels == 4 ? StraightPixels.divide(row[x]) : row[x]
                next[0] = UInt8(truncatingIfNeeded: pixel >> 16)
                next[1] = UInt8(truncatingIfNeeded: pixel >> 8)
                next[2] = UInt8(truncatingIfNeeded: pixel)
                if channels == 4 { next[3] = UInt8(truncatingIfNeeded: pixel >> 24) }
                next += channels
            }
        }
        return target
    }

    /// Returns the file of an encoder that has received its image; nil if the encoder fails.
    private mutating func file(from encoder: OpaquePointer) -> [UInt8]? {
        var file: [UInt8] = []
        let buffer = output.reserve(Self.outputStep)
        while true {
            var next: UnsafeMutablePointer<UInt8>? = buffer
            var rest = output.capacity
            let status = JxlEncoderProcessOutput(encoder, &next, &rest)
            file += UnsafeBufferPointer(start: buffer, count: output.capacity - rest)
            switch status {
            case JXL_ENC_SUCCESS: return file
            case JXL_ENC_NEED_MORE_OUTPUT: continue
            default: return nil
            }
        }
    }

    /// The bytes that the library writes at a time; most tiles have fewer.
    private static let outputStep = 1 << 16

    /// The encoder effort, 1…9. At 3, a tile of 256 pixels takes 3 to 5 ms, and 15 if lossless. At 5 it takes three
    /// times as long, for up to a fifth fewer bytes.
    private static let effort: Int64 = 3

    /// Returns the distance, in just noticeable differences, for a quality of 0…100: 15…0.1, as later versions of
    /// libjxl map it (`JxlEncoderDistanceFromQuality`). This version has none beyond 15.
    static func distance(ofQuality quality: Int) -> Float {
        let quality = Float(quality)
        if quality >= 30 { return 0.1 + (100 - quality) * 0.09 }
        return min(15, 53.0 / 3000 * quality * quality - 23.0 / 20 * quality + 25)
    }

    /// The greatest distance of an image with alpha, as at quality 65. From 4.6 on, 255 may become 252.
    private static let alphaDistance: Float = 3.25

    private static func failure(_ error: JxlEncoderError) -> CodecFailure {
        let message =
            switch error {
            case JXL_ENC_ERR_OOM: "out of memory"
            case JXL_ENC_ERR_BAD_INPUT: "it refuses the pixels"
            case JXL_ENC_ERR_NOT_SUPPORTED: "it does not support the settings"
            case JXL_ENC_ERR_API_USAGE: "the library is of another version than its header"
            default: "error \(error.rawValue)"
            }
        return .library(name: "libjxl", message: message)
    }
}
