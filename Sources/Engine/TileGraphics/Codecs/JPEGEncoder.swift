import CTurboJPEG

/// Encodes baseline JPEG through TurboJPEG: 4:2:0, directly from the bitmap's pixels; gray images with one component.
struct JPEGEncoder: ~Copyable {
    /// The maximum side in pixels. The field has 16 bits, and the IJG library stops slightly earlier.
    static let sizeLimit = 65500

    // Created on first use: many encoders never write a JPEG.
    private var compressor: tjhandle?
    private var output = ScratchBuffer<UInt8>()
    private var flattened = ScratchBuffer<UInt32>()

    init() {}

    deinit { if let compressor { tjDestroy(compressor) } }

    /// The memory kept for the next image, in bytes, without fixed-size parts.
    var keptBytes: Int { output.byteCount + flattened.byteCount }

    /// Rejects sizes and qualities that JPEG or this encoder does not support.
    static func check(width: Int, height: Int, quality: Int) throws(CodecFailure) {
        guard (1...100).contains(quality) else {
            throw .qualityOutOfRange(format: "JPEG", quality: quality, allowed: 1...100)
        }
        guard max(width, height) <= sizeLimit else {
            throw .tooLarge(format: "JPEG", width: width, height: height, limit: sizeLimit)
        }
    }

    /// - Parameter quality: 1…100.
    mutating func encode(_ bitmap: Bitmap, quality: Int) throws(CodecFailure) -> [UInt8] {
        let (width, height) = (bitmap.width, bitmap.height)
        try Self.check(width: width, height: height, quality: quality)
        guard let compressor = compressor ?? tjInitCompress() else { throw Self.failure(nil) }
        self.compressor = compressor

        var pixels = UnsafeRawPointer(bitmap.bytes)
        var stride = bitmap.stride
        if !bitmap.isOpaque {
            stride = width * 4
            let target = flattened.reserve(width * height)
            for y in 0..<height { Self.layOverWhite(bitmap.row(y), to: target + y * width) }
            pixels = UnsafeRawPointer(target)
        }
        let sampling = Self.isGray(pixels, width: width, height: height, stride: stride) ? TJSAMP_GRAY : TJSAMP_420
        let bound = tjBufSize(Int32(width), Int32(height), Int32(sampling.rawValue))
        var file: UnsafeMutablePointer<UInt8>? = output.reserve(Int(bound))
        var length = bound
        // With NOREALLOC the library writes into our memory and never replaces it.
        guard
            tjCompress2(
                compressor, pixels.assumingMemoryBound(to: UInt8.self), Int32(width), Int32(stride), Int32(height),
                TJPF_BGRX.rawValue, &file, &length, Int32(sampling.rawValue), Int32(quality), TJFLAG_NOREALLOC) == 0
        else { throw Self.failure(compressor) }
        return Array(UnsafeBufferPointer(start: file, count: Int(length)))
    }

    /// Composites premultiplied pixels over white: they already lack the part of white that alpha covers.
    private static func layOverWhite(_ row: UnsafeMutableBufferPointer<UInt32>, to target: UnsafeMutablePointer<UInt32>)
    {
        for x in 0..<row.count {
            let pixel = row[x]
            let rest = 255 - pixel >> 24
            // A color above its alpha is not premultiplied; clamped, so that it cannot carry into its neighbor.
            let red = min(255, (pixel >> 16 & 255) + rest)
            let green = min(255, (pixel >> 8 & 255) + rest)
            let blue = min(255, (pixel & 255) + rest)
            target[x] = 0xFF00_0000 | red << 16 | green << 8 | blue
        }
    }

    /// Whether red, green and blue are equal everywhere. Stops after the first row where they are not.
    private static func isGray(_ pixels: UnsafeRawPointer, width: Int, height: Int, stride: Int) -> Bool {
        for y in 0..<height {
            let row = (pixels + y * stride).assumingMemoryBound(to: UInt32.self)
            var difference: UInt32 = 0
            for x in 0..<width { difference |= (row[x] ^ row[x] >> 8) & 0xFFFF }
            if difference != 0 { return false }
        }
        return true
    }

    private static func failure(_ compressor: tjhandle?) -> CodecFailure {
        .library(
            name: "libjpeg-turbo", message: tjGetErrorStr2(compressor).map { String(cString: $0) } ?? "no reason given")
    }
}
